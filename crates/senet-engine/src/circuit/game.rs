//! Implements `Game` for the circuit.

use super::output_layout::{count, ones};
use super::{Circuit, pack};
use crate::{
    Game, Goal, JointMove, MoveId, PlayoutRequest, PlayoutResults, RoleId, State, Stopped,
};

impl Game for Circuit {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn circuit(&self) -> Option<&Circuit> {
        Some(self)
    }

    fn initial(&self) -> Result<State, Stopped> {
        Ok(self.initial.clone())
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.ask(state, |evaluator, plan| evaluator.is_terminal(plan))
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        self.check_role(role)?;
        self.ask(state, |evaluator, plan| {
            let legal = evaluator.legal(plan, role);
            let mut moves = Vec::with_capacity(count(legal));
            moves.extend(ones(legal).map(MoveId));
            moves
        })
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        let nodes = self.check_joint(joint)?;
        self.ask(state, |evaluator, plan| {
            State::from_words(evaluator.next(plan, &nodes).to_vec())
        })
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        self.check_role(role)?;
        self.ask(state, |evaluator, plan| {
            self.goals[role].goal(evaluator.with_goals(plan))
        })
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
        self.check_role(role)?;
        let nodes = self.check_joint(joint)?;
        self.ask(state, |evaluator, plan| {
            let wires = evaluator.with_sees(plan, &nodes);
            let percepts = plan.network.sees[role].iter();
            let seen = percepts.filter(|(_, wire)| wires.value(*wire));
            seen.map(|(text, _)| text.clone()).collect()
        })
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        let holding = ones(state.words()).map_while(|fluent| self.fluents.get(fluent as usize));
        holding.cloned().collect()
    }

    fn move_name(&self, role: RoleId, id: MoveId) -> String {
        let moves = self.moves.get(role);
        let name = moves.and_then(|moves| moves.get(id.0 as usize));
        name.cloned().unwrap_or_default()
    }

    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        let moves = self.moves.get(role)?;
        let position = moves
            .binary_search_by(|name| name.as_str().cmp(text))
            .ok()?;
        Some(MoveId(position as u32))
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        let positions: Option<Vec<u32>> = fluents
            .iter()
            .map(|text| self.fluents.binary_search(text).ok().map(|at| at as u32))
            .collect();
        Some(pack(self.fluents.len(), positions?.into_iter()))
    }

    fn fluent_names(&self) -> Option<&[String]> {
        Some(&self.fluents)
    }

    fn playouts(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        self.play(request)
    }
}
