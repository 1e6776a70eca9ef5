//! Games that differ in the initial state alone: how it is changed, left out of a comparison, and told apart.

use super::edit::{fact, read_term, text};
use super::{NotApplicable, Transformation};
use crate::{Structure, initial_state};
use rustc_hash::FxHashSet;
use senet_gdl::{Dependencies, Description, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of a game without its initial state, for comparison: no `init`, no declarations (`base` and `input`, which may list no more than
/// what follows from the initial state), and nothing that only those ask for.
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

/// The sheet with some facts of its initial state removed and others added.
pub(super) fn apply(
    description: &Description,
    removed: &[String],
    added: &[String],
) -> Result<Description, NotApplicable> {
    let large = || NotApplicable::nothing("initial state that can be spelt out");
    let initial = initial_state(description).map_err(|_| large())?;
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
    super::edit::drop_unused(&mut changed, description);
    Ok(changed)
}

fn is_initial(rule: &senet_gdl::Rule) -> bool {
    rule.head.relation == Symbol::INIT
}

/// What turns the initial state of one sheet into that of another with the same words: a list of transformations, one for each board and
/// one for every other kind of fact that differs. Empty if there is no difference.
pub fn initial_difference(
    from: &Description,
    to: &Description,
) -> Result<Vec<Transformation>, NotApplicable> {
    let structure = Structure::of(from);
    let large = || NotApplicable::nothing("initial state that can be spelt out");
    let texts = |d: &Description| -> Result<BTreeSet<String>, NotApplicable> {
        let facts = initial_state(d).map_err(|_| large())?;
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
    let told = changes
        .into_iter()
        .map(|(name, (removed, added))| describe(from, &structure, name, removed, added));
    Ok(told.collect())
}

fn functor(fact: &str) -> String {
    let end = |c: char| c == ' ' || c == ')';
    fact.trim_start_matches('(')
        .split(end)
        .next()
        .unwrap_or(fact)
        .into()
}

/// A change of a counter's start is a step limit, the same markers on other cells are another configuration, all else is another number of
/// markers.
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

/// The number of steps that a counter has from another start.
fn other_start(
    description: &Description,
    structure: &Structure,
    counter: &crate::Counter,
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
    let counter = crate::Counter {
        start,
        ..counter.clone()
    };
    super::step_limit(structure, &counter)
}

/// What a fact says apart from where: its words at the arguments that are no coordinates.
pub(super) fn content(description: &Description, structure: &Structure, fact: &str) -> Vec<String> {
    let mut symbols = description.symbols.clone();
    let Some(Term::Function(name, args, _)) = read_term(fact, &mut symbols) else {
        return vec![fact.to_owned()];
    };
    let mut boards = structure.boards.iter();
    match boards.find(|b| (b.fluent, b.arity) == (name, args.len())) {
        Some(board) => {
            let told = board.contents.iter().map(|&at| text(&args[at], &symbols));
            told.collect()
        }
        None => vec![fact.to_owned()],
    }
}
