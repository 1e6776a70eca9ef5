//! Merges rules that differ only in the move of a role.
//!
//! Many sheets say that a fact persists with one rule per move, except for a few moves. A role makes exactly one move,
//! so all these rules are equivalent to a single one: none of the few moves is made. One clause replaces hundreds.

use rustc_hash::{FxHashMap, FxHasher};
use senet_ground::AtomKind;
use senet_ground::RuleIndex;
use std::hash::{Hash, Hasher};

/// Atoms with fewer rules are left alone.
const LEAST_RULES: usize = 8;

/// A way to conclude an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Case {
    /// The conditions of a rule.
    Rule(u32),
    /// The conditions of a rule. The condition at this position is replaced by: the role makes none of these
    /// moves.
    Unless {
        rule: u32,
        position: usize,
        role: usize,
        moves: Vec<u32>,
    },
}

/// A rule with a condition on a move.
struct OnMove {
    rule: u32,
    position: usize,
    role: usize,
    made: u32,
}

/// Rules that differ only in the move, grouped in order of first occurrence.
#[derive(Default)]
struct Groups {
    rules: Vec<Vec<OnMove>>,
    /// Group numbers by the key of their rules.
    numbers: FxHashMap<u64, usize>,
    /// The group of the last rule, which often fits the next one.
    last: usize,
}

impl Groups {
    fn add(&mut self, index: &RuleIndex, found: OnMove) {
        if !self.is_alike(index, self.last, &found) {
            self.last = self.number(index, &found);
        }
        if self.last == self.rules.len() {
            self.rules.push(Vec::new());
        }
        self.rules[self.last].push(found);
    }

    /// The group number of a rule; a new one if there is none, or on a hash collision.
    fn number(&mut self, index: &RuleIndex, found: &OnMove) -> usize {
        let new = self.rules.len();
        let number = *self.numbers.entry(key(index, found)).or_insert(new);
        match number == new || self.is_alike(index, number, found) {
            true => number,
            false => new,
        }
    }

    /// True if a rule differs from those of a group only in the move.
    fn is_alike(&self, index: &RuleIndex, group: usize, found: &OnMove) -> bool {
        self.rules.get(group).is_some_and(|rules| {
            let first = &rules[0];
            let same = (found.role, found.position) == (first.role, first.position);
            same && rest(index, found).eq(rest(index, first))
        })
    }
}

/// All ways to conclude an atom.
pub fn merge_move_rules(index: &RuleIndex, atom: u32) -> Vec<Case> {
    let rules = index.rules(atom);
    if rules.len() < LEAST_RULES {
        return rules.iter().map(|&rule| Case::Rule(rule)).collect();
    }
    let mut cases = Vec::new();
    let mut groups = Groups::default();
    for &rule in rules {
        match on_move(index, rule) {
            Some(found) => groups.add(index, found),
            None => cases.push(Case::Rule(rule)),
        }
    }
    for rules in groups.rules {
        match merged(index, &rules) {
            Some(case) => cases.push(case),
            None => cases.extend(rules.iter().map(|found| Case::Rule(found.rule))),
        }
    }
    cases
}

/// The first positive condition of a rule on a move.
fn on_move(index: &RuleIndex, rule: u32) -> Option<OnMove> {
    let mut body = index.body(rule).iter().enumerate();
    body.find_map(|(position, &condition)| {
        let meant = index.resolve(condition);
        let kind = index.grounded.atoms[meant as usize / 2];
        match (meant % 2, kind) {
            (0, AtomKind::Does(role, made)) => Some(OnMove {
                rule,
                position,
                role: role as usize,
                made,
            }),
            _ => None,
        }
    })
}

/// A hash that is equal for rules that differ only in the move.
fn key(index: &RuleIndex, found: &OnMove) -> u64 {
    let mut hasher = FxHasher::default();
    (found.position, found.role).hash(&mut hasher);
    rest(index, found).for_each(|condition| condition.hash(&mut hasher));
    hasher.finish()
}

/// The other conditions of a rule.
fn rest<'m>(index: &'m RuleIndex<'m>, found: &OnMove) -> impl Iterator<Item = &'m u32> {
    let (before, from) = index.body(found.rule).split_at(found.position);
    before.iter().chain(&from[1..])
}

/// Merges rules that differ only in the move, if they cover more than half of the moves.
fn merged(index: &RuleIndex, rules: &[OnMove]) -> Option<Case> {
    let first = &rules[0];
    let count = index.does[first.role].len();
    if 2 * rules.len() <= count {
        return None;
    }
    let mut is_left_out = vec![true; count];
    rules
        .iter()
        .for_each(|found| is_left_out[found.made as usize] = false);
    let moves = (0..count as u32).filter(|&made| is_left_out[made as usize]);
    Some(Case::Unless {
        rule: first.rule,
        position: first.position,
        role: first.role,
        moves: moves.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{Sheet, playable_by_force};
    use senet_ground::{GroundOptions, ground};

    /// The cases of the only fact of a game in which a role has twelve moves.
    fn check(rules: &str, expected: &[&str]) {
        let moves: String = (1..=12).map(|m| format!("(num {m})")).collect();
        let text = format!(
            "(role r) {moves} (init (f)) (<= (legal r (go ?m)) (num ?m)) (<= terminal (not (true (f)))) (goal r 100) {rules}"
        );
        let description = playable_by_force(&Sheet::read(text.as_str())).unwrap();
        let grounded = ground(&description, &GroundOptions::default()).unwrap();
        let index = RuleIndex::new(&grounded);
        let text = |case: Case| match case {
            Case::Rule(_) => "a rule".to_string(),
            Case::Unless { role, moves, .. } => {
                let name = |&m: &u32| grounded.text(grounded.moves[role][m as usize]);
                format!("unless {}", moves.iter().map(name).collect::<String>())
            }
        };
        let found: Vec<String> = merge_move_rules(&index, index.next[0].unwrap())
            .into_iter()
            .map(text)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn merges_rules_for_most_moves() {
        check(
            "(<= (next (f)) (true (f)) (does r (go ?m)) (distinct ?m 3) (distinct ?m 7))",
            &["unless (go 3)(go 7)"],
        );
    }

    #[test]
    fn keeps_rules_for_few_moves() {
        check(
            "(small 1) (small 2) (small 3) (<= (next (f)) (true (f)) (does r (go ?m)) (small ?m))",
            &["a rule"; 3],
        );
    }
}
