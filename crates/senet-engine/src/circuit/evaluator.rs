//! Evaluates one state at a time. Caches the results for this state until it switches to another.

use super::full::FullEvaluator;
use super::incremental::IncrementalEvaluator;
use super::plan::EvaluationPlan;
use super::wire_values::WireValues;
use crate::RoleId;

/// The wires of the state that was queried last.
#[derive(Clone, Debug)]
pub struct StateEvaluator {
    wires: EvaluatorKind,
    has_goals: bool,
}

#[derive(Clone, Debug)]
enum EvaluatorKind {
    Full(FullEvaluator),
    Incremental(IncrementalEvaluator),
}

impl StateEvaluator {
    /// An evaluator for a state.
    pub fn new(plan: &EvaluationPlan, state: &[u64]) -> StateEvaluator {
        let wires = match &plan.fanout {
            None => EvaluatorKind::Full(FullEvaluator::new(plan, state)),
            Some(fanout) => {
                let incremental =
                    IncrementalEvaluator::new(&plan.network, fanout, &plan.outputs, state);
                EvaluatorKind::Incremental(incremental)
            }
        };
        let has_goals = false;
        StateEvaluator { wires, has_goals }
    }

    /// The words of the state.
    pub fn state(&self) -> &[u64] {
        match &self.wires {
            EvaluatorKind::Full(full) => full.state(),
            EvaluatorKind::Incremental(incremental) => incremental.state(),
        }
    }

    /// Switches to another state; keeps cached results if the state is the same.
    pub fn set_state(&mut self, plan: &EvaluationPlan, state: &[u64]) {
        if self.state() == state {
            return;
        }
        self.has_goals = false;
        match (&mut self.wires, &plan.fanout) {
            (EvaluatorKind::Incremental(incremental), Some(fanout)) => {
                incremental.set_state(&plan.network, fanout, state)
            }
            (EvaluatorKind::Full(full), _) => full.set_state(plan, state),
            (EvaluatorKind::Incremental(_), None) => *self = StateEvaluator::new(plan, state),
        }
    }

    /// Returns true if the match is over.
    pub fn is_terminal(&mut self, plan: &EvaluationPlan) -> bool {
        self.without_moves(plan);
        if let EvaluatorKind::Full(full) = &mut self.wires {
            full.need_terminal(plan);
        }
        self.wires().value(plan.network.terminal)
    }

    /// The legal moves of a role, one bit each.
    pub fn legal(&mut self, plan: &EvaluationPlan, role: RoleId) -> &[u64] {
        self.without_moves(plan);
        let words = plan.outputs.legal[role].clone();
        match &mut self.wires {
            EvaluatorKind::Full(full) => {
                full.need_legal(plan);
                &full.row[words]
            }
            EvaluatorKind::Incremental(incremental) => incremental.row.words(words),
        }
    }

    /// The words of the next state for the moves with these input nodes.
    pub fn next(&mut self, plan: &EvaluationPlan, nodes: &[u32]) -> &[u64] {
        self.has_goals &= !plan.outputs_depend_on_moves;
        let words = plan.outputs.next.clone();
        match (&mut self.wires, &plan.fanout) {
            (EvaluatorKind::Full(full), _) => {
                full.need_next(plan, nodes);
                &full.row[words]
            }
            (EvaluatorKind::Incremental(incremental), fanout) => {
                fanout.iter().for_each(|w| incremental.set_moves(w, nodes));
                incremental.row.words(words)
            }
        }
    }

    /// The wires, with all goals evaluated.
    pub fn with_goals(&mut self, plan: &EvaluationPlan) -> &WireValues {
        self.is_terminal(plan);
        let wires = match &mut self.wires {
            EvaluatorKind::Full(full) => &mut full.wires,
            EvaluatorKind::Incremental(incremental) => &mut incremental.wires,
        };
        if !std::mem::replace(&mut self.has_goals, true) {
            wires.evaluate(&plan.network, &plan.goal);
        }
        wires
    }

    /// The wires, with all percepts evaluated for the moves with these input nodes.
    pub fn with_sees(&mut self, plan: &EvaluationPlan, nodes: &[u32]) -> &WireValues {
        self.has_goals &= !plan.outputs_depend_on_moves;
        match (&mut self.wires, &plan.fanout) {
            (EvaluatorKind::Full(full), _) => {
                full.need_legal(plan);
                full.set_moves(nodes);
                full.wires.evaluate(&plan.network, &plan.sees);
            }
            (EvaluatorKind::Incremental(incremental), fanout) => {
                fanout.iter().for_each(|w| incremental.set_moves(w, nodes));
                incremental.wires.evaluate(&plan.network, &plan.sees);
            }
        }
        self.wires()
    }

    /// Sets all moves to false if outputs that are queried without moves depend on them.
    fn without_moves(&mut self, plan: &EvaluationPlan) {
        if !plan.outputs_depend_on_moves {
            return;
        }
        match (&mut self.wires, &plan.fanout) {
            (EvaluatorKind::Full(full), _) => full.set_moves(&[]),
            (EvaluatorKind::Incremental(incremental), fanout) => {
                fanout.iter().for_each(|w| incremental.set_moves(w, &[]))
            }
        }
    }

    fn wires(&self) -> &WireValues {
        match &self.wires {
            EvaluatorKind::Full(full) => &full.wires,
            EvaluatorKind::Incremental(incremental) => &incremental.wires,
        }
    }
}
