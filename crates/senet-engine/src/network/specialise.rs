//! Specialises a network to states in which certain fluents are known.

use super::emit::{NodeDefinition, NodeDefinitions, emit};
use super::ternary::{Ternary, TernarySimulation};
use super::{Cone, Network, Wire};
use crate::build_limits::{BuildLimits, BuildStop};

impl Network {
    /// A network with the same outputs wherever the `fixed` fluents have these values and the roles
    /// make legal moves.
    ///
    /// Fluents and moves keep their numbers, but no gate reads the known fluents. Moves that are
    /// never legal here count as not made. If a role has only one possible move, it counts as made.
    /// The `next_fixed` fluents have these values in the next state.
    pub fn specialise(
        &self,
        fixed: &[(u32, bool)],
        next_fixed: &[(u32, bool)],
        limits: &BuildLimits,
    ) -> Result<Network, BuildStop> {
        limits.check()?;
        let values = self.simulate_with(fixed);
        let mut special = emit(self, &values, limits)?;
        for &(fluent, value) in next_fixed {
            special.next[fluent as usize] = Wire::FALSE.invert_if(value);
        }
        Ok(special)
    }

    /// Ternary simulation from some known fluents.
    fn simulate_with(&self, fixed: &[(u32, bool)]) -> TernarySimulation<'_> {
        let mut values = TernarySimulation::new(self);
        for &(fluent, value) in fixed {
            values.set_fluent(fluent, Ternary::from(value));
        }
        let mut known = vec![false; self.gates.len()];
        let legal = self.legal.iter().flatten().copied();
        values.evaluate(&Cone::of(self, legal, &mut known));
        (0..self.moves.len()).for_each(|role| values.set_role_moves(role));
        values.evaluate(&Cone::of(self, self.outputs(), &mut known));
        values
    }
}

impl NodeDefinitions for TernarySimulation<'_> {
    fn count(&self) -> usize {
        self.network().gates.len()
    }

    fn of(&self, node: u32) -> NodeDefinition<'_> {
        match self.get(Wire::of(node)).value() {
            Some(value) => NodeDefinition::Constant(value),
            None => NodeDefinition::And(self.network().gates.inputs(node)),
        }
    }
}
