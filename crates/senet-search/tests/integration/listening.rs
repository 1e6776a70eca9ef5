//! What players tell while they think.

use crate::common::{library, seat};
use senet_search::{Budget, KINDS, Options, PlayerError, PlayerName, Report, Setting};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Lets a player think about the first state; whoever listens is told as often as comes natural. Gives what was told, and the last report.
fn listen(name: &str, game: &str, budget: Budget) -> (Vec<Report>, Report) {
    let game = library(game);
    let state = game.initial().unwrap();
    let plain = seat(name, &game, 0, 1).choose(&state, &budget.clone());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let notes = heard.clone();
    let budget = budget.heard_by(Duration::ZERO, move |report| {
        notes.lock().unwrap().push(report);
    });
    let choice = seat(name, &game, 0, 1).choose(&state, &budget).unwrap();
    assert_eq!(
        plain.unwrap().chosen,
        choice.chosen,
        "listening changes nothing"
    );
    let legal = game.legal(&state, 0).unwrap();
    let heard = std::mem::take(&mut *heard.lock().unwrap());
    for report in &heard {
        assert!(report.moves.iter().all(|one| legal.contains(&one.id)));
        assert!(
            report
                .line
                .first()
                .is_none_or(|joint| legal.contains(&joint[0]))
        );
        let values = report.values.len();
        assert!(values == 0 || values == game.roles().len());
    }
    (heard, choice.report)
}

#[track_caller]
fn check(name: &str, game: &str, budget: Budget) {
    let (heard, last) = listen(name, game, budget);
    assert!(heard.len() > 1, "{} reports", heard.len());
    let work = |report: &Report| report.simulations + report.nodes;
    assert!(heard.is_sorted_by_key(work));
    let latest = heard.last().unwrap();
    assert!(work(latest) > 0 && work(latest) <= work(&last));
    assert!(!latest.values.is_empty() && !latest.line.is_empty());
}

fn simulations(count: u64) -> Budget {
    Budget::unlimited().with_simulations(count)
}

#[test]
fn tree_search_tells_what_it_visits() {
    check(
        "uct:batch=8,playouts=4,c=1",
        "connect-four",
        simulations(4000),
    );
    check(
        "uct:batch=8,playouts=4,c=1",
        "rock-paper-scissors",
        simulations(4000),
    );
    check(
        "uct:batch=8,playouts=4,c=1",
        "connect-four-3p",
        simulations(4000),
    );
}

#[test]
fn looking_ahead_tells_every_move_it_has_looked_at() {
    let nodes = || Budget::unlimited().with_nodes(4000);
    check("minimax", "connect-four", nodes());
    check("minimax", "connect-four-3p", nodes());
    check("minimax:others=paranoid", "connect-four-3p", nodes());
}

#[test]
fn nested_search_tells_its_best_line() {
    check(
        "nested:level=1",
        "eight-puzzle",
        Budget::unlimited().with_nodes(40_000),
    );
}

#[test]
fn nobody_is_told_more_often_than_wanted() {
    let game = library("connect-four");
    let state = game.initial().unwrap();
    let count = Arc::new(Mutex::new(0));
    let counted = count.clone();
    let budget = simulations(4000).heard_by(Duration::from_secs(3600), move |_| {
        *counted.lock().unwrap() += 1;
    });
    seat("uct", &game, 0, 1).choose(&state, &budget).unwrap();
    assert_eq!(*count.lock().unwrap(), 0);
}

#[test]
fn options_are_told_as_they_are() {
    for kind in KINDS {
        let mut name = PlayerName::plain(kind.name);
        name.options.insert("nonsense".into(), "1".into());
        let setting = Setting {
            game: library("eight-puzzle"),
            role: 0,
            seed: 1,
            learn: None,
        };
        let known = match (kind.seat)(Options::of(&name), setting).err() {
            Some(PlayerError::UnknownOption { known, .. }) => known,
            other => panic!("{}: {other:?}", kind.name),
        };
        let listed = known.strip_prefix("it has: ").map(|keys| keys.split(", "));
        let mut listed: Vec<_> = listed.into_iter().flatten().collect();
        let mut told: Vec<_> = kind.options.iter().map(|option| option.key).collect();
        listed.sort();
        told.sort();
        assert_eq!(told, listed, "{}", kind.name);
    }
}
