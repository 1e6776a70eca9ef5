//! Clauses: rules in the normal form that the back ends need, without `or`, `and` or nested `not` and with numbered variables.

use crate::description::{Description, Rule, Sentence, Term};
use crate::disjunctive_normal_form::{Simple, Size, alternatives};
use crate::problem::Problem;
use crate::split_disjunctions::split_disjunctions;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

/// A rule whose body is a plain conjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The conclusion.
    pub head: Atom,
    /// The conditions, all of which must hold.
    pub body: Vec<Condition>,
    /// The names of the variables. Patterns refer to them by index.
    pub variables: Vec<Symbol>,
    /// The index of the rule in the description.
    pub rule: usize,
}

/// A relation applied to patterns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: Symbol,
    /// The arguments of the relation.
    pub args: Vec<Pattern>,
}

/// One literal of a clause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// The atom is derivable.
    Holds(Atom),
    /// The atom is not derivable.
    Fails(Atom),
    /// The two patterns are different.
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

/// The maximum number of clauses of one rule.
const MAX_ALTERNATIVES: usize = 1 << 16;
/// The largest number of variables of a clause. Plans compare each variable with the others.
const MAX_VARIABLES: usize = 1 << 15;
/// The maximum total size, in words, of the clauses of rules with several alternatives.
const MAX_WORDS: usize = 1 << 22;
/// The maximum number of steps and copied words for solving the equations of all rules.
const MAX_SOLVING_WORK: usize = 1 << 24;

/// The estimated bytes of a word in a clause: a pattern, and its share of the vectors around it.
const BYTES_PER_WORD: usize = 2 * size_of::<Pattern>();

/// The code of a rule whose normal form is too large.
pub const TOO_MANY_ALTERNATIVES: &str = "E005";

/// Returns the clauses of all rules, in the order of the rules. Their number can be exponential: call
/// [`split_disjunctions`] first, unless the clauses must be those of the rules as they stand.
///
/// ```
/// use senet_gdl::{Sheet, clauses};
/// let description = Sheet::read("(<= p (or q r))").description;
/// assert_eq!(clauses(&description).unwrap().len(), 2);
/// ```
pub fn clauses(description: &Description) -> Result<Vec<Clause>, Problem> {
    clauses_of(description, |_| true)
}

/// Estimates the bytes that the clauses of all rules take, without making them.
pub fn clause_bytes(description: &Description) -> usize {
    let rules = description.rules.iter().map(Size::of_rule);
    let bytes = rules.map(|size| {
        let clauses = size.alternatives.saturating_mul(size_of::<Clause>());
        clauses.saturating_add(size.words.saturating_mul(BYTES_PER_WORD))
    });
    bytes.fold(0, usize::saturating_add)
}

/// Returns the clauses of the wanted rules.
pub fn clauses_of(
    description: &Description,
    is_wanted: impl Fn(&Rule) -> bool,
) -> Result<Vec<Clause>, Problem> {
    let rules = description.rules.iter().enumerate();
    let wanted: Vec<(usize, &Rule)> = rules.filter(|(_, rule)| is_wanted(rule)).collect();
    let mut found = Vec::with_capacity(wanted.len());
    each_clause(wanted.into_iter(), |clause| found.push(clause))?;
    Ok(found)
}

/// Returns the clauses of the rule at `index`; `None` if there are more than `limit` or if they are too large.
pub(crate) fn clauses_of_rule(rule: &Rule, index: usize, limit: usize) -> Option<Vec<Clause>> {
    let size = Size::of_rule(rule);
    if size.alternatives > limit.min(MAX_ALTERNATIVES) || size.words > MAX_WORDS {
        return None;
    }
    let mut work_left = MAX_WORDS;
    let mut found = Vec::new();
    for literals in alternatives(rule) {
        let clause = clause(rule, index, &literals, &mut work_left).ok()?;
        if clause.iter().any(has_too_many_variables) {
            return None;
        }
        found.extend(clause);
    }
    Some(found)
}

/// Returns the first problem that prevents converting the description to clauses.
pub(crate) fn too_many_alternatives(description: &Description) -> Option<Problem> {
    let description = split_disjunctions(description);
    let rules = description.rules.iter().enumerate();
    // A fact has one alternative and no equations.
    each_clause(rules.filter(|(_, rule)| !rule.body.is_empty()), drop).err()
}

/// Passes the clauses of numbered rules to the function, one by one.
fn each_clause<'a>(
    rules: impl Iterator<Item = (usize, &'a Rule)>,
    mut action: impl FnMut(Clause),
) -> Result<(), Problem> {
    let (mut words, mut work_left) = (0usize, MAX_SOLVING_WORK);
    for (index, rule) in rules {
        if rule.body.is_empty() {
            action(fact(rule, index));
            continue;
        }
        let size = Size::of_rule(rule);
        if size.alternatives > MAX_ALTERNATIVES {
            let message =
                format!("the `or`s of this rule have more than {MAX_ALTERNATIVES} combinations");
            return Err(too_large(rule, message));
        }
        if size.alternatives > 1 {
            words = words.saturating_add(size.words);
        }
        if words > MAX_WORDS {
            let message = format!(
                "the `or`s of this rule and of the rules before it have combinations of more than {MAX_WORDS} words"
            );
            return Err(too_large(rule, message));
        }
        for literals in alternatives(rule) {
            match clause(rule, index, &literals, &mut work_left) {
                Ok(Some(clause)) if has_too_many_variables(&clause) => {
                    let message = format!("this rule has more than {MAX_VARIABLES} variables");
                    return Err(too_large(rule, message));
                }
                Ok(clause) => clause.into_iter().for_each(&mut action),
                Err(TooLarge) => {
                    let message = "the negated `distinct`s of this rule make its terms too large";
                    return Err(too_large(rule, message.into()));
                }
            }
        }
    }
    Ok(())
}

fn has_too_many_variables(clause: &Clause) -> bool {
    clause.variables.len() > MAX_VARIABLES
}

fn too_large(rule: &Rule, message: String) -> Problem {
    let help = "define helper relations for parts of the rule, such as one for each `or`";
    Problem::new(TOO_MANY_ALTERNATIVES, rule.span, message, help)
}

/// Builds the clause of a rule without conditions.
fn fact(rule: &Rule, index: usize) -> Clause {
    let mut variables = Variables::default();
    let head = variables.atom(&rule.head);
    Clause {
        head,
        body: Vec::new(),
        variables: variables.names,
        rule: index,
    }
}

/// Builds one clause; `None` if its equations have no solution.
fn clause(
    rule: &Rule,
    index: usize,
    literals: &[Simple],
    work_left: &mut usize,
) -> Result<Option<Clause>, TooLarge> {
    let mut variables = Variables::default();
    let head = variables.atom(&rule.head);
    let mut body = Vec::with_capacity(literals.len());
    for literal in literals {
        match literal {
            Simple::Holds(s) => body.push(Condition::Holds(variables.atom(s))),
            Simple::Fails(s) => body.push(Condition::Fails(variables.atom(s))),
            Simple::Distinct(..) | Simple::Equal(..) => {}
        }
    }
    let mut equations = Vec::new();
    for literal in literals {
        match literal {
            Simple::Distinct(a, b) => {
                body.push(Condition::Distinct(
                    variables.pattern(a),
                    variables.pattern(b),
                ));
            }
            Simple::Equal(a, b) => equations.push((variables.pattern(a), variables.pattern(b))),
            Simple::Holds(_) | Simple::Fails(_) => {}
        }
    }
    let mut clause = Clause {
        head,
        body,
        variables: variables.names,
        rule: index,
    };
    let is_possible = clause.solve(equations, work_left)?;
    Ok(is_possible.then_some(clause))
}

/// Solving the equations exceeds the work limit.
struct TooLarge;

impl Clause {
    /// Solves equations between patterns by substitution. Returns whether there is a solution.
    fn solve(
        &mut self,
        mut equations: Vec<(Pattern, Pattern)>,
        work_left: &mut usize,
    ) -> Result<bool, TooLarge> {
        while let Some((left, right)) = equations.pop() {
            match (left, right) {
                (left, right) if left == right => {}
                (Pattern::Variable(v), value) | (value, Pattern::Variable(v)) => {
                    if value.mentions(v) {
                        return Ok(false);
                    }
                    self.substitute(v, &value, &mut equations, work_left)?;
                }
                (Pattern::Function(f, xs), Pattern::Function(g, ys))
                    if f == g && xs.len() == ys.len() =>
                {
                    equations.extend(xs.into_iter().zip(ys));
                }
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Substitutes a value for a variable everywhere, within the work limit.
    fn substitute(
        &mut self,
        variable: usize,
        value: &Pattern,
        equations: &mut [(Pattern, Pattern)],
        work_left: &mut usize,
    ) -> Result<(), TooLarge> {
        let (mut seen, mut copies) = (0usize, 0usize);
        self.each_pattern(equations, &mut |pattern| {
            pattern.visit(&mut |part| {
                seen += 1;
                copies += usize::from(*part == Pattern::Variable(variable));
            });
        });
        let mut size = 0;
        value.visit(&mut |_| size += 1);
        let cost = seen.saturating_add(copies.saturating_mul(size));
        *work_left = work_left.checked_sub(cost).ok_or(TooLarge)?;
        self.each_pattern(equations, &mut |pattern| {
            pattern.substitute(variable, value)
        });
        Ok(())
    }

    fn each_pattern(
        &mut self,
        equations: &mut [(Pattern, Pattern)],
        action: &mut impl FnMut(&mut Pattern),
    ) {
        self.head.args.iter_mut().for_each(&mut *action);
        for condition in &mut self.body {
            match condition {
                Condition::Holds(atom) | Condition::Fails(atom) => {
                    atom.args.iter_mut().for_each(&mut *action)
                }
                Condition::Distinct(left, right) => {
                    [left, right].into_iter().for_each(&mut *action)
                }
            }
        }
        for (left, right) in equations {
            action(left);
            action(right);
        }
    }
}

/// The variables of a clause, numbered by first occurrence.
#[derive(Default)]
struct Variables {
    names: Vec<Symbol>,
    numbers: FxHashMap<Symbol, usize>,
}

impl Variables {
    fn atom(&mut self, sentence: &Sentence) -> Atom {
        Atom {
            relation: sentence.relation,
            args: sentence.args.iter().map(|arg| self.pattern(arg)).collect(),
        }
    }

    fn pattern(&mut self, term: &Term) -> Pattern {
        match term {
            Term::Variable(name, _) => Pattern::Variable(self.number(*name)),
            Term::Constant(name, _) => Pattern::Constant(*name),
            Term::Function(name, args, _) => {
                Pattern::Function(*name, args.iter().map(|arg| self.pattern(arg)).collect())
            }
        }
    }

    fn number(&mut self, name: Symbol) -> usize {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

impl Pattern {
    /// Returns whether the variable occurs in the pattern.
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

    /// Calls the function on this pattern and all its parts.
    fn visit(&self, action: &mut impl FnMut(&Pattern)) {
        action(self);
        if let Pattern::Function(_, args) = self {
            args.iter().for_each(|arg| arg.visit(action));
        }
    }

    /// Appends the variables of the pattern, each once.
    pub fn collect_variables(&self, into: &mut Vec<usize>) {
        match self {
            Pattern::Variable(v) if !into.contains(v) => into.push(*v),
            Pattern::Variable(_) | Pattern::Constant(_) => {}
            Pattern::Function(_, args) => args.iter().for_each(|arg| arg.collect_variables(into)),
        }
    }
}

impl Atom {
    /// The name and arity of the relation.
    pub fn signature(&self) -> (Symbol, usize) {
        (self.relation, self.args.len())
    }

    /// The variables, each once.
    pub fn variables(&self) -> Vec<usize> {
        variables_of(&self.args)
    }
}

/// Returns the variables of several patterns, each once.
pub fn variables_of<'a>(patterns: impl IntoIterator<Item = &'a Pattern>) -> Vec<usize> {
    let mut found = Vec::new();
    let patterns = patterns.into_iter();
    patterns.for_each(|pattern| pattern.collect_variables(&mut found));
    found
}

impl Condition {
    /// The variables, each once.
    pub fn variables(&self) -> Vec<usize> {
        match self {
            Condition::Holds(atom) | Condition::Fails(atom) => atom.variables(),
            Condition::Distinct(a, b) => variables_of([a, b]),
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
    fn multiplies_out_disjunctions() {
        assert_eq!(count("(<= p (or a b) (or c d e))"), 6);
        assert_eq!(count("(<= p (not (or a b)))"), 1);
        assert_eq!(count("(<= p (not (and a b)))"), 2);
        assert_eq!(count("(<= p (or))"), 0);
    }

    #[test]
    fn solves_equations_of_negated_distinct() {
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
    fn reports_normal_forms_that_are_too_large() {
        let many = "(or a b) ".repeat(20);
        let problem = clauses(&Sheet::read(format!("(<= p {many})")).description).unwrap_err();
        assert_eq!(problem.code, TOO_MANY_ALTERNATIVES);
        let doubling: String = (0..60)
            .map(|n| format!("(not (distinct ?x{} (f ?x{n} ?x{n})))", n + 1))
            .collect();
        let rule = format!("(<= (p ?x60) (q ?x0) {doubling})");
        let problem = clauses(&Sheet::read(rule).description).unwrap_err();
        assert_eq!(problem.code, TOO_MANY_ALTERNATIVES);
    }
}
