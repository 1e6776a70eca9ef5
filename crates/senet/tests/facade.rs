//! The library as a program would use it.

use senet::{Agent, Error, Game, Move, Player, State};
use std::time::Duration;

const COINS: &str = "
    (role a) (role b) (init (step 1))
    (legal a heads) (legal a tails) (legal b heads) (legal b tails)
    (<= (next matched) (does a ?x) (does b ?x))
    (<= (next (step 2)) (true (step 1)))
    (<= terminal (true (step 2)))
    (<= (goal a 100) (true matched)) (<= (goal a 0) (not (true matched)))
    (<= (goal b 0) (true matched)) (<= (goal b 100) (not (true matched)))";

#[test]
fn plays_simultaneous_moves_by_text() {
    let game = Game::from_text(COINS).unwrap();
    let start = game.initial();
    assert_eq!(start.active_roles(), [0, 1]);
    assert_eq!(start.goals(), None);
    let end = start.play_text(&["heads", "heads"]).unwrap();
    assert!(end.is_terminal());
    assert_eq!(end.goals(), Some(vec![100, 0]));
    assert!(matches!(
        end.play_text(&["heads", "heads"]),
        Err(Error::Over)
    ));
}

#[test]
fn errors_say_the_reason_and_the_help() {
    let unknown = Game::library("conect-four").unwrap_err();
    assert_eq!(unknown.to_string(), "the library has no game `conect-four`");
    assert!(
        unknown.help().starts_with("did you mean connect-four"),
        "{}",
        unknown.help()
    );
    let start = Game::library("tic-tac-toe").unwrap().initial();
    let short = start.play_text(&["(mark a 1)"]).unwrap_err();
    assert!(matches!(
        short,
        Error::JointMove {
            expected: 2,
            found: 1
        }
    ));
    let illegal = start.play_text(&["(mark 4 4)", "noop"]).unwrap_err();
    assert_eq!(
        illegal.to_string(),
        "`(mark 4 4)` is not a legal move of x here"
    );
    assert!(matches!(
        Game::from_path("no/such/file.kif"),
        Err(Error::File { .. })
    ));
    assert!(matches!(Player::named("uct:c"), Err(Error::Player(_))));
    assert!(matches!(
        Player::named("nobody")
            .unwrap()
            .think(&start, Duration::ZERO),
        Err(Error::Player(_))
    ));
}

#[test]
fn finds_the_winning_move() {
    let game = Game::library("tic-tac-toe").unwrap();
    let moves = [
        ["(mark a 1)", "noop"],
        ["noop", "(mark b 1)"],
        ["(mark a 2)", "noop"],
        ["noop", "(mark b 2)"],
    ];
    let state = moves.iter().fold(game.initial(), |state, joint| {
        state.play_text(joint).unwrap()
    });
    let advice = Player::minimax()
        .think(&state, Duration::from_secs(2))
        .unwrap();
    assert_eq!(advice.joint()[0].text(), "(mark a 3)");
    assert_eq!(advice.values(0), [100.0, 0.0]);
}

#[test]
fn playouts_do_not_depend_on_threads() {
    let game = Game::library("connect-four").unwrap();
    let one = game.playouts(5_000).seed(3).run().unwrap();
    let two = game.playouts(5_000).seed(3).threads(2).run().unwrap();
    assert_eq!(one, two);
    assert_eq!(one.ended(), 5_000);
}

/// Panics on its first move.
struct Faulty;

impl Agent for Faulty {
    fn choose(&mut self, _state: &State, _role: usize, _time: Duration) -> Move {
        panic!("this agent is broken on purpose")
    }
}

#[test]
fn playouts_without_a_result_are_errors() {
    let game = Game::from_text(
        "(role a) (init s) (legal a x) (<= (next t) (true s)) (<= terminal (true t)) (goal a win)",
    )
    .unwrap();
    let error = game.playouts(100).run().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the rules give a the goal win, which is not an integer, in the terminal state: t"
    );
    assert!(matches!(error, Error::Undefined(_)));
}

#[test]
fn match_goes_on_when_an_agent_panics() {
    let game = Game::library("tic-tac-toe").unwrap();
    let clock = Duration::from_millis(200);
    let result = game
        .new_match()
        .agent("faulty", || Faulty)
        .player("random")
        .unwrap();
    let result = result.clocks(clock, clock).play().unwrap();
    assert_eq!(result.goals().len(), 2);
    assert!(
        result.record().contains("x-substituted"),
        "{}",
        result.record()
    );
}

#[test]
fn draws_boards() {
    let state = Game::library("tic-tac-toe").unwrap().initial();
    assert!(state.svg().starts_with("<svg"));
    assert!(!state.ascii().is_empty());
}
