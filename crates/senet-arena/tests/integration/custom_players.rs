//! Matches go on when local players do everything wrong.

use crate::common::{HIDDEN_CARD, played, rules, setup};
use senet_arena::{Clocks, CustomPlayer, MatchEvent, MatchOutcome, MatchSetup, PlayerSpec, play};
use senet_engine::{MoveId, State, Stopped};
use senet_search::{Budget, MoveChoice, Player, SearchReport};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A player controlled by a function.
struct Puppet<F>(F);

impl<F: FnMut(&State, &Budget) -> Result<MoveChoice, Stopped> + Send> Player for Puppet<F> {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        (self.0)(state, budget)
    }
}

fn guest(
    choose: impl Fn(&State, &Budget) -> Result<MoveChoice, Stopped> + Send + Sync + Clone + 'static,
) -> PlayerSpec {
    PlayerSpec::Custom(CustomPlayer {
        name: "puppet".to_string(),
        seat: Arc::new(move |_| Ok(Box::new(Puppet(choose.clone())))),
    })
}

fn chosen(id: u32) -> Result<MoveChoice, Stopped> {
    Ok(MoveChoice {
        chosen: MoveId(id),
        report: SearchReport::default(),
    })
}

/// Plays tic-tac-toe with the custom player as `x`; returns its faults by turn.
fn faults(guest: PlayerSpec, clocks: Clocks) -> Vec<String> {
    let rules = rules("tic-tac-toe");
    let mut setup = setup(&rules, &["random", "random"]);
    setup.players[0] = guest;
    setup.clocks = clocks;
    let played = played(&setup);
    assert!(
        matches!(played.outcome, MatchOutcome::Completed(_)),
        "{:?}",
        played.outcome
    );
    played.record.verify(&rules).expect("substitutes are legal");
    let asked = played.turns.iter().filter(|turn| turn.choices[0] > 1);
    let fault = |turn: &senet_arena::MatchTurn| turn.faults[0].as_ref().map(|t| t.code());
    asked.map(|turn| fault(turn).unwrap_or_default()).collect()
}

fn slow() -> Clocks {
    Clocks::seconds(60.0, 60.0)
}

#[test]
fn panicking_player_is_replaced_by_a_new_one() {
    let calls = Arc::new(AtomicUsize::new(0));
    let panics = guest(
        move |_, _| match calls.fetch_add(1, Ordering::Relaxed) % 2 {
            0 => panic!("on purpose"),
            _ => Err(Stopped::Misuse("gives up".to_string())),
        },
    );
    let all = faults(panics, slow());
    assert!(
        all.len() >= 2 && all.iter().all(|code| code == "CE"),
        "{all:?}"
    );
}

#[test]
fn illegal_moves_are_recorded() {
    let all = faults(guest(|_, _| chosen(0)), slow());
    assert_eq!(all[0], "");
    assert!(
        all[1..].iter().all(|code| code.starts_with("IL ")),
        "{all:?}"
    );
}

#[test]
fn used_up_time_is_recorded() {
    let all = faults(guest(|_, _| Err(Stopped::Signalled)), slow());
    assert!(all.iter().all(|code| code == "TO"), "{all:?}");
}

#[test]
fn hanging_player_is_substituted_and_cancelled() {
    let cancelled = Arc::new(AtomicUsize::new(0));
    let seen = cancelled.clone();
    let hangs = guest(move |_, budget| {
        let end = Instant::now() + Duration::from_secs(120);
        // Ignores its budget until it is cancelled, long after its time is up.
        while budget.out_of_time() != Some(senet_search::Stop::Cancelled) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        seen.fetch_add(1, Ordering::Relaxed);
        chosen(0)
    });
    let clocks = Clocks {
        grace: Duration::from_millis(200),
        ..Clocks::seconds(1.0, 0.1)
    };
    let before = Instant::now();
    let all = faults(hangs, clocks);
    assert!(all.iter().all(|code| code == "TO"), "{all:?}");
    assert!(before.elapsed() < Duration::from_secs(60));
    let end = Instant::now() + Duration::from_secs(20);
    while cancelled.load(Ordering::Relaxed) == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(cancelled.load(Ordering::Relaxed) > 0);
}

#[test]
fn the_same_seed_is_the_same_match_scrambled_or_not() {
    for game in ["tic-tac-toe", "rock-paper-scissors", HIDDEN_CARD] {
        let rules = rules(game);
        let names = vec!["random"; rules.game.roles().len()];
        for scramble in [false, true] {
            let mut setup = setup(&rules, &names);
            setup.scramble = scramble;
            let (first, second) = (played(&setup), played(&setup));
            assert_eq!(first.record.moves, second.record.moves);
            assert_eq!(first.record.scrambled, scramble);
            first
                .record
                .verify(&rules)
                .expect("in the words of the rules");
        }
    }
}

/// A player of a game with hidden information knows only its percepts: `ann` sees the card and `bob` does not.
#[test]
fn player_without_percepts_guesses() {
    let rules = rules(HIDDEN_CARD);
    let wins = |seed| {
        let mut setup = setup(&rules, &["random", "random", "greedy"]);
        setup.seed = seed;
        match played(&setup).outcome {
            MatchOutcome::Completed(goals) => usize::from(goals[2] == 100),
            MatchOutcome::Aborted(reason) => panic!("{reason}"),
        }
    };
    let won: usize = (0..90).map(wins).sum();
    // A third is chance; a player that saw the state would always win. 60 of 90 is seven standard deviations away.
    assert!((1..60).contains(&won), "{won} of 90");
}

#[test]
fn long_matches_are_aborted() {
    let rules = rules("connect-four");
    let mut setup = setup(&rules, &["random", "random"]);
    setup.max_steps = 3;
    let mut told = 0;
    let played = play(&setup, &mut |moment| {
        told += usize::from(matches!(moment, MatchEvent::Moved(..)))
    })
    .unwrap();
    assert_eq!(
        played.outcome,
        MatchOutcome::Aborted("cut short after 3 moves".to_string())
    );
    assert_eq!(
        (told, played.record.moves.len(), played.record.states.len()),
        (3, 3, 4)
    );
    played.record.verify(&rules).expect("as far as it goes");
}

#[test]
fn every_role_needs_a_player() {
    let rules = rules("tic-tac-toe");
    let none = MatchSetup::of(rules.clone(), Vec::new(), slow(), 1);
    let error = play(&none, &mut |_| {})
        .err()
        .map(|error| error.to_string());
    let expected = "tic-tac-toe has 2 roles (x, o), but there are 0 players";
    assert_eq!(error.as_deref(), Some(expected));
    let unknown = play(&setup(&rules, &["random", "nobody"]), &mut |_| {});
    let error = unknown
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(
        error.starts_with("o: there is no player `nobody`"),
        "{error}"
    );
}
