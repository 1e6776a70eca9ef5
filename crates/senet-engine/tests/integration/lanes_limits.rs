//! Lanes with code limits, missing instruction sets and edge-case requests.

use senet_engine::{
    BackEnd, CodeLimits, LoadError, LoadOptions, Loaded, MoveId, PlayoutRequest, Width, load,
};
use senet_gdl::Sheet;

/// Two roles take turns on a row of lamps. The code of each phase is small, the code of queries
/// without phases is larger.
fn rules() -> String {
    let mut rules = String::from(
        "(role a) (role b) (init (turn a))
        (<= (legal a (press ?x)) (true (turn a)) (lamp ?x) (not (true (on ?x))))
        (<= (legal a noop) (true (turn b)))
        (<= (legal b (press ?x)) (true (turn b)) (lamp ?x) (not (true (on ?x))))
        (<= (legal b noop) (true (turn a)))
        (<= (next (turn a)) (true (turn b)))
        (<= (next (turn b)) (true (turn a)))
        (<= (next (on ?x)) (does ?r (press ?x)))
        (<= (next (on ?x)) (true (on ?x)))
        (<= terminal (not dark))
        (<= dark (lamp ?x) (not (true (on ?x))))
        (<= (goal a 100) (true (turn a)))
        (<= (goal a 0) (true (turn b)))
        (<= (goal b 50) (true (on 3)))
        (<= (goal b 0) (not (true (on 3))))\n",
    );
    (0..12).for_each(|lamp| rules.push_str(&format!("(lamp {lamp})")));
    rules
}

fn load_with(
    back_end: Option<BackEnd>,
    width: Option<Width>,
    bytes: usize,
) -> Result<Loaded, LoadError> {
    let options = LoadOptions {
        back_end,
        width,
        code: CodeLimits { code_bytes: bytes },
        ..LoadOptions::default()
    };
    load(&Sheet::read(rules()), &options)
}

/// The widths with machine code on this machine.
fn compiled() -> impl Iterator<Item = Width> {
    let widths = [Width::Avx2, Width::Avx512].into_iter();
    widths.filter(|width| width.is_available() && cfg!(unix))
}

#[test]
fn rejects_code_beyond_the_limit_with_a_reason() {
    for width in compiled() {
        let chosen = load_with(None, Some(width), 100).expect("the circuit loads it");
        assert_eq!(chosen.back_end, BackEnd::Circuit);
        let reason = &chosen.reason;
        assert!(reason.contains("more than the limit of 100"), "{reason}");
        let wanted = load_with(Some(BackEnd::Lanes), Some(width), 100).err();
        let message = wanted.expect("the limit is too small").to_string();
        assert!(message.contains("more than the limit of 100"), "{message}");
    }
}

#[test]
fn circuit_answers_queries_whose_programs_are_too_large() {
    let truth = load_with(Some(BackEnd::Circuit), None, usize::MAX).expect("it can be played");
    let initial = [truth.game.initial().expect("a state")];
    let press = truth.game.find_move(0, "(press 3)").expect("a move");
    let wait = truth.game.find_move(1, "noop").expect("a move");
    for width in compiled() {
        // The smallest limit for which lanes load is too small for the query programs.
        let bytes = (0..20_000)
            .step_by(64)
            .find(|&bytes| load_with(Some(BackEnd::Lanes), Some(width), bytes).is_ok());
        let lanes = load_with(
            Some(BackEnd::Lanes),
            Some(width),
            bytes.expect("small code"),
        );
        let lanes = lanes.expect("the limit was found").game;
        assert_eq!(lanes.legal_in(&initial), truth.game.legal_in(&initial));
        assert_eq!(lanes.terminal_in(&initial), Ok(vec![false]));
        assert_eq!(lanes.goals_in(&initial), truth.game.goals_in(&initial));
        let joint: [MoveId; 2] = [press, wait];
        assert_eq!(
            lanes.next_of(&initial, &joint),
            truth.game.next_of(&initial, &joint)
        );
        let request = PlayoutRequest {
            details: true,
            ..PlayoutRequest::new(&initial, 10, 1)
        };
        let played = lanes.playouts(&request).expect("matches can be played");
        assert_eq!(played.matches.len(), 10);
        assert!(played.matches.iter().all(|one| one.length == 12));
    }
}

#[test]
fn rejects_width_without_processor_support() {
    for width in Width::ALL.into_iter().filter(|width| !width.is_available()) {
        let refused = load_with(Some(BackEnd::Lanes), Some(width), usize::MAX).err();
        let message = refused.expect("it cannot be run").to_string();
        assert!(message.contains(width.name()), "{message}");
        let chosen = load_with(None, Some(width), usize::MAX).expect("the circuit loads it");
        assert_eq!(chosen.back_end, BackEnd::Circuit);
    }
}

#[test]
fn empty_requests_give_empty_results() {
    for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
        let lanes = load_with(Some(BackEnd::Lanes), Some(width), usize::MAX);
        let lanes = lanes.expect("it can be played").game;
        let initial = [lanes.initial().expect("a state")];
        for (starts, each) in [(&initial[..0], 5), (&initial[..], 0), (&initial[..], 1)] {
            for details in [false, true] {
                let request = PlayoutRequest {
                    details,
                    threads: 2,
                    ..PlayoutRequest::new(starts, each, 1)
                };
                let played = lanes.playouts(&request).expect("it can be played");
                assert_eq!(played.tallies.len(), starts.len());
                let matches: u64 = played.tallies.iter().map(|tally| tally.matches()).sum();
                assert_eq!(matches, starts.len() as u64 * u64::from(each));
                assert_eq!(played.matches.len() as u64, matches * u64::from(details));
            }
        }
        assert_eq!(lanes.terminal_in(&[]), Ok(Vec::new()));
        assert_eq!(lanes.goals_in(&[]), Ok(Vec::new()));
        assert_eq!(lanes.next_of(&[], &[]), Ok(Vec::new()));
        assert!(lanes.legal_in(&[]).expect("the batch is empty").is_empty());
        let children = lanes.children_of(&[], &[], &[]);
        assert!(children.expect("the batch is empty").is_empty());
    }
}

#[test]
fn rejects_invalid_states_and_moves() {
    let lanes = load_with(Some(BackEnd::Lanes), None, usize::MAX);
    let lanes = lanes.expect("it can be played").game;
    let initial = lanes.initial().expect("a state");
    let short = senet_engine::State::from_words(Vec::new());
    assert!(
        lanes
            .terminal_in(&[initial.clone(), short.clone()])
            .is_err()
    );
    assert!(
        lanes
            .playouts(&PlayoutRequest::new(&[short], 1, 1))
            .is_err()
    );
    let joint = vec![MoveId(0); lanes.roles().len()];
    let one = std::slice::from_ref(&initial);
    assert!(lanes.children_of(one, &[0], &joint[1..]).is_err());
    assert!(lanes.children_of(one, &[1], &joint).is_err());
    assert!(lanes.next_of(&[initial], &[MoveId(0)]).is_err());
}
