//! Shuffles rules, facts and conditions, whose order has no meaning.

use super::ScrambleOptions;
use crate::description::{Description, Literal, Rule};
use crate::symbol::Symbol;
use fastrand::Rng;

pub(super) fn shuffle(description: &mut Description, options: &ScrambleOptions, random: &mut Rng) {
    let moves = |rule: &Rule| match rule.body.is_empty() {
        true => options.shuffle_facts,
        false => options.shuffle_rules,
    };
    shuffle_some(&mut description.rules, moves, random);
    if options.shuffle_literals {
        for rule in &mut description.rules {
            shuffle_literals(&mut rule.body, random);
        }
    }
}

/// Shuffles the movable rules among their places, then restores the order of the roles.
fn shuffle_some(rules: &mut [Rule], moves: impl Fn(&Rule) -> bool, random: &mut Rng) {
    let roles: Vec<Rule> = rules.iter().filter(|rule| is_role(rule)).cloned().collect();
    let places: Vec<usize> = (0..rules.len()).filter(|&at| moves(&rules[at])).collect();
    for last in (1..places.len()).rev() {
        rules.swap(places[last], places[random.usize(..=last)]);
    }
    let role_places = rules.iter_mut().filter(|rule| is_role(rule));
    for (place, role) in role_places.zip(roles) {
        *place = role;
    }
}

fn is_role(rule: &Rule) -> bool {
    rule.head.relation == Symbol::ROLE
}

fn shuffle_literals(literals: &mut [Literal], random: &mut Rng) {
    random.shuffle(literals);
    literals
        .iter_mut()
        .for_each(|literal| shuffle_inside(literal, random));
}

fn shuffle_inside(literal: &mut Literal, random: &mut Rng) {
    match literal {
        Literal::Or(parts, _) | Literal::And(parts, _) => shuffle_literals(parts, random),
        Literal::Not(inner, _) => shuffle_inside(inner, random),
        Literal::Holds(_) | Literal::Distinct(..) => {}
    }
}
