//! The parts of a table of the thesis: networks, players and limits.

use crate::training::{Limit, MethodKind, Seats};
use senet_deep::{DeepPlan, NetworkKind, Refinements};

/// A network to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetSpec {
    /// The name in the table.
    pub name: &'static str,
    /// The way of learning.
    pub method: MethodKind,
    /// The number of hidden layers.
    pub layers: usize,
    /// True for convolutions over proved boards.
    pub cnn: bool,
    /// Changes to Algorithm 1.
    pub refinements: Refinements,
}

/// No change to Algorithm 1.
pub const PLAIN: Refinements = Refinements {
    gumbel: false,
    playout_cap: false,
    mixed_values: false,
};

/// AlphaZero with dense layers: the network of most tables.
pub const MLP: NetSpec = NetSpec {
    name: "alphazero",
    method: MethodKind::Alphazero,
    layers: 3,
    cnn: false,
    refinements: PLAIN,
};

/// Descent, for comparison.
pub const DESCENT: NetSpec = NetSpec {
    name: "descent",
    method: MethodKind::Descent,
    ..MLP
};

impl NetSpec {
    /// The size of the network.
    pub fn network(&self) -> NetworkKind {
        NetworkKind {
            layers: self.layers,
            width: if self.cnn { 32 } else { 128 },
            ..NetworkKind::default()
        }
    }

    /// The settings of AlphaZero.
    pub fn plan(&self) -> DeepPlan {
        DeepPlan {
            refinements: self.refinements,
            ..DeepPlan::default()
        }
    }
}

/// A player of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Who {
    /// A player kind.
    Named(&'static str),
    /// A network with search, after this share of its training.
    Deep(NetSpec, f64),
    /// A network without search, after this share of its training.
    Net(NetSpec, f64),
}

impl Who {
    /// The network that must be trained, and the share of its training time.
    pub fn network(&self) -> Option<(NetSpec, f64)> {
        match *self {
            Who::Named(_) => None,
            Who::Deep(spec, share) | Who::Net(spec, share) => Some((spec, share)),
        }
    }

    /// The name in the table.
    pub fn name(&self) -> String {
        let at = |share: f64| match share < 1.0 {
            true => format!(" at {:.0} %", 100.0 * share),
            false => String::new(),
        };
        match self {
            Who::Named(name) => (*name).to_string(),
            Who::Deep(spec, share) => format!("{}{}", spec.name, at(*share)),
            Who::Net(spec, share) => format!("{} without search{}", spec.name, at(*share)),
        }
    }
}

/// A row of a table: one player against another in a game.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The library game.
    pub game: &'static str,
    /// The player that is measured.
    pub own: Who,
    /// The player of the other roles.
    pub other: Who,
    /// The roles of the player that is measured.
    pub seats: Seats,
    /// The limit of a move; `None` for the limit that the command line gives.
    pub limit: Option<Limit>,
    /// The published result, as text.
    pub published: &'static str,
    /// The published result as a share from 0 to 1, for the plot.
    pub published_share: Option<f64>,
}

impl Entry {
    /// A row with swapped seats and the limit of the command line.
    pub fn new(game: &'static str, own: Who, other: Who) -> Entry {
        Entry {
            game,
            own,
            other,
            seats: Seats::Each,
            limit: None,
            published: "",
            published_share: None,
        }
    }

    /// The row with its published result.
    pub fn published(self, text: &'static str, share: f64) -> Entry {
        Entry {
            published: text,
            published_share: Some(share),
            ..self
        }
    }

    /// The row with its own limit.
    pub fn limit(self, limit: Limit) -> Entry {
        Entry {
            limit: Some(limit),
            ..self
        }
    }

    /// The row with fixed roles.
    pub fn team(self, roles: &[usize]) -> Entry {
        Entry {
            seats: Seats::Team(roles.to_vec()),
            ..self
        }
    }
}
