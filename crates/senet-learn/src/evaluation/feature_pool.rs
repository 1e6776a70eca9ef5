//! The pool of features: all patterns of fluents that the rules suggest.
//!
//! It starts with the fluents as the rules write them. Generalisation replaces constants with variables, in all
//! combinations. Specialisation replaces variables with terms that occur in the fluents of the game. Specialisations
//! are added level by level, those with the fewest constants first, while the pool stays within its bound. A level is
//! added completely or not at all, so that the cut does not depend on names.

use super::pattern::{FluentPattern, PatternSlot};
use super::term::{GroundTerm, Vocabulary};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Rule, Sentence, Symbol};
use std::collections::BTreeMap;

/// The maximum number of constants that are generalised in all combinations. In longer terms all are replaced at
/// once.
const MAX_CONSTANTS: usize = 12;
/// The maximum number of patterns tried for one level of specialisations.
const MAX_TRIED: usize = 1_000_000;

/// The origin of the patterns in a pool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PoolCounts {
    /// Different fluents written in the rules.
    pub written_fluents: usize,
    /// Patterns added by replacing constants.
    pub generalised: usize,
    /// Patterns added by replacing variables.
    pub specialised: usize,
    /// Patterns dropped because no fluent matches, or because another pattern matches the same fluents.
    pub merged: usize,
    /// A description of each level that the bound cut off.
    pub cut: Vec<String>,
}

/// The features of a game.
pub struct FeaturePool {
    /// The pattern of each feature.
    pub patterns: Vec<FluentPattern>,
    /// The origin of the patterns.
    pub counts: PoolCounts,
    numbers: FxHashMap<FluentPattern, u32>,
    skeletons: Vec<Skeleton>,
    /// Generalisations that lie beyond a cut-off level. They stay in the pool.
    beyond_cut: Vec<FluentPattern>,
}

/// The most general form of some fluents, and its specialisation.
struct Skeleton {
    pattern: FluentPattern,
    /// Specialisations with fewer constants than this are in the pool.
    levels: usize,
}

impl FeaturePool {
    /// The pool of a game with these fluents and about `bound` patterns at most.
    pub fn of(
        description: &Description,
        vocabulary: &mut Vocabulary,
        fluents: &[GroundTerm],
        bound: usize,
    ) -> FeaturePool {
        let written_fluents = written_fluents(description, vocabulary);
        let mut general: Vec<FluentPattern> = Vec::new();
        let mut seen = FxHashSet::default();
        for fluent in &written_fluents {
            let new = generalisations(fluent).into_iter();
            general.extend(new.filter(|pattern| seen.insert(pattern.clone())));
        }
        let skeletons = written_fluents.iter().map(FluentPattern::skeleton);
        let skeletons: FxHashSet<FluentPattern> = skeletons.collect();
        let mut skeletons: Vec<FluentPattern> = skeletons.into_iter().collect();
        skeletons.sort();
        let mut pool = FeaturePool {
            patterns: general.clone(),
            counts: PoolCounts {
                written_fluents: written_fluents.len(),
                generalised: general.len() - written_fluents.len(),
                ..PoolCounts::default()
            },
            numbers: numbered(&general),
            skeletons: Vec::new(),
            beyond_cut: Vec::new(),
        };
        pool.specialise(skeletons, fluents, vocabulary, bound);
        pool.beyond_cut = general
            .into_iter()
            .filter(|p| !pool.has_level_of(p))
            .collect();
        pool.merge(fluents);
        pool
    }

    /// The features that match a fluent, in order.
    pub fn features_of(&self, fluent: &GroundTerm) -> Vec<u32> {
        let mut found = Vec::new();
        for skeleton in &self.skeletons {
            let Some(wildcard_ranges) = skeleton.pattern.match_fluent(fluent) else {
                continue;
            };
            for level in 0..skeleton.levels.min(wildcard_ranges.len() + 1) {
                combinations(wildcard_ranges.len(), level, &mut |keep| {
                    let pattern = skeleton.pattern.filled(fluent, &wildcard_ranges, keep);
                    found.extend(self.numbers.get(&pattern).copied());
                });
            }
        }
        for pattern in &self.beyond_cut {
            if let Some(&number) = self.numbers.get(pattern)
                && pattern.match_fluent(fluent).is_some()
            {
                found.push(number);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// True if the pool contains all specialisations with as many constants as the pattern.
    fn has_level_of(&self, pattern: &FluentPattern) -> bool {
        let general = pattern.skeleton();
        let constants = general.wildcards() - pattern.wildcards();
        let mut skeletons = self.skeletons.iter();
        let skeleton = skeletons.find(|skeleton| skeleton.pattern == general);
        skeleton.is_some_and(|skeleton| constants < skeleton.levels)
    }

    /// Adds specialisations level by level while the bound allows it.
    fn specialise(
        &mut self,
        skeletons: Vec<FluentPattern>,
        fluents: &[GroundTerm],
        vocabulary: &Vocabulary,
        bound: usize,
    ) {
        let deepest = skeletons
            .iter()
            .map(FluentPattern::wildcards)
            .max()
            .unwrap_or(0);
        self.skeletons = skeletons
            .into_iter()
            .map(|pattern| Skeleton { pattern, levels: 0 })
            .collect();
        for level in 0..=deepest {
            for (size, group) in self.by_size(level, fluents, bound) {
                let new: usize = group.iter().map(|(_, new)| new.len()).sum();
                let fits = self.patterns.len() + new <= bound;
                for (skeleton, new) in group {
                    match fits {
                        true => self.take(skeleton, level, new),
                        false => self.cut(skeleton, level, size, bound, vocabulary),
                    }
                }
            }
        }
    }

    /// The new specialisations with `level` constants per skeleton, smallest sets first. Skeletons with a cut-off
    /// level are skipped. A set that is certainly too large is returned empty, with a size above the bound.
    fn by_size(
        &self,
        level: usize,
        fluents: &[GroundTerm],
        bound: usize,
    ) -> BTreeMap<usize, Vec<(usize, FxHashSet<FluentPattern>)>> {
        let mut groups: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (number, skeleton) in self.skeletons.iter().enumerate() {
            if skeleton.levels < level || skeleton.pattern.wildcards() < level {
                continue;
            }
            match specialisations(&skeleton.pattern, level, fluents, bound) {
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

    fn take(&mut self, skeleton: usize, level: usize, new: FxHashSet<FluentPattern>) {
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

    fn cut(
        &mut self,
        skeleton: usize,
        level: usize,
        size: usize,
        bound: usize,
        vocabulary: &Vocabulary,
    ) {
        let text = self.skeletons[skeleton].pattern.text(vocabulary);
        let count = match size > bound {
            true => format!("more than {bound}"),
            false => size.to_string(),
        };
        self.counts.cut.push(format!(
            "{count} specialisations of {text} with {level} constants, and all with more, exceed the bound of {bound} patterns"
        ));
    }

    /// Drops patterns without matching fluents. Of the patterns that match the same fluents, keeps the most general.
    fn merge(&mut self, fluents: &[GroundTerm]) {
        let mut fitting: Vec<Vec<u32>> = vec![Vec::new(); self.patterns.len()];
        for (number, fluent) in fluents.iter().enumerate() {
            for feature in self.features_of(fluent) {
                fitting[feature as usize].push(number as u32);
            }
        }
        let mut order: Vec<usize> = (0..self.patterns.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.patterns[at].wildcards()));
        let mut seen: FxHashSet<&[u32]> = FxHashSet::default();
        order.retain(|&at| !fitting[at].is_empty() && seen.insert(&fitting[at]));
        order.sort_unstable();
        self.counts.merged = self.patterns.len() - order.len();
        self.patterns = order.iter().map(|&at| self.patterns[at].clone()).collect();
        self.numbers = numbered(&self.patterns);
    }
}

fn numbered(patterns: &[FluentPattern]) -> FxHashMap<FluentPattern, u32> {
    let numbers = patterns.iter().enumerate();
    numbers
        .map(|(at, pattern)| (pattern.clone(), at as u32))
        .collect()
}

/// The fluents written in the rules, without duplicates.
fn written_fluents(description: &Description, vocabulary: &mut Vocabulary) -> Vec<FluentPattern> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for sentence in description.rules.iter().flat_map(sentences) {
        let is_fluent = matches!(
            sentence.relation,
            Symbol::TRUE | Symbol::INIT | Symbol::NEXT | Symbol::BASE
        );
        if let ([term], true) = (&sentence.args[..], is_fluent) {
            let pattern = FluentPattern::of_rules(term, &description.symbols, vocabulary);
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

/// All generalisations of a pattern, including itself.
fn generalisations(pattern: &FluentPattern) -> Vec<FluentPattern> {
    let is_constant =
        |at: &usize| matches!(pattern.0[*at], PatternSlot::Symbol(part) if part.arguments == 0);
    let constants: Vec<usize> = (1..pattern.0.len()).filter(is_constant).collect();
    if constants.len() > MAX_CONSTANTS {
        return vec![pattern.clone(), pattern.skeleton()];
    }
    let without = |chosen: usize| {
        let mut slots = pattern.0.clone();
        for (bit, &at) in constants.iter().enumerate() {
            if chosen >> bit & 1 == 1 {
                slots[at] = PatternSlot::Wildcard;
            }
        }
        FluentPattern(slots)
    };
    (0..1_usize << constants.len()).map(without).collect()
}

/// The specialisations of a skeleton with exactly `level` filled wildcards; `None` if there are too many.
fn specialisations(
    skeleton: &FluentPattern,
    level: usize,
    fluents: &[GroundTerm],
    bound: usize,
) -> Option<FxHashSet<FluentPattern>> {
    let mut found = FxHashSet::default();
    let mut tried: usize = 0;
    for fluent in fluents {
        let Some(wildcard_ranges) = skeleton.match_fluent(fluent) else {
            continue;
        };
        tried = tried.saturating_add(choose(wildcard_ranges.len(), level));
        if tried > MAX_TRIED || found.len() > bound {
            return None;
        }
        combinations(wildcard_ranges.len(), level, &mut |keep| {
            found.insert(skeleton.filled(fluent, &wildcard_ranges, keep));
        });
    }
    (found.len() <= bound).then_some(found)
}

/// The binomial coefficient.
fn choose(of: usize, some: usize) -> usize {
    (0..some).fold(1_usize, |ways, at| ways.saturating_mul(of - at) / (at + 1))
}

/// Calls `action` with every combination of `some` numbers below `of`, in order.
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

    /// The sorted patterns of the pool of some rules and fluents, and its counts.
    fn pool_of(rules: &str, fluents: &[&str], bound: usize) -> (Vec<String>, PoolCounts) {
        let mut vocabulary = Vocabulary::default();
        let fluents: Vec<GroundTerm> = fluents
            .iter()
            .map(|fluent| vocabulary.read(fluent))
            .collect();
        let sheet = Sheet::read(rules);
        let pool = FeaturePool::of(&sheet.description, &mut vocabulary, &fluents, bound);
        let mut texts: Vec<_> = pool.patterns.iter().map(|p| p.text(&vocabulary)).collect();
        texts.sort();
        (texts, pool.counts)
    }

    #[track_caller]
    fn check(rules: &str, fluents: &[&str], expected: &[&str]) {
        let (texts, counts) = pool_of(rules, fluents, 1_000);
        assert_eq!(texts, expected);
        assert_eq!(counts.cut, Vec::<String>::new());
    }

    #[test]
    fn generalises_and_specialises_the_written_fluents() {
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
    fn keeps_the_most_general_of_equivalent_patterns() {
        check(
            "(init (step 1)) (init over) (<= (next (step ?n)) (true (step ?m)) (true (never 1)))",
            &["(step 1)", "over"],
            &["(step ?x)", "over"],
        );
    }

    #[test]
    fn specialises_a_variable_for_a_whole_fluent() {
        check(
            "(<= (next ?f) (true ?f))",
            &["(a 1)", "(a 2)"],
            &["(a 1)", "(a 2)", "?x"],
        );
    }

    #[test]
    fn bound_cuts_whole_levels_and_reports_them() {
        let fluents = ["(cell 1 x)", "(cell 1 b)", "(cell 2 x)", "(cell 2 b)"];
        let rules = "(<= (next (cell ?m b)) (true (cell 1 ?p)))";
        let (texts, counts) = pool_of(rules, &fluents, 6);
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
    fn lists_all_combinations() {
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
