//! A game that is asked everything by way of batches: to judge those by what judges single questions.

use super::{Children, MoveLists, PlayoutRequest, Playouts};
use crate::{Game, Goal, Joint, MoveId, RoleId, State, Stopped};

/// Turns every question about one state into a question about many.
pub struct InBatches<G>(pub G);

impl<G: AsRef<dyn Game> + Send + Sync> InBatches<G> {
    fn game(&self) -> &dyn Game {
        self.0.as_ref()
    }
}

/// The batch of one state.
fn only(state: &State) -> &[State] {
    std::slice::from_ref(state)
}

impl<G: AsRef<dyn Game> + Send + Sync> Game for InBatches<G> {
    fn roles(&self) -> &[String] {
        self.game().roles()
    }

    fn initial(&self) -> Result<State, Stopped> {
        self.game().initial()
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        Ok(self.terminal_in(only(state))?[0])
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        if role >= self.roles().len() {
            return self.game().legal(state, role);
        }
        Ok(self.legal_in(only(state))?.of(0, role).to_vec())
    }

    fn next(&self, state: &State, joint: &Joint) -> Result<State, Stopped> {
        let mut states = self.next_of(only(state), joint)?;
        states
            .pop()
            .ok_or_else(|| Stopped::Misuse("no state was asked about".into()))
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        if role >= self.roles().len() {
            return self.game().goal(state, role);
        }
        Ok(self.goals_in(only(state))?.swap_remove(role))
    }

    fn sees(&self, state: &State, joint: &Joint, role: RoleId) -> Result<Vec<String>, Stopped> {
        self.game().sees(state, joint, role)
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        self.game().fluents(state)
    }

    fn move_name(&self, role: RoleId, id: MoveId) -> String {
        self.game().move_name(role, id)
    }

    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        self.game().find_move(role, text)
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        self.game().find_state(fluents)
    }

    fn fluent_names(&self) -> Option<&[String]> {
        self.game().fluent_names()
    }

    fn terminal_in(&self, states: &[State]) -> Result<Vec<bool>, Stopped> {
        self.game().terminal_in(states)
    }

    fn legal_in(&self, states: &[State]) -> Result<MoveLists, Stopped> {
        self.game().legal_in(states)
    }

    fn next_of(&self, states: &[State], joints: &[MoveId]) -> Result<Vec<State>, Stopped> {
        self.game().next_of(states, joints)
    }

    fn children_of(
        &self,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Children, Stopped> {
        self.game().children_of(states, from, joints)
    }

    fn goals_in(&self, states: &[State]) -> Result<Vec<Goal>, Stopped> {
        self.game().goals_in(states)
    }

    fn playouts(&self, request: &PlayoutRequest) -> Result<Playouts, Stopped> {
        self.game().playouts(request)
    }
}
