//! Ends single queries at a deadline.

use crate::batch::{Children, MoveLists, PlayoutRequest, PlayoutResults};
use crate::{Circuit, Deadline, Game, Goal, JointMove, MoveId, RoleId, State, Stopped};

/// A game whose queries fail once a deadline is over.
///
/// Back ends whose work for one state is bounded never look at the clock. This wrapper ends the loops of callers that
/// ask about one state after another. Searches have budgets of their own and do without it.
pub struct DeadlineGame<G> {
    game: G,
    deadline: Deadline,
}

impl<G: AsRef<dyn Game> + Send + Sync> DeadlineGame<G> {
    /// Wraps a game.
    pub fn new(game: G, deadline: Deadline) -> DeadlineGame<G> {
        DeadlineGame { game, deadline }
    }

    fn any_time(&self) -> &dyn Game {
        self.game.as_ref()
    }

    fn in_time(&self) -> Result<&dyn Game, Stopped> {
        match self.deadline.is_over() {
            true => Err(Stopped::Signalled),
            false => Ok(self.any_time()),
        }
    }
}

impl<G: AsRef<dyn Game> + Send + Sync> Game for DeadlineGame<G> {
    fn roles(&self) -> &[String] {
        self.any_time().roles()
    }

    fn initial(&self) -> Result<State, Stopped> {
        self.in_time()?.initial()
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.in_time()?.is_terminal(state)
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        self.in_time()?.legal(state, role)
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        self.in_time()?.next(state, joint)
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        self.in_time()?.goal(state, role)
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
        self.in_time()?.sees(state, joint, role)
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        self.any_time().fluents(state)
    }

    fn move_name(&self, role: RoleId, id: MoveId) -> String {
        self.any_time().move_name(role, id)
    }

    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        self.any_time().find_move(role, text)
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        self.any_time().find_state(fluents)
    }

    fn fluent_names(&self) -> Option<&[String]> {
        self.any_time().fluent_names()
    }

    fn circuit(&self) -> Option<&Circuit> {
        self.any_time().circuit()
    }

    fn terminal_in(&self, states: &[State]) -> Result<Vec<bool>, Stopped> {
        self.in_time()?.terminal_in(states)
    }

    fn legal_in(&self, states: &[State]) -> Result<MoveLists, Stopped> {
        self.in_time()?.legal_in(states)
    }

    fn next_of(&self, states: &[State], joints: &[MoveId]) -> Result<Vec<State>, Stopped> {
        self.in_time()?.next_of(states, joints)
    }

    fn children_of(
        &self,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Children, Stopped> {
        self.in_time()?.children_of(states, from, joints)
    }

    fn goals_in(&self, states: &[State]) -> Result<Vec<Goal>, Stopped> {
        self.in_time()?.goals_in(states)
    }

    fn playouts(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        self.in_time()?.playouts(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadOptions, load};
    use senet_gdl::Sheet;

    #[test]
    fn queries_fail_once_the_deadline_is_cancelled() {
        let rules = "(role x) (init on) (legal x stay) (<= (next on) (true on)) (<= terminal (not (true on))) (goal x 50)";
        let game = load(&Sheet::read(rules), &LoadOptions::default()).unwrap();
        let deadline = Deadline::never();
        let game = DeadlineGame::new(game.game, deadline.clone());
        let state = game.initial().unwrap();
        assert!(game.legal(&state, 0).is_ok());
        deadline.cancel();
        assert_eq!(game.legal(&state, 0), Err(Stopped::Signalled));
        assert_eq!(game.fluents(&state), ["on"]);
    }
}
