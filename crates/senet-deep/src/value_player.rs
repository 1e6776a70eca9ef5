//! Plays with a value network from a file: by best-first minimax, or by looking one move ahead.

use senet_engine::{JointMove, State, Stopped};
use senet_search::{Budget, ModelKind, MoveChoice, NetPlayer, Player, Setting, TrainedNet};

/// A player with a value network.
pub struct ValuePlayer {
    player: NetPlayer,
    kind: ModelKind,
}

impl ValuePlayer {
    /// Creates the player. The network must be joined to the game of the setting.
    pub fn new(kind: ModelKind, setting: Setting, trained: TrainedNet) -> ValuePlayer {
        ValuePlayer {
            player: NetPlayer::new(setting, trained),
            kind,
        }
    }
}

impl Player for ValuePlayer {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        // An evaluated state counts as a simulation. Without search, only the children of the state are evaluated.
        let nodes = match self.kind {
            ModelKind::Deep => budget.nodes.min(budget.simulations),
            ModelKind::Net => 1,
        };
        self.player.choose(state, &budget.clone().with_nodes(nodes))
    }

    fn observe(&mut self, joint: &JointMove, next: &State) {
        self.player.observe(joint, next);
    }
}
