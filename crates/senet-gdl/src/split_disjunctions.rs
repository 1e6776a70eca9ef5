//! Splits rules with many `or`s, so that their clauses are few: each `or` becomes a relation of its own.
//!
//! A rule with `n` `or`s of two branches has 2^n alternatives. Such a rule is rewritten with supplementary relations, as
//! magic-set methods do: a branch becomes a rule of the new relation, and the `or` becomes one condition. The new rules
//! together are about as large as the old one. Rules with few alternatives stay as they are.
//!
//! A branch may use variables that only other conditions bind. The rules of the new relation then start with those
//! conditions. Two `or`s that bind variables for each other cannot be split; they stay, and their product is limited.

use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::disjunctive_normal_form::Size;
use crate::safety::bound_by;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// A rule with at most this number of alternatives is not split.
const MAX_PRODUCT: usize = 16;
/// The maximum number of variables that all splits together may read or write.
const MAX_WORK: usize = 1 << 23;

/// Returns the description with rules of few alternatives, which [`crate::clauses`] turns into few clauses.
///
/// Rules keep their places. The rules of new relations follow all others; their names contain a space, so no rule sheet has
/// them. The new relations change neither the answers nor the strata of the old ones.
///
/// ```
/// use senet_gdl::{Sheet, clauses, split_disjunctions};
/// let description = Sheet::read(format!("(<= p {})", "(or q r)".repeat(10))).description;
/// assert_eq!(clauses(&description).unwrap().len(), 1024);
/// assert_eq!(clauses(&split_disjunctions(&description)).unwrap().len(), 21);
/// ```
pub fn split_disjunctions(description: &Description) -> Cow<'_, Description> {
    let rules = description.rules.iter().enumerate();
    let large: Vec<usize> = rules
        .filter(|(_, rule)| is_large(rule))
        .map(|(at, _)| at)
        .collect();
    if large.is_empty() {
        return Cow::Borrowed(description);
    }
    let mut split = description.clone();
    let mut splitter = Splitter {
        symbols: &mut split.symbols,
        added: Vec::new(),
        work_left: MAX_WORK,
    };
    for at in large {
        split.rules[at] = splitter.split(&description.rules[at]);
    }
    split.rules.extend(splitter.added);
    Cow::Owned(split)
}

fn is_large(rule: &Rule) -> bool {
    !rule.body.is_empty() && Size::of_rule(rule).alternatives > MAX_PRODUCT
}

/// Splits one rule and the rules that result from it.
struct Splitter<'a> {
    symbols: &'a mut Symbols,
    /// The rules of the new relations.
    added: Vec<Rule>,
    work_left: usize,
}

impl Splitter<'_> {
    /// Replaces every `or` that can be replaced.
    fn split(&mut self, rule: &Rule) -> Rule {
        let mut body = Body::of(rule);
        let is_or = |at: &usize| matches!(body.conditions[*at], Some(Literal::Or(..)));
        let mut waiting: Vec<usize> = (0..body.conditions.len()).filter(is_or).collect();
        loop {
            let before = waiting.len();
            waiting.retain(|&at| !self.replace(rule, &mut body, at));
            if waiting.len() == before {
                break;
            }
        }
        Rule {
            head: rule.head.clone(),
            body: body.conditions.into_iter().flatten().collect(),
            span: rule.span,
        }
    }

    /// Replaces an `or` by a condition on a new relation. Returns false if nothing binds its variables yet.
    fn replace(&mut self, rule: &Rule, body: &mut Body, at: usize) -> bool {
        let Some(Literal::Or(branches, span)) = body.conditions[at].take() else {
            return false;
        };
        let or = Literal::Or(branches, span);
        let context = match self.spend(1 + variables(&or).len()) {
            true => body.context(&or),
            false => None,
        };
        let context = context.filter(|context| self.spend(body.words_to_replace(&or, context)));
        let Some(context) = context else {
            body.conditions[at] = Some(or);
            return false;
        };
        body.forget(&or);
        let context: Vec<Literal> = context.iter().filter_map(|&at| body.remove(at)).collect();
        let mut known = variables_of(&context);
        known.extend(variables(&or));
        let known = each_once(known);
        let interface: Vec<Symbol> = known.into_iter().filter(|v| body.uses(*v) > 0).collect();
        let prefix = self.joined(rule, context, &or, &interface);
        let head = self.relation(rule, &interface);
        if let Literal::Or(branches, _) = or {
            for branch in branches {
                self.add(
                    rule,
                    &head,
                    prefix.iter().cloned().chain([branch]).collect(),
                );
            }
        }
        body.push(Literal::Holds(head));
        true
    }

    /// Counts work; false if the work limit is reached, now or before.
    fn spend(&mut self, work: usize) -> bool {
        self.work_left = self.work_left.saturating_sub(work);
        self.work_left > 0
    }

    /// Joins the context into at most one condition, since the rule of each branch repeats it.
    fn joined(
        &mut self,
        rule: &Rule,
        context: Vec<Literal>,
        or: &Literal,
        interface: &[Symbol],
    ) -> Option<Literal> {
        if context.len() < 2 {
            return context.into_iter().next();
        }
        let inside: FxHashSet<Symbol> = variables(or).into_iter().collect();
        let mut shared = each_once(variables_of(&context));
        shared.retain(|v| inside.contains(v) || interface.contains(v));
        let head = self.relation(rule, &shared);
        self.add(rule, &head, context);
        Some(Literal::Holds(head))
    }

    /// A new relation for a rule, applied to variables.
    fn relation(&mut self, rule: &Rule, variables: &[Symbol]) -> Sentence {
        let name = self.symbols.spelling(rule.head.relation);
        let origin = name.split(" part ").next().unwrap_or(name);
        let name = format!("{origin} part {}", self.symbols.len());
        let variable = |&name: &Symbol| Term::Variable(name, rule.span);
        Sentence {
            relation: self.symbols.fresh(&name),
            args: variables.iter().map(variable).collect(),
            span: rule.span,
        }
    }

    /// Adds a rule, which may be split in turn.
    fn add(&mut self, of: &Rule, head: &Sentence, body: Vec<Literal>) {
        let rule = Rule {
            head: head.clone(),
            body,
            span: of.span,
        };
        let rule = match is_large(&rule) {
            true => self.split(&rule),
            false => rule,
        };
        self.added.push(rule);
    }
}

/// The conditions of a rule, without `and` and with `not` only before sentences and `distinct`s.
struct Body {
    /// The conditions that are left.
    conditions: Vec<Option<Literal>>,
    /// The number of conditions that use a variable. The head counts as one.
    uses: FxHashMap<Symbol, usize>,
    /// The positive sentences, by the variables that they bind.
    binders: FxHashMap<Symbol, Vec<usize>>,
}

impl Body {
    fn of(rule: &Rule) -> Body {
        let mut body = Body {
            conditions: Vec::new(),
            uses: FxHashMap::default(),
            binders: FxHashMap::default(),
        };
        for variable in each_once(names(rule.head.variables())) {
            body.uses.insert(variable, 1);
        }
        let mut conditions = Vec::new();
        let literals = rule.body.iter();
        literals.for_each(|literal| conjuncts(literal, false, &mut conditions));
        conditions
            .into_iter()
            .for_each(|literal| body.push(literal));
        body
    }

    fn push(&mut self, literal: Literal) {
        let at = self.conditions.len();
        let is_positive = matches!(literal, Literal::Holds(_));
        for variable in each_once(variables(&literal)) {
            *self.uses.entry(variable).or_default() += 1;
            if is_positive {
                self.binders.entry(variable).or_default().push(at);
            }
        }
        self.conditions.push(Some(literal));
    }

    fn remove(&mut self, at: usize) -> Option<Literal> {
        let removed = self.conditions[at].take()?;
        self.forget(&removed);
        Some(removed)
    }

    fn forget(&mut self, literal: &Literal) {
        for variable in each_once(variables(literal)) {
            if let Some(uses) = self.uses.get_mut(&variable) {
                *uses -= 1;
            }
        }
    }

    fn uses(&self, variable: Symbol) -> usize {
        self.uses.get(&variable).copied().unwrap_or(0)
    }

    /// The conditions with which the branches of an `or` must start; `None` if some variables stay unbound.
    fn context(&self, or: &Literal) -> Option<Vec<usize>> {
        let Literal::Or(branches, _) = or else {
            return None;
        };
        let mut shared = each_once(variables(or));
        shared.retain(|&variable| self.uses(variable) > 1);
        let mut needed = Vec::new();
        let mut binding: FxHashMap<Symbol, usize> = FxHashMap::default();
        for branch in branches {
            let bound = bound_by(branch);
            let used = variables(branch).into_iter();
            needed.extend(used.filter(|variable| !bound.contains(variable)));
            let counts = bound.into_iter();
            counts.for_each(|variable| *binding.entry(variable).or_default() += 1);
        }
        let in_all = |variable: &Symbol| binding.get(variable) == Some(&branches.len());
        needed.extend(shared.iter().copied().filter(|variable| !in_all(variable)));
        let needed = each_once(needed);
        let is_alone = needed.is_empty();
        if is_alone && branches.iter().all(|branch| one_binds(branch, &shared)) {
            return Some(Vec::new());
        }
        // Without a context, the branches might enumerate combinations that the rest of the rule excludes.
        let wanted = if is_alone { shared } else { needed };
        self.binders_of(&wanted).or_else(|| is_alone.then(Vec::new))
    }

    /// An upper bound of the number of variables in the heads and prefixes of the rules that
    /// replace an `or`.
    fn words_to_replace(&self, or: &Literal, context: &[usize]) -> usize {
        let branches = match or {
            Literal::Or(branches, _) => branches.len(),
            _ => 0,
        };
        let context = context
            .iter()
            .filter_map(|&at| self.conditions[at].as_ref());
        let context: usize = context.map(|literal| variables(literal).len()).sum();
        (context + variables(or).len()).saturating_mul(branches + 2)
    }

    /// One positive sentence that binds all these variables, else all positive sentences if together they do.
    fn binders_of(&self, variables: &[Symbol]) -> Option<Vec<usize>> {
        let binders = |variable: &Symbol| {
            let known = self.binders.get(variable).map_or(&[][..], Vec::as_slice);
            let is_left = |at: &usize| self.conditions[*at].is_some();
            known.iter().copied().filter(is_left)
        };
        let mut sets = variables
            .iter()
            .map(|v| binders(v).collect::<FxHashSet<_>>());
        let common = sets.next()?;
        let common = sets.fold(common, |common, set| &common & &set);
        if let Some(&first) = common.iter().min() {
            return Some(vec![first]);
        }
        let is_bound = |variable: &Symbol| binders(variable).next().is_some();
        variables.iter().all(is_bound).then(|| {
            let positive = |at: &usize| matches!(self.conditions[*at], Some(Literal::Holds(_)));
            (0..self.conditions.len()).filter(positive).collect()
        })
    }
}

/// Returns whether one positive sentence of the branch binds all the variables.
fn one_binds(branch: &Literal, wanted: &[Symbol]) -> bool {
    let binds = |literal: &Literal| match literal {
        Literal::Holds(_) => {
            let bound = bound_by(literal);
            wanted.iter().all(|variable| bound.contains(variable))
        }
        _ => false,
    };
    wanted.len() < 2
        || match branch {
            Literal::And(parts, _) => parts.iter().any(binds),
            other => binds(other),
        }
}

/// Appends the conjuncts of a literal: sentences, `distinct`s, their negations, and `or`s of such conjunctions.
fn conjuncts(literal: &Literal, negated: bool, into: &mut Vec<Literal>) {
    match (literal, negated) {
        (Literal::Holds(_) | Literal::Distinct(..), false) => into.push(literal.clone()),
        (Literal::Holds(_) | Literal::Distinct(..), true) => {
            into.push(Literal::Not(Box::new(literal.clone()), literal.span()));
        }
        (Literal::Not(inner, _), _) => conjuncts(inner, !negated, into),
        (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
            parts.iter().for_each(|part| conjuncts(part, negated, into));
        }
        (Literal::Or(parts, span), false) | (Literal::And(parts, span), true) => {
            let mut branches = Vec::new();
            disjuncts(parts, negated, *span, &mut branches);
            into.push(Literal::Or(branches, *span));
        }
    }
}

/// Appends the branches of a disjunction; an `or` directly inside it is merged with it.
fn disjuncts(parts: &[Literal], negated: bool, span: Span, branches: &mut Vec<Literal>) {
    for part in parts {
        let mut branch = Vec::new();
        conjuncts(part, negated, &mut branch);
        match <[Literal; 1]>::try_from(branch) {
            Ok([Literal::Or(inner, _)]) => branches.extend(inner),
            Ok([only]) => branches.push(only),
            Err(several) => branches.push(Literal::And(several, span)),
        }
    }
}

/// The variables of a literal, with repetitions.
fn variables(literal: &Literal) -> Vec<Symbol> {
    let mut found = Vec::new();
    literal.visit_sentences(&mut |sentence, _| found.extend(names(sentence.variables())));
    literal.visit_distincts(&mut |left, right| {
        found.extend(names(left.variables()));
        found.extend(names(right.variables()));
    });
    found
}

fn variables_of(literals: &[Literal]) -> Vec<Symbol> {
    literals.iter().flat_map(variables).collect()
}

fn names(variables: Vec<(Symbol, Span)>) -> impl Iterator<Item = Symbol> {
    variables.into_iter().map(|(name, _)| name)
}

fn each_once(variables: impl IntoIterator<Item = Symbol>) -> Vec<Symbol> {
    let mut seen = FxHashSet::default();
    let mut found: Vec<Symbol> = variables.into_iter().collect();
    found.retain(|&variable| seen.insert(variable));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{LetterCase, show};
    use crate::{Sheet, clauses};

    /// The rules after splitting, with short names for the new relations.
    fn split(text: &str) -> Vec<String> {
        let sheet = Sheet::read(text);
        let description = split_disjunctions(&sheet.description);
        let mut names: Vec<String> = Vec::new();
        let symbols = description.symbols.iter();
        let new = symbols.filter(|&s| description.symbols.key(s).contains(" part "));
        names.extend(new.map(|s| description.symbols.key(s).to_string()));
        let rules = description.rules.iter();
        let shown = rules.map(|rule| {
            let text = show(rule, &description.symbols, LetterCase::Folded).to_string();
            let named = names.iter().enumerate();
            named.fold(text, |text, (at, name)| {
                text.replace(name, &format!("#{at}"))
            })
        });
        shown.collect()
    }

    #[test]
    fn rules_with_few_alternatives_stay() {
        let sheet = Sheet::read("(<= p (or a b) (or a b) (or a b) (or a b))");
        let description = split_disjunctions(&sheet.description);
        assert!(matches!(description, Cow::Borrowed(_)));
    }

    #[test]
    fn branches_that_bind_their_variables_stand_alone() {
        let or = "(or (q ?x ?y) (and (r ?x ?y ?z) (not (s ?z))))";
        let rules = split(&format!("(<= (p ?x) (a ?y) {or} {})", "(or c d)".repeat(4)));
        assert_eq!(rules[0], "(<= (p ?x) (a ?y) (#0 ?x ?y) #1 #2 #3 #4)");
        assert_eq!(rules[1], "(<= (#0 ?x ?y) (q ?x ?y))");
        assert_eq!(rules[2], "(<= (#0 ?x ?y) (and (r ?x ?y ?z) (not (s ?z))))");
        assert_eq!(rules.len(), 11);
    }

    #[test]
    fn branches_that_need_variables_start_with_their_binder() {
        let or = "(or (distinct ?x ?y) (not (s ?x)))";
        let rules = split(&format!("(<= (p ?x) (a ?x ?y) (b ?x) {})", or.repeat(5)));
        assert_eq!(rules[0], "(<= (p ?x) (b ?x) (#4 ?x))");
        assert_eq!(rules[1], "(<= (#0 ?x ?y) (a ?x ?y) (distinct ?x ?y))");
        assert_eq!(rules[10], "(<= (#4 ?x) (#3 ?x ?y) (not (s ?x)))");
    }

    #[test]
    fn several_binders_are_joined_once() {
        let or = "(or (distinct ?x ?y) (not (s ?x ?y)))";
        let rules = split(&format!("(<= (p ?x) (a ?x) (b ?y ?z) {})", or.repeat(5)));
        assert_eq!(rules[1], "(<= (#0 ?x ?y) (a ?x) (b ?y ?z))");
        assert_eq!(rules[2], "(<= (#1 ?x ?y) (#0 ?x ?y) (distinct ?x ?y))");
    }

    #[test]
    fn an_or_binds_variables_for_an_earlier_one() {
        let needs = "(or (not (s ?x)) (not (t ?x)))";
        let binds = "(or (a ?x) (b ?x))";
        let rules = split(&format!("(<= p {} {binds})", needs.repeat(4)));
        assert_eq!(rules[0], "(<= p #4)");
        assert_eq!(rules[1], "(<= (#0 ?x) (a ?x))");
    }

    #[test]
    fn nested_and_negated_disjunctions_are_split() {
        let inner = "(or a b)".repeat(20);
        let rule = format!("(<= p (not (and (not (and c {inner})) d)))");
        let sheet = Sheet::read(rule);
        let description = split_disjunctions(&sheet.description);
        assert_eq!(clauses(&description).unwrap().len(), 43);
    }

    #[test]
    fn crosswise_bound_disjunctions_stay() {
        let crosswise = "(or (a ?x) (b ?y)) (or (c ?x) (d ?y))";
        let rules = split(&format!("(<= p {crosswise} {})", "(or e f)".repeat(4)));
        assert_eq!(rules[0], format!("(<= p {crosswise} #0 #1 #2 #3)"));
    }

    #[test]
    fn new_names_never_clash_with_those_of_the_sheet() {
        let sheet = Sheet::read(format!("(<= p {})", "(or a b)".repeat(9)));
        let description = split_disjunctions(&sheet.description);
        let before = sheet.description.symbols.len();
        assert_eq!(description.symbols.len(), before + 9);
        let new = description.symbols.iter().skip(before);
        for symbol in new {
            assert!(description.symbols.key(symbol).contains(' '));
        }
    }
}
