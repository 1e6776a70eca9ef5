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

/// A literal that, where it holds, takes the property from some group of the family in the next state.
pub fn violated_next(encoding: &mut Encoding, family: &Family) -> Lit {
    let violated = encoding.solver.variable();
    let mut groups = vec![!violated];
    for group in &family.groups {
        if encoding.solver.is_stopped() {
            break;
        }
        groups.push(match family.kind {
            Kind::Some => none_next(encoding, group),
            Kind::One => two_next(encoding, group),
        });
    }
    let barred = family.barred.iter();
    groups.extend(barred.filter_map(|&fluent| encoding.next(fluent, Need::Founded)));
    encoding.solver.clause(groups);
    violated
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
