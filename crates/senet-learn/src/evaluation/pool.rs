//! The pool of features: all patterns of facts that the rules suggest.
//!
//! It starts with the facts as the rules write them. They are generalised, by replacing constants by variables in all combinations, and
//! specialised, by replacing variables by what stands in their place in facts of the game. Specialisations are taken by levels, those
//! with the fewest constants first, as long as the pool stays within its bound; a level is taken whole or not at all, so that the cut
//! does not depend on names.

use super::pattern::{Pattern, Slot};
use super::term::{Term, Words};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Rule, Sentence, Symbol};
use std::collections::BTreeMap;

/// Constants of one statement that are generalised in all combinations; of longer ones only all at once.
const MAX_CONSTANTS: usize = 12;
/// Patterns tried for one level of specialisations.
const MAX_TRIED: usize = 1_000_000;

/// Where the patterns of a pool came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PoolCounts {
    /// Different facts written in the rules.
    pub statements: usize,
    /// More patterns by replacing constants.
    pub generalised: usize,
    /// More patterns by replacing variables.
    pub specialised: usize,
    /// Patterns left out since another one fits the same facts, or since no fact fits.
    pub merged: usize,
    /// What the bound on the size of the pool left out.
    pub cut: Vec<String>,
}

/// The features of a game.
pub struct Pool {
    /// The pattern of every feature.
    pub patterns: Vec<Pattern>,
    /// How it came about.
    pub counts: PoolCounts,
    numbers: FxHashMap<Pattern, u32>,
    skeletons: Vec<Skeleton>,
    /// Generalisations of statements whose level of specialisations is cut; they stay all the same.
    beyond: Vec<Pattern>,
}

/// The most general form of statements, and how it is specialised.
struct Skeleton {
    pattern: Pattern,
    /// Specialisations with fewer constants than this are in the pool.
    levels: usize,
}

impl Pool {
    /// The pool of a game with these facts, of about so many patterns at most.
    pub fn of(description: &Description, words: &mut Words, facts: &[Term], bound: usize) -> Pool {
        let statements = statements(description, words);
        let mut general: Vec<Pattern> = Vec::new();
        let mut seen = FxHashSet::default();
        for statement in &statements {
            let new = generalisations(statement).into_iter();
            general.extend(new.filter(|pattern| seen.insert(pattern.clone())));
        }
        let skeletons = statements.iter().map(Pattern::skeleton);
        let skeletons: FxHashSet<Pattern> = skeletons.collect();
        let mut skeletons: Vec<Pattern> = skeletons.into_iter().collect();
        skeletons.sort();
        let mut pool = Pool {
            patterns: general.clone(),
            counts: PoolCounts {
                statements: statements.len(),
                generalised: general.len() - statements.len(),
                ..PoolCounts::default()
            },
            numbers: numbered(&general),
            skeletons: Vec::new(),
            beyond: Vec::new(),
        };
        pool.specialise(skeletons, facts, words, bound);
        pool.beyond = general
            .into_iter()
            .filter(|p| !pool.has_level_of(p))
            .collect();
        pool.merge(facts);
        pool
    }

    /// The features whose patterns a fact fits, in order.
    pub fn features_of(&self, fact: &Term) -> Vec<u32> {
        let mut found = Vec::new();
        for skeleton in &self.skeletons {
            let Some(places) = skeleton.pattern.fit(fact) else {
                continue;
            };
            for level in 0..skeleton.levels.min(places.len() + 1) {
                combinations(places.len(), level, &mut |keep| {
                    let pattern = skeleton.pattern.filled(fact, &places, keep);
                    found.extend(self.numbers.get(&pattern).copied());
                });
            }
        }
        for pattern in &self.beyond {
            if let Some(&number) = self.numbers.get(pattern)
                && pattern.fit(fact).is_some()
            {
                found.push(number);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether all specialisations with as many constants as the pattern has are in the pool.
    fn has_level_of(&self, pattern: &Pattern) -> bool {
        let general = pattern.skeleton();
        let constants = general.open() - pattern.open();
        let mut skeletons = self.skeletons.iter();
        let skeleton = skeletons.find(|skeleton| skeleton.pattern == general);
        skeleton.is_some_and(|skeleton| constants < skeleton.levels)
    }

    /// Adds level after level of specialisations while the bound allows it.
    fn specialise(&mut self, skeletons: Vec<Pattern>, facts: &[Term], words: &Words, bound: usize) {
        let deepest = skeletons.iter().map(Pattern::open).max().unwrap_or(0);
        self.skeletons = skeletons
            .into_iter()
            .map(|pattern| Skeleton { pattern, levels: 0 })
            .collect();
        for level in 0..=deepest {
            for (size, group) in self.by_size(level, facts, bound) {
                let new: usize = group.iter().map(|(_, new)| new.len()).sum();
                let fits = self.patterns.len() + new <= bound;
                for (skeleton, new) in group {
                    match fits {
                        true => self.take(skeleton, level, new),
                        false => self.cut(skeleton, level, size, bound, words),
                    }
                }
            }
        }
    }

    /// The new specialisations with so many constants, skeleton by skeleton, those with the fewest first. Skeletons of which a level was
    /// cut are left out, and what is certainly too much is empty with an endless size.
    fn by_size(
        &self,
        level: usize,
        facts: &[Term],
        bound: usize,
    ) -> BTreeMap<usize, Vec<(usize, FxHashSet<Pattern>)>> {
        let mut groups: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (number, skeleton) in self.skeletons.iter().enumerate() {
            if skeleton.levels < level || skeleton.pattern.open() < level {
                continue;
            }
            match specialisations(&skeleton.pattern, level, facts, bound) {
                Some(mut found) => {
                    found.retain(|pattern| !self.numbers.contains_key(pattern));
                    groups.entry(found.len()).or_default().push((number, found));
                }
                None => groups
                    .entry(bound + 1)
                    .or_default()
                    .push((number, FxHashSet::default())),
            }
        }
        groups
    }

    fn take(&mut self, skeleton: usize, level: usize, new: FxHashSet<Pattern>) {
        self.skeletons[skeleton].levels = level + 1;
        let mut new: Vec<_> = new.into_iter().collect();
        new.retain(|pattern| !self.numbers.contains_key(pattern));
        new.sort();
        self.counts.specialised += new.len();
        for pattern in new {
            self.numbers
                .insert(pattern.clone(), self.patterns.len() as u32);
            self.patterns.push(pattern);
        }
    }

    fn cut(&mut self, skeleton: usize, level: usize, size: usize, bound: usize, words: &Words) {
        let text = self.skeletons[skeleton].pattern.text(words);
        let count = match size > bound {
            true => format!("more than {bound}"),
            false => size.to_string(),
        };
        self.counts.cut.push(format!(
            "{count} specialisations of {text} with {level} constants, and all with more: the pool is bounded by {bound}"
        ));
    }

    /// Leaves out patterns that no fact fits, and of those that the same facts fit all but the most general.
    fn merge(&mut self, facts: &[Term]) {
        let mut fitting: Vec<Vec<u32>> = vec![Vec::new(); self.patterns.len()];
        for (number, fact) in facts.iter().enumerate() {
            for feature in self.features_of(fact) {
                fitting[feature as usize].push(number as u32);
            }
        }
        let mut order: Vec<usize> = (0..self.patterns.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.patterns[at].open()));
        let mut seen: FxHashSet<&[u32]> = FxHashSet::default();
        order.retain(|&at| !fitting[at].is_empty() && seen.insert(&fitting[at]));
        order.sort_unstable();
        self.counts.merged = self.patterns.len() - order.len();
        self.patterns = order.iter().map(|&at| self.patterns[at].clone()).collect();
        self.numbers = numbered(&self.patterns);
    }
}

fn numbered(patterns: &[Pattern]) -> FxHashMap<Pattern, u32> {
    let numbers = patterns.iter().enumerate();
    numbers
        .map(|(at, pattern)| (pattern.clone(), at as u32))
        .collect()
}

/// The facts that the rules write, each once.
fn statements(description: &Description, words: &mut Words) -> Vec<Pattern> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for sentence in description.rules.iter().flat_map(sentences) {
        let is_fact = matches!(
            sentence.relation,
            Symbol::TRUE | Symbol::INIT | Symbol::NEXT | Symbol::BASE
        );
        if let ([term], true) = (&sentence.args[..], is_fact) {
            let pattern = Pattern::of_rules(term, &description.symbols, words);
            if seen.insert(pattern.clone()) {
                found.push(pattern);
            }
        }
    }
    found
}

fn sentences(rule: &Rule) -> Vec<&Sentence> {
    let body = rule
        .body_sentences()
        .into_iter()
        .map(|(sentence, _)| sentence);
    std::iter::once(&rule.head).chain(body).collect()
}

/// The pattern itself and all that it becomes when constants are replaced by variables.
fn generalisations(pattern: &Pattern) -> Vec<Pattern> {
    let is_constant = |at: &usize| matches!(pattern.0[*at], Slot::Is(part) if part.arguments == 0);
    let constants: Vec<usize> = (1..pattern.0.len()).filter(is_constant).collect();
    if constants.len() > MAX_CONSTANTS {
        return vec![pattern.clone(), pattern.skeleton()];
    }
    let without = |chosen: usize| {
        let mut slots = pattern.0.clone();
        for (bit, &at) in constants.iter().enumerate() {
            if chosen >> bit & 1 == 1 {
                slots[at] = Slot::Any;
            }
        }
        Pattern(slots)
    };
    (0..1_usize << constants.len()).map(without).collect()
}

/// What a skeleton becomes when exactly so many of its places are filled from facts; `None` if that is too much.
fn specialisations(
    skeleton: &Pattern,
    level: usize,
    facts: &[Term],
    bound: usize,
) -> Option<FxHashSet<Pattern>> {
    let mut found = FxHashSet::default();
    let mut tried: usize = 0;
    for fact in facts {
        let Some(places) = skeleton.fit(fact) else {
            continue;
        };
        tried = tried.saturating_add(choose(places.len(), level));
        if tried > MAX_TRIED || found.len() > bound {
            return None;
        }
        combinations(places.len(), level, &mut |keep| {
            found.insert(skeleton.filled(fact, &places, keep));
        });
    }
    (found.len() <= bound).then_some(found)
}

/// In how many ways some of several things can be chosen.
fn choose(of: usize, some: usize) -> usize {
    (0..some).fold(1_usize, |ways, at| ways.saturating_mul(of - at) / (at + 1))
}

/// Calls the function with every choice of `some` numbers below `of`, in order.
fn combinations(of: usize, some: usize, action: &mut impl FnMut(&[usize])) {
    let mut chosen: Vec<usize> = (0..some).collect();
    if some > of {
        return;
    }
    loop {
        action(&chosen);
        let movable = (0..some).rev().find(|&at| chosen[at] < of - some + at);
        let Some(at) = movable else {
            return;
        };
        chosen[at] += 1;
        for later in at + 1..some {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;

    /// The patterns of the pool that come of rules and facts, in the order of their texts, and what was cut.
    fn pool_of(rules: &str, facts: &[&str], bound: usize) -> (Vec<String>, PoolCounts) {
        let mut words = Words::default();
        let facts: Vec<Term> = facts.iter().map(|fact| words.read(fact)).collect();
        let sheet = Sheet::read(rules);
        let pool = Pool::of(&sheet.description, &mut words, &facts, bound);
        let mut texts: Vec<_> = pool.patterns.iter().map(|p| p.text(&words)).collect();
        texts.sort();
        (texts, pool.counts)
    }

    #[track_caller]
    fn check(rules: &str, facts: &[&str], expected: &[&str]) {
        let (texts, counts) = pool_of(rules, facts, 1_000);
        assert_eq!(texts, expected);
        assert_eq!(counts.cut, Vec::<String>::new());
    }

    #[test]
    fn statements_are_generalised_and_specialised() {
        check(
            "(<= (next (cell ?m b)) (true (cell ?m x)))",
            &["(cell 1 x)", "(cell 1 b)", "(cell 2 x)", "(cell 2 b)"],
            &[
                "(cell 1 ?x)",
                "(cell 1 b)",
                "(cell 1 x)",
                "(cell 2 ?x)",
                "(cell 2 b)",
                "(cell 2 x)",
                "(cell ?x ?y)",
                "(cell ?x b)",
                "(cell ?x x)",
            ],
        );
    }

    #[test]
    fn of_patterns_with_the_same_facts_the_most_general_stays() {
        check(
            "(init (step 1)) (init over) (<= (next (step ?n)) (true (step ?m)) (true (never 1)))",
            &["(step 1)", "over"],
            &["(step ?x)", "over"],
        );
    }

    #[test]
    fn a_variable_for_a_whole_fact_becomes_facts() {
        check(
            "(<= (next ?f) (true ?f))",
            &["(a 1)", "(a 2)"],
            &["(a 1)", "(a 2)", "?x"],
        );
    }

    #[test]
    fn the_bound_cuts_whole_levels_and_says_so() {
        let facts = ["(cell 1 x)", "(cell 1 b)", "(cell 2 x)", "(cell 2 b)"];
        let rules = "(<= (next (cell ?m b)) (true (cell 1 ?p)))";
        let (texts, counts) = pool_of(rules, &facts, 6);
        assert_eq!(
            texts,
            [
                "(cell 1 ?x)",
                "(cell 2 ?x)",
                "(cell ?x ?y)",
                "(cell ?x b)",
                "(cell ?x x)"
            ]
        );
        assert_eq!(counts.cut.len(), 1);
        assert!(counts.cut[0].starts_with("4 specialisations of (cell ?x ?y) with 2 constants"));
    }

    #[test]
    fn combinations_are_all_there() {
        let mut found = Vec::new();
        combinations(4, 2, &mut |chosen| found.push(chosen.to_vec()));
        let expected = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(found, expected);
        assert_eq!(choose(4, 2), 6);
        let mut none = 0;
        combinations(3, 0, &mut |_| none += 1);
        assert_eq!(none, 1);
    }
}
