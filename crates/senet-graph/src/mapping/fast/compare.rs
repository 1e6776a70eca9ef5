//! Compares trees of two games, each pair of distinct trees once.

use super::coloured_trees::ColouredTrees;
use super::comparison_cache::ComparisonCache;
use super::shared_trees::TreeId;
use crate::mapping::colour_code::ASSIGNED;
use crate::mapping::{ONE, SymbolComparison};
use senet_gdl::Deadline;

/// Compares trees and caches the results.
pub struct Comparer {
    pub(super) deadline: Deadline,
    /// True once a poll found that the deadline is over. All further trees then count as different.
    is_over: bool,
    polls: u32,
    known: ComparisonCache,
    groups: Vec<Group>,
    pairs: Vec<GroupPair>,
    codes: [Vec<u64>; 2],
}

/// Trees of a list with equal fingerprints.
#[derive(Clone, Copy)]
struct Group {
    fingerprint: u64,
    tree: TreeId,
    count: u32,
}

/// Two groups that may be matched.
#[derive(Clone, Copy)]
struct GroupPair {
    comparison: SymbolComparison,
    fingerprints: (u64, u64),
    groups: (u32, u32),
}

/// Running totals over the lists of two trees.
#[derive(Default)]
struct Sum {
    distance: u64,
    count: u64,
    matched: u64,
    assigned: u64,
}

/// The deadline is polled once in this many comparisons of trees.
const COMPARISONS_PER_POLL: u32 = 256;

impl Comparer {
    /// Knows no comparison yet.
    pub fn new(deadline: &Deadline) -> Comparer {
        Comparer {
            deadline: deadline.clone(),
            is_over: false,
            polls: 0,
            known: ComparisonCache::default(),
            groups: Vec::new(),
            pairs: Vec::new(),
            codes: [Vec::new(), Vec::new()],
        }
    }

    /// Returns whether the deadline is over.
    pub fn is_out_of_time(&self) -> bool {
        self.is_over || self.deadline.is_over()
    }

    /// Compares a tree of the first game with one of the second. Their roots must have the same colour.
    pub fn compare(
        &mut self,
        games: &[ColouredTrees; 2],
        one: TreeId,
        other: TreeId,
    ) -> SymbolComparison {
        let (a, b) = (
            games[0].fingerprints[one as usize],
            games[1].fingerprints[other as usize],
        );
        if a == b {
            return self_comparison(&games[0], one);
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.known.get(key) {
            return known;
        }
        self.polls += 1;
        if self.polls.is_multiple_of(COMPARISONS_PER_POLL) {
            self.is_over |= self.deadline.is_over();
        }
        if self.is_over {
            return SymbolComparison::DIFFERENT;
        }
        let comparison = self.compute(games, one, other);
        self.known.insert(key, comparison);
        comparison
    }

    fn compute(
        &mut self,
        games: &[ColouredTrees; 2],
        one: TreeId,
        other: TreeId,
    ) -> SymbolComparison {
        let mut sum = Sum {
            count: 1,
            matched: 1,
            ..Sum::default()
        };
        for list in 0..3 {
            let lengths = (
                games[0].trees.list(one, list).len(),
                games[1].trees.list(other, list).len(),
            );
            let longer = lengths.0.max(lengths.1) as u64;
            if longer == 0 {
                continue;
            }
            let mut matched = self.match_ends(
                games,
                games[0].trees.ends(one, list),
                games[1].trees.ends(other, list),
                &mut sum,
            );
            matched += self.match_branches(
                games,
                games[0].trees.branches(one, list),
                games[1].trees.branches(other, list),
                &mut sum,
            );
            sum.count += longer;
            sum.distance += (longer - matched) * ONE;
        }
        SymbolComparison {
            distance: sum.distance / sum.count,
            matched: sum.matched,
            assigned: sum.assigned,
        }
    }

    /// Matches leaves, where both searches end: nodes match if their colours are equal.
    fn match_ends(
        &mut self,
        games: &[ColouredTrees; 2],
        ones: &[TreeId],
        others: &[TreeId],
        sum: &mut Sum,
    ) -> u64 {
        let mut matched = 0;
        let mut found = |code: u64| {
            matched += 1;
            sum.matched += 1;
            sum.assigned += u64::from(code >= ASSIGNED);
        };
        if others.len() <= 32 && ones.len() <= 32 {
            let mut taken = 0u32;
            for &one in ones {
                let code = games[0].codes[one as usize];
                for (position, &other) in others.iter().enumerate() {
                    if taken & (1 << position) == 0 && games[1].codes[other as usize] == code {
                        taken |= 1 << position;
                        found(code);
                        break;
                    }
                }
            }
            return matched;
        }
        for (game, list) in [ones, others].into_iter().enumerate() {
            let codes = &mut self.codes[game];
            codes.clear();
            codes.extend(list.iter().map(|&tree| games[game].codes[tree as usize]));
            codes.sort_unstable();
        }
        visit_common(&self.codes[0], &self.codes[1], found);
        matched
    }

    /// Matches inner trees: equal trees first, then greedily by distance.
    fn match_branches(
        &mut self,
        games: &[ColouredTrees; 2],
        ones: &[TreeId],
        others: &[TreeId],
        sum: &mut Sum,
    ) -> u64 {
        if ones.is_empty() || others.is_empty() {
            return 0;
        }
        if let ([one], [other]) = (ones, others) {
            let same = games[0].codes[*one as usize] == games[1].codes[*other as usize];
            if same {
                let comparison = self.compare(games, *one, *other);
                sum.add(comparison, 1);
            }
            return u64::from(same);
        }
        let start = self.groups.len();
        self.push_groups(&games[0], ones);
        let middle = self.groups.len();
        self.push_groups(&games[1], others);
        let mut matched = self.match_equal(&games[0], start, middle, sum);
        matched += self.match_nearest(games, start, middle, sum);
        self.groups.truncate(start);
        matched
    }

    fn push_groups(&mut self, game: &ColouredTrees, list: &[TreeId]) {
        let start = self.groups.len();
        self.groups.extend(list.iter().map(|&tree| Group {
            fingerprint: game.fingerprints[tree as usize],
            tree,
            count: 1,
        }));
        self.groups[start..].sort_unstable_by_key(|group| group.fingerprint);
        let mut last = start;
        for next in start + 1..self.groups.len() {
            if self.groups[next].fingerprint == self.groups[last].fingerprint {
                self.groups[last].count += 1;
            } else {
                last += 1;
                self.groups[last] = self.groups[next];
            }
        }
        self.groups.truncate(last + 1);
    }

    fn match_equal(
        &mut self,
        game: &ColouredTrees,
        start: usize,
        middle: usize,
        sum: &mut Sum,
    ) -> u64 {
        let (mut one, mut other, mut matched) = (start, middle, 0);
        while one < middle && other < self.groups.len() {
            let (a, b) = (self.groups[one], self.groups[other]);
            match a.fingerprint.cmp(&b.fingerprint) {
                std::cmp::Ordering::Less => one += 1,
                std::cmp::Ordering::Greater => other += 1,
                std::cmp::Ordering::Equal => {
                    let count = a.count.min(b.count);
                    self.groups[one].count -= count;
                    self.groups[other].count -= count;
                    sum.add(self_comparison(game, a.tree), u64::from(count));
                    matched += u64::from(count);
                    (one, other) = (one + 1, other + 1);
                }
            }
        }
        matched
    }

    fn match_nearest(
        &mut self,
        games: &[ColouredTrees; 2],
        start: usize,
        middle: usize,
        sum: &mut Sum,
    ) -> u64 {
        let first = self.pairs.len();
        for one in start..middle {
            for other in middle..self.groups.len() {
                let (a, b) = (self.groups[one], self.groups[other]);
                let codes = (
                    games[0].codes[a.tree as usize],
                    games[1].codes[b.tree as usize],
                );
                if a.count > 0 && b.count > 0 && codes.0 == codes.1 {
                    let comparison = self.compare(games, a.tree, b.tree);
                    self.pairs.push(GroupPair {
                        comparison,
                        fingerprints: (
                            a.fingerprint.min(b.fingerprint),
                            a.fingerprint.max(b.fingerprint),
                        ),
                        groups: (one as u32, other as u32),
                    });
                }
            }
        }
        self.pairs[first..]
            .sort_unstable_by_key(|pair| (pair.comparison.distance, pair.fingerprints));
        let mut matched = 0;
        for position in first..self.pairs.len() {
            let GroupPair {
                comparison, groups, ..
            } = self.pairs[position];
            let (one, other) = (groups.0 as usize, groups.1 as usize);
            let count = self.groups[one].count.min(self.groups[other].count);
            self.groups[one].count -= count;
            self.groups[other].count -= count;
            sum.add(comparison, u64::from(count));
            matched += u64::from(count);
        }
        self.pairs.truncate(first);
        matched
    }
}

impl Sum {
    fn add(&mut self, comparison: SymbolComparison, count: u64) {
        self.distance += comparison.distance * count;
        self.matched += comparison.matched * count;
        self.assigned += comparison.assigned * count;
    }
}

/// The comparison of a tree with an equal tree.
pub fn self_comparison(game: &ColouredTrees, tree: TreeId) -> SymbolComparison {
    SymbolComparison {
        distance: 0,
        matched: u64::from(game.trees.sizes[tree as usize]),
        assigned: u64::from(game.assigned[tree as usize]),
    }
}

/// Visits the common elements of two sorted lists.
fn visit_common(ones: &[u64], others: &[u64], mut found: impl FnMut(u64)) {
    let (mut one, mut other) = (0, 0);
    while one < ones.len() && other < others.len() {
        match ones[one].cmp(&others[other]) {
            std::cmp::Ordering::Less => one += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                found(ones[one]);
                (one, other) = (one + 1, other + 1);
            }
        }
    }
}
