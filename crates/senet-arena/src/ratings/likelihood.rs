//! The likelihood of results, with gradient and curvature.
//!
//! Let `a` and `b` be the log strengths of the two sides (rating plus seat value) and `d` the draw parameter of the game. The odds of a win, a loss
//! and a draw are `exp(a)`, `exp(b)` and `exp(d + (a + b) / 2)`. The log-likelihood is concave in all parameters, so there is one maximum.

use super::Comparison;
use super::linear::Matrix;

/// The indices of the parameters: ratings, then the draw parameter of each game, then the seats of each game.
#[derive(Clone, Debug)]
pub struct Layout {
    players: usize,
    seats_before: Vec<usize>,
    size: usize,
}

impl Layout {
    /// The layout for this number of players. `seats` is the number of seats of each game.
    pub fn new(players: usize, seats: &[usize]) -> Layout {
        let first = players + seats.len();
        let mut seats_before = Vec::with_capacity(seats.len());
        let mut size = first;
        for seats in seats {
            seats_before.push(size);
            size += seats;
        }
        Layout {
            players,
            seats_before,
            size,
        }
    }

    /// The number of parameters.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The index of a game's draw parameter.
    pub fn draws(&self, game: usize) -> usize {
        self.players + game
    }

    /// The index of a seat.
    pub fn seat(&self, game: usize, seat: usize) -> usize {
        self.seats_before[game] + seat
    }
}

/// The log-likelihood, its gradient, and its negative second derivatives (the observed information).
pub struct Likelihood {
    pub log: f64,
    pub gradient: Vec<f64>,
    pub information: Matrix,
}

/// The parameters on which each result depends: a win on the first two, a loss on the next two. A draw depends on all four and the draw parameter.
const DIRECTIONS: [[f64; 5]; 3] = [
    [1.0, 1.0, 0.0, 0.0, 0.0],
    [0.5, 0.5, 0.5, 0.5, 1.0],
    [0.0, 0.0, 1.0, 1.0, 0.0],
];

/// The likelihood of results with these parameters. It includes the prior: half a win and half a loss for each player.
pub fn likelihood(layout: &Layout, parameters: &[f64], results: &[Comparison]) -> Likelihood {
    let mut sum = Likelihood {
        log: 0.0,
        gradient: vec![0.0; layout.size],
        information: Matrix::zero(layout.size),
    };
    for result in results {
        add_result(&mut sum, layout, parameters, result);
    }
    for (index, &parameter) in parameters.iter().enumerate() {
        let is_draws =
            (layout.players..layout.players + layout.seats_before.len()).contains(&index);
        add_prior(&mut sum, index, parameter, if is_draws { 2.0 } else { 1.0 });
    }
    sum
}

fn add_result(sum: &mut Likelihood, layout: &Layout, parameters: &[f64], result: &Comparison) {
    let ([i, j], [s, t]) = (result.players, result.seats);
    let seat = |seat| layout.seat(result.game, seat);
    let indices = [i, seat(s), j, seat(t), layout.draws(result.game)];
    let strength = |direction: &[f64; 5]| -> f64 {
        let terms = indices.iter().zip(direction);
        terms.map(|(&index, d)| parameters[index] * d).sum()
    };
    let strengths = DIRECTIONS.each_ref().map(strength);
    let log_total = log_sum(&strengths);
    let counts = [result.wins, result.draws, result.losses];
    let total = result.total();
    let chances = strengths.map(|strength| (strength - log_total).exp());
    for k in 0..3 {
        sum.log += counts[k] * (strengths[k] - log_total);
    }
    let mean = |d: usize| -> f64 { (0..3).map(|k| chances[k] * DIRECTIONS[k][d]).sum() };
    for (d, &row) in indices.iter().enumerate() {
        let seen: f64 = (0..3).map(|k| counts[k] * DIRECTIONS[k][d]).sum();
        sum.gradient[row] += seen - total * mean(d);
        for (e, &column) in indices.iter().enumerate() {
            let both = |k: usize| chances[k] * DIRECTIONS[k][d] * DIRECTIONS[k][e];
            let covariance = (0..3).map(both).sum::<f64>() - mean(d) * mean(e);
            sum.information.add(row, column, total * covariance);
        }
    }
}

/// Adds the prior of a parameter: half a win and half a loss. The odds of a win are `exp(parameter)` to `against`.
fn add_prior(sum: &mut Likelihood, index: usize, parameter: f64, against: f64) {
    let log_total = log_sum(&[parameter, f64::ln(against)]);
    let chance = (parameter - log_total).exp();
    sum.log += 0.5 * (parameter + against.ln()) - log_total;
    sum.gradient[index] += 0.5 - chance;
    sum.information.add(index, index, chance * (1.0 - chance));
}

/// The logarithm of a sum of exponentials, without overflow.
fn log_sum(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = terms.iter().map(|term| (term - largest).exp()).sum();
    largest + sum.ln()
}
