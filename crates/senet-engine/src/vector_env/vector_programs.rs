//! The compiled rules of an environment, and the frame addresses of each action.

use super::env_plan::EnvPlan;
use crate::lanes::check_size;
use crate::lanes::logic::Array;
use crate::lanes::query_programs::QueryPrograms;
use crate::lanes::step_logic::MoveAddresses;
use crate::{BuildLimits, Circuit, CodeLimits, MoveId, Width};

/// A frame address that is false in all lanes. It stands for the legal lanes of an action that the role does not have.
const FALSE: u32 = 0;

/// The programs of one width.
pub struct VectorPrograms {
    /// The programs.
    pub queries: QueryPrograms,
    /// Per role and action, the frame addresses of the move.
    places: Vec<Place>,
    /// The number of actions.
    actions: usize,
    /// Per role, the action of each move in `queries.moves`.
    pub action_of: Vec<Vec<u32>>,
    /// Per role, the moves that change nothing.
    pub idle: Vec<Vec<MoveAddresses>>,
}

/// The frame addresses of a move.
#[derive(Clone, Copy)]
pub struct Place {
    /// The lanes in which the move is legal.
    pub legal: u32,
    /// The lanes in which the move is made.
    pub made: u32,
}

impl VectorPrograms {
    /// Compiles the rules.
    pub fn compile(
        circuit: &Circuit,
        plan: &EnvPlan,
        width: Width,
        code: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<VectorPrograms, String> {
        let network = circuit.network();
        check_size(network, code)?;
        let queries = QueryPrograms::for_legal_moves(network, width, code, build)?;
        let actions = plan.actions.len();
        let nowhere = Place {
            legal: FALSE,
            made: FALSE,
        };
        let mut places = vec![nowhere; actions * plan.roles()];
        let (mut action_of, mut idle) = (Vec::new(), Vec::new());
        for (role, moves) in queries.moves.iter().enumerate() {
            let action = |one: &MoveAddresses| plan.actions.action(role, MoveId(one.number));
            for one in moves {
                places[role * actions + action(one) as usize] = Place {
                    legal: one.legal.index,
                    made: one.made.index,
                };
            }
            action_of.push(moves.iter().map(action).collect());
            let waits = |one: &&MoveAddresses| plan.actions.is_idle(role, MoveId(one.number));
            idle.push(moves.iter().filter(waits).copied().collect());
        }
        Ok(VectorPrograms {
            queries,
            places,
            actions,
            action_of,
            idle,
        })
    }

    /// The frame addresses of a role's action.
    #[inline(always)]
    pub fn place(&self, role: usize, action: usize) -> Place {
        self.places[role * self.actions + action]
    }

    /// The number of vectors that a block needs.
    pub fn vectors(&self) -> usize {
        let (step, goals) = (&self.queries.step, &self.queries.goals.program);
        // The state, the next state, and the move pickers, which count eight moves in four bits.
        let moves: usize = self.queries.moves.iter().map(Vec::len).sum();
        step.length(Array::Frame)
            + goals.length(Array::Frame)
            + 2 * self.queries.layout.len()
            + moves / 2
    }
}
