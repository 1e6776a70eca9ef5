//! Finds the phases of a game: fluents whose value depends only on the step number.
//!
//! Examples are the fluents that say whose turn it is, and any others that cycle independently of
//! the moves. The search guesses and then proves. The guess is a ternary simulation from the
//! initial state in which every unforced move is unknown. Fluents that stay known and cycle are
//! candidates. The proof is induction over the phases: the candidates' values in one phase alone
//! must force their values in the next phase. Candidates that fail are dropped until the proof
//! succeeds for the rest.

use super::ternary::{Ternary, TernarySimulation};
use super::{Cone, Network};
use crate::build_limits::{BuildLimits, BuildStop};

/// Gates that may be evaluated for the guess and for the proof, in multiples of the network size.
/// This allows chains of a thousand steps in a small part of a network, and takes little time for a
/// large one.
const SIMULATION_EFFORT: usize = 6;
const PROOF_EFFORT: usize = 20;
/// Extra effort for every network, so that small networks are fully analysed.
const LEAST_EFFORT: usize = 1_000_000;

/// The phases that the states of a match cycle through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phases {
    /// The number of phases.
    pub period: usize,
    /// The fluents whose value is known in each phase.
    pub fixed: Vec<FixedFluent>,
    /// The bits of the known fluents.
    mask: Vec<u64>,
    /// Per phase, the values of the masked bits.
    rows: Vec<Vec<u64>>,
}

/// A fluent whose value depends only on the phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixedFluent {
    /// The number of the fluent.
    pub fluent: u32,
    /// Per phase, whether the fluent holds.
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

    /// The phase of a state, given as one bit per fluent. `None` if the state fits no phase; such a
    /// state is not reachable by legal moves.
    pub fn of(&self, words: &[u64]) -> Option<usize> {
        let fits = |row: &Vec<u64>| {
            let mut words = words.iter().zip(&self.mask).zip(row);
            words.all(|((word, mask), row)| word & mask == *row)
        };
        self.rows.iter().position(fits)
    }

    /// The known fluents with their values in a phase. The phase is taken modulo the period.
    pub fn fixed_in(&self, phase: usize) -> Vec<(u32, bool)> {
        let value = |fixed: &FixedFluent| (fixed.fluent, fixed.values[phase % self.period]);
        self.fixed.iter().map(value).collect()
    }
}

impl Network {
    /// Finds the phases of matches that start with these fluents. There is always at least one
    /// phase. A game without turns has one phase, which may contain fluents that never change.
    pub fn phases(
        &self,
        initial: &[u32],
        max_period: usize,
        limits: &BuildLimits,
    ) -> Result<Phases, BuildStop> {
        let max_period = max_period.max(1);
        let simulated = simulate(self, initial, 2 * max_period, limits)?;
        let candidates = periodic(simulated, max_period);
        let mut proved = prove(self, candidates.clone(), limits)?;
        if proved.is_none() {
            let varies = |fixed: &FixedFluent| fixed.values.contains(&!fixed.values[0]);
            proved = prove(
                self,
                candidates.into_iter().filter(varies).collect(),
                limits,
            )?;
        }
        let mut fixed = proved.unwrap_or_default();
        let period = smallest_period(&fixed);
        fixed.iter_mut().for_each(|f| f.values.truncate(period));
        Ok(Phases::new(period, fixed, self.next.len()))
    }

    /// One network per phase. Each gives the same outputs as this network for the states of its
    /// phase and for legal moves.
    pub fn specialise_to(
        &self,
        phases: &Phases,
        limits: &BuildLimits,
    ) -> Result<Vec<Network>, BuildStop> {
        let special = |phase: usize| {
            let (now, next) = (phases.fixed_in(phase), phases.fixed_in(phase + 1));
            self.specialise(&now, &next, limits)
        };
        (0..phases.period).map(special).collect()
    }
}

/// The gates that determine certain fluents of the next state.
struct StepCone {
    /// The roles whose moves those fluents depend on.
    roles: Vec<usize>,
    legal: Cone,
    next: Cone,
}

impl StepCone {
    fn of(network: &Network, fluents: impl Iterator<Item = u32>) -> StepCone {
        let mut reached = vec![false; network.gates.len()];
        let next = fluents.map(|fluent| network.next[fluent as usize]);
        let next = Cone::of(network, next, &mut reached);
        let matters = |role: &usize| {
            let mut moves = network.moves[*role].clone();
            moves.any(|node| reached[node as usize])
        };
        let roles: Vec<usize> = (0..network.moves.len()).filter(matters).collect();
        let legal = roles.iter().flat_map(|&role| &network.legal[role]);
        let mut reached = vec![false; network.gates.len()];
        let legal = Cone::of(network, legal.copied(), &mut reached);
        StepCone { roles, legal, next }
    }

    fn size(&self) -> usize {
        self.legal.nodes.len() + self.next.nodes.len() + 1
    }

    /// Evaluates the next state from the known fluents.
    fn run(&self, values: &mut TernarySimulation) {
        values.evaluate(&self.legal);
        self.roles
            .iter()
            .for_each(|&role| values.set_role_moves(role));
        values.evaluate(&self.next);
    }
}

/// Simulates `steps` steps, or as many as the effort allows. Returns the fluents that stay known,
/// with their values.
fn simulate(
    network: &Network,
    initial: &[u32],
    steps: usize,
    limits: &BuildLimits,
) -> Result<Vec<FixedFluent>, BuildStop> {
    let mut certain: Vec<FixedFluent> = (0..network.next.len() as u32)
        .map(|fluent| FixedFluent {
            fluent,
            values: vec![false],
        })
        .collect();
    for &fluent in initial {
        certain[fluent as usize].values = vec![true];
    }
    let mut effort = network.gates.len() * SIMULATION_EFFORT + LEAST_EFFORT;
    for time in 0..steps {
        limits.check()?;
        let step = StepCone::of(network, certain.iter().map(|f| f.fluent));
        let Some(left) = effort.checked_sub(step.size()) else {
            break;
        };
        effort = left;
        let mut values = TernarySimulation::new(network);
        load(&mut values, &certain, time);
        step.run(&mut values);
        certain.retain_mut(|fixed| {
            let next = values.get(network.next[fixed.fluent as usize]).value();
            fixed.values.extend(next);
            next.is_some()
        });
    }
    Ok(certain)
}

fn load(values: &mut TernarySimulation, fixed: &[FixedFluent], time: usize) {
    for fixed in fixed {
        values.set_fluent(fixed.fluent, Ternary::from(fixed.values[time]));
    }
}

/// Finds the period that fits most fluents. Returns the fluents that fit it, with their values in
/// each phase.
fn periodic(simulated: Vec<FixedFluent>, max_period: usize) -> Vec<FixedFluent> {
    let seen = simulated.first().map_or(1, |f| f.values.len());
    let max_period = max_period.min(seen / 2).max(1);
    let fits = |fixed: &FixedFluent, period: usize| {
        let values = &fixed.values;
        values[period..] == values[..values.len() - period]
    };
    let count = |period: usize| simulated.iter().filter(|f| fits(f, period)).count();
    // Among equally good periods, take the shortest.
    let period = (1..=max_period).rev().max_by_key(|&period| count(period));
    let period = period.unwrap_or(1);
    let mut kept: Vec<_> = simulated.into_iter().filter(|f| fits(f, period)).collect();
    kept.iter_mut().for_each(|f| f.values.truncate(period));
    kept
}

/// The candidates for which induction succeeds; `None` if the effort limit is reached.
fn prove(
    network: &Network,
    mut fixed: Vec<FixedFluent>,
    limits: &BuildLimits,
) -> Result<Option<Vec<FixedFluent>>, BuildStop> {
    let mut effort = network.gates.len() * PROOF_EFFORT + LEAST_EFFORT;
    let mut step = StepCone::of(network, fixed.iter().map(|f| f.fluent));
    let mut prepared = fixed.len();
    loop {
        let period = fixed.first().map_or(0, |f| f.values.len());
        let Some(left) = effort.checked_sub(period * step.size()) else {
            return Ok(None);
        };
        effort = left;
        let before = fixed.len();
        let failed = failures(network, &step, &fixed, limits)?;
        let mut failed = failed.iter();
        fixed.retain(|_| failed.next() == Some(&false));
        if fixed.len() == before {
            return Ok(Some(fixed));
        }
        if fixed.len() <= prepared / 2 {
            step = StepCone::of(network, fixed.iter().map(|f| f.fluent));
            prepared = fixed.len();
        }
    }
}

/// Marks the fluents whose next value does not follow from the phase alone.
fn failures(
    network: &Network,
    step: &StepCone,
    fixed: &[FixedFluent],
    limits: &BuildLimits,
) -> Result<Vec<bool>, BuildStop> {
    let mut failed = vec![false; fixed.len()];
    let period = fixed.first().map_or(0, |f| f.values.len());
    for phase in 0..period {
        limits.check()?;
        let mut values = TernarySimulation::new(network);
        load(&mut values, fixed, phase);
        step.run(&mut values);
        for (failed, fixed) in failed.iter_mut().zip(fixed) {
            let next = values.get(network.next[fixed.fluent as usize]);
            *failed |= next.value() != Some(fixed.values[(phase + 1) % period]);
        }
    }
    Ok(failed)
}

/// The smallest period of all values.
fn smallest_period(fixed: &[FixedFluent]) -> usize {
    let full = fixed.first().map_or(1, |f| f.values.len());
    let repeats = |period: usize| {
        let mut values = fixed.iter().map(|f| &f.values);
        values.all(|v| (0..full).all(|at| v[at] == v[(at + period) % full]))
    };
    let divisors = (1..=full).filter(|period| full.is_multiple_of(*period));
    divisors.into_iter().find(|&p| repeats(p)).unwrap_or(full)
}
