//! Tests variants by a few random matches and drops the unplayable ones.

use senet_console::progress;
use senet_engine::{BackEnd, LoadOptions, QueryLimits, load};
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
    seed: u64,
) -> Result<Survey, String> {
    if matches == 0 {
        return Ok(survey);
    }
    let original = tried(description, matches, seed)?;
    let bar = progress::bar(survey.variants.len(), "variants");
    let mut kept = Survey {
        variants: Vec::new(),
        refused: survey.refused,
    };
    for variant in survey.variants {
        match fault(&variant, &original, matches, seed) {
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

fn fault(variant: &Variant, original: &PlayTest, matches: usize, seed: u64) -> Option<String> {
    match tried(&variant.description, matches, seed) {
        Ok(tested) => tested.worse_than(original),
        Err(message) => Some(message),
    }
}

/// Plays on the interpreter, which starts at once. Start-up time dominates for a few matches of many games.
fn tried(description: &Description, matches: usize, seed: u64) -> Result<PlayTest, String> {
    let sheet = Sheet::read_as(Notation::Prefix, write(description, Notation::Prefix));
    let options = LoadOptions {
        // The gate was passed by the original, and the variants have no more errors.
        force: true,
        back_end: Some(BackEnd::Interpreter),
        ..LoadOptions::default()
    };
    let loaded = load(&sheet, &options).map_err(|error| error.to_string())?;
    let declared = Declarations::of(&loaded.description, &QueryLimits::default());
    let declared = declared.map_err(|stopped| stopped.to_string())?;
    let how = PlayCheckOptions {
        matches,
        seed,
        max_steps: MAX_STEPS,
    };
    play_test(&*loaded.game, &declared, how).map_err(|stopped| stopped.to_string())
}
