//! Rules as trees in which the order of conditions is decided, so that equal ones can be found.

use crate::mapping::mixed;
use senet_gdl::{Literal, Rule, Sentence, Symbol, Term};

/// A condition, a sentence or a term. Where order means nothing (`or`, `and`, `distinct`), parts are sorted; what `or` and `and` join
/// is there once, however often it is written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tree {
    /// A variable.
    Variable(Symbol),
    /// A name or keyword and what it is applied to.
    Applied(Symbol, Vec<Tree>),
}

/// A rule: conclusion, and conditions, sorted and each once.
pub type NormalRule = (Tree, Vec<Tree>);

/// A rule whose words are replaced as the function says.
pub fn rule(rule: &Rule, word: &impl Fn(Symbol) -> Symbol) -> NormalRule {
    (sentence(&rule.head, word), literals(&rule.body, word))
}

/// Conditions that all hold, or of which one holds.
fn literals(all: &[Literal], word: &impl Fn(Symbol) -> Symbol) -> Vec<Tree> {
    let mut all: Vec<_> = all.iter().map(|part| literal(part, word)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A condition whose words are replaced as the function says.
pub fn literal(literal: &Literal, word: &impl Fn(Symbol) -> Symbol) -> Tree {
    match literal {
        Literal::Holds(holds) => sentence(holds, word),
        Literal::Not(inner, _) => Tree::Applied(Symbol::NOT, vec![self::literal(inner, word)]),
        Literal::Or(parts, _) => Tree::Applied(Symbol::OR, literals(parts, word)),
        Literal::And(parts, _) => Tree::Applied(Symbol::AND, literals(parts, word)),
        Literal::Distinct(left, right, _) => {
            let mut terms = vec![term(left, word), term(right, word)];
            terms.sort_unstable();
            Tree::Applied(Symbol::DISTINCT, terms)
        }
    }
}

fn sentence(sentence: &Sentence, word: &impl Fn(Symbol) -> Symbol) -> Tree {
    let args = sentence.args.iter().map(|arg| term(arg, word));
    Tree::Applied(word(sentence.relation), args.collect())
}

fn term(term: &Term, word: &impl Fn(Symbol) -> Symbol) -> Tree {
    match term {
        Term::Variable(name, _) => Tree::Variable(word(*name)),
        Term::Constant(name, _) => Tree::Applied(word(*name), Vec::new()),
        Term::Function(name, args, _) => {
            let args = args.iter().map(|arg| self::term(arg, word));
            Tree::Applied(word(*name), args.collect())
        }
    }
}

/// A number that rules share that are equal after their words are replaced as the function says, and others hardly ever.
pub fn print((head, body): &NormalRule, word: &impl Fn(Symbol) -> Symbol) -> u64 {
    head.print(word).wrapping_add(unordered(body, word))
}

fn unordered(parts: &[Tree], word: &impl Fn(Symbol) -> Symbol) -> u64 {
    let prints = parts.iter().map(|part| mixed(part.print(word)));
    prints.fold(0, u64::wrapping_add)
}

/// Whether a variable occurs in a rule.
pub fn has_variables((head, body): &NormalRule) -> bool {
    head.has_variables() || body.iter().any(Tree::has_variables)
}

impl Tree {
    fn print(&self, word: &impl Fn(Symbol) -> Symbol) -> u64 {
        match self {
            Tree::Variable(name) => mixed(!(word(*name).index() as u64)),
            Tree::Applied(name, parts) => {
                let name = word(*name);
                let start = mixed(name.index() as u64);
                match name {
                    Symbol::OR | Symbol::AND | Symbol::DISTINCT => {
                        mixed(start ^ unordered(parts, word))
                    }
                    _ => parts.iter().fold(start, |print, part| {
                        mixed(print.rotate_left(1) ^ part.print(word))
                    }),
                }
            }
        }
    }

    fn has_variables(&self) -> bool {
        match self {
            Tree::Variable(_) => true,
            Tree::Applied(_, parts) => parts.iter().any(Tree::has_variables),
        }
    }
}
