//! Functions of one role's move: for each move, a wire that does not depend on moves.
//!
//! Every role makes exactly one move, so such a function is a multiplexer. It can list the moves
//! that make it true, those that make it false, or those for which it differs from its default.

use super::super::{Gates, Wire};

/// A multiplexer that one role's move selects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMux {
    /// The role.
    pub role: usize,
    /// The value for all moves without an exception.
    pub default: Wire,
    /// The moves with other values, by increasing number.
    pub exceptions: Vec<(u32, Wire)>,
    /// The number of two-input gates that were created for the values.
    pub gates_made: usize,
}

/// The moves of a role.
#[derive(Clone, Debug)]
pub struct RoleMoves {
    /// The input node of the first move.
    pub start: u32,
    /// The moves that may be made.
    pub possible: Vec<u32>,
    /// Per move, whether it may be made.
    pub is_possible: Vec<bool>,
    /// Per move, the sorted wires that are true whenever it is made.
    pub implied: Vec<Vec<Wire>>,
}

impl RoleMoves {
    /// The input wire of a move.
    pub fn input(&self, number: u32) -> Wire {
        Wire::of(self.start + number)
    }
}

impl MoveMux {
    /// The multiplexer that is true exactly for this move.
    pub fn of_move(role: usize, number: u32) -> MoveMux {
        MoveMux {
            role,
            default: Wire::FALSE,
            exceptions: vec![(number, Wire::TRUE)],
            gates_made: 0,
        }
    }

    /// The AND of some multiplexers of the same role, each possibly inverted, and of wires that do
    /// not depend on moves. `None` if that takes more than `limit` gates.
    pub fn and(
        muxes: &[(&MoveMux, bool)],
        wires: &[Wire],
        moves: &RoleMoves,
        gates: &mut Gates,
        limit: usize,
    ) -> Option<MoveMux> {
        let role = muxes.first()?.0.role;
        let default_of = |&(mux, inverted): &(&MoveMux, bool)| mux.default.invert_if(inverted);
        // A multiplexer with default true does not constrain moves without an exception.
        let constraining = (0..).zip(muxes).map(|(of, mux)| (of, default_of(mux)));
        let constraining: Vec<(u32, Wire)> =
            constraining.filter(|(_, u)| *u != Wire::TRUE).collect();
        let default = constraining
            .iter()
            .map(|t| t.1)
            .chain(wires.iter().copied());
        let default = gates.and(&mut default.collect());
        let (mut exceptions, mut all) = (Vec::new(), Vec::new());
        let mut made = 0;
        let entries = entries(muxes);
        let moves_of_entries = entries.chunk_by(|a, b| a.0 == b.0);
        for same_move in moves_of_entries.filter(|m| moves.is_possible[m[0].0 as usize]) {
            let number = same_move[0].0;
            let is_exception = |of: u32| same_move.iter().any(|entry| entry.1 == of);
            let others = constraining.iter().filter(|(of, _)| !is_exception(*of));
            all.clear();
            all.extend(same_move.iter().map(|entry| entry.2));
            all.extend(others.map(|other| other.1));
            all.extend_from_slice(wires);
            moves.assume(number, &mut all);
            made += gates_for(&all);
            if made > limit {
                return None;
            }
            let wire = gates.and(&mut all);
            if wire != default {
                exceptions.push((number, wire));
            }
        }
        Some(MoveMux {
            role,
            default,
            exceptions,
            gates_made: made + muxes.iter().map(|c| c.0.gates_made).sum::<usize>(),
        })
    }

    /// The same function with its most common value as the default.
    pub fn normalised(&self, moves: &RoleMoves) -> MoveMux {
        if self.exceptions.len() <= moves.possible.len() / 2 {
            return self.clone();
        }
        let mut own = self.exceptions.iter().copied().peekable();
        let mut all = Vec::with_capacity(moves.possible.len());
        for &number in &moves.possible {
            while own.next_if(|e| e.0 < number).is_some() {}
            let exception = own.next_if(|e| e.0 == number);
            all.push((number, exception.map_or(self.default, |e| e.1)));
        }
        let mut values: Vec<Wire> = all.iter().map(|e| e.1).collect();
        values.sort_unstable();
        let runs = values.chunk_by(|a, b| a == b);
        let default = runs
            .max_by_key(|run| run.len())
            .map_or(self.default, |run| run[0]);
        all.retain(|entry| entry.1 != default);
        MoveMux {
            role: self.role,
            default,
            exceptions: all,
            gates_made: self.gates_made,
        }
    }

    /// The number of two-input gates that it takes.
    pub fn cost(&self) -> usize {
        let mut values: Vec<Wire> = self.exceptions.iter().map(|e| e.1).collect();
        values.sort_unstable();
        let classes = values
            .chunk_by(|a, b| a == b)
            .filter(|c| c[0].node() != 0)
            .count();
        let per_class = if self.default.node() == 0 { 1 } else { 2 };
        let cost = self.gates_made + values.len() + per_class * classes;
        cost.saturating_sub(usize::from(self.default.node() == 0))
    }

    /// Writes the multiplexer as gates.
    pub fn write(&self, moves: &RoleMoves, gates: &mut Gates) -> Wire {
        let mut sorted = self.exceptions.clone();
        sorted.sort_unstable_by_key(|&(number, wire)| (wire, number));
        // Moves that select true, moves that select false, and for each other value the OR of the
        // moves that select it.
        let (mut on, mut off, mut classes) = (Vec::new(), Vec::new(), Vec::new());
        for class in sorted.chunk_by(|a, b| a.1 == b.1) {
            let made = class.iter().map(|&(number, _)| moves.input(number));
            match class[0].1 {
                Wire::TRUE => on.extend(made),
                Wire::FALSE => off.extend(made),
                value => classes.push((value, gates.or(&mut made.collect()))),
            }
        }
        match self.default {
            Wire::FALSE => {
                on.extend(
                    classes
                        .iter()
                        .map(|&(value, any)| gates.and(&mut vec![value, any])),
                );
                gates.or(&mut on)
            }
            Wire::TRUE => {
                off.extend(
                    classes
                        .iter()
                        .map(|&(value, any)| gates.and(&mut vec![!value, any])),
                );
                !gates.or(&mut off)
            }
            default => {
                let non_default = off
                    .iter()
                    .copied()
                    .chain(classes.iter().map(|class| class.1));
                let mut rest: Vec<Wire> = non_default.map(|wire| !wire).chain([default]).collect();
                on.push(gates.and(&mut rest));
                on.extend(
                    classes
                        .iter()
                        .map(|&(value, any)| gates.and(&mut vec![value, any])),
                );
                gates.or(&mut on)
            }
        }
    }
}

impl RoleMoves {
    /// Removes from an AND the wires that the move implies.
    fn assume(&self, number: u32, wires: &mut Vec<Wire>) {
        let implied = &self.implied[number as usize];
        if implied.is_empty() || wires.iter().all(|wire| wire.node() == 0) {
            return;
        }
        wires.retain(|wire| implied.binary_search(wire).is_err());
        if wires
            .iter()
            .any(|&wire| implied.binary_search(&!wire).is_ok())
        {
            wires.clear();
            wires.push(Wire::FALSE);
        }
    }
}

/// The moves for which the AND may differ from its default. Each entry contains the move, the index
/// of a multiplexer with an exception for it, and the exception's value, sorted in this order. If a
/// multiplexer has default false, only its exceptions matter.
fn entries(muxes: &[(&MoveMux, bool)]) -> Vec<(u32, u32, Wire)> {
    let mut entries = Vec::new();
    if let Some((narrow, _)) = narrowest(muxes) {
        for &(number, _) in &narrow.exceptions {
            for (of, (mux, inverted)) in (0..).zip(muxes) {
                let found = mux.exceptions.binary_search_by_key(&number, |e| e.0);
                let value = found.map(|at| mux.exceptions[at].1.invert_if(*inverted));
                entries.extend(value.ok().map(|value| (number, of, value)));
            }
        }
        return entries;
    }
    for (of, (mux, inverted)) in (0..).zip(muxes) {
        let own = mux.exceptions.iter();
        entries.extend(own.map(|&(number, value)| (number, of, value.invert_if(*inverted))));
    }
    entries.sort_unstable();
    entries
}

/// Of the multiplexers with default false, the one with the fewest exceptions.
fn narrowest<'a>(muxes: &[(&'a MoveMux, bool)]) -> Option<(&'a MoveMux, bool)> {
    let narrow = muxes
        .iter()
        .filter(|(mux, inverted)| mux.default.invert_if(*inverted) == Wire::FALSE);
    narrow.min_by_key(|(mux, _)| mux.exceptions.len()).copied()
}

/// The number of entries that combining these multiplexers takes.
pub fn effort(muxes: &[(&MoveMux, bool)]) -> usize {
    match narrowest(muxes) {
        Some((narrow, _)) => narrow.exceptions.len() * muxes.len() + muxes.len(),
        None => muxes.iter().map(|(mux, _)| mux.exceptions.len() + 1).sum(),
    }
}

/// An upper bound on the number of two-input gates for an AND.
fn gates_for(wires: &[Wire]) -> usize {
    if wires.contains(&Wire::FALSE) {
        return 0;
    }
    wires
        .iter()
        .filter(|wire| **wire != Wire::TRUE)
        .count()
        .saturating_sub(1)
}
