//! The relaxed description, whose grounding lists all rule instances.
//!
//! Each clause loses its negations. A second rule records in `init` the variable values of each instance. Keywords
//! become ordinary relations, which three additional rules connect. Nothing depends on the state.

use super::bound_variables;
use senet_gdl::{
    Atom, Clause, Condition, Description, Literal, Pattern, Rule, Sentence, Span, Symbol, Symbols,
    Term,
};

/// Builds the relaxed description of the clauses.
pub fn relax(clauses: &[Clause], symbols: &Symbols) -> Description {
    let mut relaxed = Relaxed {
        description: Description {
            symbols: symbols.clone(),
            rules: Vec::new(),
        },
    };
    for (number, clause) in clauses.iter().enumerate() {
        relaxed.clause(number, clause);
    }
    relaxed.implies((Symbol::INIT, Symbol::TRUE), 1);
    relaxed.implies((Symbol::NEXT, Symbol::TRUE), 1);
    relaxed.implies((Symbol::LEGAL, Symbol::DOES), 2);
    relaxed.description
}

/// The relation that records the instances of a clause. No sheet contains symbols with spaces.
pub fn instance_relation(number: usize) -> String {
    format!("instance {number}")
}

/// The inverse of [`instance_relation`]: the number of the clause.
pub fn clause_number(name: &str) -> Option<usize> {
    name.strip_prefix("instance ")?.parse().ok()
}

struct Relaxed {
    description: Description,
}

impl Relaxed {
    fn clause(&mut self, number: usize, clause: &Clause) {
        let mut body = Vec::new();
        for condition in &clause.body {
            match condition {
                Condition::Holds(atom) => body.push(Literal::Holds(self.sentence(atom, clause))),
                Condition::Distinct(a, b) => {
                    let (a, b) = (term(a, clause), term(b, clause));
                    body.push(Literal::Distinct(a, b, Span::default()));
                }
                Condition::Fails(_) => {}
            }
        }
        let head = self.sentence(&clause.head, clause);
        self.rule(head, body.clone());
        let name = self.description.symbols.intern(&instance_relation(number));
        let bound = bound_variables(clause);
        let values = (0..bound.len()).filter(|v| bound[*v]);
        let values = values
            .map(|v| term(&Pattern::Variable(v), clause))
            .collect();
        let instance = Term::Function(name, values, Span::default());
        self.rule(sentence(Symbol::INIT, vec![instance]), body);
    }

    /// Adds the rule that one relation implies the other.
    fn implies(&mut self, (from, to): (Symbol, Symbol), arity: usize) {
        let variable = |n| self.description.symbols.intern(&format!("?{n}"));
        let variables: Vec<_> = (0..arity).map(variable).collect();
        let args = || {
            variables
                .iter()
                .map(|v| Term::Variable(*v, Span::default()))
        };
        let (from, to) = (self.relation(from), self.relation(to));
        let condition = Literal::Holds(sentence(from, args().collect()));
        self.rule(sentence(to, args().collect()), vec![condition]);
    }

    fn rule(&mut self, head: Sentence, body: Vec<Literal>) {
        self.description.rules.push(Rule {
            head,
            body,
            span: Span::default(),
        });
    }

    fn sentence(&mut self, atom: &Atom, clause: &Clause) -> Sentence {
        let args = atom.args.iter().map(|arg| term(arg, clause)).collect();
        sentence(self.relation(atom.relation), args)
    }

    /// Replaces a keyword by an ordinary relation.
    fn relation(&mut self, name: Symbol) -> Symbol {
        if !name.is_keyword() {
            return name;
        }
        let symbols = &mut self.description.symbols;
        let plain = format!("plain {}", symbols.key(name));
        symbols.intern(&plain)
    }
}

fn sentence(relation: Symbol, args: Vec<Term>) -> Sentence {
    Sentence {
        relation,
        args,
        span: Span::default(),
    }
}

fn term(pattern: &Pattern, clause: &Clause) -> Term {
    match pattern {
        Pattern::Variable(v) => Term::Variable(clause.variables[*v], Span::default()),
        Pattern::Constant(name) => Term::Constant(*name, Span::default()),
        Pattern::Function(name, args) => {
            let args = args.iter().map(|arg| term(arg, clause)).collect();
            Term::Function(*name, args, Span::default())
        }
    }
}
