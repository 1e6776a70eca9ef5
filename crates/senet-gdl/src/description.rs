//! The parsed rules: sentences, terms and literals, each with its place in the text.

use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use rustc_hash::FxHashSet;

/// The parsed rules of a game, in the order of the sheet.
///
/// ```
/// use senet_gdl::{LetterCase, Sheet, show};
/// let description = Sheet::read("(role White) (<= terminal (true done))").description;
/// let white = description.roles()[0];
/// assert_eq!(description.symbols.spelling(white), "White");
/// let last = &description.rules[1];
/// assert_eq!(show(last, &description.symbols, LetterCase::Folded).to_string(), "(<= terminal (true done))");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The symbol table of the rules.
    pub symbols: Symbols,
    /// Facts and rules. A fact is a rule with an empty body.
    pub rules: Vec<Rule>,
}

/// A rule: the head holds if all literals of the body hold.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The conclusion.
    pub head: Sentence,
    /// The conditions; empty for a fact.
    pub body: Vec<Literal>,
    /// The span of the whole form.
    pub span: Span,
}

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The relation. A proposition is a relation without arguments.
    pub relation: Symbol,
    /// The arguments of the relation.
    pub args: Vec<Term>,
    /// The span of the whole sentence.
    pub span: Span,
}

/// A condition in a rule's body.
#[derive(Clone, Debug)]
pub enum Literal {
    /// The sentence holds.
    Holds(Sentence),
    /// The literal does not hold (negation as failure).
    Not(Box<Literal>, Span),
    /// At least one literal holds.
    Or(Vec<Literal>, Span),
    /// All literals hold. This is not part of GDL, but old sheets use it.
    And(Vec<Literal>, Span),
    /// The two terms are different.
    Distinct(Term, Term, Span),
}

/// An argument of a sentence or function.
#[derive(Clone, Debug)]
pub enum Term {
    /// A variable. The symbol includes the `?`. The scope is the rule.
    Variable(Symbol, Span),
    /// A constant.
    Constant(Symbol, Span),
    /// A function applied to terms.
    Function(Symbol, Vec<Term>, Span),
}

impl Term {
    /// The place in the text.
    pub fn span(&self) -> Span {
        match self {
            Term::Variable(_, span) | Term::Constant(_, span) | Term::Function(_, _, span) => *span,
        }
    }

    /// The variables from left to right, with repetitions.
    pub fn variables(&self) -> Vec<(Symbol, Span)> {
        let mut found = Vec::new();
        self.visit(&mut |term| {
            if let Term::Variable(symbol, span) = term {
                found.push((*symbol, *span));
            }
        });
        found
    }

    /// Returns whether the term contains no variable.
    pub fn is_ground(&self) -> bool {
        match self {
            Term::Variable(..) => false,
            Term::Constant(..) => true,
            Term::Function(_, args, _) => args.iter().all(Term::is_ground),
        }
    }

    /// Calls the function on this term and all nested terms, outermost first.
    pub fn visit<'a>(&'a self, action: &mut impl FnMut(&'a Term)) {
        action(self);
        if let Term::Function(_, args, _) = self {
            args.iter().for_each(|arg| arg.visit(action));
        }
    }

    /// Returns whether the two terms are equal, ignoring their spans.
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
    /// The name and arity, which together identify the relation.
    pub fn signature(&self) -> (Symbol, usize) {
        (self.relation, self.args.len())
    }

    /// The variables from left to right, with repetitions.
    pub fn variables(&self) -> Vec<(Symbol, Span)> {
        self.args.iter().flat_map(Term::variables).collect()
    }

    /// Returns whether the sentence contains no variable.
    pub fn is_ground(&self) -> bool {
        self.args.iter().all(Term::is_ground)
    }
}

impl Literal {
    /// The place in the text.
    pub fn span(&self) -> Span {
        match self {
            Literal::Holds(sentence) => sentence.span,
            Literal::Not(_, span)
            | Literal::Or(_, span)
            | Literal::And(_, span)
            | Literal::Distinct(_, _, span) => *span,
        }
    }

    /// Calls the function on every sentence of the literal. The flag says whether an odd number of `not`s encloses it.
    pub fn visit_sentences<'a>(&'a self, action: &mut impl FnMut(&'a Sentence, bool)) {
        self.visit_with(false, action);
    }

    /// Returns the literal with every sentence replaced by the result of the function.
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
    /// Calls the function on the two terms of every `distinct` in the literal.
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
    /// Returns every sentence of the body and whether it is negated.
    pub fn body_sentences(&self) -> Vec<(&Sentence, bool)> {
        let mut found = Vec::new();
        for literal in &self.body {
            literal.visit_sentences(&mut |sentence, negated| found.push((sentence, negated)));
        }
        found
    }
}

impl Description {
    /// The roles in the order of their facts, which is the order of the moves in a joint move.
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
