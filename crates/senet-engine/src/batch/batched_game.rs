//! Routes single queries through the batch methods, so that tests of single queries also test
//! batches.

use super::{Children, MoveLists, PlayoutRequest, PlayoutResults};
use crate::{Circuit, Game, Goal, JointMove, MoveId, RoleId, State, Stopped};

/// A game that turns every query about one state into a batch of one.
pub struct BatchedGame<G>(pub G);

impl<G: AsRef<dyn Game> + Send + Sync> BatchedGame<G> {
    fn game(&self) -> &dyn Game {
        self.0.as_ref()
    }
}

/// The batch that contains only this state.
fn batch_of_one(state: &State) -> &[State] {
    std::slice::from_ref(state)
}

impl<G: AsRef<dyn Game> + Send + Sync> Game for BatchedGame<G> {
    fn roles(&self) -> &[String] {
        self.game().roles()
    }

    fn circuit(&self) -> Option<&Circuit> {
        self.game().circuit()
    }

    fn initial(&self) -> Result<State, Stopped> {
        self.game().initial()
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        Ok(self.terminal_in(batch_of_one(state))?[0])
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        if role >= self.roles().len() {
            return self.game().legal(state, role);
        }
        Ok(self.legal_in(batch_of_one(state))?.of(0, role).to_vec())
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        let mut states = self.next_of(batch_of_one(state), joint)?;
        states
            .pop()
            .ok_or_else(|| Stopped::Misuse("the batch returned no state".into()))
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        if role >= self.roles().len() {
            return self.game().goal(state, role);
        }
        Ok(self.goals_in(batch_of_one(state))?.swap_remove(role))
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
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

    fn playouts(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        self.game().playouts(request)
    }
}
