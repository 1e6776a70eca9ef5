//! The evaluation order of the conditions of a rule.

use super::size_estimates::SizeEstimates;
use senet_gdl::{Atom, Clause, Condition, Pattern, Symbol};

/// The cost of testing a goal. Such a test comes before any scan that is expected to have more
/// matches.
const GOAL_TEST_COST: f64 = 0.8;

/// Orders the conditions, given which variables are bound at the start. Returns indices in the
/// body. `None` if no positive condition binds the variables of some condition.
///
/// Tests come as early as possible. Among scans, the one with the fewest expected matches comes
/// first.
pub(super) fn order(
    clause: &Clause,
    mut bound: Vec<bool>,
    sizes: &SizeEstimates,
    is_table: impl Fn(&Atom) -> bool,
) -> Option<Vec<usize>> {
    let mut open: Vec<usize> = (0..clause.body.len()).collect();
    let mut ordered = Vec::with_capacity(open.len());
    while !open.is_empty() {
        let mut best: Option<(f64, usize)> = None;
        for (position, &condition) in open.iter().enumerate() {
            let cost = cost(&clause.body[condition], &bound, sizes, &is_table);
            if let Some(cost) = cost
                && best.is_none_or(|(least, _)| cost < least)
            {
                best = Some((cost, position));
            }
        }
        let condition = open.remove(best?.1);
        for variable in clause.body[condition].variables() {
            bound[variable] = true;
        }
        ordered.push(condition);
    }
    Some(ordered)
}

/// The expected number of matches plus a small amount for work; `None` if the condition must wait.
fn cost(
    condition: &Condition,
    bound: &[bool],
    sizes: &SizeEstimates,
    is_table: &impl Fn(&Atom) -> bool,
) -> Option<f64> {
    let is_known = |pattern: &Pattern| is_known(pattern, bound);
    match condition {
        Condition::Distinct(left, right) => (is_known(left) && is_known(right)).then_some(-3.0),
        Condition::Fails(atom) => {
            let ready = atom.args.iter().all(is_known);
            ready.then_some(if is_cheap(atom, is_table) {
                -1.0
            } else {
                GOAL_TEST_COST
            })
        }
        Condition::Holds(atom) if atom.args.iter().all(is_known) => {
            Some(if is_cheap(atom, is_table) {
                -2.0
            } else {
                GOAL_TEST_COST
            })
        }
        Condition::Holds(atom) => Some(matches(atom, bound, sizes, is_table)),
    }
}

/// Returns true if a test costs no more than a table lookup.
fn is_cheap(atom: &Atom, is_table: &impl Fn(&Atom) -> bool) -> bool {
    matches!(atom.signature(), (Symbol::TRUE, 1) | (Symbol::DOES, 2)) || is_table(atom)
}

fn matches(
    atom: &Atom,
    bound: &[bool],
    sizes: &SizeEstimates,
    is_table: &impl Fn(&Atom) -> bool,
) -> f64 {
    let known =
        |args: &[Pattern]| -> Vec<bool> { args.iter().map(|arg| is_known(arg, bound)).collect() };
    match (atom.relation, &atom.args[..]) {
        (Symbol::TRUE, [Pattern::Function(name, args)]) => {
            sizes.fluents((*name, args.len()), &known(args))
        }
        (Symbol::TRUE, [_]) => sizes.all_fluents(),
        (Symbol::DOES, [role, _]) if is_known(role, bound) => 0.9,
        (Symbol::DOES, [_, _]) => sizes.roles(),
        _ => {
            let rows = sizes
                .relation(atom.signature())
                .map_or(0.0, |size| size.matches(&known(&atom.args)));
            if is_table(atom) {
                rows
            } else {
                // Estimates for relations with rules assume independent arguments. Real arguments
                // depend on each other, so every known argument excludes more than its share.
                let known = known(&atom.args).iter().filter(|known| **known).count();
                rows * 1.2 / 2f64.powi(known as i32) + 0.5
            }
        }
    }
}

/// Returns true if all variables of the pattern are bound.
pub(super) fn is_known(pattern: &Pattern, bound: &[bool]) -> bool {
    match pattern {
        Pattern::Variable(v) => bound[*v],
        Pattern::Constant(_) => true,
        Pattern::Function(_, args) => args.iter().all(|arg| is_known(arg, bound)),
    }
}
