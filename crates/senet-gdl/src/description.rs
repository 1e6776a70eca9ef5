//! The rules as logic: sentences, terms and literals, each with its place in the text.

use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use rustc_hash::FxHashSet;

/// A whole game description: its rules in the order of the sheet.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The words that occur.
    pub symbols: Symbols,
    /// Facts and rules; a fact is a rule with an empty body.
    pub rules: Vec<Rule>,
}

/// `head` holds if the whole body holds.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What is concluded.
    pub head: Sentence,
    /// Under which conditions; none for a fact.
    pub body: Vec<Literal>,
    /// The whole form.
    pub span: Span,
}

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The relation; a proposition is a relation without arguments.
    pub relation: Symbol,
    /// Its arguments.
    pub args: Vec<Term>,
    /// The whole sentence.
    pub span: Span,
}

/// A condition in a rule's body.
#[derive(Clone, Debug)]
pub enum Literal {
    /// The sentence holds.
    Holds(Sentence),
    /// The literal does not hold (negation as failure).
    Not(Box<Literal>, Span),
    /// At least one holds.
    Or(Vec<Literal>, Span),
    /// All hold. Not GDL proper, but old sheets have it.
    And(Vec<Literal>, Span),
    /// The two terms are different.
    Distinct(Term, Term, Span),
}

/// Something that a sentence speaks of.
#[derive(Clone, Debug)]
pub enum Term {
    /// A variable, its `?` included in the symbol. Its scope is the rule.
    Variable(Symbol, Span),
    /// An object constant.
    Constant(Symbol, Span),
    /// A function applied to terms.
    Function(Symbol, Vec<Term>, Span),
}

impl Term {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Term::Variable(_, span) | Term::Constant(_, span) | Term::Function(_, _, span) => *span,
        }
    }

    /// The variables in it, with repetitions, left to right.
    pub fn variables(&self) -> Vec<(Symbol, Span)> {
        let mut found = Vec::new();
        self.visit(&mut |term| {
            if let Term::Variable(symbol, span) = term {
                found.push((*symbol, *span));
            }
        });
        found
    }

    /// Whether no variable occurs in it.
    pub fn is_ground(&self) -> bool {
        match self {
            Term::Variable(..) => false,
            Term::Constant(..) => true,
            Term::Function(_, args, _) => args.iter().all(Term::is_ground),
        }
    }

    /// Calls the function on this term and all terms in it, outermost first.
    pub fn visit<'a>(&'a self, action: &mut impl FnMut(&'a Term)) {
        action(self);
        if let Term::Function(_, args, _) = self {
            args.iter().for_each(|arg| arg.visit(action));
        }
    }

    /// Whether the two terms are the same, wherever they stand.
    pub fn same(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Variable(a, _), Term::Variable(b, _))
            | (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
            (Term::Function(f, xs, _), Term::Function(g, ys, _)) => {
                f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.same(y))
            }
            _ => false,
        }
    }
}

impl Sentence {
    /// Name and number of arguments, which together identify the relation.
    pub fn signature(&self) -> (Symbol, usize) {
        (self.relation, self.args.len())
    }

    /// The variables in it, with repetitions, left to right.
    pub fn variables(&self) -> Vec<(Symbol, Span)> {
        self.args.iter().flat_map(Term::variables).collect()
    }

    /// Whether no variable occurs in it.
    pub fn is_ground(&self) -> bool {
        self.args.iter().all(Term::is_ground)
    }
}

impl Literal {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Literal::Holds(sentence) => sentence.span,
            Literal::Not(_, span)
            | Literal::Or(_, span)
            | Literal::And(_, span)
            | Literal::Distinct(_, _, span) => *span,
        }
    }

    /// Calls the function on every sentence in it; the flag tells whether it stands under an odd number of `not`s.
    pub fn visit_sentences<'a>(&'a self, action: &mut impl FnMut(&'a Sentence, bool)) {
        self.visit_with(false, action);
    }

    /// The same literal with every sentence replaced by what the function makes of it.
    pub fn map_sentences(&self, action: &impl Fn(&Sentence) -> Literal) -> Literal {
        let each = |parts: &[Literal]| parts.iter().map(|p| p.map_sentences(action)).collect();
        match self {
            Literal::Holds(sentence) => action(sentence),
            Literal::Not(inner, span) => Literal::Not(Box::new(inner.map_sentences(action)), *span),
            Literal::Or(parts, span) => Literal::Or(each(parts), *span),
            Literal::And(parts, span) => Literal::And(each(parts), *span),
            Literal::Distinct(..) => self.clone(),
        }
    }

    fn visit_with<'a>(&'a self, negated: bool, action: &mut impl FnMut(&'a Sentence, bool)) {
        match self {
            Literal::Holds(sentence) => action(sentence, negated),
            Literal::Not(inner, _) => inner.visit_with(!negated, action),
            Literal::Or(parts, _) | Literal::And(parts, _) => {
                parts
                    .iter()
                    .for_each(|part| part.visit_with(negated, action));
            }
            Literal::Distinct(..) => {}
        }
    }
}

impl Literal {
    /// Calls the function on the two terms of every `distinct` in it.
    pub fn visit_distincts<'a>(&'a self, action: &mut impl FnMut(&'a Term, &'a Term)) {
        match self {
            Literal::Holds(_) => {}
            Literal::Not(inner, _) => inner.visit_distincts(action),
            Literal::Or(parts, _) | Literal::And(parts, _) => {
                parts.iter().for_each(|part| part.visit_distincts(action));
            }
            Literal::Distinct(left, right, _) => action(left, right),
        }
    }
}

impl Rule {
    /// Every sentence of the body with whether it is negated.
    pub fn body_sentences(&self) -> Vec<(&Sentence, bool)> {
        let mut found = Vec::new();
        for literal in &self.body {
            literal.visit_sentences(&mut |sentence, negated| found.push((sentence, negated)));
        }
        found
    }
}

impl Description {
    /// The roles, in the order of their facts, which is the order of moves on the wire.
    pub fn roles(&self) -> Vec<Symbol> {
        let mut roles = Vec::new();
        let mut seen = FxHashSet::default();
        for rule in self
            .rules
            .iter()
            .filter(|r| r.head.relation == Symbol::ROLE && r.body.is_empty())
        {
            if let [Term::Constant(name, _)] = rule.head.args[..]
                && seen.insert(name)
            {
                roles.push(name);
            }
        }
        roles
    }
}
