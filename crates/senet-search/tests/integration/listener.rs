//! Intermediate reports of running searches.

use crate::common::{library, new_player};
use senet_search::{
    Budget, OptionReader, PLAYER_KINDS, PlayerError, PlayerName, SearchReport, Setting,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Searches the initial state with a listener that receives every possible report. Returns the intermediate reports
/// and the final one.
fn search_with_listener(
    name: &str,
    game: &str,
    budget: Budget,
) -> (Vec<SearchReport>, SearchReport) {
    let game = library(game);
    let state = game.initial().unwrap();
    let plain = new_player(name, &game, 0, 1).choose(&state, &budget.clone());
    let received = Arc::new(Mutex::new(Vec::new()));
    let notes = received.clone();
    let budget = budget.with_listener(Duration::ZERO, move |report| {
        notes.lock().unwrap().push(report);
    });
    let choice = new_player(name, &game, 0, 1)
        .choose(&state, &budget)
        .unwrap();
    assert_eq!(
        plain.unwrap().chosen,
        choice.chosen,
        "a listener must not change the choice"
    );
    let legal = game.legal(&state, 0).unwrap();
    let received = std::mem::take(&mut *received.lock().unwrap());
    for report in &received {
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
    (received, choice.report)
}

#[track_caller]
fn check(name: &str, game: &str, budget: Budget) {
    let (received, last) = search_with_listener(name, game, budget);
    assert!(received.len() > 1, "{} reports", received.len());
    let work = |report: &SearchReport| report.simulations + report.nodes;
    assert!(received.is_sorted_by_key(work));
    let latest = received.last().unwrap();
    assert!(work(latest) > 0 && work(latest) <= work(&last));
    assert!(!latest.values.is_empty() && !latest.line.is_empty());
}

fn simulations(count: u64) -> Budget {
    Budget::unlimited().with_simulations(count)
}

#[test]
fn uct_sends_intermediate_reports() {
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
fn minimax_sends_intermediate_reports() {
    let nodes = || Budget::unlimited().with_nodes(4000);
    check("minimax", "connect-four", nodes());
    check("minimax", "connect-four-3p", nodes());
    check("minimax:others=paranoid", "connect-four-3p", nodes());
}

#[test]
fn nested_search_sends_intermediate_reports() {
    check(
        "nested:level=1",
        "eight-puzzle",
        Budget::unlimited().with_nodes(40_000),
    );
}

#[test]
fn listener_interval_limits_reports() {
    let game = library("connect-four");
    let state = game.initial().unwrap();
    let count = Arc::new(Mutex::new(0));
    let counted = count.clone();
    let budget = simulations(4000).with_listener(Duration::from_secs(3600), move |_| {
        *counted.lock().unwrap() += 1;
    });
    new_player("uct", &game, 0, 1)
        .choose(&state, &budget)
        .unwrap();
    assert_eq!(*count.lock().unwrap(), 0);
}

#[test]
fn listed_options_match_the_options_that_are_read() {
    for kind in PLAYER_KINDS {
        let mut name = PlayerName::plain(kind.name);
        name.options.insert("nonsense".into(), "1".into());
        let setting = Setting {
            game: library("eight-puzzle"),
            role: 0,
            seed: 1,
            learn: None,
        };
        let known = match (kind.create)(OptionReader::new(&name), setting).err() {
            Some(PlayerError::UnknownOption { known, .. }) => known,
            other => panic!("{}: {other:?}", kind.name),
        };
        let listed = known.strip_prefix("it has: ").map(|keys| keys.split(", "));
        let mut listed: Vec<_> = listed.into_iter().flatten().collect();
        let mut documented: Vec<_> = kind.options.iter().map(|option| option.key).collect();
        listed.sort();
        documented.sort();
        assert_eq!(documented, listed, "{}", kind.name);
    }
}
