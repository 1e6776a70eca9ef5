//! Fluents that go by the clock: whose turn it is, and whatever else takes the same values again and again whatever is played.
//!
//! They are guessed and then proved. The guess is a walk with partial knowledge: from the initial state, every choice that is
//! not forced being unknown. Whatever stays certain and repeats is a candidate. The proof is induction over the phases: the
//! candidates' values of one phase, and nothing else, must force their values of the following phase. Those for which
//! it fails are dropped until it succeeds for the rest.

use super::three_valued::{Known, ThreeValued};
use super::{Network, Section};

/// Gates that may be evaluated for the guess and for the proof, in multiples of the network's size: enough for chains of a
/// thousand in what a small part of a network depends on, and a moment's work for a large one.
const WALK_EFFORT: usize = 6;
const PROOF_EFFORT: usize = 20;
/// A small network may cost this much, whatever its size.
const LEAST_EFFORT: usize = 1_000_000;

/// The phases that the states of a match go through, one after the other, the first again after the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phases {
    /// How many there are.
    pub period: usize,
    /// The fluents that are known, by number.
    pub fixed: Vec<FixedFluent>,
    /// The bits of the known fluents.
    mask: Vec<u64>,
    /// Per phase, the values under the mask.
    rows: Vec<Vec<u64>>,
}

/// A fluent whose value depends on the phase alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixedFluent {
    /// The number of the fluent.
    pub fluent: u32,
    /// Whether it holds, for each phase.
    pub values: Vec<bool>,
}

impl Phases {
    fn new(period: usize, fixed: Vec<FixedFluent>, fluents: usize) -> Phases {
        let words = fluents.div_ceil(64);
        let mut mask = vec![0; words];
        let mut rows = vec![vec![0; words]; period];
        for FixedFluent { fluent, values } in &fixed {
            let (word, bit) = (*fluent as usize / 64, 1 << (fluent % 64));
            mask[word] |= bit;
            for (row, _) in rows.iter_mut().zip(values).filter(|(_, value)| **value) {
                row[word] |= bit;
            }
        }
        Phases {
            period,
            fixed,
            mask,
            rows,
        }
    }

    /// The phase of a state, given as one bit per fluent. `None` if it fits no phase, as a state may that was not reached by
    /// legal moves.
    pub fn of(&self, words: &[u64]) -> Option<usize> {
        let fits = |row: &Vec<u64>| {
            let mut words = words.iter().zip(&self.mask).zip(row);
            words.all(|((word, mask), row)| word & mask == *row)
        };
        self.rows.iter().position(fits)
    }

    /// The known fluents with their values in a phase; any number counts, modulo the period.
    pub fn fixed_in(&self, phase: usize) -> Vec<(u32, bool)> {
        let value = |fixed: &FixedFluent| (fixed.fluent, fixed.values[phase % self.period]);
        self.fixed.iter().map(value).collect()
    }
}

impl Network {
    /// Finds the phases of the matches that begin in the state in which the given fluents hold. There is always at least
    /// one; in a game without turns it may still know fluents that never change.
    pub fn phases(&self, initial: &[u32], max_period: usize) -> Phases {
        let max_period = max_period.max(1);
        let candidates = repeating(walk(self, initial, 2 * max_period), max_period);
        let proved = prove(self, candidates.clone()).or_else(|| {
            let varies = |fixed: &FixedFluent| fixed.values.contains(&!fixed.values[0]);
            prove(self, candidates.into_iter().filter(varies).collect())
        });
        let mut fixed = proved.unwrap_or_default();
        let period = least_period(&fixed);
        fixed.iter_mut().for_each(|f| f.values.truncate(period));
        Phases::new(period, fixed, self.next.len())
    }

    /// The networks of all phases: each answers as this one does for the states of its phase and the moves that are legal there.
    pub fn specialise_to(&self, phases: &Phases) -> Vec<Network> {
        (0..phases.period)
            .map(|phase| self.specialise(&phases.fixed_in(phase), &phases.fixed_in(phase + 1)))
            .collect()
    }
}

/// What is needed to follow certain fluents for a step.
struct Step {
    /// The roles whose moves matter.
    roles: Vec<usize>,
    legal: Section,
    next: Section,
}

impl Step {
    fn of(network: &Network, fluents: impl Iterator<Item = u32>) -> Step {
        let mut reached = vec![false; network.gates.len()];
        let next = fluents.map(|fluent| network.next[fluent as usize]);
        let next = Section::of(network, next, &mut reached);
        let matters = |role: &usize| {
            let mut moves = network.moves[*role].clone();
            moves.any(|node| reached[node as usize])
        };
        let roles: Vec<usize> = (0..network.moves.len()).filter(matters).collect();
        let legal = roles.iter().flat_map(|&role| &network.legal[role]);
        let mut reached = vec![false; network.gates.len()];
        let legal = Section::of(network, legal.copied(), &mut reached);
        Step { roles, legal, next }
    }

    fn size(&self) -> usize {
        self.legal.nodes.len() + self.next.nodes.len() + 1
    }

    /// Evaluates the next state from what is known of the fluents.
    fn run(&self, values: &mut ThreeValued) {
        values.evaluate(&self.legal);
        self.roles.iter().for_each(|&role| values.set_choice(role));
        values.evaluate(&self.next);
    }
}

/// The values of the fluents that stay certain for so many steps, or for as many as can be afforded.
fn walk(network: &Network, initial: &[u32], steps: usize) -> Vec<FixedFluent> {
    let mut certain: Vec<FixedFluent> = (0..network.next.len() as u32)
        .map(|fluent| FixedFluent {
            fluent,
            values: vec![false],
        })
        .collect();
    for &fluent in initial {
        certain[fluent as usize].values = vec![true];
    }
    let mut effort = network.gates.len() * WALK_EFFORT + LEAST_EFFORT;
    for time in 0..steps {
        let step = Step::of(network, certain.iter().map(|f| f.fluent));
        let Some(left) = effort.checked_sub(step.size()) else {
            break;
        };
        effort = left;
        let mut values = ThreeValued::new(network);
        load(&mut values, &certain, time);
        step.run(&mut values);
        certain.retain_mut(|fixed| {
            let next = values.get(network.next[fixed.fluent as usize]).value();
            fixed.values.extend(next);
            next.is_some()
        });
    }
    certain
}

fn load(values: &mut ThreeValued, fixed: &[FixedFluent], time: usize) {
    for fixed in fixed {
        values.set_fluent(fixed.fluent, Known::from(fixed.values[time]));
    }
}

/// The fluents whose values have a period that fits into the one that most of them fit into, with their values in each phase.
fn repeating(walked: Vec<FixedFluent>, max_period: usize) -> Vec<FixedFluent> {
    let seen = walked.first().map_or(1, |f| f.values.len());
    let max_period = max_period.min(seen / 2).max(1);
    let fits = |fixed: &FixedFluent, period: usize| {
        let values = &fixed.values;
        values[period..] == values[..values.len() - period]
    };
    let count = |period: usize| walked.iter().filter(|f| fits(f, period)).count();
    // Of several periods that fit equally well the least is best.
    let period = (1..=max_period).rev().max_by_key(|&period| count(period));
    let period = period.unwrap_or(1);
    let mut kept: Vec<_> = walked.into_iter().filter(|f| fits(f, period)).collect();
    kept.iter_mut().for_each(|f| f.values.truncate(period));
    kept
}

/// The part of the candidates for which induction succeeds; `None` if that takes too long to find out.
fn prove(network: &Network, mut fixed: Vec<FixedFluent>) -> Option<Vec<FixedFluent>> {
    let mut effort = network.gates.len() * PROOF_EFFORT + LEAST_EFFORT;
    let mut step = Step::of(network, fixed.iter().map(|f| f.fluent));
    let mut prepared = fixed.len();
    loop {
        let period = fixed.first().map_or(0, |f| f.values.len());
        effort = effort.checked_sub(period * step.size())?;
        let before = fixed.len();
        let failed = failures(network, &step, &fixed);
        let mut failed = failed.iter();
        fixed.retain(|_| failed.next() == Some(&false));
        if fixed.len() == before {
            return Some(fixed);
        }
        if fixed.len() <= prepared / 2 {
            step = Step::of(network, fixed.iter().map(|f| f.fluent));
            prepared = fixed.len();
        }
    }
}

/// Which of the fluents are not sure to take their next values.
fn failures(network: &Network, step: &Step, fixed: &[FixedFluent]) -> Vec<bool> {
    let mut failed = vec![false; fixed.len()];
    let period = fixed.first().map_or(0, |f| f.values.len());
    for phase in 0..period {
        let mut values = ThreeValued::new(network);
        load(&mut values, fixed, phase);
        step.run(&mut values);
        for (failed, fixed) in failed.iter_mut().zip(fixed) {
            let next = values.get(network.next[fixed.fluent as usize]);
            *failed |= next.value() != Some(fixed.values[(phase + 1) % period]);
        }
    }
    failed
}

/// After how many phases all values repeat.
fn least_period(fixed: &[FixedFluent]) -> usize {
    let full = fixed.first().map_or(1, |f| f.values.len());
    let repeats = |period: usize| {
        let mut values = fixed.iter().map(|f| &f.values);
        values.all(|v| (0..full).all(|at| v[at] == v[(at + period) % full]))
    };
    let divisors = (1..=full).filter(|period| full.is_multiple_of(*period));
    divisors.into_iter().find(|&p| repeats(p)).unwrap_or(full)
}
