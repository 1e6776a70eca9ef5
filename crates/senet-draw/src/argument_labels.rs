//! Finds labels for the arguments of a move. Some rules define an auxiliary relation for each argument, with a
//! constant that identifies it.

use senet_gdl::{Description, Symbol, Term};
use std::collections::BTreeMap;

/// The label of each argument of a move, by name and arity of the move.
pub type ArgumentLabels = BTreeMap<(String, usize), Vec<String>>;

/// Finds labels in rules whose head has a constant and an argument of a move. All arguments of the move must occur in
/// the same relation.
pub fn of(description: &Description) -> ArgumentLabels {
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
