//! The gates to evaluate for each query.

use super::fanout::Fanout;
use super::output_layout::OutputLayout;
use crate::network::{Cone, Network, Wire};
use crate::{BuildLimits, BuildStop};

/// A network prepared for queries about one state at a time.
#[derive(Debug)]
pub struct EvaluationPlan {
    /// The network.
    pub network: Network,
    /// The layout of the network's outputs.
    pub outputs: OutputLayout,
    /// The gates of the terminal wire.
    pub terminal: Cone,
    /// The gates of the legal moves, beyond those of the terminal wire.
    pub legal: Cone,
    /// The gates of the next state, beyond those of the legal moves.
    pub next: Cone,
    /// The gates of the goals. Omits the gates of the terminal wire or, if evaluation is
    /// incremental, all gates of the fanout.
    pub goal: Cone,
    /// The gates of the percepts. Omits the gates of the legal moves or, if evaluation is
    /// incremental, all gates of the fanout.
    pub sees: Cone,
    /// The fanout of each node, if evaluation is incremental.
    pub fanout: Option<Fanout>,
    /// True if the outputs that are queried without moves depend on moves. Moves must be false for
    /// such queries.
    pub outputs_depend_on_moves: bool,
}

impl EvaluationPlan {
    /// A plan for full evaluation.
    pub fn full(network: Network) -> EvaluationPlan {
        let mut known = vec![false; network.gates.len()];
        let terminal = Cone::of(&network, [network.terminal], &mut known);
        let goal = Cone::of(&network, goals(&network), &mut known.clone());
        let legal = Cone::of(&network, legal(&network), &mut known);
        let sees = Cone::of(&network, sees(&network), &mut known.clone());
        let next = Cone::of(&network, network.next.iter().copied(), &mut known);
        EvaluationPlan {
            outputs: OutputLayout::of(&network),
            fanout: None,
            outputs_depend_on_moves: outputs_depend_on_moves(&network),
            network,
            terminal,
            legal,
            next,
            goal,
            sees,
        }
    }

    /// A plan for incremental evaluation of the terminal wire, the legal moves and the next state.
    /// The other outputs are evaluated on request. If the loops do not allow it, this is a plan for
    /// full evaluation.
    pub fn incremental(
        network: Network,
        limits: &BuildLimits,
    ) -> Result<EvaluationPlan, BuildStop> {
        let mut known = vec![false; network.gates.len()];
        let kept = [network.terminal].into_iter().chain(legal(&network));
        let kept = kept.chain(network.next.iter().copied());
        let kept = Cone::of(&network, kept, &mut known);
        let mut outputs = OutputLayout::of(&network);
        limits.check()?;
        let goal = Cone::of(&network, goals(&network), &mut known.clone());
        let sees = Cone::of(&network, sees(&network), &mut known);
        let Some(fanout) = Fanout::of(&network, &kept, [&goal, &sees], &mut outputs) else {
            return Ok(EvaluationPlan::full(network));
        };
        limits.check()?;
        Ok(EvaluationPlan {
            terminal: Cone::default(),
            legal: Cone::default(),
            next: Cone::default(),
            fanout: Some(fanout),
            outputs,
            outputs_depend_on_moves: outputs_depend_on_moves(&network),
            goal,
            sees,
            network,
        })
    }
}

/// Returns true if the terminal wire, the legal moves or the goals depend on moves.
fn outputs_depend_on_moves(network: &Network) -> bool {
    let mut reached = vec![false; network.gates.len()];
    let state = [network.terminal].into_iter().chain(legal(network));
    Cone::of(network, state.chain(goals(network)), &mut reached);
    let mut moves = network.moves.iter().cloned().flatten();
    moves.any(|node| reached[node as usize])
}

fn legal(network: &Network) -> impl Iterator<Item = Wire> {
    network.legal.iter().flatten().copied()
}

fn goals(network: &Network) -> impl Iterator<Item = Wire> {
    network.goals.iter().flatten().map(|(_, wire)| *wire)
}

fn sees(network: &Network) -> impl Iterator<Item = Wire> {
    network.sees.iter().flatten().map(|(_, wire)| *wire)
}
