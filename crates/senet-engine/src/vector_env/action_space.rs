//! One numbering for the moves of all roles.

use crate::network::Network;
use crate::{Circuit, Game, MoveId, RoleId};

/// The actions of a game: the texts of all moves of all roles, sorted. An action is the position of
/// a text, so that one network can play every role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionSpace {
    names: Vec<String>,
    /// Per role and action, the move.
    moves: Vec<Vec<Option<MoveId>>>,
    /// Per role and move, the action.
    actions: Vec<Vec<u32>>,
    /// Per role and move, true if no next state depends on whether it is made.
    idle: Vec<Vec<bool>>,
}

impl ActionSpace {
    /// The actions of a circuit.
    pub fn of(circuit: &Circuit) -> ActionSpace {
        let network = circuit.network();
        let texts = network.moves.iter().enumerate().map(|(role, nodes)| {
            let moves = 0..nodes.len() as u32;
            moves
                .map(|id| circuit.move_name(role, MoveId(id)))
                .collect()
        });
        let texts: Vec<Vec<String>> = texts.collect();
        let mut names: Vec<String> = texts.iter().flatten().cloned().collect();
        names.sort();
        names.dedup();
        let mut moves = vec![vec![None; names.len()]; texts.len()];
        let mut actions = Vec::new();
        for (role, texts) in texts.iter().enumerate() {
            let mut own = Vec::new();
            for (id, text) in (0..).zip(texts) {
                let action = names.binary_search(text).unwrap_or_default();
                moves[role][action] = Some(MoveId(id));
                own.push(action as u32);
            }
            actions.push(own);
        }
        ActionSpace {
            names,
            moves,
            actions,
            idle: idle_moves(network),
        }
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there are no actions.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The text of each action.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The move of a role with this action, if the role has such a move.
    pub fn find_move(&self, role: RoleId, action: usize) -> Option<MoveId> {
        *self.moves.get(role)?.get(action)?
    }

    /// The action of a role's move.
    ///
    /// # Panics
    /// If the role has no such move.
    pub fn action(&self, role: RoleId, id: MoveId) -> u32 {
        self.actions[role][id.0 as usize]
    }

    /// Returns true if no next state depends on whether the role makes the move: the role waits.
    ///
    /// # Panics
    /// If the role has no such move.
    pub fn is_idle(&self, role: RoleId, id: MoveId) -> bool {
        self.idle[role][id.0 as usize]
    }
}

/// Per role and move, true if the next state does not read it.
fn idle_moves(network: &Network) -> Vec<Vec<bool>> {
    let mut read = vec![false; network.gates.len()];
    let mut drivers = vec![None; network.gates.len()];
    for &(input, driver) in network.loops.iter().flat_map(|one| &one.feedback) {
        drivers[input as usize] = Some(driver.node());
    }
    let mut open: Vec<u32> = network.next.iter().map(|wire| wire.node()).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut read[node as usize], true) {
            open.extend(network.gates.inputs(node).iter().map(|wire| wire.node()));
            open.extend(drivers[node as usize]);
        }
    }
    let moves = network.moves.iter();
    moves
        .map(|nodes| nodes.clone().map(|node| !read[node as usize]).collect())
        .collect()
}
