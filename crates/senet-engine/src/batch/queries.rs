//! The legal moves of many states in few allocations.

use crate::{MoveId, RoleId, Stopped};

/// The legal moves of every role in many states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveLists {
    roles: usize,
    ends: Vec<u32>,
    moves: Vec<MoveId>,
}

impl MoveLists {
    /// An empty list for a game with this number of roles.
    pub fn new(roles: usize) -> MoveLists {
        MoveLists {
            roles,
            ends: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Adds the moves of the next role, or of the first role of the next state.
    pub fn push(&mut self, moves: impl IntoIterator<Item = MoveId>) {
        self.moves.extend(moves);
        self.ends.push(self.moves.len() as u32);
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.ends.len() / self.roles.max(1)
    }

    /// Returns true if there are no states.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The moves of a role in a state, ordered by text.
    pub fn of(&self, state: usize, role: RoleId) -> &[MoveId] {
        let at = state * self.roles + role;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.moves[start as usize..self.ends[at] as usize]
    }
}

/// Checks that there is one move for every role in every state.
pub fn check_joints(joints: &[MoveId], states: usize, roles: usize) -> Result<(), Stopped> {
    if joints.len() == states * roles {
        return Ok(());
    }
    let (given, needed) = (joints.len(), states * roles);
    let problem = format!("{given} moves were given, but {needed} are needed");
    Err(Stopped::Misuse(problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_pushed_moves_by_state_and_role() {
        let mut lists = MoveLists::new(2);
        for moves in [vec![1, 2], vec![], vec![7], vec![3]] {
            lists.push(moves.into_iter().map(MoveId));
        }
        assert_eq!(lists.len(), 2);
        assert_eq!(lists.of(0, 0), [MoveId(1), MoveId(2)]);
        assert_eq!(lists.of(0, 1), []);
        assert_eq!(lists.of(1, 0), [MoveId(7)]);
        assert_eq!(lists.of(1, 1), [MoveId(3)]);
    }
}
