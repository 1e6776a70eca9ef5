//! The memory of a state: what was worked out, and the way from there to another state.

use super::full::Full;
use super::plan::Plan;
use super::spread::Live;
use super::wires::Wires;
use crate::RoleId;

/// The wires of the state that was looked at last.
#[derive(Clone, Debug)]
pub struct Memory {
    wires: Kind,
    has_goals: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Full(Full),
    Live(Live),
}

impl Memory {
    /// The memory of a state.
    pub fn new(plan: &Plan, state: &[u64]) -> Memory {
        let wires = match &plan.wiring {
            None => Kind::Full(Full::new(plan, state)),
            Some(wiring) => {
                let live = Live::new(&plan.network, wiring, &plan.answers, state);
                Kind::Live(live)
            }
        };
        let has_goals = false;
        Memory { wires, has_goals }
    }

    /// The words of the state.
    pub fn state(&self) -> &[u64] {
        match &self.wires {
            Kind::Full(full) => full.state(),
            Kind::Live(live) => live.state(),
        }
    }

    /// Goes on to another state; keeps what is known if it is the same.
    pub fn set_state(&mut self, plan: &Plan, state: &[u64]) {
        if self.state() == state {
            return;
        }
        self.has_goals = false;
        match (&mut self.wires, &plan.wiring) {
            (Kind::Live(live), Some(wiring)) => live.set_state(&plan.network, wiring, state),
            (Kind::Full(full), _) => full.set_state(plan, state),
            (Kind::Live(_), None) => *self = Memory::new(plan, state),
        }
    }

    /// Whether the match is over.
    pub fn is_terminal(&mut self, plan: &Plan) -> bool {
        self.without_moves(plan);
        if let Kind::Full(full) = &mut self.wires {
            full.need_terminal(plan);
        }
        self.wires().value(plan.network.terminal)
    }

    /// The legal moves of a role, a bit each.
    pub fn legal(&mut self, plan: &Plan, role: RoleId) -> &[u64] {
        self.without_moves(plan);
        let words = plan.answers.legal[role].clone();
        match &mut self.wires {
            Kind::Full(full) => {
                full.need_legal(plan);
                &full.row[words]
            }
            Kind::Live(live) => live.row.words(words),
        }
    }

    /// The words of the state that follows when the moves of these input nodes are made.
    pub fn next(&mut self, plan: &Plan, nodes: &[u32]) -> &[u64] {
        self.has_goals &= !plan.moves_disturb;
        let words = plan.answers.next.clone();
        match (&mut self.wires, &plan.wiring) {
            (Kind::Full(full), _) => {
                full.need_next(plan, nodes);
                &full.row[words]
            }
            (Kind::Live(live), wiring) => {
                wiring.iter().for_each(|w| live.set_moves(w, nodes));
                live.row.words(words)
            }
        }
    }

    /// The wires, with all goals worked out.
    pub fn with_goals(&mut self, plan: &Plan) -> &Wires {
        self.is_terminal(plan);
        let wires = match &mut self.wires {
            Kind::Full(full) => &mut full.wires,
            Kind::Live(live) => &mut live.wires,
        };
        if !std::mem::replace(&mut self.has_goals, true) {
            wires.evaluate(&plan.network, &plan.goal);
        }
        wires
    }

    /// The wires, with all percepts worked out for the moves of these input nodes.
    pub fn with_sees(&mut self, plan: &Plan, nodes: &[u32]) -> &Wires {
        self.has_goals &= !plan.moves_disturb;
        match (&mut self.wires, &plan.wiring) {
            (Kind::Full(full), _) => {
                full.need_legal(plan);
                full.set_moves(nodes);
                full.wires.evaluate(&plan.network, &plan.sees);
            }
            (Kind::Live(live), wiring) => {
                wiring.iter().for_each(|w| live.set_moves(w, nodes));
                live.wires.evaluate(&plan.network, &plan.sees);
            }
        }
        self.wires()
    }

    /// Makes sure that no moves count as made where that makes a difference.
    fn without_moves(&mut self, plan: &Plan) {
        if !plan.moves_disturb {
            return;
        }
        match (&mut self.wires, &plan.wiring) {
            (Kind::Full(full), _) => full.set_moves(&[]),
            (Kind::Live(live), wiring) => wiring.iter().for_each(|w| live.set_moves(w, &[])),
        }
    }

    fn wires(&self) -> &Wires {
        match &self.wires {
            Kind::Full(full) => &full.wires,
            Kind::Live(live) => &live.wires,
        }
    }
}
