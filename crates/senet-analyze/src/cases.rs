//! Rules that differ only in the move that a role makes, taken together.
//!
//! That a fact stays what it is, sheets often say with a rule for every move but a few. Since a role makes exactly one move, all these rules say no
//! more than a single one: that none of the few is made. A hundred clauses become one.

use crate::Model;
use rustc_hash::{FxHashMap, FxHasher};
use senet_ground::AtomKind;
use std::hash::{Hash, Hasher};

/// Atoms with fewer rules are not worth the look.
const LEAST_RULES: usize = 8;

/// A way to conclude an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Case {
    /// The conditions of a rule.
    Rule(u32),
    /// The conditions of a rule, but in place of the one at this position that the role makes none of these moves.
    Unless {
        rule: u32,
        position: usize,
        role: usize,
        moves: Vec<u32>,
    },
}

/// A rule, where its condition on a move is, and whose and which move that is.
struct OnMove {
    rule: u32,
    position: usize,
    role: usize,
    made: u32,
}

/// Rules that differ only in the move, put together, in the order in which groups were first met.
#[derive(Default)]
struct Groups {
    rules: Vec<Vec<OnMove>>,
    /// By the key of its rules, the number of a group.
    numbers: FxHashMap<u64, usize>,
    /// The group that the last rule went to: often the next one belongs there, too.
    last: usize,
}

impl Groups {
    fn add(&mut self, model: &Model, found: OnMove) {
        if !self.is_alike(model, self.last, &found) {
            self.last = self.number(model, &found);
        }
        if self.last == self.rules.len() {
            self.rules.push(Vec::new());
        }
        self.rules[self.last].push(found);
    }

    /// The number of the group of a rule; of a new one if there is none, or if another has the same key by chance.
    fn number(&mut self, model: &Model, found: &OnMove) -> usize {
        let new = self.rules.len();
        let number = *self.numbers.entry(key(model, found)).or_insert(new);
        match number == new || self.is_alike(model, number, found) {
            true => number,
            false => new,
        }
    }

    /// Whether a rule differs from those of a group only in the move.
    fn is_alike(&self, model: &Model, group: usize, found: &OnMove) -> bool {
        self.rules.get(group).is_some_and(|rules| {
            let first = &rules[0];
            let same = (found.role, found.position) == (first.role, first.position);
            same && rest(model, found).eq(rest(model, first))
        })
    }
}

/// All ways to conclude an atom.
pub fn cases(model: &Model, atom: u32) -> Vec<Case> {
    let rules = model.rules(atom);
    if rules.len() < LEAST_RULES {
        return rules.iter().map(|&rule| Case::Rule(rule)).collect();
    }
    let mut cases = Vec::new();
    let mut groups = Groups::default();
    for &rule in rules {
        match on_move(model, rule) {
            Some(found) => groups.add(model, found),
            None => cases.push(Case::Rule(rule)),
        }
    }
    for rules in groups.rules {
        match merged(model, &rules) {
            Some(case) => cases.push(case),
            None => cases.extend(rules.iter().map(|found| Case::Rule(found.rule))),
        }
    }
    cases
}

/// The first condition of a rule that a role makes a move.
fn on_move(model: &Model, rule: u32) -> Option<OnMove> {
    let mut body = model.body(rule).iter().enumerate();
    body.find_map(|(position, &condition)| {
        let meant = model.meaning(condition);
        let kind = model.grounded.atoms[meant as usize / 2];
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

/// The same for rules that differ only in the move.
fn key(model: &Model, found: &OnMove) -> u64 {
    let mut hasher = FxHasher::default();
    (found.position, found.role).hash(&mut hasher);
    rest(model, found).for_each(|condition| condition.hash(&mut hasher));
    hasher.finish()
}

/// The other conditions of a rule.
fn rest<'m>(model: &'m Model, found: &OnMove) -> impl Iterator<Item = &'m u32> {
    let (before, from) = model.body(found.rule).split_at(found.position);
    before.iter().chain(&from[1..])
}

/// One case for rules that differ only in the move, if they leave out less than half of the moves.
fn merged(model: &Model, rules: &[OnMove]) -> Option<Case> {
    let first = &rules[0];
    let count = model.does[first.role].len();
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
    use senet_gdl::{Sheet, playable};
    use senet_ground::{Options, ground};

    /// The ways to conclude the one fact of a game in which a role has twelve moves.
    fn check(rules: &str, expected: &[&str]) {
        let moves: String = (1..=12).map(|m| format!("(num {m})")).collect();
        let text = format!(
            "(role r) {moves} (init (f)) (<= (legal r (go ?m)) (num ?m)) (<= terminal (not (true (f)))) (goal r 100) {rules}"
        );
        let description = playable(&Sheet::read(text.as_str())).unwrap();
        let grounded = ground(&description, &Options::default()).unwrap();
        let model = Model::new(&grounded);
        let text = |case: Case| match case {
            Case::Rule(_) => "a rule".to_string(),
            Case::Unless { role, moves, .. } => {
                let name = |&m: &u32| grounded.text(grounded.moves[role][m as usize]);
                format!("unless {}", moves.iter().map(name).collect::<String>())
            }
        };
        let found: Vec<String> = cases(&model, model.next[0].unwrap())
            .into_iter()
            .map(text)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rules_for_all_moves_but_a_few_are_one() {
        check(
            "(<= (next (f)) (true (f)) (does r (go ?m)) (distinct ?m 3) (distinct ?m 7))",
            &["unless (go 3)(go 7)"],
        );
    }

    #[test]
    fn rules_for_few_moves_stay() {
        check(
            "(small 1) (small 2) (small 3) (<= (next (f)) (true (f)) (does r (go ?m)) (small ?m))",
            &["a rule"; 3],
        );
    }
}
