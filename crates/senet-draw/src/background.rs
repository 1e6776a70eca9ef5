//! Finds the contents that stand for an empty place, and contents that never change.
//!
//! Moves tell: a place that a piece leaves shows the background afterwards, and a place that a move names alone shows
//! it before or after. Where moves do not tell, the most frequent initial content is the background.

use crate::Fact;
use crate::clicks::{Click, Clicks};
use crate::evidence::{Evidence, ObservedStep};
use crate::space::{BoardLayer, BoardSpace};
use std::collections::{BTreeMap, BTreeSet};

/// How often each content was seen.
type Counts = BTreeMap<Vec<String>, usize>;

/// The contents that moves uncover or cover.
#[derive(Default)]
struct Votes {
    /// After the move, at the first of two places.
    left: Counts,
    /// Before the move, at a single place.
    covered: Counts,
    /// After the move, at a single place.
    uncovered: Counts,
}

/// Sets the background and the fixed contents of all layers from observed moves.
pub fn find(spaces: &mut [BoardSpace], clicks: &Clicks, evidence: &Evidence) {
    for at in 0..spaces.len() {
        let places = spaces[at].places.len() * spaces[at].boards.len();
        for number in 0..spaces[at].layers.len() {
            let votes = votes(&spaces[at].layers[number], at, clicks, evidence);
            let layer = &mut spaces[at].layers[number];
            if !evidence.steps.is_empty() && !is_full(layer, places, evidence) {
                layer.blank = None;
            } else if let Some(found) = winner(&votes, layer, evidence) {
                layer.blank = Some(found);
            }
            layer.fixed = fixed(layer, evidence);
        }
    }
}

/// Returns true if the layer fills most places, with the same number of facts in each observed state. Otherwise
/// absence means empty.
fn is_full(layer: &BoardLayer, places: usize, evidence: &Evidence) -> bool {
    let mut counts = evidence
        .states()
        .map(|state| state.iter().filter(|fact| layer.holds(fact)).count());
    let first = counts.next();
    let fills = first.is_some_and(|count| count * 2 >= places);
    fills && counts.all(|count| Some(count) == first)
}

fn votes(layer: &BoardLayer, space: usize, clicks: &Clicks, evidence: &Evidence) -> Votes {
    let mut votes = Votes::default();
    if layer.contents.is_empty() || !layer.order.is_empty() {
        return votes;
    }
    for step in &evidence.steps {
        for text in &step.moves {
            let places = places(clicks, &Fact::read(text), space);
            match &places[..] {
                [only] => {
                    count(&mut votes.covered, layer, &step.before, only);
                    count(&mut votes.uncovered, layer, &step.after, only);
                }
                [first, _] => count(&mut votes.left, layer, &step.after, first),
                _ => {}
            }
        }
    }
    votes
}

/// Returns the coordinate words of the places that a move names in a space.
fn places(clicks: &Clicks, action: &Fact, space: usize) -> Vec<Vec<String>> {
    let clicks = clicks.of_move(&action.name, action.args.len()).iter();
    let words = clicks.filter_map(|click| match click {
        Click::Place { space: own, args } if *own == space => {
            Some(args.iter().map(|&at| action.args[at].clone()).collect())
        }
        _ => None,
    });
    words.collect()
}

/// Counts the content of a place, if there is exactly one.
fn count(counts: &mut Counts, layer: &BoardLayer, state: &[Fact], place: &[String]) {
    let at = |fact: &&Fact| {
        layer.holds(fact) && layer.coordinates().iter().map(|&i| &fact.args[i]).eq(place)
    };
    let mut here = state.iter().filter(at);
    if let (Some(fact), None) = (here.next(), here.next()) {
        *counts.entry(layer.contents(fact)).or_default() += 1;
    }
}

/// Returns the content that nearly all votes of one kind agree on. Among several, the initially most frequent one.
fn winner(votes: &Votes, layer: &BoardLayer, evidence: &Evidence) -> Option<Vec<String>> {
    let initial = evidence.steps.first().map(|step| &step.before);
    let initially = |content: &Vec<String>| {
        let facts = initial.into_iter().flatten();
        let same = facts.filter(|fact| layer.holds(fact) && layer.contents(fact) == *content);
        same.count()
    };
    let agreed = |counts: &Counts| {
        let all: usize = counts.values().sum();
        let (most, count) = counts.iter().max_by_key(|(_, count)| **count)?;
        (count * 10 >= all * 9).then(|| most.clone())
    };
    if let Some(left) = agreed(&votes.left) {
        return Some(left);
    }
    let found = [&votes.covered, &votes.uncovered]
        .into_iter()
        .filter_map(agreed);
    found.max_by_key(initially).filter(|c| initially(c) > 0)
}

/// Returns the contents whose facts never appear or disappear, if other facts of the layer do.
fn fixed(layer: &BoardLayer, evidence: &Evidence) -> BTreeSet<Vec<String>> {
    let Some(first) = evidence.steps.first() else {
        return BTreeSet::new();
    };
    let own = first.before.iter().filter(|fact| layer.holds(fact));
    let mut fixed: BTreeSet<Vec<String>> = own.map(|fact| layer.contents(fact)).collect();
    let mut changes = false;
    for step in &evidence.steps {
        for fact in changed(step).into_iter().filter(|fact| layer.holds(fact)) {
            fixed.remove(&layer.contents(fact));
            changes = true;
        }
    }
    if let Some(blank) = &layer.blank {
        fixed.remove(blank);
    }
    fixed.retain(|_| changes);
    fixed
}

/// Returns the facts that appear or disappear.
fn changed(step: &ObservedStep) -> Vec<&Fact> {
    let before: BTreeSet<&Fact> = step.before.iter().collect();
    let after: BTreeSet<&Fact> = step.after.iter().collect();
    before.symmetric_difference(&after).copied().collect()
}
