//! The same game under other names and in another order, so that nothing can be played by recognising words.

mod goal_values;
mod mapping;
mod shuffle;
mod words;

pub use goal_values::goal_values;
pub use mapping::Mapping;

use crate::description::{Description, Sentence, Term};
use crate::symbol::{Symbol, Symbols};
use fastrand::Rng;
use rustc_hash::FxHashSet;
use words::Words;

/// What is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScrambleOptions {
    /// Names and variables get invented words; keywords never do.
    pub rename: bool,
    /// Integers get invented words too, except those that may become goal values. Hosts leave all integers alone.
    pub rename_integers: bool,
    /// Rules with conditions change places.
    pub shuffle_rules: bool,
    /// Facts change places; the roles stay in the same order among each other, since that is the order of joint moves.
    pub shuffle_facts: bool,
    /// The conditions of each rule change places, also inside `or`.
    pub shuffle_literals: bool,
}

impl Default for ScrambleOptions {
    /// Everything except integers.
    fn default() -> ScrambleOptions {
        ScrambleOptions {
            rename: true,
            rename_integers: false,
            shuffle_rules: true,
            shuffle_facts: true,
            shuffle_literals: true,
        }
    }
}

/// A scrambled game and the way back.
#[derive(Clone, Debug)]
pub struct Scrambled {
    /// The same game; its spans still point to where each rule stood in the original text.
    pub description: Description,
    /// From the original names to the new ones.
    pub mapping: Mapping,
}

/// Scrambles a game. The same seed gives the same result.
///
/// ```
/// use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
/// let sheet = Sheet::read("(role x) (init (cell 1 empty)) (<= terminal (true (cell 1 x)))");
/// let scrambled = scramble(&sheet.description, 7, &ScrambleOptions::default());
/// let text = write(&scrambled.description, Notation::Prefix);
/// assert!(text.contains("terminal") && !text.contains("empty"));
/// assert!(scrambled.mapping.inverse().translate(&text).contains("(init (cell 1 empty))"));
/// ```
pub fn scramble(description: &Description, seed: u64, options: &ScrambleOptions) -> Scrambled {
    let mut random = Rng::with_seed(seed);
    let mapping = if options.rename {
        new_names(description, options.rename_integers, &mut random)
    } else {
        Mapping::default()
    };
    let mut description = mapping.apply(description);
    shuffle::shuffle(&mut description, options, &mut random);
    Scrambled {
        description,
        mapping,
    }
}

/// Invents a word for each name, in the order of first sight.
fn new_names(description: &Description, integers: bool, random: &mut Rng) -> Mapping {
    let symbols = &description.symbols;
    let kept_integers = integers.then(|| goal_values(description));
    let stays = |symbol: Symbol| {
        symbol.is_keyword()
            || is_integer(symbols, symbol)
                && kept_integers
                    .as_ref()
                    .is_none_or(|kept| kept.contains(&symbol))
    };
    let mut words = Words::new(random);
    let renamed = names(description).into_iter().filter(|&name| !stays(name));
    let pairs = renamed.map(|name| {
        let word = words.invent();
        let mark = if symbols.is_variable(name) { "?" } else { "" };
        (symbols.spelling(name).to_owned(), format!("{mark}{word}"))
    });
    Mapping::new(pairs.collect())
}

/// Whether hosts would take the word for a number: an integer of at most 32 bits.
fn is_integer(symbols: &Symbols, symbol: Symbol) -> bool {
    symbols.key(symbol).parse::<i32>().is_ok()
}

/// Every word of the rules once, in the order of first sight.
fn names(description: &Description) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for rule in &description.rules {
        visit_names(rule, &mut |symbol| {
            if seen.insert(symbol) {
                found.push(symbol);
            }
        });
    }
    found
}

fn visit_names(rule: &crate::Rule, action: &mut impl FnMut(Symbol)) {
    let mut sentence = |sentence: &Sentence| {
        action(sentence.relation);
        sentence
            .args
            .iter()
            .for_each(|arg| visit_term_names(arg, action));
    };
    sentence(&rule.head);
    for literal in &rule.body {
        literal.visit_sentences(&mut |s, _| sentence(s));
    }
    // Variables and constants of `distinct` come last; those that stand nowhere else are rare.
    for literal in &rule.body {
        literal.visit_distincts(&mut |left, right| {
            visit_term_names(left, action);
            visit_term_names(right, action);
        });
    }
}

fn visit_term_names(term: &Term, action: &mut impl FnMut(Symbol)) {
    term.visit(&mut |part| match part {
        Term::Variable(name, _) | Term::Constant(name, _) | Term::Function(name, _, _) => {
            action(*name);
        }
    });
}

#[cfg(test)]
mod tests;
