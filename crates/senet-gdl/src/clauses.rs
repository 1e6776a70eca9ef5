//! Rules in the normal form that grounding and querying need: no `or`, `and` or nested `not`, numbered variables.

use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::problem::Problem;
use crate::symbol::Symbol;

/// A rule whose body is a plain conjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What is concluded.
    pub head: Atom,
    /// All of these must hold.
    pub body: Vec<Condition>,
    /// The names of the variables, which the patterns refer to by position.
    pub variables: Vec<Symbol>,
    /// Which rule of the description this came from.
    pub rule: usize,
}

/// A relation applied to patterns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: Symbol,
    /// Its arguments.
    pub args: Vec<Pattern>,
}

/// One literal of a clause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// The atom is derivable.
    Holds(Atom),
    /// The atom is not derivable.
    Fails(Atom),
    /// The two are different.
    Distinct(Pattern, Pattern),
}

/// A term with numbered variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// A variable of the clause.
    Variable(usize),
    /// A constant.
    Constant(Symbol),
    /// A function applied to patterns.
    Function(Symbol, Vec<Pattern>),
}

/// One rule may stand for at most this many clauses.
const MAX_ALTERNATIVES: usize = 1 << 16;
/// The clauses of a description may have at most this many conditions together.
const MAX_CONDITIONS: usize = 1 << 22;

/// The code of a rule whose disjunctions multiply out to more than can be handled.
pub const TOO_MANY_ALTERNATIVES: &str = "E005";

/// The clauses of all rules, in the order of the rules.
pub fn clauses(description: &Description) -> Result<Vec<Clause>, Problem> {
    if let Some(problem) = too_many_alternatives(description) {
        return Err(problem);
    }
    let mut found = Vec::new();
    for (index, rule) in description.rules.iter().enumerate() {
        rule_clauses(rule, index, &mut found);
    }
    Ok(found)
}

/// The first rule whose `or`s multiply out beyond the limits, by itself or together with those before it.
pub(crate) fn too_many_alternatives(description: &Description) -> Option<Problem> {
    let mut total = 0usize;
    for rule in &description.rules {
        let size = Size::of_all(rule.body.iter().map(|literal| Size::of(literal, false)));
        let message = if size.cases > MAX_ALTERNATIVES {
            format!("the `or`s of this rule multiply out to more than {MAX_ALTERNATIVES} cases")
        } else {
            total = total.saturating_add(size.conditions);
            if total <= MAX_CONDITIONS {
                continue;
            }
            format!(
                "the rules multiply out to more than {MAX_CONDITIONS} conditions up to this one"
            )
        };
        let help = "give the disjunctions names: one helper relation for each `or`";
        return Some(Problem::new(
            TOO_MANY_ALTERNATIVES,
            rule.span,
            message,
            help,
        ));
    }
    None
}

/// How large a disjunctive normal form is.
struct Size {
    cases: usize,
    /// In all cases together.
    conditions: usize,
}

impl Size {
    fn of(literal: &Literal, negated: bool) -> Size {
        match (literal, negated) {
            (Literal::Holds(_) | Literal::Distinct(..), _) => Size {
                cases: 1,
                conditions: 1,
            },
            (Literal::Not(inner, _), _) => Size::of(inner, !negated),
            (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
                Size::of_all(parts.iter().map(|part| Size::of(part, negated)))
            }
            (Literal::Or(parts, _), false) | (Literal::And(parts, _), true) => {
                Size::of_any(parts.iter().map(|part| Size::of(part, negated)))
            }
        }
    }

    fn of_all(parts: impl Iterator<Item = Size>) -> Size {
        let nothing = Size {
            cases: 1,
            conditions: 0,
        };
        parts.fold(nothing, |product, part| Size {
            cases: product.cases.saturating_mul(part.cases),
            conditions: (product.conditions.saturating_mul(part.cases))
                .saturating_add(part.conditions.saturating_mul(product.cases)),
        })
    }

    fn of_any(parts: impl Iterator<Item = Size>) -> Size {
        let nothing = Size {
            cases: 0,
            conditions: 0,
        };
        parts.fold(nothing, |sum, part| Size {
            cases: sum.cases.saturating_add(part.cases),
            conditions: sum.conditions.saturating_add(part.conditions),
        })
    }
}

fn rule_clauses(rule: &Rule, index: usize, found: &mut Vec<Clause>) {
    for literals in conjunction(rule.body.iter().map(|literal| alternatives(literal, false))) {
        found.extend(clause(rule, index, &literals));
    }
}

/// A literal without structure, still pointing into the rule.
#[derive(Clone, Copy)]
enum Simple<'a> {
    Holds(&'a Sentence),
    Fails(&'a Sentence),
    Distinct(&'a Term, &'a Term),
    Equal(&'a Term, &'a Term),
}

/// The disjunctive normal form of a literal. [`too_many_alternatives`] has made sure that it is not too large.
fn alternatives(literal: &Literal, negated: bool) -> Vec<Vec<Simple<'_>>> {
    match (literal, negated) {
        (Literal::Holds(s), false) => vec![vec![Simple::Holds(s)]],
        (Literal::Holds(s), true) => vec![vec![Simple::Fails(s)]],
        (Literal::Distinct(a, b, _), false) => vec![vec![Simple::Distinct(a, b)]],
        (Literal::Distinct(a, b, _), true) => vec![vec![Simple::Equal(a, b)]],
        (Literal::Not(inner, _), _) => alternatives(inner, !negated),
        (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
            conjunction(parts.iter().map(|part| alternatives(part, negated)))
        }
        (Literal::Or(parts, _), false) | (Literal::And(parts, _), true) => parts
            .iter()
            .flat_map(|part| alternatives(part, negated))
            .collect(),
    }
}

fn conjunction<'a>(parts: impl Iterator<Item = Vec<Vec<Simple<'a>>>>) -> Vec<Vec<Simple<'a>>> {
    parts.fold(vec![Vec::new()], |mut product, part| {
        // Most literals have one alternative: copying would make long bodies quadratic.
        if let [only] = &part[..] {
            product.iter_mut().for_each(|before| before.extend(only));
            return product;
        }
        let combine = |before: &Vec<Simple<'a>>| -> Vec<Vec<Simple<'a>>> {
            let join = |more: &Vec<Simple<'a>>| before.iter().chain(more).copied().collect();
            part.iter().map(join).collect()
        };
        product.iter().flat_map(combine).collect()
    })
}

/// Builds one clause; `None` if its equations have no solution.
fn clause(rule: &Rule, index: usize, literals: &[Simple]) -> Option<Clause> {
    let mut variables = Vec::new();
    let mut number = |term: &Term| pattern(term, &mut variables);
    let mut atom = |s: &Sentence| Atom {
        relation: s.relation,
        args: s.args.iter().map(&mut number).collect(),
    };
    let mut head = atom(&rule.head);
    let mut body = Vec::new();
    let mut equations = Vec::new();
    for literal in literals {
        match literal {
            Simple::Holds(s) => body.push(Condition::Holds(atom(s))),
            Simple::Fails(s) => body.push(Condition::Fails(atom(s))),
            Simple::Distinct(..) | Simple::Equal(..) => {}
        }
    }
    for literal in literals {
        match literal {
            Simple::Distinct(a, b) => {
                body.push(Condition::Distinct(
                    pattern(a, &mut variables),
                    pattern(b, &mut variables),
                ));
            }
            Simple::Equal(a, b) => {
                equations.push((pattern(a, &mut variables), pattern(b, &mut variables)))
            }
            _ => {}
        }
    }
    while let Some((left, right)) = equations.pop() {
        match (left, right) {
            (left, right) if left == right => {}
            (Pattern::Variable(v), value) | (value, Pattern::Variable(v)) => {
                if value.mentions(v) {
                    return None;
                }
                head.substitute(v, &value);
                body.iter_mut().for_each(|c| c.substitute(v, &value));
                for (a, b) in &mut equations {
                    a.substitute(v, &value);
                    b.substitute(v, &value);
                }
            }
            (Pattern::Function(f, xs), Pattern::Function(g, ys))
                if f == g && xs.len() == ys.len() =>
            {
                equations.extend(xs.into_iter().zip(ys));
            }
            _ => return None,
        }
    }
    Some(Clause {
        head,
        body,
        variables,
        rule: index,
    })
}

fn pattern(term: &Term, variables: &mut Vec<Symbol>) -> Pattern {
    match term {
        Term::Variable(name, _) => {
            let number = variables.iter().position(|v| v == name).unwrap_or_else(|| {
                variables.push(*name);
                variables.len() - 1
            });
            Pattern::Variable(number)
        }
        Term::Constant(name, _) => Pattern::Constant(*name),
        Term::Function(name, args, _) => Pattern::Function(
            *name,
            args.iter().map(|arg| pattern(arg, variables)).collect(),
        ),
    }
}

impl Pattern {
    /// Whether the variable occurs in it.
    pub fn mentions(&self, variable: usize) -> bool {
        match self {
            Pattern::Variable(v) => *v == variable,
            Pattern::Constant(_) => false,
            Pattern::Function(_, args) => args.iter().any(|arg| arg.mentions(variable)),
        }
    }

    fn substitute(&mut self, variable: usize, value: &Pattern) {
        match self {
            Pattern::Variable(v) if *v == variable => *self = value.clone(),
            Pattern::Variable(_) | Pattern::Constant(_) => {}
            Pattern::Function(_, args) => args
                .iter_mut()
                .for_each(|arg| arg.substitute(variable, value)),
        }
    }

    /// Appends the variables in it, each once.
    pub fn collect_variables(&self, into: &mut Vec<usize>) {
        match self {
            Pattern::Variable(v) if !into.contains(v) => into.push(*v),
            Pattern::Variable(_) | Pattern::Constant(_) => {}
            Pattern::Function(_, args) => args.iter().for_each(|arg| arg.collect_variables(into)),
        }
    }
}

impl Atom {
    /// Name and arity.
    pub fn signature(&self) -> (Symbol, usize) {
        (self.relation, self.args.len())
    }

    /// The variables in it, each once.
    pub fn variables(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.args
            .iter()
            .for_each(|arg| arg.collect_variables(&mut found));
        found
    }

    fn substitute(&mut self, variable: usize, value: &Pattern) {
        self.args
            .iter_mut()
            .for_each(|arg| arg.substitute(variable, value));
    }
}

impl Condition {
    /// The variables in it, each once.
    pub fn variables(&self) -> Vec<usize> {
        match self {
            Condition::Holds(atom) | Condition::Fails(atom) => atom.variables(),
            Condition::Distinct(a, b) => {
                let mut found = Vec::new();
                a.collect_variables(&mut found);
                b.collect_variables(&mut found);
                found
            }
        }
    }

    fn substitute(&mut self, variable: usize, value: &Pattern) {
        match self {
            Condition::Holds(atom) | Condition::Fails(atom) => atom.substitute(variable, value),
            Condition::Distinct(a, b) => {
                a.substitute(variable, value);
                b.substitute(variable, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;

    fn count(text: &str) -> usize {
        clauses(&Sheet::read(text).description).unwrap().len()
    }

    #[test]
    fn disjunctions_multiply_out() {
        assert_eq!(count("(<= p (or a b) (or c d e))"), 6);
        assert_eq!(count("(<= p (not (or a b)))"), 1);
        assert_eq!(count("(<= p (not (and a b)))"), 2);
        assert_eq!(count("(<= p (or))"), 0);
    }

    #[test]
    fn equations_are_solved() {
        let sheet = Sheet::read("(<= (p ?x) (q ?x ?y) (not (distinct ?y (f ?x))))");
        let all = clauses(&sheet.description).unwrap();
        let x = Pattern::Variable(0);
        let f = sheet.description.symbols.get("f").unwrap();
        let Condition::Holds(q) = &all[0].body[0] else {
            panic!("a positive condition")
        };
        assert_eq!(q.args, [x.clone(), Pattern::Function(f, vec![x])]);
        assert_eq!(count("(<= p (not (distinct a b)))"), 0);
        assert_eq!(count("(<= p (not (distinct a a)))"), 1);
    }

    #[test]
    fn explosions_are_reported() {
        let many = "(or a b) ".repeat(20);
        let problem = clauses(&Sheet::read(format!("(<= p {many})")).description).unwrap_err();
        assert_eq!(problem.code, TOO_MANY_ALTERNATIVES);
    }
}
