//! Things on top of each other: blocks on blocks, discs on pillars.
//!
//! Each thing is a place of its own. Its position follows from the things below it, so it changes with the state.

use crate::Fact;
use crate::evidence::Evidence;
use crate::look::BoardPlace;
use crate::space::BoardSpace;
use std::collections::{BTreeMap, BTreeSet};

/// Returns true if a binary fluent describes stacks: each thing lies on at most one other, and carries at most one.
pub fn is_stack(evidence: &Evidence, fluent: (&str, usize)) -> bool {
    let own = |fact: &&Fact| fact.name == fluent.0 && fact.args.len() == 2;
    let once = |state: &[Fact], at: usize| {
        let words: Vec<&String> = state.iter().filter(own).map(|f| &f.args[at]).collect();
        words.iter().collect::<BTreeSet<_>>().len() == words.len()
    };
    let mut seen = false;
    let fits = evidence.states().all(|state| {
        let below = below(state, fluent.0);
        seen |= !below.is_empty();
        let rests = below.keys().all(|thing| height(&below, thing).is_some());
        once(state, 0) && once(state, 1) && rests
    });
    fluent.1 == 2 && fits && seen
}

/// Returns the thing below each thing.
fn below<'a>(state: &'a [Fact], name: &str) -> BTreeMap<&'a str, &'a str> {
    let own = state.iter().filter(|fact| fact.name == name);
    let pairs = own.filter_map(|fact| match &fact.args[..] {
        [upper, lower] => Some((upper.as_str(), lower.as_str())),
        _ => None,
    });
    pairs.collect()
}

/// Returns the number of things below a thing, and the lowest one; `None` in a circle.
fn height<'a>(below: &BTreeMap<&'a str, &'a str>, thing: &'a str) -> Option<(usize, &'a str)> {
    let (mut at, mut count) = (thing, 0);
    while let Some(lower) = below.get(at) {
        (at, count) = (lower, count + 1);
        if count > below.len() {
            return None;
        }
    }
    Some((count, at))
}

/// Returns the position of each thing: stacks side by side, from the floor up.
pub fn spots(space: &BoardSpace, name: &str, state: &[Fact]) -> BTreeMap<BoardPlace, (f64, f64)> {
    let below = below(state, name);
    let mut things: Vec<(&String, &BoardPlace)> = space.named.iter().collect();
    things.sort_by_key(|(_, place)| **place);
    let lowest = things
        .iter()
        .filter(|(name, _)| !below.contains_key(name.as_str()));
    let columns: BTreeMap<&str, usize> = lowest
        .enumerate()
        .map(|(at, (name, _))| (name.as_str(), at))
        .collect();
    let spot = |(name, place): (&String, &BoardPlace)| {
        let (up, floor) = height(&below, name).unwrap_or((0, name));
        let across = columns.get(floor).copied().unwrap_or(columns.len());
        (*place, (across as f64 * 1.15, up as f64))
    };
    things.into_iter().map(spot).collect()
}
