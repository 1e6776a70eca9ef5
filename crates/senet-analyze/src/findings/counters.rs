//! Step counters, and the values at which they end a match.

use super::Context;
use super::finding::{Basis, Finding, FindingKind};
use crate::prover::Induction;
use senet_gdl::Symbol;
use senet_structure::StepCounter;

/// Finds all step counters.
pub fn find(context: &mut Context) -> Vec<Finding> {
    let counters = context.structure.counters.clone();
    let mut found = Vec::new();
    for counter in counters {
        found.push(finding(context, &counter));
    }
    found
}

fn finding(context: &mut Context, counter: &StepCounter) -> Finding {
    let limit = nearest(context, counter);
    let is_end = match limit {
        Some((value, _)) => ends(context, counter.fluent, value),
        None => false,
    };
    let limit = limit.filter(|_| is_end);
    let (relation, start) = (context.word(counter.fluent), context.word(counter.start));
    let way = match counter.is_countdown {
        true => "down",
        false => "up",
    };
    let (basis, end) = match limit {
        Some((value, steps)) => {
            let end = format!(
                "; at {} the match is over, after {steps} steps",
                context.word(value)
            );
            (Basis::Proved, end)
        }
        None => (Basis::Rules, String::new()),
    };
    let text = format!("{relation} counts steps, {way} from {start}{end}.");
    let what = FindingKind::StepCounter {
        relation,
        start,
        limit: limit.map(|(value, _)| context.word(value)),
        steps: limit.map(|(_, steps)| steps),
    };
    Finding { what, basis, text }
}

/// The limit that is reached first, and its number of steps.
fn nearest(context: &Context, counter: &StepCounter) -> Option<(Symbol, usize)> {
    let mut rows = context.structure.successors.iter();
    let row = rows.find(|row| row.relation == counter.relation)?;
    let chain = row.chain_of(counter.start)?;
    let start = chain.place(counter.start)?;
    let after = |&limit: &Symbol| {
        let place = chain.place(limit)?;
        let steps = match counter.is_countdown {
            true => start.checked_sub(place)?,
            false => place.checked_sub(start)?,
        };
        Some((limit, steps))
    };
    counter
        .limits
        .iter()
        .filter_map(after)
        .min_by_key(|(_, steps)| *steps)
}

/// True if the match is over whenever the counter has this value.
fn ends(context: &mut Context, name: Symbol, value: Symbol) -> bool {
    let grounded = context.index.grounded;
    let is_it = |term: &_| {
        let args = grounded.terms.args(*term);
        grounded.terms.name(*term) == name
            && matches!(args, [arg] if grounded.terms.name(*arg) == value)
    };
    let Some(fluent) = grounded.fluents.iter().position(is_it) else {
        return false;
    };
    let (families, lemmas) = (&context.known.families, &context.known.lemmas);
    let step = context.prover.ends(families, lemmas, fluent as u32);
    matches!(step, Induction::Holds)
}
