//! The variables of a rule: which have values when, and where to go on when there is no match.

use crate::interpreter::order::is_known;
use crate::interpreter::plan::{Build, ClausePlan, Op, Playout, Step};
use senet_gdl::{Clause, Condition, Pattern};

/// The variables of a clause while it is being compiled.
pub(super) struct Scope {
    /// Which have values by now.
    pub bound: Vec<bool>,
    /// How often each occurs in the clause.
    pub uses: Vec<usize>,
}

impl Scope {
    /// None has a value yet.
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

    /// Whether all variables of the pattern have values.
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

/// Decides which steps may have another match that matters, and where to go when there is none. Each step comes with the
/// variables that it gives values to.
pub(super) fn link(
    known: Box<[Playout]>,
    ops: Vec<(Op, Vec<usize>)>,
    answer: Box<[Build]>,
    slots: usize,
) -> ClausePlan {
    let mut needed = vec![false; slots];
    for build in &answer {
        build.mark_slots(&mut needed);
    }
    // Once everything that the answer consists of is known, one proof of the rest is enough.
    let matters = |new: &[usize], needed: &[bool]| new.iter().any(|&v| needed[v]);
    let again = ops.iter().rposition(|(_, new)| matters(new, &needed));
    // Where nothing that a step binds is used later, its first match is as good as any other.
    let mut once = vec![true; ops.len()];
    for (position, (op, new)) in ops.iter().enumerate().rev() {
        once[position] = !matters(new, &needed);
        op.mark_slots(&mut needed);
    }
    let mut back = None;
    let mut steps = Vec::with_capacity(ops.len());
    for ((op, _), (position, once)) in ops.into_iter().zip(once.into_iter().enumerate()) {
        steps.push(Step { op, back });
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
