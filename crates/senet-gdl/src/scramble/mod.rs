//! Scrambles a game: renames its words and shuffles its rules, so that players cannot rely on names or order.

mod goal_values;
mod invented_words;
mod renaming;
mod shuffle;

pub use goal_values::goal_values;
pub use renaming::Renaming;

use crate::description::{Description, Sentence, Term};
use crate::symbol::{Symbol, Symbols};
use fastrand::Rng;
use invented_words::InventedWords;
use rustc_hash::FxHashSet;

/// Options of scrambling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScrambleOptions {
    /// Replaces names and variables by invented words. Keywords stay.
    pub rename: bool,
    /// Also replaces integers, except possible goal values. Game managers usually keep all integers.
    pub rename_integers: bool,
    /// Shuffles the rules with conditions.
    pub shuffle_rules: bool,
    /// Shuffles the facts. The roles keep their order, since it is the order of joint moves.
    pub shuffle_facts: bool,
    /// Shuffles the conditions of each rule, also inside `or`.
    pub shuffle_literals: bool,
}

impl Default for ScrambleOptions {
    /// Changes everything except integers.
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

/// A scrambled game and its renaming.
#[derive(Clone, Debug)]
pub struct Scrambled {
    /// The scrambled rules. Their spans refer to the original text.
    pub description: Description,
    /// The renaming from original to new names.
    pub renaming: Renaming,
}

/// Scrambles a game. The same seed gives the same result.
///
/// ```
/// use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
/// let sheet = Sheet::read("(role x) (init (cell 1 empty)) (<= terminal (true (cell 1 x)))");
/// let scrambled = scramble(&sheet.description, 7, &ScrambleOptions::default());
/// let text = write(&scrambled.description, Notation::Prefix);
/// assert!(text.contains("terminal") && !text.contains("empty"));
/// assert!(scrambled.renaming.inverse().translate(&text).contains("(init (cell 1 empty))"));
/// ```
pub fn scramble(description: &Description, seed: u64, options: &ScrambleOptions) -> Scrambled {
    let mut random = Rng::with_seed(seed);
    let renaming = if options.rename {
        new_names(description, options.rename_integers, &mut random)
    } else {
        Renaming::default()
    };
    let mut description = renaming.apply(description);
    shuffle::shuffle(&mut description, options, &mut random);
    Scrambled {
        description,
        renaming,
    }
}

/// Invents a word for each name, in order of first occurrence.
fn new_names(description: &Description, integers: bool, random: &mut Rng) -> Renaming {
    let symbols = &description.symbols;
    let kept_integers = integers.then(|| goal_values(description));
    let stays = |symbol: Symbol| {
        symbol.is_keyword()
            || is_integer(symbols, symbol)
                && kept_integers
                    .as_ref()
                    .is_none_or(|kept| kept.contains(&symbol))
    };
    let mut words = InventedWords::new(random);
    let renamed = names(description).into_iter().filter(|&name| !stays(name));
    let pairs = renamed.map(|name| {
        let word = words.invent();
        let mark = if symbols.is_variable(name) { "?" } else { "" };
        (symbols.spelling(name).to_owned(), format!("{mark}{word}"))
    });
    Renaming::new(pairs.collect())
}

/// Returns whether the word is an integer of at most 32 bits. Game managers keep these.
fn is_integer(symbols: &Symbols, symbol: Symbol) -> bool {
    symbols.key(symbol).parse::<i32>().is_ok()
}

/// Returns every word of the rules once, in order of first occurrence.
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
    // The words of `distinct` come last; most of them also occur elsewhere.
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
