use super::*;
use crate::{Notation, Sheet, write};

const GAME: &str = "\
(role white)
(role black)
(init (cell 1 b))
(init (score white 30))
(<= (next (score ?r ?s)) (true (score ?r ?s)) (not (hit ?r)) (or (free 1) (distinct ?r black)))
(<= (goal ?r ?s) (role ?r) (odd ?r ?t) (not (distinct ?s 17)))
(<= (goal ?r ?s) (true (score ?r ?s)))
(<= (goal ?r 5) (true (cell 1 ?r)))
";

fn scrambled(seed: u64, options: &ScrambleOptions) -> Scrambled {
    scramble(&Sheet::read(GAME).description, seed, options)
}

fn text(description: &Description) -> String {
    write(description, Notation::Prefix)
}

const RENAME_ONLY: ScrambleOptions = ScrambleOptions {
    rename: true,
    rename_integers: false,
    shuffle_rules: false,
    shuffle_facts: false,
    shuffle_literals: false,
};

#[test]
fn renaming_is_consistent_and_reversible() {
    let result = scrambled(1, &RENAME_ONLY);
    let written = text(&result.description);
    for word in ["white", "black", "cell", "score", "hit", "?r", "?s", " b)"] {
        assert!(!written.contains(word), "{word} in {written}");
    }
    for word in ["role", "30", " 5)", "distinct", "(not", "(or", "true"] {
        assert!(written.contains(word), "{word} not in {written}");
    }
    assert_eq!(
        text(&result.renaming.inverse().apply(&result.description)),
        GAME
    );
    let back = Sheet::read(result.renaming.inverse().translate(&written));
    assert_eq!(text(&back.description), GAME);
    assert_eq!(result.renaming.pairs()[0].0, "white");
}

#[test]
fn same_seed_gives_same_result() {
    let all = ScrambleOptions::default();
    assert_eq!(
        text(&scrambled(1, &all).description),
        text(&scrambled(1, &all).description)
    );
    assert_ne!(
        text(&scrambled(1, &all).description),
        text(&scrambled(2, &all).description)
    );
}

#[test]
fn keeps_possible_goal_values() {
    let options = ScrambleOptions {
        rename_integers: true,
        ..RENAME_ONLY
    };
    let result = scrambled(1, &options);
    assert_eq!(result.renaming.get("30"), None);
    assert_eq!(result.renaming.get("5"), None);
    assert_eq!(result.renaming.get("17"), None);
    assert!(result.renaming.get("1").is_some());
}

#[test]
fn shuffling_keeps_the_rules_and_the_order_of_roles() {
    let options = ScrambleOptions {
        rename: false,
        ..ScrambleOptions::default()
    };
    let original = Sheet::read(GAME).description;
    let sorted = |description: &Description| {
        let mut lines: Vec<_> = text(description)
            .split(['(', ')', ' ', '\n'])
            .map(str::to_owned)
            .collect();
        lines.sort();
        lines
    };
    for seed in 0..50 {
        let result = scrambled(seed, &options).description;
        let names = |d: &Description| {
            let roles = d.roles();
            roles
                .iter()
                .map(|r| d.symbols.key(*r).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&result), names(&original));
        assert_eq!(sorted(&result), sorted(&original));
    }
    let orders: FxHashSet<_> = (0..50)
        .map(|seed| text(&scrambled(seed, &options).description))
        .collect();
    assert!(orders.len() > 40);
}

#[test]
fn shuffles_facts_without_rules() {
    let options = ScrambleOptions {
        shuffle_facts: true,
        rename: false,
        ..RENAME_ONLY
    };
    let rules = |text: &str| text.lines().skip(4).map(str::to_owned).collect::<Vec<_>>();
    for seed in 0..20 {
        let shuffled = text(&scrambled(seed, &options).description);
        assert_eq!(rules(&shuffled), rules(GAME));
    }
}
