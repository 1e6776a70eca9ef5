//! Families of groups as literals: that all groups have the property now, and that one of them has not next.

use crate::encode::{Encoding, Need};
use crate::family::{Family, Kind};
use rustsat::types::Lit;

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

/// That a family is violated in the next state, as far as it is written down.
#[derive(Clone, Default)]
pub struct Violation {
    /// Literals that, where they hold, take the property from a group: those of the first groups.
    groups: Vec<Lit>,
    /// A literal that takes it from some group.
    any: Option<Lit>,
}

impl Violation {
    /// A literal that, where it holds, takes the property from the first group; `None` if there are no others, or if more is written down already.
    pub fn first(&mut self, encoding: &mut Encoding, family: &Family) -> Option<Lit> {
        if !self.groups.is_empty() || family.groups.len() < 2 {
            return None;
        }
        let first = violated_next(encoding, family, &family.groups[0]);
        self.groups.push(first);
        Some(first)
    }

    /// A literal that, where it holds, takes the property from some group of the family in the next state.
    pub fn any(&mut self, encoding: &mut Encoding, family: &Family) -> Lit {
        if let Some(known) = self.any {
            return known;
        }
        for group in &family.groups[self.groups.len()..] {
            if encoding.solver.is_stopped() {
                break;
            }
            self.groups.push(violated_next(encoding, family, group));
        }
        let any = encoding.solver.variable();
        let barred = family.barred.iter();
        let barred = barred.filter_map(|&fluent| encoding.next(fluent, Need::Founded));
        let reasons: Vec<Lit> = self.groups.iter().copied().chain(barred).collect();
        encoding.solver.clause([!any].into_iter().chain(reasons));
        *self.any.insert(any)
    }
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
