//! A network for the states in which certain fluents are known.

use super::emit::{Definition, Definitions, emit};
use super::three_valued::{Known, ThreeValued};
use super::{Network, Section, Wire};

impl Network {
    /// The network that answers as this one does wherever the `fixed` fluents have these values and the roles make legal moves.
    ///
    /// Fluents and moves keep their numbers, though the known ones are not looked at any more. Moves that are never legal here
    /// count as not made, and the only one that a role may have as made. The `next_fixed` fluents are known to have these values
    /// in the next state.
    pub fn specialise(&self, fixed: &[(u32, bool)], next_fixed: &[(u32, bool)]) -> Network {
        let values = self.evaluate_with(fixed);
        let mut special = emit(self, &values);
        for &(fluent, value) in next_fixed {
            special.next[fluent as usize] = Wire::FALSE.invert_if(value);
        }
        special
    }

    /// What is known of all nodes if some fluents are.
    fn evaluate_with(&self, fixed: &[(u32, bool)]) -> ThreeValued<'_> {
        let mut values = ThreeValued::new(self);
        for &(fluent, value) in fixed {
            values.set_fluent(fluent, Known::from(value));
        }
        let mut known = vec![false; self.gates.len()];
        let legal = self.legal.iter().flatten().copied();
        values.evaluate(&Section::of(self, legal, &mut known));
        (0..self.moves.len()).for_each(|role| values.set_choice(role));
        values.evaluate(&Section::of(self, self.outputs(), &mut known));
        values
    }
}

impl Definitions for ThreeValued<'_> {
    fn count(&self) -> usize {
        self.network().gates.len()
    }

    fn of(&self, node: u32) -> Definition<'_> {
        match self.get(Wire::of(node)).value() {
            Some(value) => Definition::Constant(value),
            None => Definition::And(self.network().gates.inputs(node)),
        }
    }
}
