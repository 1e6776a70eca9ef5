//! Families of groups as literals: that all groups have the property now, and that one of them has not next.

use crate::encode::{Encoding, Need};
use crate::family::{Family, Kind};
use crate::solver::Lit;

/// A literal that, where it holds, gives every group of the family its property now.
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
    for &fluent in &family.barred {
        let holds = encoding.now(fluent);
        encoding.solver.clause([!switch, !holds]);
    }
    switch
}

/// A family is asked about in so many parts, or one group at a time if it has fewer. What does not hold mostly fails in the first part, and the rules about
/// all others need not be written down. To show of many groups at once that they keep their property, a solver decides about all of them anew with each
/// conflict: 919,681 decisions were counted for 961 cells, and in parts they took a tenth of the time. But each part costs a question.
const PARTS: usize = 128;

/// That a family is violated in the next state, as far as it is written down.
#[derive(Clone, Default)]
pub struct Violation {
    /// Literals that, where they hold, take the property from a group: those of the first groups.
    groups: Vec<Lit>,
    /// Literals that take it from one of some groups that follow each other: those of the first parts.
    parts: Vec<Lit>,
    /// A literal that takes it from some group.
    any: Option<Lit>,
}

impl Violation {
    /// A literal that, where it holds, violates one part of the family in the next state; `None` if it has no more parts. To be asked in order.
    pub fn part(&mut self, encoding: &mut Encoding, family: &Family, part: usize) -> Option<Lit> {
        if part == self.parts.len() {
            let new = self.write_part(encoding, family)?;
            self.parts.push(new);
        }
        self.parts.get(part).copied()
    }

    /// Writes down the next part. The last are the facts that must not hold.
    fn write_part(&mut self, encoding: &mut Encoding, family: &Family) -> Option<Lit> {
        let (count, part) = (family.groups.len(), self.parts.len());
        let size = count.div_ceil(PARTS).max(1);
        let group_parts = count.div_ceil(size);
        if part < group_parts {
            self.write_groups(encoding, family, count.min((part + 1) * size));
            let mut written = self.groups.chunks(size);
            return Some(some_of(encoding, written.nth(part).unwrap_or(&[])));
        }
        if part > group_parts || family.barred.is_empty() {
            return None;
        }
        let barred = barred_next(encoding, family);
        Some(some_of(encoding, &barred))
    }

    /// A literal that, where it holds, takes the property from some group of the family in the next state.
    pub fn any(&mut self, encoding: &mut Encoding, family: &Family) -> Lit {
        if let Some(known) = self.any {
            return known;
        }
        self.write_groups(encoding, family, family.groups.len());
        let mut reasons = self.groups.clone();
        reasons.extend(barred_next(encoding, family));
        *self.any.insert(some_of(encoding, &reasons))
    }

    /// Writes down when groups are violated, up to one of them.
    fn write_groups(&mut self, encoding: &mut Encoding, family: &Family, end: usize) {
        while self.groups.len() < end && !encoding.solver.is_stopped() {
            let group = &family.groups[self.groups.len()];
            self.groups.push(violated_next(encoding, family, group));
        }
    }
}

/// A literal that holds only where one of these does.
fn some_of(encoding: &mut Encoding, literals: &[Lit]) -> Lit {
    if let [only] = literals {
        return *only;
    }
    let some = encoding.solver.variable();
    let reasons = literals.iter().copied();
    encoding.solver.clause([!some].into_iter().chain(reasons));
    some
}

/// That facts hold next that must not.
fn barred_next(encoding: &mut Encoding, family: &Family) -> Vec<Lit> {
    let barred = family.barred.iter();
    barred
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

/// Goes through the group from left to right: is there one so far, are there two so far?
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
