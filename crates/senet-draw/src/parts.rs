//! What the arguments of a move are about, where the rules take it apart: a helper for each argument, told apart by a constant.

use senet_gdl::{Description, Symbol, Term};
use std::collections::BTreeMap;

/// A word for each argument of a move, by its name and number of arguments.
pub type Parts = BTreeMap<(String, usize), Vec<String>>;

/// Finds words for arguments: rules whose heads have one constant and one argument of a move, the same helper for all of its arguments.
pub fn of(description: &Description) -> Parts {
    let mut found: BTreeMap<(Symbol, Symbol, usize), BTreeMap<usize, Symbol>> = BTreeMap::new();
    for rule in &description.rules {
        let [Term::Constant(word, _), variable] = &rule.head.args[..] else {
            continue;
        };
        for (sentence, _) in rule.body_sentences() {
            let (Symbol::DOES, Some(Term::Function(name, args, _))) =
                (sentence.relation, sentence.args.get(1))
            else {
                continue;
            };
            if let Some(index) = args.iter().position(|arg| arg.same(variable)) {
                let key = (rule.head.relation, *name, args.len());
                found.entry(key).or_default().insert(index, *word);
            }
        }
    }
    let word = |symbol| description.symbols.key(symbol).to_string();
    let whole = found.into_iter().filter_map(|((_, name, arity), words)| {
        let all = words.len() == arity && arity > 1;
        all.then(|| ((word(name), arity), words.into_values().map(word).collect()))
    });
    whole.collect()
}
