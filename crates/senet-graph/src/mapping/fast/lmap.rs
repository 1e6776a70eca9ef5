//! The line mapper, as in the plain form, comparing only what can matter.

use super::choice::{Candidate, Choice, Field, Position};
use super::table::Table;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{Found, Likeness, Parameters};

/// Chooses pairs until a game has no symbol left.
pub fn map(table: &mut Table, parameters: &Parameters, order: &[usize]) -> Found {
    // No distance is larger than 1.
    map_within(table, parameters, order, 1.0).unwrap_or_default()
}

/// Chooses pairs until a game has no symbol left; `None` as soon as the distance of the games is sure to be larger than this.
pub fn map_within(
    table: &mut Table,
    parameters: &Parameters,
    order: &[usize],
    distance: f64,
) -> Option<Found> {
    let symbols = table.symbols();
    let most = symbols[0].max(symbols[1]) as f64;
    let mut sum = 0.0;
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..table.symbols()[1]).collect();
    let mut lines = Lines::default();
    let mut pairs = Found::new();
    while !left.is_empty() && !others.is_empty() {
        let partnerless = most - (pairs.len() + left.len().min(others.len())) as f64;
        if (sum + partnerless) / most > distance {
            return None;
        }
        let one = most_prominent(table, parameters, &left);
        lines.pairs.clear();
        lines.pairs.extend(others.iter().map(|&other| (one, other)));
        let other = others[lines.best(table, parameters)];
        lines.pairs.clear();
        lines.pairs.extend(left.iter().map(|&one| (one, other)));
        let best = lines.best(table, parameters);
        let likeness = table.compare(left[best], other);
        if parameters.too_far(&likeness) {
            left.retain(|&symbol| symbol != one);
            continue;
        }
        let one = left[best];
        table.assign(one, other);
        left.retain(|&symbol| symbol != one);
        others.retain(|&symbol| symbol != other);
        sum += likeness.share();
        pairs.push((one, other, likeness));
    }
    Some(pairs)
}

/// The symbol with the most to go by, the first of several.
fn most_prominent(table: &Table, parameters: &Parameters, left: &[usize]) -> usize {
    let most = left.iter().fold(Likeness::default(), |most, &one| {
        most.most(&table.alone(one))
    });
    let scorer = Scorer::new(parameters, &most);
    let score = |&one: &usize| scorer.prominence(&table.alone(one));
    let best = left.iter().copied().min_by_key(|one| score(one));
    best.unwrap_or(0)
}

/// Pairs of one symbol with all of the other game.
#[derive(Default)]
struct Lines {
    pairs: Vec<(usize, usize)>,
    choice: Choice,
}

/// A line and how its pairs score.
struct Line<'a, 'b> {
    pairs: &'a [(usize, usize)],
    table: &'a mut Table<'b>,
    scorer: Scorer,
}

impl Field for Line<'_, '_> {
    fn exact(&mut self, (_, position): Position) -> Score {
        let (one, other) = self.pairs[position as usize];
        self.scorer.score(&self.table.compare(one, other))
    }

    fn is_tied(&mut self, (_, position): Position, score: Score) -> bool {
        (0..self.pairs.len() as u32).any(|place| {
            let (one, other) = self.pairs[place as usize];
            place != position
                && self.scorer.score(&self.table.at_best(one, other)) <= score
                && self.exact((0, place)) == score
        })
    }
}

impl Lines {
    /// The position of the best pair.
    fn best(&mut self, table: &mut Table, parameters: &Parameters) -> usize {
        let most = self.most(table);
        let scorer = Scorer::new(parameters, &most);
        self.choice.clear();
        for (position, &(one, other)) in self.pairs.iter().enumerate() {
            let candidate = Candidate {
                score: scorer.score(&table.at_best(one, other)),
                exact: table.known(one, other).is_some(),
                position: (0, position as u32),
                tied: false,
            };
            self.choice.add(candidate, scorer.penalty);
        }
        let mut line = Line {
            pairs: &self.pairs,
            table,
            scorer,
        };
        let best = self.choice.best(&mut line, scorer.penalty);
        best.map_or(0, |(_, position)| position as usize)
    }

    /// The largest of each part. Only pairs are compared that could be larger than those compared before; first the one that is surely far, and those
    /// that look the same.
    fn most(&self, table: &mut Table) -> Likeness {
        let mut most = Likeness::default();
        let least = |&(one, other): &(usize, usize)| table.bounds(one, other).best.distance;
        if let Some(&(one, other)) = self.pairs.iter().max_by_key(|pair| least(pair)) {
            most = most.most(&table.compare(one, other));
        }
        for &(one, other) in &self.pairs {
            if table.print(0, one) == table.print(1, other) {
                most = most.most(&table.compare(one, other));
            } else if let Some(known) = table.known(one, other) {
                most = most.most(&known);
            }
        }
        for &(one, other) in &self.pairs {
            if table.known(one, other).is_none() && table.bounds(one, other).may_exceed(&most) {
                most = most.most(&table.compare(one, other));
            }
        }
        most
    }
}
