//! The schedule: the seats of every match.

mod balanced;
mod groups;
mod ladder;
mod seats;

use super::{Form, Seating, Spare, TournamentPlan};
use balanced::Balanced;
use fastrand::Rng;
use groups::{combination_count, combinations};
use ladder::ladder_count;
pub use ladder::{Standing, ladder_order, ladder_round};
use seats::{SeatRotation, alone, filled, repeated, rotations};

/// A planned match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The round, counted from 0.
    pub round: usize,
    /// The number of the game.
    pub game: usize,
    /// The player of each seat.
    pub seats: Vec<usize>,
    /// Matches of a game and round with the same number share an opening.
    pub table: usize,
}

/// [`Seating::Auto`] takes all groups if that gives at most this many matches per round.
const AUTO: usize = 1000;

/// All matches of a tournament, by round. Empty for a ladder, whose matches depend on results.
pub fn fixtures(plan: &TournamentPlan) -> Vec<Fixture> {
    let mut selections: Vec<_> = plan
        .games
        .iter()
        .map(|game| selection(plan, game.roles.len()))
        .collect();
    let rounds = if plan.form == Form::Ladder {
        0
    } else {
        plan.rounds
    };
    let mut fixtures = Vec::new();
    for round in 0..rounds {
        for (game, selection) in selections.iter_mut().enumerate() {
            let seats = plan.games[game].roles.len();
            let mut rng = round_rng(plan.seed, round, game);
            let tables = tables(plan, seats, selection, &mut rng);
            fixtures.extend(seated(round, game, tables));
        }
    }
    fixtures
}

/// The number of matches of a tournament.
pub fn match_count(plan: &TournamentPlan) -> usize {
    if plan.form == Form::Ladder {
        return ladder_count(plan);
    }
    let games = plan.games.iter().map(|game| game.roles.len());
    let per_round = games.map(|seats| matches_in_round(plan, seats));
    let per_round = per_round.fold(0_usize, usize::saturating_add);
    per_round.saturating_mul(plan.rounds)
}

/// The number of matches of a game with `seats` seats in a round.
fn matches_in_round(plan: &TournamentPlan, seats: usize) -> usize {
    let players = plan.players.len();
    if players < seats {
        return match plan.spare {
            Spare::Repeat => players,
            Spare::Fill(_) => seats,
        };
    }
    match (plan.form, is_balanced(plan, seats)) {
        (_, _) if seats < 2 => players,
        (Form::Gauntlet, true) => (players - 1).saturating_mul(seats),
        (Form::Gauntlet, false) => combination_count(players - 1, seats - 1).saturating_mul(seats),
        (_, true) => players,
        (_, false) => combination_count(players, seats).saturating_mul(seats),
    }
}

fn is_balanced(plan: &TournamentPlan, seats: usize) -> bool {
    let all = match plan.form {
        Form::Gauntlet => combination_count(plan.players.len() - 1, seats.saturating_sub(1)),
        _ => combination_count(plan.players.len(), seats),
    };
    match plan.seating {
        Seating::Auto => all.saturating_mul(seats) > AUTO,
        Seating::All => false,
        Seating::Balanced => true,
    }
}

/// The selection of groups for a game with `seats` seats.
fn selection(plan: &TournamentPlan, seats: usize) -> Balanced {
    match plan.form {
        Form::Gauntlet => Balanced::new(plan.players.len() - 1, seats.saturating_sub(1)),
        _ => Balanced::new(plan.players.len(), seats),
    }
}

/// The seat orders of one game in one round.
fn tables(
    plan: &TournamentPlan,
    seats: usize,
    selection: &mut Balanced,
    rng: &mut Rng,
) -> Vec<SeatRotation> {
    let players: Vec<_> = (0..plan.players.len()).collect();
    if seats < 2 {
        return vec![alone(&players)];
    }
    if players.len() < seats {
        return vec![match plan.spare {
            Spare::Repeat => repeated(&players, seats, rng),
            Spare::Fill(filler) => filled(&players, filler, seats, rng),
        }];
    }
    match (plan.form, is_balanced(plan, seats)) {
        (Form::Gauntlet, balanced) => {
            let groups = match balanced {
                true => selection.round(rng),
                false => combinations(players.len() - 1, seats - 1),
            };
            groups
                .iter()
                .map(|others| rotations(with_first(others), rng))
                .collect()
        }
        (_, true) => vec![selection.round(rng)],
        (_, false) => {
            let groups = combinations(players.len(), seats);
            groups
                .into_iter()
                .map(|group| rotations(group, rng))
                .collect()
        }
    }
}

/// A group of the first player and others. `others` are counted from 0 without the first player.
fn with_first(others: &[usize]) -> Vec<usize> {
    let others = others.iter().map(|other| other + 1);
    std::iter::once(0).chain(others).collect()
}

fn seated(round: usize, game: usize, tables: Vec<SeatRotation>) -> impl Iterator<Item = Fixture> {
    let numbered = tables.into_iter().enumerate();
    numbered.flat_map(move |(table, seatings)| {
        seatings.into_iter().map(move |seats| Fixture {
            round,
            game,
            seats,
            table,
        })
    })
}

/// The random numbers of a game in a round.
fn round_rng(seed: u64, round: usize, game: usize) -> Rng {
    Rng::with_seed(super::seeds::of(seed, [1, round as u64, game as u64]))
}

#[cfg(test)]
mod tests;
