//! Variants of the library games: which there are, that they can be played, and that pairs of library games are variants of each other.

use senet_engine::{BackEnd, LoadOptions, QueryLimits, load};
use senet_gdl::{Description, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_graph::{Key, canonical};
use senet_structure::variants::{
    CLASSES, Transformation, Variant, initial_difference, role_switches, survey, variants,
    without_initial_state, without_step_limits,
};
use senet_trace::{Declarations, PlayCheckOptions, PlayTest, play_test};
use std::collections::{BTreeMap, BTreeSet};

fn rules(name: &str) -> Description {
    Sheet::read(senet_library::find(name).unwrap().rules).description
}

/// The key of a game whatever its initial state and its step limits.
fn key(description: &Description) -> Key {
    let core = without_initial_state(&without_step_limits(description));
    canonical(&core, &|| false).unwrap().key
}

/// The transformations of one of these classes that lead from one library game to another, apart from limits and initial states.
fn ways(from: &str, to: &str, class: &str) -> Vec<String> {
    let (from, to) = (rules(from), key(&rules(to)));
    let tried = variants(&from);
    let of_class = |v: &&Variant| v.transformations[0].class() == class;
    let same = |v: &&Variant| key(&v.description) == to;
    let found = tried.iter().filter(of_class).filter(same);
    found.map(|v| v.transformations[0].to_string()).collect()
}

#[test]
fn library_games_are_variants_of_each_other() {
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
    // The tally of pieces is listed in the rules up to the number in the beginning, so this pair differs by more than the size.
    assert!(ways("checkers", "checkers-6x8", "board_size").is_empty());
}

#[test]
fn other_initial_states_are_told() {
    let (five, four) = (rules("checkers-5x5"), rules("checkers-5x5-4men"));
    assert_eq!(key(&five), key(&four));
    let told = initial_difference(&five, &four).unwrap();
    let texts: Vec<_> = told.iter().map(Transformation::to_string).collect();
    assert_eq!(
        texts,
        ["number of markers: without (cell c 1 red_man), without (cell c 5 black_man)"]
    );
    let made = told[0].apply(&five).unwrap();
    let whole = |d: &Description| canonical(d, &|| false).unwrap().key;
    assert_eq!(whole(&made), whole(&four));
}

/// On how many library games each class has variants.
#[test]
fn classes_apply_to_many_games() {
    let mut table: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let survey = survey(&description);
        let made = survey.variants.iter().map(|v| v.transformations[0].class());
        for class in made {
            table.entry(class).or_default().insert(game.name);
        }
        if !role_switches(&description).is_empty() {
            table.entry("switched_role").or_default().insert(game.name);
        }
        // Every class that made nothing says why.
        for class in CLASSES.iter().filter(|&&c| c != "switched_role") {
            let made = table
                .get(class)
                .is_some_and(|games| games.contains(game.name));
            let told = survey.refused.iter().any(|refused| refused.class == *class);
            assert!(made || told, "{class} of {}", game.name);
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

/// The first variant of each class plays no worse than the game, or is one of those that a play test is there to find.
#[test]
fn variants_can_be_played() {
    let mut worse = BTreeMap::<&str, usize>::new();
    let mut tried_out = 0;
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let original = tried(&description);
        let mut seen = BTreeSet::new();
        for variant in variants(&description) {
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

/// A scrambled sheet has the variants of the original under other names.
#[test]
fn variants_do_not_depend_on_words() {
    for name in [
        "minichess-3x3",
        "breakthrough-6x6",
        "eight-puzzle",
        "kono",
        "tron",
    ] {
        let original = rules(name);
        // Integers stay, as they do with hosts of matches: a number that becomes a goal is known by its name.
        let scrambled = scramble(&original, 3, &ScrambleOptions::default()).description;
        let keys = |d: &Description| -> BTreeSet<(String, Key)> {
            let made = variants(d).into_iter();
            // Which marker goes and which two change places depends on the order of words.
            let made = made.filter(|v| !v.transformations[0].is_initial_only());
            made.map(|v| {
                let class = v.transformations[0].class().to_owned();
                (class, canonical(&v.description, &|| false).unwrap().key)
            })
            .collect()
        };
        assert_eq!(keys(&original), keys(&scrambled), "{name}");
    }
}
