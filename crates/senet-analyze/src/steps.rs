//! Which rules the published test needs.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Rule, Sentence, Span, Symbol, Term};

/// What steps are made of: the moves that are legal and what holds after them.
const OF_STEPS: [Symbol; 4] = [Symbol::ROLE, Symbol::INIT, Symbol::LEGAL, Symbol::NEXT];
/// What states and moves are made of.
const DECLARING: [Symbol; 2] = [Symbol::BASE, Symbol::INPUT];

/// The rules of steps, of all relations of the state or of the one that is asked about. Goals and ends of matches are no part of them, unless the sheet makes steps depend on those.
pub struct Steps {
    /// The relations that rules of steps conclude.
    relations: FxHashSet<Symbol>,
    /// The same with rules that declare something.
    and_declarations: FxHashSet<Symbol>,
    /// The relation of the state that is asked about, if not all; there may be none such.
    pub asked: Option<Option<Symbol>>,
    /// The relations of the state that make a difference to it; `None` where all may.
    read: Option<FxHashSet<Symbol>>,
    /// The one declared fact of the relation that is enough.
    enough: Option<Span>,
}

impl Steps {
    pub fn of(description: &Description, asked: Option<Option<Symbol>>) -> Steps {
        let mut steps = Steps {
            relations: FxHashSet::default(),
            and_declarations: FxHashSet::default(),
            asked,
            read: None,
            enough: None,
        };
        let rules = Rules::of(description, &steps);
        steps.relations = rules.used_by(&OF_STEPS);
        steps.and_declarations = rules.used_by(&[&OF_STEPS[..], &DECLARING].concat());
        if let Some(Some(asked)) = asked.filter(|asked| declares(description, *asked)) {
            steps.read = rules.read_by(&steps.and_declarations);
            steps.read.iter_mut().for_each(|read| {
                read.insert(asked);
            });
            steps.enough = enough(description, asked);
        }
        steps
    }

    /// Whether a rule is one of steps or declares something that makes a difference to them.
    pub fn contain(&self, rule: &Rule) -> bool {
        self.and_declarations.contains(&rule.head.relation)
            && !self.is_of_another(rule)
            && !self.declares_unread(rule)
    }

    /// Whether a rule tells when another relation than the one asked about is what it is.
    pub fn is_of_another(&self, rule: &Rule) -> bool {
        let another = |name| self.asked.is_some_and(|asked| asked != Some(name));
        rule.head.relation == Symbol::NEXT && fluent(&rule.head).is_some_and(another)
    }

    /// Whether a rule declares facts that make no difference.
    fn declares_unread(&self, rule: &Rule) -> bool {
        let unread = |name| {
            let read = self.read.as_ref();
            read.is_some_and(|read| !read.contains(&name))
                || self.asked == Some(Some(name)) && self.enough.is_some_and(|one| one != rule.span)
        };
        rule.head.relation == Symbol::BASE && fluent(&rule.head).is_some_and(unread)
    }

    /// The rules of steps alone.
    pub fn description(&self, whole: &Description) -> Description {
        let is_needed = |rule: &&Rule| {
            self.relations.contains(&rule.head.relation) && !self.is_of_another(rule)
        };
        Description {
            symbols: whole.symbols.clone(),
            rules: whole.rules.iter().filter(is_needed).cloned().collect(),
        }
    }
}

/// Whether facts of a relation are declared.
fn declares(description: &Description, relation: Option<Symbol>) -> bool {
    let mut heads = description.rules.iter().map(|rule| &rule.head);
    heads.any(|head| head.relation == Symbol::BASE && fluent(head) == relation)
}

/// A fact that is declared of a relation, if nothing of it holds initially: that the initial state lacks it refutes whatever is asked about the relation.
fn enough(description: &Description, relation: Symbol) -> Option<Span> {
    let of_it = |head: &Sentence| fluent(head).is_none_or(|name| name == relation);
    let rules = description.rules.iter().filter(|rule| of_it(&rule.head));
    let is_initial = |rule: &Rule| rule.head.relation == Symbol::INIT;
    if rules.clone().any(is_initial) {
        return None;
    }
    let mut declaring = rules.filter(|rule| rule.head.relation == Symbol::BASE);
    let first = declaring.next()?;
    let arity = |rule: &Rule| match rule.head.args.first() {
        Some(Term::Function(_, args, _)) => args.len(),
        _ => 0,
    };
    let is_clear = first.body.is_empty() && declaring.all(|rule| arity(rule) == arity(first));
    is_clear.then_some(first.span)
}

/// The relation of the state that a sentence speaks of, unless it may be any.
pub fn fluent(sentence: &Sentence) -> Option<Symbol> {
    match sentence.args.first()? {
        Term::Constant(name, _) | Term::Function(name, ..) => Some(*name),
        Term::Variable(..) => None,
    }
}

/// The sentences in the bodies of rules, by the relation that the rules conclude.
pub struct Rules<'a>(FxHashMap<Symbol, Vec<&'a Sentence>>);

impl<'a> Rules<'a> {
    pub fn of(description: &'a Description, steps: &Steps) -> Rules<'a> {
        let mut bodies: FxHashMap<Symbol, Vec<&Sentence>> = FxHashMap::default();
        let rules = description.rules.iter();
        for rule in rules.filter(|rule| !rule.body.is_empty() && !steps.is_of_another(rule)) {
            let sentences = rule.body_sentences().into_iter();
            let body = bodies.entry(rule.head.relation).or_default();
            body.extend(sentences.map(|(sentence, _)| sentence));
        }
        Rules(bodies)
    }

    fn bodies(&self, relation: Symbol) -> impl Iterator<Item = &'a Sentence> {
        self.0.get(&relation).into_iter().flatten().copied()
    }

    /// Some relations and all that they use, directly or not.
    pub fn used_by(&self, roots: &[Symbol]) -> FxHashSet<Symbol> {
        let mut used: FxHashSet<Symbol> = roots.iter().copied().collect();
        let mut open = roots.to_vec();
        while let Some(relation) = open.pop() {
            let names = self.bodies(relation).map(|sentence| sentence.relation);
            open.extend(names.filter(|&name| used.insert(name)));
        }
        used
    }

    /// Whether rules for some relations mention one of others.
    pub fn mention(&self, relations: &FxHashSet<Symbol>, others: &[Symbol]) -> bool {
        let mut sentences = relations.iter().flat_map(|&name| self.bodies(name));
        sentences.any(|sentence| others.contains(&sentence.relation))
    }

    /// The relations of the state that rules for some relations look at; `None` if they may look at any.
    fn read_by(&self, relations: &FxHashSet<Symbol>) -> Option<FxHashSet<Symbol>> {
        let sentences = relations.iter().flat_map(|&name| self.bodies(name));
        let reading =
            sentences.filter(|sentence| [Symbol::TRUE, Symbol::BASE].contains(&sentence.relation));
        reading.map(fluent).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{LetterCase, read_playable, show};

    /// Compares the facts that are declared where one relation is asked about.
    fn check(more: &str, asked: &str, expected: &str) {
        let text = format!(
            "(role r) (base (at 1)) (base (seen 2)) (base (fuel 3)) (base (done 4)) (input r go) (legal r go)
            (<= (next (at ?p)) (true (at ?p)) (ready)) (<= (ready) (not (true (seen 2)))) (<= (next (fuel 3)) (true (done 4)))
            (<= terminal (true (done 4))) (goal r 100) {more}"
        );
        let whole = read_playable(&text).unwrap();
        let steps = Steps::of(&whole, Some(whole.symbols.get(asked)));
        let kept = whole.rules.iter().filter(|rule| steps.contain(rule));
        let declared = kept.filter(|rule| rule.head.relation == Symbol::BASE);
        let shown = declared.map(|rule| show(rule, &whole.symbols, LetterCase::Folded).to_string());
        assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{more}");
    }

    #[test]
    fn facts_that_make_no_difference_are_not_declared() {
        check("", "at", "(base (at 1)) (base (seen 2))");
        check("", "fuel", "(base (fuel 3)) (base (done 4))");
    }

    #[test]
    fn what_moves_depend_on_makes_a_difference() {
        let legal = "(<= (legal r stay) (true (fuel ?f)))";
        check(legal, "at", "(base (at 1)) (base (seen 2)) (base (fuel 3))");
    }

    #[test]
    fn where_nothing_is_initial_one_fact_is_enough() {
        check("(base (at 5))", "at", "(base (at 1)) (base (seen 2))");
        let both = "(base (at 1)) (base (seen 2)) (base (at 5))";
        check("(base (at 5)) (init (at 5))", "at", both);
        let any = "(<= (init ?any) (n ?any)) (n (at 5))";
        check(&format!("(base (at 5)) {any}"), "at", both);
        let other = "(base (at 1)) (base (seen 2)) (base (at 5 5))";
        check("(base (at 5 5))", "at", other);
    }

    #[test]
    fn where_nothing_of_it_is_declared_all_is_as_it_was() {
        let all = "(base (at 1)) (base (seen 2)) (base (fuel 3)) (base (done 4))";
        check("", "nothing", all);
        check("(init (lost 5))", "lost", all);
    }

    #[test]
    fn where_any_fact_may_be_looked_at_all_are_declared() {
        let all = "(base (at 1)) (base (seen 2)) (base (fuel 3)) (base (done 4))";
        check("(<= (next (at 2)) (true ?any))", "at", all);
        check("(<= (next (at 2)) (base ?any))", "at", all);
        check("(<= (input r ?any) (base ?any))", "at", all);
    }
}
