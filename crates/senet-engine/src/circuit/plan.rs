//! What to evaluate for which question, and how.

use super::answers::Answers;
use super::wiring::Wiring;
use crate::network::{Network, Section, Wire};

/// A network prepared for questions about one state at a time.
#[derive(Debug)]
pub struct Plan {
    /// The network.
    pub network: Network,
    /// Where its answers stand.
    pub answers: Answers,
    /// What tells the end of the match.
    pub terminal: Section,
    /// What tells the legal moves once the end is known.
    pub legal: Section,
    /// What tells the next state once the legal moves are known.
    pub next: Section,
    /// What tells the goals once the end is known, or everything that is kept up to date.
    pub goal: Section,
    /// What tells the percepts once the legal moves are known, or everything that is kept up to date.
    pub sees: Section,
    /// How changes spread, if the answers are kept up to date.
    pub wiring: Option<Wiring>,
    /// Whether moves have an influence on what is asked of a state without moves, where no move counts as made.
    pub moves_disturb: bool,
}

impl Plan {
    /// A plan that evaluates each state anew.
    pub fn full(network: Network) -> Plan {
        let mut known = vec![false; network.gates.len()];
        let terminal = Section::of(&network, [network.terminal], &mut known);
        let goal = Section::of(&network, goals(&network), &mut known.clone());
        let legal = Section::of(&network, legal(&network), &mut known);
        let sees = Section::of(&network, sees(&network), &mut known.clone());
        let next = Section::of(&network, network.next.iter().copied(), &mut known);
        Plan {
            answers: Answers::of(&network),
            wiring: None,
            moves_disturb: moves_disturb(&network),
            network,
            terminal,
            legal,
            next,
            goal,
            sees,
        }
    }

    /// A plan that keeps the end, the legal moves and the next state up to date as states change, and evaluates the rest
    /// when it is asked for. If the loops of the network do not allow it, each state is evaluated anew.
    pub fn incremental(network: Network) -> Plan {
        let mut known = vec![false; network.gates.len()];
        let kept = [network.terminal].into_iter().chain(legal(&network));
        let kept = kept.chain(network.next.iter().copied());
        let kept = Section::of(&network, kept, &mut known);
        let mut answers = Answers::of(&network);
        let goal = Section::of(&network, goals(&network), &mut known.clone());
        let sees = Section::of(&network, sees(&network), &mut known);
        let Some(wiring) = Wiring::of(&network, &kept, [&goal, &sees], &mut answers) else {
            return Plan::full(network);
        };
        Plan {
            terminal: Section::default(),
            legal: Section::default(),
            next: Section::default(),
            wiring: Some(wiring),
            answers,
            moves_disturb: moves_disturb(&network),
            goal,
            sees,
            network,
        }
    }
}

/// Whether the end, legal moves or goals depend on moves.
fn moves_disturb(network: &Network) -> bool {
    let mut reached = vec![false; network.gates.len()];
    let state = [network.terminal].into_iter().chain(legal(network));
    Section::of(network, state.chain(goals(network)), &mut reached);
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
