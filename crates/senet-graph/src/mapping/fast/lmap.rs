//! The line mapper, as in the plain form, comparing only what can matter.

use super::choice::{Candidate, Choice, Field, Position};
use super::table::Table;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{Found, Likeness, Parameters};

/// Chooses pairs until a game has no symbol left.
pub fn map(table: &mut Table, parameters: &Parameters, order: &[usize]) -> Found {
    // No distance is larger than 1.
    map_within(table, parameters, order, 1.0, &|| false).unwrap_or_default()
}

/// Chooses pairs until a game has no symbol left; `None` as soon as the distance of the games is sure to be larger than this, or
/// when the signal to stop comes, which is asked before each pair.
pub fn map_within(
    table: &mut Table,
    parameters: &Parameters,
    order: &[usize],
    distance: f64,
    stop: &dyn Fn() -> bool,
) -> Option<Found> {
    let symbols = table.symbols();
    let most = symbols[0].max(symbols[1]) as f64;
    let mut sum = 0.0;
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..table.symbols()[1]).collect();
    let mut line = Line::default();
    let mut pairs = Found::new();
    while !left.is_empty() && !others.is_empty() {
        let partnerless = most - (pairs.len() + left.len().min(others.len())) as f64;
        if (sum + partnerless) / most > distance || stop() {
            return None;
        }
        let one = most_prominent(table, parameters, &left);
        line.set(table, others.iter().map(|&other| (one, other)));
        let other = others[line.best(table, parameters)];
        line.set(table, left.iter().map(|&one| (one, other)));
        let best = line.best(table, parameters);
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
struct Line {
    entries: Vec<Entry>,
    choice: Choice,
}

/// A pair of a line.
#[derive(Clone, Copy)]
struct Entry {
    one: usize,
    other: usize,
    /// The comparison, or the best that it can be.
    likeness: Likeness,
    /// The largest that the distance can be.
    farthest: u64,
    exact: bool,
}

impl Line {
    /// Takes other pairs.
    fn set(&mut self, table: &Table, pairs: impl Iterator<Item = (usize, usize)>) {
        self.entries.clear();
        self.entries.extend(pairs.map(|(one, other)| {
            let known = table.known(one, other);
            let bounds = table.bounds(one, other);
            Entry {
                one,
                other,
                likeness: known.unwrap_or(bounds.best),
                farthest: bounds.farthest,
                exact: known.is_some(),
            }
        }));
    }

    /// The position of the best pair.
    fn best(&mut self, table: &mut Table, parameters: &Parameters) -> usize {
        let most = most_of(&mut self.entries, table);
        let scorer = Scorer::new(parameters, &most);
        self.choice.clear();
        for (position, entry) in self.entries.iter().enumerate() {
            let candidate = Candidate {
                score: scorer.score(&entry.likeness),
                exact: entry.exact,
                position: (0, position as u32),
                tied: false,
            };
            self.choice.add(candidate, scorer.penalty);
        }
        let mut field = Scored {
            entries: &mut self.entries,
            table,
            scorer,
        };
        let best = self.choice.best(&mut field, scorer.penalty);
        best.map_or(0, |(_, position)| position as usize)
    }
}

impl Entry {
    fn compare(&mut self, table: &mut Table) -> Likeness {
        if !self.exact {
            self.likeness = table.compare(self.one, self.other);
            self.exact = true;
        }
        self.likeness
    }

    fn may_exceed(&self, most: &Likeness) -> bool {
        let best = &self.likeness;
        self.farthest > most.distance
            || best.matched > most.matched
            || best.assigned > most.assigned
    }
}

/// The largest of each part. Only pairs are compared that could be larger than those compared before; first the one that is surely far, and those
/// that look the same.
fn most_of(entries: &mut [Entry], table: &mut Table) -> Likeness {
    let mut most = Likeness::default();
    if let Some(far) = entries.iter_mut().max_by_key(|one| one.likeness.distance) {
        far.compare(table);
    }
    for entry in entries.iter_mut() {
        if entry.exact || table.print(0, entry.one) == table.print(1, entry.other) {
            most = most.most(&entry.compare(table));
        }
    }
    for entry in entries {
        if !entry.exact && entry.may_exceed(&most) {
            most = most.most(&entry.compare(table));
        }
    }
    most
}

/// A line and how its pairs score.
struct Scored<'a, 'b> {
    entries: &'a mut [Entry],
    table: &'a mut Table<'b>,
    scorer: Scorer,
}

impl Field for Scored<'_, '_> {
    fn exact(&mut self, (_, position): Position) -> Score {
        let likeness = self.entries[position as usize].compare(self.table);
        self.scorer.score(&likeness)
    }

    fn is_tied(&mut self, (_, position): Position, score: Score) -> bool {
        (0..self.entries.len() as u32).any(|place| {
            place != position
                && self.scorer.score(&self.entries[place as usize].likeness) <= score
                && self.exact((0, place)) == score
        })
    }
}
