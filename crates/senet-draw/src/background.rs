//! Finds the contents that stand for an empty place, and contents that never change.
//!
//! The background is the content of a place after a piece has left it. If a move names only one place, its content before
//! or after the move is the background. If no move tells, the most frequent initial content is the background.

use crate::Fact;
use crate::clicks::{Click, Clicks};
use crate::evidence::{Evidence, ObservedStep};
use crate::space::{BoardLayer, BoardSpace};
use crate::words::words;
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
    for (at, space) in spaces.iter_mut().enumerate() {
        let places = space.places.len() * space.boards.len();
        for layer in &mut space.layers {
            if evidence.steps.is_empty() {
                continue;
            }
            let votes = votes(layer, at, clicks, evidence);
            let told = || winner(&votes, layer, evidence).or(layer.blank.clone());
            let by_play = is_full(layer, places, evidence).then(told).flatten();
            layer.blank = named_empty(layer, evidence).or(by_play);
            layer.fixed = fixed(layer, evidence);
        }
        mark_minor_layers(space, evidence);
    }
}

/// Returns true if the layer fills most places in each observed state. Otherwise absence means empty.
fn is_full(layer: &BoardLayer, places: usize, evidence: &Evidence) -> bool {
    let mut counts = evidence
        .states()
        .map(|state| state.iter().filter(|fact| layer.holds(fact)).count());
    counts.all(|count| count * 2 >= places)
}

/// Returns the only content whose name stands for an empty place. The name decides a look only.
fn named_empty(layer: &BoardLayer, evidence: &Evidence) -> Option<Vec<String>> {
    let facts = evidence.states().flatten().filter(|f| layer.holds(f));
    let contents: BTreeSet<Vec<String>> = facts.map(|fact| layer.contents(fact)).collect();
    let mut empty = contents.into_iter().filter(|contents| {
        !contents.is_empty() && contents.iter().all(|word| words().is_empty(word))
    });
    match (empty.next(), empty.next()) {
        (Some(only), None) if layer.order.is_empty() => Some(only),
        _ => None,
    }
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

/// Marks the layers whose facts lie only on places with a piece of an earlier layer.
fn mark_minor_layers(space: &mut BoardSpace, evidence: &Evidence) {
    let occupied = |layer: &BoardLayer, state: &[Fact]| -> BTreeSet<Vec<String>> {
        let own = state.iter().filter(|fact| layer.holds(fact));
        let own = own.filter(|fact| layer.blank != Some(layer.contents(fact)));
        let places = own.map(|fact| {
            let words = layer
                .coordinates()
                .into_iter()
                .map(|at| fact.args[at].clone());
            words.collect()
        });
        places.collect()
    };
    for at in 1..space.layers.len() {
        let minor = (0..at).any(|main| {
            let mut seen = 0;
            let within = evidence.states().all(|state| {
                let own = occupied(&space.layers[at], state);
                seen += own.len();
                own.is_subset(&occupied(&space.layers[main], state))
            });
            within && seen >= FEWEST_MINOR && !space.layers[main].contents.is_empty()
        });
        space.layers[at].minor = minor;
    }
}

/// With fewer facts than this, a layer never counts as minor.
const FEWEST_MINOR: usize = 20;

/// Returns the contents whose facts neither appear nor disappear, if other facts of the layer do. If the facts of exactly
/// one content appear and never disappear, as trails and arrows do, it counts as well.
fn fixed(layer: &BoardLayer, evidence: &Evidence) -> BTreeSet<Vec<String>> {
    let Some(first) = evidence.steps.first() else {
        return BTreeSet::new();
    };
    let own = first.before.iter().filter(|fact| layer.holds(fact));
    let mut fixed: BTreeSet<Vec<String>> = own.map(|fact| layer.contents(fact)).collect();
    let (mut changes, mut lost) = (false, BTreeSet::new());
    let mut grows = BTreeSet::new();
    for step in &evidence.steps {
        let after: BTreeSet<&Fact> = step.after.iter().collect();
        for fact in changed(step).into_iter().filter(|fact| layer.holds(fact)) {
            let contents = layer.contents(fact);
            fixed.remove(&contents);
            match after.contains(fact) {
                true => grows.insert(contents),
                false => lost.insert(contents),
            };
            changes = true;
        }
    }
    grows.retain(|contents| !lost.contains(contents));
    if grows.len() == 1 {
        fixed.extend(grows);
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
