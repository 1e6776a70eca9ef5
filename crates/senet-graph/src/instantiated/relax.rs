//! The relaxed description, whose grounding lists all rule instances.
//!
//! Each clause loses its negations. A second rule records the variable values of each instance in a relation of its
//! own. Keywords become ordinary relations, which three additional rules connect. Nothing depends on the state.

use super::bound_variables;
use senet_gdl::{
    Atom, Clause, Condition, Description, Literal, Pattern, Relation, Rule, Sentence, Span, Symbol,
    Symbols, Term,
};

/// Builds the relaxed description of the clauses, and returns the relation that lists the instances of each clause.
pub fn relax(clauses: &[Clause], symbols: &Symbols) -> (Description, Vec<Relation>) {
    let mut relaxed = Relaxed {
        description: Description {
            symbols: symbols.clone(),
            rules: Vec::new(),
        },
    };
    let numbered = clauses.iter().enumerate();
    let instances = numbered.map(|(number, clause)| relaxed.clause(number, clause));
    let instances = instances.collect();
    relaxed.implies((Symbol::INIT, Symbol::TRUE), 1);
    relaxed.implies((Symbol::NEXT, Symbol::TRUE), 1);
    relaxed.implies((Symbol::LEGAL, Symbol::DOES), 2);
    (relaxed.description, instances)
}

struct Relaxed {
    description: Description,
}

impl Relaxed {
    /// Adds the rules of a clause. No sheet contains symbols with spaces, such as that of the instances.
    fn clause(&mut self, number: usize, clause: &Clause) -> Relation {
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
        let name = format!("instances of clause {number}");
        let name = self.description.symbols.intern(&name);
        let bound = bound_variables(clause);
        let values = (0..bound.len()).filter(|v| bound[*v]);
        let values = values.map(|v| term(&Pattern::Variable(v), clause));
        let instance = sentence(name, values.collect());
        let relation = instance.signature();
        self.rule(instance, body);
        relation
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
