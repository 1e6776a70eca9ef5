use super::*;
use senet_gdl::{LetterCase, Sheet, Symbols, show};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static NEVER: LazyLock<Deadline> = LazyLock::new(Deadline::never);

/// A game with a board of three by three cells, one row for both axes, and a step counter.
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

/// Compares the rules that a transformation removes (`-`) and adds (`+`).
fn check(transformation: &Transformation, expected: &[&str]) {
    let before = Sheet::read(GAME).description;
    let after = match transformation.apply(&before, &NEVER) {
        Ok(after) => after,
        Err(why) => panic!("{transformation}: {why}"),
    };
    let (old, new) = (rules(&before), rules(&after));
    let gone = old.difference(&new).map(|rule| format!("- {rule}"));
    let come = new.difference(&old).map(|rule| format!("+ {rule}"));
    let found: Vec<String> = gone.chain(come).collect();
    assert_eq!(found, expected, "{transformation}");
}

fn error_of(transformation: &Transformation) -> String {
    let game = Sheet::read(GAME).description;
    transformation.apply(&game, &NEVER).unwrap_err().to_string()
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
fn inserts_coordinates_in_the_middle() {
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
    assert!(error_of(&size(2)).contains("the size cannot be 2"));
}

#[test]
fn makes_axis_cyclic() {
    let torus = Transformation::CyclicBoard {
        board: "at".into(),
        is_torus: true,
        axes: vec![along(3)],
    };
    check(&torus, &["+ (s 3 1)"]);
}

#[test]
fn step_limit_changes_row_length() {
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
    assert!(error_of(&limit(0)).contains("cannot be 0"));
}

#[test]
fn inverts_goal_values() {
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
fn missing_feature_removes_dependent_rules() {
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
fn initial_difference_finds_applied_change() {
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
        let other = change.apply(&game, &NEVER).unwrap();
        assert_eq!(initial_difference(&game, &other, &NEVER).unwrap(), [change]);
        let core = |d: &Description| rules(&without_initial_state(d));
        assert_eq!(core(&game), core(&other));
    }
}

#[test]
fn larger_board_has_one_view_per_offset() {
    let game = Sheet::read(GAME).description;
    let seen = size(4).correspondence(&game, &NEVER).unwrap();
    assert_eq!(seen.initialisation(), Initialisation::Average);
    assert_eq!((seen.source.len(), seen.target.len()), (1, 4));
    let mut symbols = Symbols::new();
    let fact = rule_edits::read_term("(at 4 1 man)", &mut symbols).unwrap();
    let ply = rule_edits::read_term("(ply 4)", &mut symbols).unwrap();
    let parts: BTreeSet<_> = seen
        .target
        .iter()
        .map(|view| view.fact(&fact, &symbols))
        .collect();
    // Column 4 is outside the left parts and becomes column 3 in the right parts. Row 1 is outside the upper parts.
    assert_eq!(parts, BTreeSet::from([None, Some("(at 3 1 man)".into())]));
    let all = seen.target.iter().map(|view| view.fact(&ply, &symbols));
    assert!(all.flatten().all(|text| text == "(ply 4)"));
}

#[test]
fn initialisation_depends_on_the_class() {
    let game = Sheet::read(GAME).description;
    let way = |t: Transformation| t.correspondence(&game, &NEVER).unwrap().initialisation();
    assert_eq!(way(Transformation::InvertedGoal), Initialisation::Inverse);
    let without = Transformation::MissingFeature {
        feature: "ply".into(),
        arity: 1,
    };
    assert_eq!(way(without.clone()), Initialisation::Average);
    let seen = without.correspondence(&game, &NEVER).unwrap();
    let mut symbols = Symbols::new();
    let ply = rule_edits::read_term("(ply a)", &mut symbols).unwrap();
    assert_eq!(seen.source[0].fact(&ply, &symbols), None);
    assert_eq!(seen.target[0].fact(&ply, &symbols), Some("(ply a)".into()));
}

#[test]
fn without_step_limits_ignores_the_limit() {
    let game = Sheet::read(GAME).description;
    assert_eq!(step_limits(&game, &NEVER).unwrap(), [("ply".to_owned(), 3)]);
    let core = without_step_limits(&game, &NEVER).unwrap();
    let longer = Transformation::StepLimit {
        counter: "ply".into(),
        from: 3,
        to: 9,
    };
    let longer = longer.apply(&game, &NEVER).unwrap();
    assert_eq!(
        step_limits(&longer, &NEVER).unwrap(),
        [("ply".to_owned(), 9)]
    );
    assert_eq!(
        rules(&core),
        rules(&without_step_limits(&longer, &NEVER).unwrap())
    );
    assert_ne!(rules(&core), rules(&game));
}

#[test]
fn transformation_round_trips_through_json() {
    let text = serde_json::to_string(&size(4)).unwrap();
    let again: Transformation = serde_json::from_str(&text).unwrap();
    assert_eq!(again, size(4));
    assert!(text.contains(r#""class":"board_size""#));
}
