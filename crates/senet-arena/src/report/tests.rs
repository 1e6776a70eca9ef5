//! Reports of a small tournament with known results.

use super::*;
use crate::store::{Stored, Tournament};
use crate::tournament::{Form, PlannedGame, TournamentPlan};

fn game(name: &str, roles: &[&str]) -> PlannedGame {
    PlannedGame {
        name: name.to_string(),
        roles: roles.iter().map(|role| role.to_string()).collect(),
        thinking: 1,
        ..PlannedGame::default()
    }
}

fn tournament(games: Vec<PlannedGame>) -> Tournament {
    Tournament {
        id: 1,
        plan: TournamentPlan {
            name: "club".to_string(),
            games,
            players: ["random", "uct:c=1,threads=2", "<best>"]
                .map(str::to_string)
                .to_vec(),
            rounds: 2,
            seed: 7,
            ..TournamentPlan::default()
        },
        created: 1_700_000_000_000,
    }
}

/// A finished match.
fn played(number: usize, game: usize, seats: &[usize], goals: &[i32], digest: &str) -> Stored {
    Stored {
        number,
        round: number / 6,
        game,
        seats: seats.to_vec(),
        seed: 1000 + number as u64,
        opening_seed: 2000,
        status: "done".to_string(),
        started: Some(1_700_000_000_000),
        ended: Some(1_700_000_001_000),
        goals: Some(goals.to_vec()),
        error: None,
        moves: Some(9),
        digest: Some(digest.to_string()),
        substituted: Some(vec![0; seats.len()]),
        damage: None,
    }
}

fn two_games() -> (Tournament, Vec<Stored>) {
    let games = vec![game("duel", &["x", "o"]), game("trio", &["a", "b", "c"])];
    let mut matches = vec![
        played(0, 0, &[0, 1], &[0, 100], "d0"),
        played(1, 0, &[1, 0], &[100, 0], "d1"),
        played(2, 0, &[0, 2], &[50, 50], "d2"),
        played(3, 0, &[2, 0], &[100, 0], "d3"),
        played(4, 0, &[1, 2], &[50, 50], "d4"),
        played(5, 0, &[2, 1], &[100, 0], "d5"),
        played(6, 1, &[0, 1, 2], &[0, 50, 100], "d6"),
        played(7, 1, &[2, 0, 1], &[50, 0, 50], "d7"),
    ];
    matches[3].substituted = Some(vec![0, 2]);
    matches.push(Stored {
        status: "failed".to_string(),
        goals: None,
        error: Some("`b` has no legal move".to_string()),
        ..played(8, 1, &[1, 2, 0], &[], "d8")
    });
    matches.push(Stored {
        status: "open".to_string(),
        goals: None,
        started: None,
        ended: None,
        moves: None,
        digest: None,
        substituted: None,
        ..played(9, 0, &[0, 1], &[], "")
    });
    (tournament(games), matches)
}

#[test]
fn json_matches_snapshot() {
    let (tournament, matches) = two_games();
    let review = review(&tournament, &matches).unwrap();
    let mut value = serde_json::to_value(review).unwrap();
    round(&mut value);
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

/// Rounds values, because the last bits of a logarithm vary.
fn round(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) if number.is_f64() => {
            let exact = number.as_f64().unwrap_or(0.0);
            *value = serde_json::json!((exact * 100.0).round() / 100.0);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(round),
        serde_json::Value::Object(items) => items.values_mut().for_each(round),
        _ => {}
    }
}

#[test]
fn csv_matches_snapshot() {
    let (tournament, matches) = two_games();
    let review = review(&tournament, &matches).unwrap();
    let all = [
        matches_csv(&tournament, &matches),
        ratings_csv(&review),
        tables_csv(&review),
    ];
    insta::assert_snapshot!(all.join("\n").replace('\r', ""));
}

#[test]
fn page_is_complete_and_escaped() {
    let (tournament, matches) = two_games();
    let review = review(&tournament, &matches).unwrap();
    let page = html(&tournament, &matches, &review);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("&lt;best&gt;") && !page.contains("<best>"));
    for address in ["src=", "href=", "url(", "@import"] {
        assert!(!page.contains(address), "{address}");
    }
    for tag in ["table", "svg", "tr", "div", "details", "ul"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[track_caller]
fn check_warnings(tournament: &Tournament, matches: &[Stored], expected: &[&str]) {
    let review = review(tournament, matches).unwrap();
    assert_eq!(
        review.warnings.len(),
        expected.len(),
        "{:?}",
        review.warnings
    );
    for (warning, begin) in review.warnings.iter().zip(expected) {
        assert!(warning.starts_with(begin), "{warning}");
    }
}

#[test]
fn warns_about_weak_evidence() {
    let (two, matches) = two_games();
    let expected = [
        "1 match failed and does not count",
        "Late or illegal moves were replaced by random ones: random 2.",
    ];
    check_warnings(&two, &matches, &expected);
    let duel = tournament(vec![game("duel", &["x", "o"])]);
    let same: Vec<_> = (0..4)
        .map(|n| played(n, 0, &[0, 1], &[0, 100], "same"))
        .collect();
    check_warnings(
        &duel,
        &same,
        &[
            "3 matches repeat an earlier one of the same players move by move (most of all random against uct:c=1,threads=2 at duel: 1 different game in 4 matches)",
        ],
    );
    let swapped = [
        played(0, 0, &[0, 1], &[0, 100], "same"),
        played(1, 0, &[1, 0], &[0, 100], "same"),
    ];
    check_warnings(&duel, &swapped, &[]);
    let alone = tournament(vec![game("puzzle", &["me"])]);
    check_warnings(
        &alone,
        &[played(0, 0, &[1], &[80], "d")],
        &["There are no ratings, because no two players met in a match."],
    );
    let apart = Tournament {
        plan: TournamentPlan {
            players: ["a", "b", "c", "d"].map(str::to_string).to_vec(),
            ..duel.plan.clone()
        },
        ..duel.clone()
    };
    let pairs = [
        played(0, 0, &[0, 1], &[0, 100], "d0"),
        played(1, 0, &[2, 3], &[0, 100], "d1"),
    ];
    check_warnings(&apart, &pairs, &["Not all players are connected"]);
}

#[test]
fn a_ladder_shows_its_order() {
    let mut ladder = tournament(vec![game("duel", &["x", "o"])]);
    ladder.plan.form = Form::Ladder;
    let mut matches = vec![
        played(0, 0, &[0, 1], &[0, 100], "d0"),
        played(1, 0, &[1, 0], &[100, 0], "d1"),
    ];
    let of = |matches: &[Stored]| review(&ladder, matches).unwrap();
    assert_eq!(
        of(&matches).ladder.unwrap(),
        ["uct:c=1,threads=2", "random", "<best>"]
    );
    assert!(!of(&matches).progress.complete);
    for (number, seats) in [(2, [0, 2]), (3, [2, 0])] {
        matches.push(Stored {
            round: 1,
            ..played(number, 0, &seats, &seats.map(|seat| seat as i32), "d")
        });
    }
    let review = of(&matches);
    assert_eq!(
        review.ladder.unwrap(),
        ["uct:c=1,threads=2", "<best>", "random"]
    );
    assert!(review.progress.complete);
    assert_eq!(review.progress.planned, 4);
}
