//! The variables of a rule: when they are bound, and where to backtrack to.

use crate::interpreter::condition_order::is_known;
use crate::interpreter::plan::{ClausePlan, PlanStep, StepOperation, TermBuilder, TermMatcher};
use senet_gdl::{Clause, Condition, Pattern};

/// The variables of a clause during compilation.
pub(super) struct Scope {
    /// Marks the bound variables.
    pub bound: Vec<bool>,
    /// The number of occurrences of each variable in the clause.
    pub uses: Vec<usize>,
}

impl Scope {
    /// No variable is bound.
    pub fn new(clause: &Clause) -> Scope {
        let mut uses = vec![0; clause.variables.len()];
        let mut count = |pattern: &Pattern| count_uses(pattern, &mut uses);
        clause.head.args.iter().for_each(&mut count);
        for condition in &clause.body {
            match condition {
                Condition::Holds(atom) | Condition::Fails(atom) => {
                    atom.args.iter().for_each(&mut count);
                }
                Condition::Distinct(left, right) => {
                    count(left);
                    count(right);
                }
            }
        }
        Scope {
            bound: vec![false; uses.len()],
            uses,
        }
    }

    /// Returns true if all variables of the pattern are bound.
    pub fn knows(&self, pattern: &Pattern) -> bool {
        is_known(pattern, &self.bound)
    }
}

fn count_uses(pattern: &Pattern, uses: &mut [usize]) {
    match pattern {
        Pattern::Variable(v) => uses[*v] += 1,
        Pattern::Constant(_) => {}
        Pattern::Function(_, args) => args.iter().for_each(|arg| count_uses(arg, uses)),
    }
}

/// Decides the backtracking target of each step. Each operation comes with the variables that it
/// binds.
pub(super) fn link(
    known: Box<[TermMatcher]>,
    ops: Vec<(StepOperation, Vec<usize>)>,
    answer: Box<[TermBuilder]>,
    slots: usize,
) -> ClausePlan {
    let mut needed = vec![false; slots];
    for build in &answer {
        build.mark_slots(&mut needed);
    }
    // Once all variables of the answer are bound, one proof of the rest suffices.
    let matters = |new: &[usize], needed: &[bool]| new.iter().any(|&v| needed[v]);
    let again = ops.iter().rposition(|(_, new)| matters(new, &needed));
    // If no later step uses the variables of a step, its first match suffices.
    let mut once = vec![true; ops.len()];
    for (position, (op, new)) in ops.iter().enumerate().rev() {
        once[position] = !matters(new, &needed);
        op.mark_slots(&mut needed);
    }
    let mut back = None;
    let mut steps = Vec::with_capacity(ops.len());
    for ((op, _), (position, once)) in ops.into_iter().zip(once.into_iter().enumerate()) {
        steps.push(PlanStep { op, back });
        if !once {
            back = Some(position);
        }
    }
    ClausePlan {
        known,
        steps: steps.into(),
        answer,
        again,
        slots,
    }
}
