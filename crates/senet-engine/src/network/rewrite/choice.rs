//! Functions of a role's choice: for each move that it may make, a wire that does not depend on moves.
//!
//! Since exactly one move is made, such a function is a multiplexer, and there are several ways to write it: by the moves
//! for which it may be true, or by those for which it may be false, or by those for which it is not what it usually is.

use super::super::{Gates, Wire};

/// A function of one role's choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The role.
    pub role: usize,
    /// The value for all other moves.
    pub usual: Wire,
    /// The moves with other values, by increasing number.
    pub exceptions: Vec<(u32, Wire)>,
    /// Gates of two inputs that had to be made for these values.
    pub made: usize,
}

/// What there is to know about a role's moves.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The input node of the first move.
    pub start: u32,
    /// The moves that may be made.
    pub possible: Vec<u32>,
    /// Per move, whether it may be made.
    pub is_possible: Vec<bool>,
    /// Per move, wires that are true whenever it is made, in order.
    pub implied: Vec<Vec<Wire>>,
}

impl Moves {
    /// The wire that tells whether a move is made.
    pub fn made(&self, number: u32) -> Wire {
        Wire::of(self.start + number)
    }
}

impl Choice {
    /// Whether the move is made.
    pub fn made(role: usize, number: u32) -> Choice {
        Choice {
            role,
            usual: Wire::FALSE,
            exceptions: vec![(number, Wire::TRUE)],
            made: 0,
        }
    }

    /// The conjunction of some functions of the same role's choice, each possibly inverted, and of wires that depend on no
    /// move. `None` if that takes more than `limit` gates.
    pub fn and(
        choices: &[(&Choice, bool)],
        wires: &[Wire],
        moves: &Moves,
        gates: &mut Gates,
        limit: usize,
    ) -> Option<Choice> {
        let role = choices.first()?.0.role;
        let usual_of = |&(choice, inverted): &(&Choice, bool)| choice.usual.invert_if(inverted);
        // Functions that are usually true say nothing about moves that are no exception to them.
        let telling = (0..)
            .zip(choices)
            .map(|(of, choice)| (of, usual_of(choice)));
        let telling: Vec<(u32, Wire)> = telling.filter(|(_, u)| *u != Wire::TRUE).collect();
        let usual = telling.iter().map(|t| t.1).chain(wires.iter().copied());
        let usual = gates.and(&mut usual.collect());
        let (mut exceptions, mut all) = (Vec::new(), Vec::new());
        let mut made = 0;
        let entries = entries(choices);
        let moves_of_entries = entries.chunk_by(|a, b| a.0 == b.0);
        for same_move in moves_of_entries.filter(|m| moves.is_possible[m[0].0 as usize]) {
            let number = same_move[0].0;
            let is_exception = |of: u32| same_move.iter().any(|entry| entry.1 == of);
            let others = telling.iter().filter(|(of, _)| !is_exception(*of));
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
            if wire != usual {
                exceptions.push((number, wire));
            }
        }
        Some(Choice {
            role,
            usual,
            exceptions,
            made: made + choices.iter().map(|c| c.0.made).sum::<usize>(),
        })
    }

    /// The same function with the most frequent value as the usual one.
    pub fn normalised(&self, moves: &Moves) -> Choice {
        if self.exceptions.len() <= moves.possible.len() / 2 {
            return self.clone();
        }
        let mut own = self.exceptions.iter().copied().peekable();
        let mut all = Vec::with_capacity(moves.possible.len());
        for &number in &moves.possible {
            while own.next_if(|e| e.0 < number).is_some() {}
            let exception = own.next_if(|e| e.0 == number);
            all.push((number, exception.map_or(self.usual, |e| e.1)));
        }
        let mut values: Vec<Wire> = all.iter().map(|e| e.1).collect();
        values.sort_unstable();
        let runs = values.chunk_by(|a, b| a == b);
        let usual = runs
            .max_by_key(|run| run.len())
            .map_or(self.usual, |run| run[0]);
        all.retain(|entry| entry.1 != usual);
        Choice {
            role: self.role,
            usual,
            exceptions: all,
            made: self.made,
        }
    }

    /// How many gates of two inputs it takes.
    pub fn cost(&self) -> usize {
        let mut values: Vec<Wire> = self.exceptions.iter().map(|e| e.1).collect();
        values.sort_unstable();
        let classes = values
            .chunk_by(|a, b| a == b)
            .filter(|c| c[0].node() != 0)
            .count();
        let per_class = if self.usual.node() == 0 { 1 } else { 2 };
        let cost = self.made + values.len() + per_class * classes;
        cost.saturating_sub(usize::from(self.usual.node() == 0))
    }

    /// Writes it with gates.
    pub fn write(&self, moves: &Moves, gates: &mut Gates) -> Wire {
        let mut sorted = self.exceptions.clone();
        sorted.sort_unstable_by_key(|&(number, wire)| (wire, number));
        // The moves that make it true, those that make it false, and for each other value the moves that give it that value.
        let (mut on, mut off, mut classes) = (Vec::new(), Vec::new(), Vec::new());
        for class in sorted.chunk_by(|a, b| a.1 == b.1) {
            let made = class.iter().map(|&(number, _)| moves.made(number));
            match class[0].1 {
                Wire::TRUE => on.extend(made),
                Wire::FALSE => off.extend(made),
                value => classes.push((value, gates.or(&mut made.collect()))),
            }
        }
        match self.usual {
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
            usual => {
                let unusual = off
                    .iter()
                    .copied()
                    .chain(classes.iter().map(|class| class.1));
                let mut rest: Vec<Wire> = unusual.map(|wire| !wire).chain([usual]).collect();
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

impl Moves {
    /// Leaves out of a conjunction what is true anyway when the move is made.
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

/// The moves at which the conjunction may be unusual: each with the number of a function that has an exception there and that
/// function's value, in this order. If a function is usually false, only its own exceptions matter.
fn entries(choices: &[(&Choice, bool)]) -> Vec<(u32, u32, Wire)> {
    let mut entries = Vec::new();
    if let Some((narrow, _)) = narrowest(choices) {
        for &(number, _) in &narrow.exceptions {
            for (of, (choice, inverted)) in (0..).zip(choices) {
                let found = choice.exceptions.binary_search_by_key(&number, |e| e.0);
                let value = found.map(|at| choice.exceptions[at].1.invert_if(*inverted));
                entries.extend(value.ok().map(|value| (number, of, value)));
            }
        }
        return entries;
    }
    for (of, (choice, inverted)) in (0..).zip(choices) {
        let own = choice.exceptions.iter();
        entries.extend(own.map(|&(number, value)| (number, of, value.invert_if(*inverted))));
    }
    entries.sort_unstable();
    entries
}

/// Of the functions that are usually false the one with the fewest exceptions.
fn narrowest<'a>(choices: &[(&'a Choice, bool)]) -> Option<(&'a Choice, bool)> {
    let narrow = choices
        .iter()
        .filter(|(choice, inverted)| choice.usual.invert_if(*inverted) == Wire::FALSE);
    narrow
        .min_by_key(|(choice, _)| choice.exceptions.len())
        .copied()
}

/// How many entries it takes to combine some functions.
pub fn effort(choices: &[(&Choice, bool)]) -> usize {
    match narrowest(choices) {
        Some((narrow, _)) => narrow.exceptions.len() * choices.len() + choices.len(),
        None => choices
            .iter()
            .map(|(choice, _)| choice.exceptions.len() + 1)
            .sum(),
    }
}

/// How many gates of two inputs a conjunction takes at most.
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
