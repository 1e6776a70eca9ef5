//! Factors out common factors: `a∧b ∨ a∧c` becomes `a∧(b∨c)`, which takes fewer gates.

use super::super::Wire;
use super::draft::Draft;
use crate::build_limits::{BuildLimits, BuildStop, Poll};
use rustc_hash::FxHashMap;

/// Factors are also searched inside shared gates with at most this number of inputs.
const SMALL_GATE: usize = 4;
/// A shared term with more inputs than this is not compared with the gates that use it.
const MAX_SHARED_TERM: usize = 64;
/// Maximum recursion depth of factoring.
const MAX_DEPTH: usize = 24;

/// Factors all ORs, and removes from their terms the wires that the gate already implies.
pub fn factor(draft: &mut Draft, limits: &BuildLimits) -> Result<(), BuildStop> {
    let mut poll = limits.poll();
    for node in 0..draft.inputs.len() {
        if draft.inputs[node].len() > 1 {
            poll.count(draft.inputs[node].len())?;
            absorb(draft, node);
            factor_terms(draft, node, &mut poll)?;
        }
    }
    Ok(())
}

/// Removes wires that the gate's other inputs imply: beside `a`, the input `¬(a∧x)` becomes `¬x`,
/// and `¬(¬a∧x)` is true.
fn absorb(draft: &mut Draft, node: usize) {
    let mut inputs = std::mem::take(&mut draft.inputs[node]);
    let given = inputs.clone();
    let has = |wire: &Wire| given.binary_search(wire).is_ok();
    inputs.retain(|&wire| {
        let term = &mut draft.inputs[wire.node() as usize];
        let is_own = draft.uses[wire.node() as usize] == 1;
        let is_compared = is_own || term.len() <= MAX_SHARED_TERM;
        if wire.inverted() == 0 || term.is_empty() || !is_compared {
            return true;
        }
        if term.iter().any(|wire| has(&!*wire)) {
            return false;
        }
        if is_own && !term.iter().all(has) {
            term.retain(|wire| !has(wire));
        }
        true
    });
    draft.inputs[node] = inputs;
}

/// Factors the terms that only this gate uses.
fn factor_terms(draft: &mut Draft, node: usize, poll: &mut Poll) -> Result<(), BuildStop> {
    let is_term = |wire: &Wire| {
        let inner = wire.node() as usize;
        wire.inverted() == 1 && draft.uses[inner] == 1 && !draft.inputs[inner].is_empty()
    };
    let (terms, mut rest): (Vec<Wire>, Vec<Wire>) =
        draft.inputs[node].iter().partition(|wire| is_term(wire));
    if terms.len() < 2 {
        return Ok(());
    }
    let rows = terms
        .iter()
        .map(|wire| draft.inputs[wire.node() as usize].clone());
    let rows: Vec<Vec<Wire>> = rows.collect();
    let Some(factored) = factored(draft, rows, MAX_DEPTH, poll)? else {
        return Ok(());
    };
    rest.extend(factored);
    rest.sort_unstable();
    rest.dedup();
    draft.inputs[node] = rest;
    Ok(())
}

/// Factors the terms of an OR. Returns the inverted inputs of the equivalent AND, or `None` if
/// there is no common factor.
fn factored(
    draft: &mut Draft,
    terms: Vec<Vec<Wire>>,
    depth: usize,
    poll: &mut Poll,
) -> Result<Option<Vec<Wire>>, BuildStop> {
    poll.count(terms.iter().map(Vec::len).sum())?;
    let groups = groups(draft, &terms);
    if groups.is_empty() || depth == 0 {
        return Ok(None);
    }
    let mut terms: Vec<Option<Vec<Wire>>> = terms.into_iter().map(Some).collect();
    let mut wires = Vec::new();
    for (factor, members) in groups {
        let members = members.iter().filter_map(|&at| terms[at].take());
        let rests = members.map(|term| without(draft, term, factor)).collect();
        wires.push(!product(draft, factor, rests, depth - 1, poll)?);
    }
    wires.extend(terms.into_iter().flatten().map(|term| !draft.add(term)));
    Ok(Some(wires))
}

/// The AND of a factor and the OR of some terms.
fn product(
    draft: &mut Draft,
    factor: Wire,
    mut terms: Vec<Vec<Wire>>,
    depth: usize,
    poll: &mut Poll,
) -> Result<Wire, BuildStop> {
    terms.sort_unstable();
    terms.dedup();
    Ok(match &mut terms[..] {
        // A term that consists of the factor alone absorbs all others.
        [first, ..] if first.is_empty() => factor,
        [only] => {
            let mut all = std::mem::take(only);
            all.push(factor);
            all.sort_unstable();
            draft.add(all)
        }
        _ => {
            let rows = terms.clone();
            let mut wires = factored(draft, rows, depth, poll)?
                .unwrap_or_else(|| terms.into_iter().map(|term| !draft.add(term)).collect());
            wires.sort_unstable();
            wires.dedup();
            let mut all = vec![factor, !draft.add(wires)];
            all.sort_unstable();
            draft.add(all)
        }
    })
}

/// Removes a factor from a term. The factor may be inside one of the term's gates.
fn without(draft: &Draft, mut term: Vec<Wire>, factor: Wire) -> Vec<Wire> {
    if !term.contains(&factor) {
        let holds = |&wire: &Wire| small_gate_inputs(draft, wire).contains(&factor);
        if let Some(at) = term.iter().position(holds) {
            let gate = term.swap_remove(at);
            term.extend_from_slice(small_gate_inputs(draft, gate));
        }
    }
    term.retain(|wire| *wire != factor);
    term.sort_unstable();
    term.dedup();
    term
}

/// The inputs of a gate that is small enough to be searched.
fn small_gate_inputs<'a>(draft: &'a Draft, wire: Wire) -> &'a [Wire] {
    let inputs = &draft.inputs[wire.node() as usize];
    if wire.inverted() == 0 && inputs.len() <= SMALL_GATE {
        inputs
    } else {
        &[]
    }
}

/// The factors that several terms share, each with its terms; most frequent first, then largest.
fn groups(draft: &Draft, terms: &[Vec<Wire>]) -> Vec<(Wire, Vec<usize>)> {
    let mut holders: FxHashMap<Wire, Vec<usize>> = FxHashMap::default();
    for (at, term) in terms.iter().enumerate() {
        let inner = term.iter().flat_map(|&wire| small_gate_inputs(draft, wire));
        for &wire in term.iter().chain(inner) {
            let holders = holders.entry(wire).or_default();
            if holders.last() != Some(&at) {
                holders.push(at);
            }
        }
    }
    let mut factors: Vec<_> = holders.into_iter().filter(|(_, at)| at.len() > 1).collect();
    factors.sort_unstable_by_key(|(wire, at)| {
        let size = small_gate_inputs(draft, *wire).len();
        (std::cmp::Reverse((at.len(), size)), *wire)
    });
    let mut is_free = vec![true; terms.len()];
    let mut groups = Vec::new();
    for (factor, mut members) in factors {
        members.retain(|&at| is_free[at]);
        if members.len() > 1 {
            members.iter().for_each(|&at| is_free[at] = false);
            groups.push((factor, members));
        }
    }
    groups
}
