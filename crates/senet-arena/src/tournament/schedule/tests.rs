//! Schedules are fair for any number of players and seats.

use super::*;
use crate::tournament::PlannedGame;
use proptest::prelude::*;

fn plan(form: Form, players: usize, seats: usize, rounds: usize) -> TournamentPlan {
    TournamentPlan {
        form,
        games: vec![PlannedGame {
            name: "game".to_string(),
            rules: String::new(),
            roles: (0..seats).map(|seat| format!("role{seat}")).collect(),
            thinking: 1,
        }],
        players: (0..players).map(|player| format!("p{player}")).collect(),
        rounds,
        ..TournamentPlan::default()
    }
}

/// How often each player has each seat.
fn seat_counts(plan: &TournamentPlan, fixtures: &[Fixture]) -> Vec<Vec<usize>> {
    let seats = plan.games[0].roles.len();
    let mut counts = vec![vec![0; seats]; plan.players.len()];
    for fixture in fixtures {
        for (seat, &player) in fixture.seats.iter().enumerate() {
            counts[player][seat] += 1;
        }
    }
    counts
}

/// How often each two players meet, as a list.
fn meetings(players: usize, fixtures: &[Fixture]) -> Vec<usize> {
    let mut counts = Vec::new();
    for (a, b) in (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))) {
        let meet = |f: &&Fixture| f.seats.contains(&a) && f.seats.contains(&b);
        counts.push(fixtures.iter().filter(meet).count());
    }
    counts
}

fn spread(counts: &[usize]) -> usize {
    counts.iter().max().unwrap_or(&0) - counts.iter().min().unwrap_or(&0)
}

/// Compares the matches as texts.
#[track_caller]
fn check(plan: &TournamentPlan, expected: &[&str]) {
    let show = |f: &Fixture| {
        let seats: Vec<_> = f.seats.iter().map(usize::to_string).collect();
        format!("{}.{} {}", f.round, f.table, seats.join("-"))
    };
    let mut shown: Vec<_> = fixtures(plan).iter().map(show).collect();
    shown.sort();
    assert_eq!(shown, expected);
}

#[test]
fn all_players_meet_from_both_seats() {
    let expected = [
        "0.0 0-1", "0.0 1-0", "0.1 0-2", "0.1 2-0", "0.2 1-2", "0.2 2-1",
    ];
    check(&plan(Form::RoundRobin, 3, 2, 1), &expected);
}

#[test]
fn in_a_gauntlet_the_first_meets_all_others() {
    let expected = [
        "0.0 0-1", "0.0 1-0", "0.1 0-2", "0.1 2-0", "1.0 0-1", "1.0 1-0", "1.1 0-2", "1.1 2-0",
    ];
    check(&plan(Form::Gauntlet, 3, 2, 2), &expected);
}

#[test]
fn puzzles_are_played_alone() {
    check(&plan(Form::RoundRobin, 2, 1, 1), &["0.0 0", "0.0 1"]);
    check(&plan(Form::Gauntlet, 2, 1, 1), &["0.0 0", "0.0 1"]);
}

#[test]
fn spare_seats_are_filled() {
    let plan = TournamentPlan {
        spare: Spare::Fill(1),
        ..plan(Form::RoundRobin, 2, 3, 1)
    };
    check(&plan, &["0.0 0-1-1", "0.0 1-0-1", "0.0 1-1-0"]);
}

#[test]
fn better_player_climbs_the_ladder() {
    let plan = plan(Form::Ladder, 4, 2, 4);
    let mut standings = Vec::new();
    for round in 0..4 {
        let order = ladder_order(&plan, round, &standings);
        for fixture in ladder_round(&plan, round, &order) {
            // The higher the number, the stronger the player.
            let goal = |&player: &usize| player as i32;
            let goals = Some(fixture.seats.iter().map(goal).collect());
            standings.push(Standing {
                round,
                seats: fixture.seats,
                goals,
            });
        }
    }
    assert_eq!(ladder_order(&plan, 0, &standings), [0, 1, 2, 3]);
    assert_eq!(ladder_order(&plan, 1, &standings), [1, 0, 3, 2]);
    assert_eq!(ladder_order(&plan, 4, &standings), [3, 2, 1, 0]);
    assert_eq!(standings.len(), 4 + 2 + 4 + 2);
    assert_eq!(match_count(&plan), standings.len());
}

#[test]
fn failed_matches_and_equal_results_change_no_places() {
    let plan = plan(Form::Ladder, 2, 2, 1);
    let standing = |seats: &[usize], goals: Option<&[i32]>| Standing {
        round: 0,
        seats: seats.to_vec(),
        goals: goals.map(<[i32]>::to_vec),
    };
    let both = |goals: [&[i32]; 2]| {
        let standings = [
            standing(&[0, 1], Some(goals[0])),
            standing(&[1, 0], Some(goals[1])),
        ];
        ladder_order(&plan, 1, &standings)
    };
    assert_eq!(both([&[100, 0], &[100, 0]]), [0, 1]);
    assert_eq!(both([&[100, 0], &[100, 10]]), [0, 1]);
    assert_eq!(both([&[0, 100], &[100, 0]]), [1, 0]);
    assert_eq!(ladder_order(&plan, 1, &[standing(&[0, 1], None)]), [0, 1]);
    let alone = [standing(&[0], Some(&[20])), standing(&[1], Some(&[30]))];
    assert_eq!(ladder_order(&plan, 1, &alone), [1, 0]);
}

fn forms() -> impl Strategy<Value = (Form, Seating, bool)> {
    let form = prop_oneof![Just(Form::RoundRobin), Just(Form::Gauntlet)];
    let seating = prop_oneof![
        Just(Seating::Auto),
        Just(Seating::All),
        Just(Seating::Balanced)
    ];
    (form, seating, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn seats_are_shared_equally(
        (form, seating, fill) in forms(), players in 2..8_usize, seats in 1..6_usize, seed: u64, rounds in 1..4_usize
    ) {
        let spare = if fill { Spare::Fill(players - 1) } else { Spare::Repeat };
        let plan = TournamentPlan { seating, spare, seed, ..plan(form, players, seats, rounds) };
        prop_assert_eq!(plan.check(), Ok(()));
        let fixtures = fixtures(&plan);
        prop_assert_eq!(fixtures.len(), match_count(&plan));
        for round in 0..rounds {
            let of_round: Vec<_> = fixtures.iter().filter(|f| f.round == round).cloned().collect();
            for counts in seat_counts(&plan, &of_round) {
                prop_assert_eq!(spread(&counts), 0, "{:?}", counts);
                prop_assert!(counts[0] > 0);
            }
        }
    }

    #[test]
    fn all_groups_meet_equally_often(players in 2..7_usize, seats in 2..5_usize, seed: u64) {
        let plan = TournamentPlan { seating: Seating::All, seed, ..plan(Form::RoundRobin, players, seats, 2) };
        let fixtures = fixtures(&plan);
        prop_assert_eq!(spread(&meetings(players, &fixtures)), 0);
        if players >= seats {
            let distinct = |f: &Fixture| f.seats.iter().collect::<std::collections::HashSet<_>>().len();
            prop_assert!(fixtures.iter().all(|f| distinct(f) == seats));
        }
    }

    #[test]
    fn a_selection_is_nearly_even(players in 3..12_usize, seats in 2..6_usize, seed: u64) {
        prop_assume!(seats <= players);
        let plan = TournamentPlan { seating: Seating::Balanced, seed, ..plan(Form::RoundRobin, players, seats, 20) };
        let meetings = meetings(players, &fixtures(&plan));
        let mean = meetings.iter().sum::<usize>() as f64 / meetings.len() as f64;
        prop_assert!(spread(&meetings) as f64 <= 2.0 + mean / 10.0, "{:?}", meetings);
    }

    #[test]
    fn ladder_gives_both_players_each_seat(players in 2..7_usize, seats in 1..6_usize, round in 0..3_usize, duels in 1..3_usize) {
        let plan = TournamentPlan { duels, ..plan(Form::Ladder, players, seats, 3) };
        let order: Vec<_> = (0..players).rev().collect();
        let all = (0..3).map(|round| ladder_round(&plan, round, &order).len());
        prop_assert_eq!(all.sum::<usize>(), match_count(&plan));
        for counts in seat_counts(&plan, &ladder_round(&plan, round, &order)) {
            prop_assert_eq!(spread(&counts), 0);
        }
    }
}
