//! Variants of library games: their number, random play, and pairs of library games that are variants of each other.

use senet_engine::{BackEnd, LoadOptions, QueryLimits, load};
use senet_gdl::{Deadline, Description, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_graph::{CanonicalKey, canonical};
use senet_structure::variants::{
    CLASSES, Transformation, Variant, initial_difference, role_switches, survey, variants,
    without_initial_state, without_step_limits,
};
use senet_trace::{Declarations, PlayCheckOptions, PlayTest, play_test};
use std::collections::{BTreeMap, BTreeSet};

fn rules(name: &str) -> Description {
    Sheet::read(senet_library::find(name).unwrap().rules).description
}

/// Returns a key that ignores the initial state and step limits.
fn key(description: &Description) -> CanonicalKey {
    let core =
        without_initial_state(&without_step_limits(description, &Deadline::never()).unwrap());
    canonical(&core, &Deadline::never()).unwrap().key
}

/// Returns the transformations of one class from one library game to another, ignoring limits and initial states.
fn ways(from: &str, to: &str, class: &str) -> Vec<String> {
    let (from, to) = (rules(from), key(&rules(to)));
    let tried = variants(&from, &Deadline::never()).unwrap();
    let of_class = |v: &&Variant| v.transformations[0].class() == class;
    let same = |v: &&Variant| key(&v.description) == to;
    let found = tried.iter().filter(of_class).filter(same);
    found.map(|v| v.transformations[0].to_string()).collect()
}

#[test]
fn finds_transformation_between_library_games() {
    for (from, to, class, expected) in [
        (
            "minichess-3x3",
            "minichess-4x4",
            "board_size",
            "board size: `on` with 4 instead of 3 along `rightward` and 4 instead of 3 along `upward`",
        ),
        (
            "breakthrough",
            "breakthrough-6x6",
            "board_size",
            "board size: `cell` with 6 instead of 8 along `succ`",
        ),
        (
            "queens-8",
            "queens-12",
            "board_size",
            "board size: `queen` with 12 instead of 8 along `succ`",
        ),
        (
            "queens-8",
            "queens-16",
            "board_size",
            "board size: `queen` with 16 instead of 8 along `succ`",
        ),
        (
            "checkers-must-jump",
            "checkers-cylinder-must-jump",
            "cyclic_board",
            "cylindrical board: `cell` closed along `right_of`",
        ),
        (
            "checkers-must-jump",
            "checkers-torus-must-jump",
            "cyclic_board",
            "toroidal board: `cell` closed along `right_of` and `above`",
        ),
    ] {
        assert_eq!(ways(from, to, class), [expected], "{from} to {to}");
    }
    // The rules list the piece counts up to the initial number, so this pair differs by more than the size.
    assert!(ways("checkers", "checkers-6x8", "board_size").is_empty());
}

#[test]
fn describes_difference_of_initial_states() {
    let (five, four) = (rules("checkers-5x5"), rules("checkers-5x5-4men"));
    assert_eq!(key(&five), key(&four));
    let differences = initial_difference(&five, &four, &Deadline::never()).unwrap();
    let texts: Vec<_> = differences.iter().map(Transformation::to_string).collect();
    assert_eq!(
        texts,
        ["number of markers: without (cell c 1 red_man), without (cell c 5 black_man)"]
    );
    let made = differences[0].apply(&five, &Deadline::never()).unwrap();
    let whole = |d: &Description| canonical(d, &Deadline::never()).unwrap().key;
    assert_eq!(whole(&made), whole(&four));
}

/// Counts the library games with variants of each class.
#[test]
fn each_class_applies_to_enough_library_games() {
    let mut table: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let survey = survey(&description, &Deadline::never());
        let made = survey.variants.iter().map(|v| v.transformations[0].class());
        for class in made {
            table.entry(class).or_default().insert(game.name);
        }
        if !role_switches(&description).is_empty() {
            table.entry("switched_role").or_default().insert(game.name);
        }
        // Each class without variants gives a reason.
        for class in CLASSES.iter().filter(|&&c| c != "switched_role") {
            let made = table
                .get(class)
                .is_some_and(|games| games.contains(game.name));
            let refused = survey.refused.iter().any(|refused| refused.class == *class);
            assert!(made || refused, "{class} of {}", game.name);
        }
    }
    let counts: Vec<String> = CLASSES
        .iter()
        .map(|&class| format!("{class} {}", table.get(class).map_or(0, BTreeSet::len)))
        .collect();
    println!("{}", counts.join("\n"));
    assert!(
        table["inverted_goal"].len() == senet_library::games().len(),
        "{counts:?}"
    );
    for (class, least) in [
        ("number_of_markers", 20),
        ("piece_configuration", 20),
        ("board_size", 25),
        ("cyclic_board", 18),
        ("step_limit", 30),
        ("switched_role", 35),
        ("missing_feature", 45),
    ] {
        assert!(table[class].len() >= least, "{counts:?}");
    }
}

/// The first variant of each class can be played like the game, except for a few that a play test rejects.
#[test]
fn variants_play_no_worse_than_the_original() {
    let mut worse = BTreeMap::<&str, usize>::new();
    let mut tried_out = 0;
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let original = tried(&description);
        let mut seen = BTreeSet::new();
        for variant in variants(&description, &Deadline::never()).unwrap() {
            let class = variant.transformations[0].class();
            if seen.insert(class) {
                tried_out += 1;
                if let Some(why) = tried(&variant.description).worse_than(&original) {
                    println!("{}: {}: {why}", game.name, variant.transformations[0]);
                    *worse.entry(class).or_default() += 1;
                }
            }
        }
    }
    for sure in ["inverted_goal", "step_limit", "number_of_markers"] {
        assert_eq!(worse.get(sure), None);
    }
    let all: usize = worse.values().sum();
    assert!(all * 5 < tried_out, "{all} of {tried_out}");
}

fn tried(description: &Description) -> PlayTest {
    let sheet = Sheet::read(write(description, Notation::Prefix));
    let options = LoadOptions {
        back_end: Some(BackEnd::Interpreter),
        ..LoadOptions::default()
    };
    let loaded = load(&sheet, &options).unwrap();
    let declared = Declarations::of(&loaded.description, &QueryLimits::default()).unwrap();
    let how = PlayCheckOptions {
        matches: 1,
        seed: 1,
        max_steps: 20,
    };
    play_test(&*loaded.game, &declared, how).unwrap()
}

/// A scrambled rule sheet has the same variants under other names.
#[test]
fn variants_are_invariant_under_scrambling() {
    for name in [
        "minichess-3x3",
        "breakthrough-6x6",
        "eight-puzzle",
        "kono",
        "tron",
    ] {
        let original = rules(name);
        // Integers keep their names, as in real matches, because goal values are read as numbers.
        let scrambled = scramble(&original, 3, &ScrambleOptions::default()).description;
        let keys = |d: &Description| -> BTreeSet<(String, CanonicalKey)> {
            let made = variants(d, &Deadline::never()).unwrap().into_iter();
            // The choice of the removed or swapped markers depends on the order of words.
            let made = made.filter(|v| !v.transformations[0].is_initial_only());
            made.map(|v| {
                let class = v.transformations[0].class().to_owned();
                (
                    class,
                    canonical(&v.description, &Deadline::never()).unwrap().key,
                )
            })
            .collect()
        };
        assert_eq!(keys(&original), keys(&scrambled), "{name}");
    }
}
