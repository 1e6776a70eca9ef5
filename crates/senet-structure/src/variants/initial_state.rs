//! Changes the initial state, removes it for comparisons, and describes differences between initial states.

use super::rule_edits::{fact, read_term, text};
use super::{NotApplicable, Transformation};
use crate::{GroundFact, Structure, initial_state};
use rustc_hash::FxHashSet;
use senet_gdl::{Deadline, Dependencies, Description, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the rules without the initial state, for comparisons. It drops `init`, `base`, `input` and all rules that
/// only they use. `base` and `input` go as well, because they may depend on the initial state.
pub fn without_initial_state(description: &Description) -> Description {
    let asked = |name: Symbol| {
        name.is_relation_keyword() && !matches!(name, Symbol::INIT | Symbol::BASE | Symbol::INPUT)
    };
    let used = Dependencies::of(description).closure(|(name, _)| asked(name));
    let used: FxHashSet<_> = used.into_iter().collect();
    let rules = description.rules.iter();
    Description {
        symbols: description.symbols.clone(),
        rules: rules
            .filter(|rule| used.contains(&rule.head.signature()))
            .cloned()
            .collect(),
    }
}

/// Removes some initial facts and adds others.
pub(super) fn apply(
    description: &Description,
    removed: &[String],
    added: &[String],
    deadline: &Deadline,
) -> Result<Description, NotApplicable> {
    let initial = manageable(description, deadline)?;
    let mut changed = description.clone();
    let mut state: BTreeMap<String, Term> = BTreeMap::new();
    for fact in &initial {
        state.insert(text(&fact.term(), &changed.symbols), fact.term());
    }
    for gone in removed {
        if state.remove(gone).is_none() {
            return Err(NotApplicable::unknown("initial fact", gone));
        }
    }
    for new in added {
        let term = read_term(new, &mut changed.symbols);
        let term = term.ok_or_else(|| NotApplicable::unknown("fact", new))?;
        state.insert(new.clone(), term);
    }
    let at = description.rules.iter().position(is_initial);
    changed.rules.retain(|rule| !is_initial(rule));
    let at = at.unwrap_or(0).min(changed.rules.len());
    let facts = state
        .into_values()
        .map(|term| fact(Symbol::INIT, vec![term]));
    changed.rules.splice(at..at, facts);
    super::rule_edits::drop_unused(&mut changed, description);
    Ok(changed)
}

/// Returns the initial state, if it is small enough and the time suffices.
fn manageable(
    description: &Description,
    deadline: &Deadline,
) -> Result<Vec<GroundFact>, NotApplicable> {
    let initial = initial_state(description, deadline);
    deadline.check()?;
    initial.map_err(|_| NotApplicable::nothing("initial state of manageable size"))
}

fn is_initial(rule: &senet_gdl::Rule) -> bool {
    rule.head.relation == Symbol::INIT
}

/// Returns the transformations from one initial state to another: one for each board or other fluent that differs.
/// Both descriptions must use the same words.
pub fn initial_difference(
    from: &Description,
    to: &Description,
    deadline: &Deadline,
) -> Result<Vec<Transformation>, NotApplicable> {
    let structure = Structure::of(from, deadline)?;
    let texts = |d: &Description| -> Result<BTreeSet<String>, NotApplicable> {
        let facts = manageable(d, deadline)?;
        Ok(facts.iter().map(|f| text(&f.term(), &d.symbols)).collect())
    };
    let (old, new) = (texts(from)?, texts(to)?);
    let mut changes: BTreeMap<String, (Vec<String>, Vec<String>)> = BTreeMap::new();
    for gone in old.difference(&new) {
        changes
            .entry(functor(gone))
            .or_default()
            .0
            .push(gone.clone());
    }
    for fresh in new.difference(&old) {
        changes
            .entry(functor(fresh))
            .or_default()
            .1
            .push(fresh.clone());
    }
    let found = changes
        .into_iter()
        .map(|(name, (removed, added))| describe(from, &structure, name, removed, added));
    Ok(found.collect())
}

fn functor(fact: &str) -> String {
    let end = |c: char| c == ' ' || c == ')';
    fact.trim_start_matches('(')
        .split(end)
        .next()
        .unwrap_or(fact)
        .into()
}

/// Describes one difference. A new start of a counter is a step limit. The same markers on other cells are a piece
/// configuration. All other differences are a number of markers.
fn describe(
    description: &Description,
    structure: &Structure,
    name: String,
    removed: Vec<String>,
    added: Vec<String>,
) -> Transformation {
    let symbol = description.symbols.get(&name);
    let counter = structure.counters.iter().find(|c| Some(c.fluent) == symbol);
    if let Some(counter) = counter
        && let Some(from) = super::step_limit(structure, counter)
        && let Some(to) = other_start(description, structure, counter, &added)
    {
        let counter = name;
        return Transformation::StepLimit { counter, from, to };
    }
    let contents = |facts: &[String]| {
        let mut found: Vec<_> = facts
            .iter()
            .map(|fact| content(description, structure, fact))
            .collect();
        found.sort();
        found
    };
    match contents(&removed) == contents(&added) {
        true => Transformation::PieceConfiguration {
            board: name,
            removed,
            added,
        },
        false => Transformation::NumberOfMarkers {
            board: name,
            removed,
            added,
        },
    }
}

/// Returns the number of steps of a counter with another start.
fn other_start(
    description: &Description,
    structure: &Structure,
    counter: &crate::StepCounter,
    added: &[String],
) -> Option<usize> {
    let [added] = added else { return None };
    let mut symbols = description.symbols.clone();
    let Term::Function(_, args, _) = read_term(added, &mut symbols)? else {
        return None;
    };
    let [Term::Constant(start, _)] = args[..] else {
        return None;
    };
    let counter = crate::StepCounter {
        start,
        ..counter.clone()
    };
    super::step_limit(structure, &counter)
}

/// Returns the words of a fact at its content arguments.
pub(super) fn content(description: &Description, structure: &Structure, fact: &str) -> Vec<String> {
    let mut symbols = description.symbols.clone();
    let Some(Term::Function(name, args, _)) = read_term(fact, &mut symbols) else {
        return vec![fact.to_owned()];
    };
    let mut boards = structure.boards.iter();
    match boards.find(|b| (b.fluent, b.arity) == (name, args.len())) {
        Some(board) => {
            let found = board.contents.iter().map(|&at| text(&args[at], &symbols));
            found.collect()
        }
        None => vec![fact.to_owned()],
    }
}
