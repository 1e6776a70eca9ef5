//! Ratings on the Elo scale with their intervals.

use super::components::components;
use super::fit::{Fit, FitError, fit};
use super::likelihood::Layout;
use super::{Comparison, RatedResult, comparisons};
use serde::Serialize;

/// Elo points for a factor of e in strength: 400 points are a factor of ten.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// 95 % of a normal distribution lie within this many standard deviations.
const WITHIN: f64 = 1.959_963_984_540_054;

/// The rating of a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The number of the player.
    pub player: usize,
    /// Elo points above the mean of the component.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The component. Players of different components have no chain of matches between them and cannot be compared.
    pub component: usize,
}

/// The value of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatValue {
    /// The number of the game.
    pub game: usize,
    /// The seat.
    pub seat: usize,
    /// Elo points above the mean of the seats.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The share of draws between equal players in seats of equal value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DrawRate {
    /// The number of the game.
    pub game: usize,
    /// The share of draws.
    pub share: f64,
}

/// All ratings.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Ratings {
    /// The players with at least one comparison, the strongest first within each component.
    pub players: Vec<Rating>,
    /// The seats of the games with results.
    pub seats: Vec<SeatValue>,
    /// The draw rates of the games with results.
    pub draws: Vec<DrawRate>,
}

/// Rates players by the results of their matches. `seats` has the number of seats of each game.
pub fn rate(
    players: usize,
    seats: &[usize],
    outcomes: &[RatedResult],
) -> Result<Ratings, FitError> {
    let results = comparisons(outcomes);
    let layout = Layout::new(players, seats);
    let fit = fit(&layout, &results)?;
    let games = (0..seats.len()).filter(|&game| results.iter().any(|r| r.game == game));
    Ok(Ratings {
        players: player_ratings(&layout, &fit, players, &results),
        seats: games
            .clone()
            .flat_map(|game| seat_values(&layout, &fit, game, seats[game]))
            .collect(),
        draws: games
            .map(|game| DrawRate {
                game,
                share: draw_share(fit.parameters[layout.draws(game)]),
            })
            .collect(),
    })
}

fn player_ratings(
    layout: &Layout,
    fit: &Fit,
    players: usize,
    results: &[Comparison],
) -> Vec<Rating> {
    let component = components(players, results);
    let mut ratings = Vec::new();
    for player in 0..players {
        let members: Vec<_> = (0..players)
            .filter(|&other| component[other] == component[player])
            .collect();
        if members.len() > 1 {
            let (elo, low, high) = above_mean(layout, fit, player, &members);
            ratings.push(Rating {
                player,
                elo,
                low,
                high,
                component: component[player],
            });
        }
    }
    let order =
        |a: &Rating, b: &Rating| (a.component.cmp(&b.component)).then(b.elo.total_cmp(&a.elo));
    ratings.sort_by(order);
    ratings
}

fn seat_values(layout: &Layout, fit: &Fit, game: usize, seats: usize) -> Vec<SeatValue> {
    let members: Vec<_> = (0..seats).map(|seat| layout.seat(game, seat)).collect();
    let value = |seat: usize| {
        let (elo, low, high) = above_mean(layout, fit, members[seat], &members);
        SeatValue {
            game,
            seat,
            elo,
            low,
            high,
        }
    };
    (0..seats).map(value).collect()
}

/// A parameter relative to the mean of the members, and its interval from the observed information. The common level of all members comes from the
/// prior alone, so it must not widen the interval.
fn above_mean(layout: &Layout, fit: &Fit, index: usize, members: &[usize]) -> (f64, f64, f64) {
    let mut weights = vec![0.0; layout.size()];
    for &member in members {
        weights[member] = -1.0 / members.len() as f64;
    }
    weights[index] += 1.0;
    let terms = weights.iter().zip(&fit.parameters);
    // Rounding hides the remaining error of the search, so that equal players get equal ratings.
    let elo = (ELO * 1e6 * terms.map(|(w, p)| w * p).sum::<f64>()).round() / 1e6 + 0.0;
    let spread = ELO * WITHIN * fit.information.variance(&weights).max(0.0).sqrt();
    (elo, elo - spread, elo + spread)
}

/// The share of draws between equal players. The odds of a draw, a win and a loss are `exp(parameter)`, 1 and 1.
fn draw_share(parameter: f64) -> f64 {
    1.0 / (1.0 + 2.0 * (-parameter).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes ratings from results of two seats, given as `players wins draws losses`, and compares them in whole points. Half of the results
    /// come from either seat.
    #[track_caller]
    fn check(players: usize, results: &[([usize; 2], [usize; 3])], expected: &str) {
        let mut outcomes = Vec::new();
        for &([a, b], counts) in results {
            for (goals, count) in [[100, 0], [50, 50], [0, 100]].into_iter().zip(counts) {
                for number in 0..count {
                    let (mut players, mut goals) = (vec![a, b], goals.to_vec());
                    if number % 2 == 1 {
                        players.reverse();
                        goals.reverse();
                    }
                    outcomes.push(RatedResult {
                        game: 0,
                        players,
                        goals,
                    });
                }
            }
        }
        let ratings = rate(players, &[2], &outcomes).unwrap();
        let show = |r: &Rating| format!("{}: {:.0} [{:.0}, {:.0}]", r.player, r.elo, r.low, r.high);
        let shown: Vec<_> = ratings.players.iter().map(show).collect();
        assert_eq!(shown.join("; "), expected);
    }

    #[test]
    fn three_to_one_is_almost_two_hundred_points() {
        check(
            2,
            &[([0, 1], [7500, 0, 2500])],
            "0: 95 [91, 99]; 1: -95 [-99, -91]",
        );
    }

    #[test]
    fn unbeaten_player_has_finite_rating() {
        check(
            2,
            &[([0, 1], [10, 0, 0])],
            "0: 340 [5, 675]; 1: -340 [-675, -5]",
        );
        check(
            2,
            &[([0, 1], [1000, 0, 0])],
            "0: 723 [385, 1061]; 1: -723 [-1061, -385]",
        );
    }

    #[test]
    fn players_without_common_matches_are_separate_components() {
        check(
            5,
            &[([0, 3], [20, 0, 10]), ([1, 4], [5, 10, 5])],
            "0: 75 [1, 150]; 3: -75 [-150, -1]; 1: 0 [-85, 85]; 4: 0 [-85, 85]",
        );
    }

    #[test]
    fn no_matches_give_no_ratings() {
        check(3, &[], "");
    }
}
