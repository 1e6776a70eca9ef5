//! Literals for families: all groups have the property now, or one group lacks it next.

use crate::encode::{Encoding, Need};
use crate::family::{Family, Kind};
use crate::solver::Lit;

/// A literal that implies the property of every group now.
pub fn holds_now(encoding: &mut Encoding, family: &Family) -> Lit {
    let switch = encoding.solver.variable();
    for group in &family.groups {
        if encoding.solver.is_stopped() {
            break;
        }
        let facts: Vec<Lit> = group.iter().map(|&fluent| encoding.now(fluent)).collect();
        match family.kind {
            Kind::Some => encoding.solver.clause([!switch].into_iter().chain(facts)),
            Kind::One => encoding.at_most_one(&facts, Some(switch)),
        }
    }
    for &fluent in &family.forbidden {
        let holds = encoding.now(fluent);
        encoding.solver.clause([!switch, !holds]);
    }
    switch
}

/// Maximum number of parts of a question about a family. A smaller family is asked group by group. A violated family
/// mostly fails in the first part, so the other parts need no clauses. A question about all groups makes the solver
/// decide all of them again after each conflict. For 961 cells, such a question took 919,681 decisions and ten times
/// as long as the parts. But each part costs a call of the solver.
const PARTS: usize = 128;

/// Literals that a family is violated in the next state; more are added on demand.
#[derive(Clone, Default)]
pub struct Violation {
    /// For each of the first groups, a literal that implies its violation.
    groups: Vec<Lit>,
    /// For each of the first parts, a literal that implies the violation of one of its groups.
    parts: Vec<Lit>,
    /// A literal that implies the violation of some group.
    any: Option<Lit>,
}

impl Violation {
    /// A literal that implies the violation of one part in the next state; `None` after the last part. Call it in
    /// order.
    pub fn part(&mut self, encoding: &mut Encoding, family: &Family, part: usize) -> Option<Lit> {
        if part == self.parts.len() {
            let new = self.write_part(encoding, family)?;
            self.parts.push(new);
        }
        self.parts.get(part).copied()
    }

    /// Adds the next part. The last part contains the facts that must not hold.
    fn write_part(&mut self, encoding: &mut Encoding, family: &Family) -> Option<Lit> {
        let (count, part) = (family.groups.len(), self.parts.len());
        let size = count.div_ceil(PARTS).max(1);
        let group_parts = count.div_ceil(size);
        if part < group_parts {
            self.write_groups(encoding, family, count.min((part + 1) * size));
            let mut written = self.groups.chunks(size);
            return Some(some_of(encoding, written.nth(part).unwrap_or(&[])));
        }
        if part > group_parts || family.forbidden.is_empty() {
            return None;
        }
        let forbidden = forbidden_next(encoding, family);
        Some(some_of(encoding, &forbidden))
    }

    /// A literal that implies the violation of some group in the next state.
    pub fn any(&mut self, encoding: &mut Encoding, family: &Family) -> Lit {
        if let Some(known) = self.any {
            return known;
        }
        self.write_groups(encoding, family, family.groups.len());
        let mut reasons = self.groups.clone();
        reasons.extend(forbidden_next(encoding, family));
        *self.any.insert(some_of(encoding, &reasons))
    }

    /// Adds literals for groups up to `end`.
    fn write_groups(&mut self, encoding: &mut Encoding, family: &Family, end: usize) {
        while self.groups.len() < end && !encoding.solver.is_stopped() {
            let group = &family.groups[self.groups.len()];
            self.groups.push(violated_next(encoding, family, group));
        }
    }
}

/// A literal that implies that one of these literals holds.
fn some_of(encoding: &mut Encoding, literals: &[Lit]) -> Lit {
    if let [only] = literals {
        return *only;
    }
    let some = encoding.solver.variable();
    let reasons = literals.iter().copied();
    encoding.solver.clause([!some].into_iter().chain(reasons));
    some
}

/// Literals that forbidden facts hold next.
fn forbidden_next(encoding: &mut Encoding, family: &Family) -> Vec<Lit> {
    let forbidden = family.forbidden.iter();
    forbidden
        .filter_map(|&fluent| encoding.next(fluent, Need::Founded))
        .collect()
}

fn violated_next(encoding: &mut Encoding, family: &Family, group: &[u32]) -> Lit {
    match family.kind {
        Kind::Some => none_next(encoding, group),
        Kind::One => two_next(encoding, group),
    }
}

fn none_next(encoding: &mut Encoding, group: &[u32]) -> Lit {
    let none = encoding.solver.variable();
    for &fluent in group {
        if let Some(holds) = encoding.next(fluent, Need::Forced) {
            encoding.solver.clause([!none, !holds]);
        }
    }
    none
}

/// Goes through the group from left to right and tracks whether one or two facts hold so far.
fn two_next(encoding: &mut Encoding, group: &[u32]) -> Lit {
    let facts = group
        .iter()
        .filter_map(|&fluent| encoding.next(fluent, Need::Founded));
    let facts: Vec<Lit> = facts.collect();
    let solver = &mut encoding.solver;
    let (mut one, mut two) = (solver.variable(), solver.variable());
    solver.clause([!one]);
    solver.clause([!two]);
    for fact in facts {
        let (before, two_before) = (one, two);
        (one, two) = (solver.variable(), solver.variable());
        solver.clause([!one, before, fact]);
        solver.clause([!two, two_before, fact]);
        solver.clause([!two, two_before, before]);
    }
    two
}
