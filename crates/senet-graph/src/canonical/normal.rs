//! Rules as trees in which the order of conditions is decided, so that equal ones can be found.

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

/// Whether a variable occurs in a rule.
pub fn has_variables((head, body): &NormalRule) -> bool {
    head.has_variables() || body.iter().any(Tree::has_variables)
}

impl Tree {
    fn has_variables(&self) -> bool {
        match self {
            Tree::Variable(_) => true,
            Tree::Applied(_, parts) => parts.iter().any(Tree::has_variables),
        }
    }
}
