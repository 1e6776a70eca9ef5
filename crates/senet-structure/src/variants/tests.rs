use super::*;
use senet_gdl::{LetterCase, Sheet, Symbols, show};
use std::collections::BTreeSet;

/// A game on a board of three by three with one row for both directions, a counter and a table of neighbours.
const GAME: &str = "
    (role p) (s 1 2) (s 2 3) (index 1) (index 2) (index 3) (edge 3)
    (t 0 a) (t a b) (t b c)
    (init (at 1 1 man)) (init (at 2 1 man)) (init (at 2 3 king)) (init (ply 0))
    (<= (legal p (go ?x ?y ?z)) (true (at ?x ?y ?m)) (s ?y ?z))
    (<= (legal p (side ?x ?w ?y)) (true (at ?x ?y ?m)) (s ?x ?w))
    (<= (legal p rest) (index ?x) (true (at ?x ?y ?m)))
    (<= (next (at ?x ?z ?m)) (does p (go ?x ?y ?z)) (true (at ?x ?y ?m)))
    (<= (next (at ?w ?y ?m)) (does p (side ?x ?w ?y)) (true (at ?x ?y ?m)))
    (<= (next (at ?x ?y ?m)) (true (at ?x ?y ?m)) (not (gone ?x ?y)))
    (<= (gone ?x ?y) (does p (go ?x ?y ?z)))
    (<= (gone ?x ?y) (does p (side ?x ?w ?y)))
    (<= (next (ply ?n)) (true (ply ?m)) (t ?m ?n))
    (<= terminal (true (ply c)))
    (<= terminal (true (at ?x 3 man)))
    (<= (goal p 100) (true (at ?x ?e man)) (edge ?e))
    (<= (goal p 20) (not won))
    (<= won (true (at ?x ?e man)) (edge ?e))";

fn rules(description: &Description) -> BTreeSet<String> {
    let rules = description.rules.iter();
    rules
        .map(|rule| show(rule, &description.symbols, LetterCase::AsWritten).to_string())
        .collect()
}

/// Compares what a transformation takes away from the rules (`-`) and adds to them (`+`).
fn check(transformation: &Transformation, expected: &[&str]) {
    let before = Sheet::read(GAME).description;
    let after = match transformation.apply(&before) {
        Ok(after) => after,
        Err(why) => panic!("{transformation}: {why}"),
    };
    let (old, new) = (rules(&before), rules(&after));
    let gone = old.difference(&new).map(|rule| format!("- {rule}"));
    let come = new.difference(&old).map(|rule| format!("+ {rule}"));
    let found: Vec<String> = gone.chain(come).collect();
    assert_eq!(found, expected, "{transformation}");
}

fn refused(transformation: &Transformation) -> String {
    let game = Sheet::read(GAME).description;
    transformation.apply(&game).unwrap_err().to_string()
}

fn size(to: usize) -> Transformation {
    Transformation::BoardSize {
        board: "at".into(),
        axes: vec![along(to)],
    }
}

fn along(to: usize) -> AxisSize {
    AxisSize {
        relation: "s".into(),
        first: "1".into(),
        from: 3,
        to,
    }
}

#[test]
fn boards_grow_in_the_middle() {
    check(
        &size(4),
        &[
            "- (<= terminal (true (at ?x 3 man)))",
            "- (edge 3)",
            "- (init (at 2 3 king))",
            "+ (<= terminal (true (at ?x 4 man)))",
            "+ (edge 4)",
            "+ (index 4)",
            "+ (init (at 2 4 king))",
            "+ (s 3 4)",
        ],
    );
    assert!(refused(&size(2)).contains("the size cannot be 2"));
}

#[test]
fn boards_become_circles() {
    let torus = Transformation::CyclicBoard {
        board: "at".into(),
        is_torus: true,
        axes: vec![along(3)],
    };
    check(&torus, &["+ (s 3 1)"]);
}

#[test]
fn limits_move_with_their_rows() {
    let limit = |to| Transformation::StepLimit {
        counter: "ply".into(),
        from: 3,
        to,
    };
    check(
        &limit(2),
        &[
            "- (<= terminal (true (ply c)))",
            "- (t b c)",
            "+ (<= terminal (true (ply b)))",
        ],
    );
    check(
        &limit(4),
        &[
            "- (<= terminal (true (ply c)))",
            "+ (<= terminal (true (ply d)))",
            "+ (t c d)",
        ],
    );
    assert!(refused(&limit(0)).contains("cannot be 0"));
}

#[test]
fn goals_are_inverted() {
    check(
        &Transformation::InvertedGoal,
        &[
            "- (<= (goal p 100) (true (at ?x ?e man)) (edge ?e))",
            "- (<= (goal p 20) (not won))",
            "+ (<= (goal p 0) (true (at ?x ?e man)) (edge ?e))",
            "+ (<= (goal p 80) (not won))",
        ],
    );
}

#[test]
fn features_go_with_all_that_asks_for_them() {
    let without = Transformation::MissingFeature {
        feature: "ply".into(),
        arity: 1,
    };
    check(
        &without,
        &[
            "- (<= (next (ply ?n)) (true (ply ?m)) (t ?m ?n))",
            "- (<= terminal (true (ply c)))",
            "- (init (ply 0))",
            "- (t 0 a)",
            "- (t a b)",
            "- (t b c)",
        ],
    );
}

#[test]
fn initial_states_change_and_are_told_apart() {
    let fewer = Transformation::NumberOfMarkers {
        board: "at".into(),
        removed: vec!["(at 2 1 man)".into()],
        added: vec![],
    };
    check(&fewer, &["- (init (at 2 1 man))"]);
    let moved = Transformation::PieceConfiguration {
        board: "at".into(),
        removed: vec!["(at 2 3 king)".into()],
        added: vec!["(at 3 3 king)".into()],
    };
    check(
        &moved,
        &["- (init (at 2 3 king))", "+ (init (at 3 3 king))"],
    );
    let game = Sheet::read(GAME).description;
    for change in [fewer, moved] {
        let other = change.apply(&game).unwrap();
        assert_eq!(initial_difference(&game, &other).unwrap(), [change]);
        let core = |d: &Description| rules(&without_initial_state(d));
        assert_eq!(core(&game), core(&other));
    }
}

#[test]
fn larger_boards_are_seen_in_parts() {
    let game = Sheet::read(GAME).description;
    let seen = size(4).correspondence(&game).unwrap();
    assert_eq!(seen.initialisation(), Initialisation::Average);
    assert_eq!((seen.source.len(), seen.target.len()), (1, 4));
    let mut symbols = Symbols::new();
    let fact = edit::read_term("(at 4 1 man)", &mut symbols).unwrap();
    let ply = edit::read_term("(ply 4)", &mut symbols).unwrap();
    let parts: BTreeSet<_> = seen
        .target
        .iter()
        .map(|view| view.fact(&fact, &symbols))
        .collect();
    // Column 4 is outside of the left parts and column 3 of the right ones; row 1 is outside of the upper parts.
    assert_eq!(parts, BTreeSet::from([None, Some("(at 3 1 man)".into())]));
    let all = seen.target.iter().map(|view| view.fact(&ply, &symbols));
    assert!(all.flatten().all(|text| text == "(ply 4)"));
}

#[test]
fn values_are_carried_over_in_three_ways() {
    let game = Sheet::read(GAME).description;
    let way = |t: Transformation| t.correspondence(&game).unwrap().initialisation();
    assert_eq!(way(Transformation::InvertedGoal), Initialisation::Inverse);
    let without = Transformation::MissingFeature {
        feature: "ply".into(),
        arity: 1,
    };
    assert_eq!(way(without.clone()), Initialisation::Average);
    let seen = without.correspondence(&game).unwrap();
    let mut symbols = Symbols::new();
    let ply = edit::read_term("(ply a)", &mut symbols).unwrap();
    assert_eq!(seen.source[0].fact(&ply, &symbols), None);
    assert_eq!(seen.target[0].fact(&ply, &symbols), Some("(ply a)".into()));
}

#[test]
fn limits_are_left_out_of_comparisons() {
    let game = Sheet::read(GAME).description;
    assert_eq!(step_limits(&game), [("ply".to_owned(), 3)]);
    let core = without_step_limits(&game);
    let longer = Transformation::StepLimit {
        counter: "ply".into(),
        from: 3,
        to: 9,
    };
    let longer = longer.apply(&game).unwrap();
    assert_eq!(step_limits(&longer), [("ply".to_owned(), 9)]);
    assert_eq!(rules(&core), rules(&without_step_limits(&longer)));
    assert_ne!(rules(&core), rules(&game));
}

#[test]
fn transformations_survive_json() {
    let text = serde_json::to_string(&size(4)).unwrap();
    let again: Transformation = serde_json::from_str(&text).unwrap();
    assert_eq!(again, size(4));
    assert!(text.contains(r#""class":"board_size""#));
}
