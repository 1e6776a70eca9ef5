//! Tests variants by a few random matches and drops the unplayable ones.

use senet_console::{Common, Failure, progress};
use senet_engine::{BackEnd, DeadlineGame, LoadOptions, QueryLimits, load};
use senet_gdl::{Description, Notation, Sheet, write};
use senet_structure::variants::{NotApplicable, Refused, Survey, Variant};
use senet_trace::{Declarations, PlayCheckOptions, PlayTest, play_test};

/// Cuts a test match short after this number of moves.
const MAX_STEPS: usize = 100;

/// Refuses variants that fail random matches which the original passes. Fails if the original itself is unplayable.
pub fn screened(
    description: &Description,
    survey: Survey,
    matches: usize,
    common: &Common,
) -> Result<Survey, Failure> {
    if matches == 0 || !survey.is_complete {
        return Ok(survey);
    }
    let original = test_by_play(description, matches, common);
    let original = original.map_err(|message| match common.deadline().is_over() {
        true => Failure::out_of_time("testing the game"),
        false => {
            Failure::new(message).help("`--play 0` lists the variants without testing them by play")
        }
    })?;
    let bar = progress::bar(survey.variants.len(), "variants");
    let mut kept = Survey {
        variants: Vec::new(),
        refused: survey.refused,
        is_complete: true,
    };
    for variant in survey.variants {
        let fault = fault(&variant, &original, matches, common);
        if common.deadline().is_over() {
            // Variants that were not tested are left out.
            kept.is_complete = false;
            break;
        }
        match fault {
            None => kept.variants.push(variant),
            Some(message) => kept.refused.push(Refused {
                class: variant.transformations[0].class().into(),
                transformation: variant.transformations.first().cloned(),
                why: NotApplicable::Unplayable { message },
            }),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(kept)
}

fn fault(
    variant: &Variant,
    original: &PlayTest,
    matches: usize,
    common: &Common,
) -> Option<String> {
    match test_by_play(&variant.description, matches, common) {
        Ok(tested) => tested.worse_than(original),
        Err(message) => Some(message),
    }
}

/// Plays on the interpreter, which starts at once. Start-up time dominates for a few matches of many games.
fn test_by_play(
    description: &Description,
    matches: usize,
    common: &Common,
) -> Result<PlayTest, String> {
    let limits = QueryLimits {
        deadline: common.deadline().clone(),
        ..QueryLimits::default()
    };
    let sheet = Sheet::read_as(Notation::Prefix, write(description, Notation::Prefix));
    let options = LoadOptions {
        // The original passed all checks, and its variants have no additional errors.
        force: true,
        back_end: Some(BackEnd::Interpreter),
        limits: limits.clone(),
        ..LoadOptions::default()
    };
    let loaded = load(&sheet, &options).map_err(|error| error.to_string())?;
    let declared = Declarations::of(&loaded.description, &limits);
    let declared = declared.map_err(|stopped| stopped.to_string())?;
    let how = PlayCheckOptions {
        matches,
        seed: common.seed,
        max_steps: MAX_STEPS,
    };
    let game = DeadlineGame::new(loaded.game, common.deadline().clone());
    play_test(&game, &declared, how).map_err(|stopped| stopped.to_string())
}
