//! Max^n: every role maximises its own goal.
//!
//! With simultaneous moves we choose first, then the other roles in order, each with knowledge of the earlier
//! choices. Chance moves last and is averaged. Among moves that are equally good for a role, it plays the one that is
//! worst for us. The value therefore does not depend on the order of the moves.

mod root;

use super::context::SearchContext;
use super::expansion::ExpandedState;
use super::meter::Abort;
use super::score::{BEST, Score, WORST, mean};
use super::search_outcome::FULL_DEPTH;
use super::transposition_table::{StateKey, TranspositionTable};
use senet_engine::{RoleId, State};

/// A search in which every role maximises its own goal.
pub struct MaxN {
    /// The game, seen from our role.
    pub context: SearchContext,
    table: TranspositionTable,
}

/// The value of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxNValue {
    /// The goal of each role.
    pub values: Box<[Score]>,
    /// True if the values rest on heuristic values.
    pub heuristic: bool,
    /// True if rational roles can reach no other values: no moves are simultaneous, and equally good moves of a role
    /// give all roles the same values.
    pub unique: bool,
    /// The number of the joint move that leads to these values.
    pub child: usize,
}

impl MaxN {
    /// A search with an empty transposition table.
    pub fn new(context: SearchContext) -> MaxN {
        let payload = 1 + context.sides.roles.div_ceil(2);
        MaxN {
            context,
            table: TranspositionTable::new(payload),
        }
    }

    /// Searches a state that is not terminal, `depth` ≥ 1 joint moves deep.
    fn search_state(&mut self, state: &State, depth: u16) -> Result<MaxNValue, Abort> {
        let key = StateKey::of(state);
        if let Some(known) = self.lookup(key, depth) {
            self.context.meter.count(1)?;
            return Ok(known);
        }
        let Some(node) = self.context.expand(state)? else {
            let leaf_values = self
                .context
                .evaluate_leaves(std::slice::from_ref(state), key)?;
            return Ok(MaxNValue::heuristic(&leaf_values));
        };
        let mut leaf_values = Vec::new();
        let children = 0..node.children.len();
        let found =
            children.map(|child| self.child_value(&node, &mut leaf_values, key, child, depth));
        let found: Vec<MaxNValue> = found.collect::<Result<_, _>>()?;
        let rows = self.back_up(&node, found);
        let mut best = self.choose_best(self.context.sides.own, &rows);
        best.unique &= node.joints.takes_turns();
        self.store(key, depth, &best);
        Ok(best)
    }

    fn child_value(
        &mut self,
        node: &ExpandedState,
        leaf_values: &mut Vec<Score>,
        key: StateKey,
        child: usize,
        depth: u16,
    ) -> Result<MaxNValue, Abort> {
        let found = if node.terminal[child] {
            MaxNValue::terminal(node.goals_of(child))
        } else if depth > 1 {
            self.search_state(&node.children[child], depth - 1)?
        } else {
            if leaf_values.is_empty() {
                *leaf_values = self.context.evaluate_leaves(&node.children, key)?;
            }
            let roles = self.context.sides.roles;
            MaxNValue::heuristic(&leaf_values[child * roles..(child + 1) * roles])
        };
        Ok(MaxNValue { child, ..found })
    }

    /// Backs the values of all joint moves up to the values of our moves: averages chance, then lets the other roles
    /// choose.
    fn back_up(&self, node: &ExpandedState, mut found: Vec<MaxNValue>) -> Vec<MaxNValue> {
        let sides = self.context.sides;
        if node.joints.chance_moves > 1 {
            let groups = found.chunks(node.joints.chance_moves);
            found = groups.map(average).collect();
        }
        for role in sides.others().rev() {
            let choices = node.joints.legal[role].len();
            if choices > 1 {
                let groups = found.chunks(choices);
                found = groups.map(|group| self.choose_best(role, group)).collect();
            }
        }
        found
    }

    /// The value of the best choice of a role.
    fn choose_best(&self, role: RoleId, choices: &[MaxNValue]) -> MaxNValue {
        let own = self.context.sides.own;
        let rank = |found: &MaxNValue| (-found.values[role], found.values[own]);
        let order = |a: &&MaxNValue, b: &&MaxNValue| {
            let by_rank = rank(a).cmp(&rank(b));
            by_rank.then_with(|| a.values.cmp(&b.values))
        };
        let Some(best) = choices.iter().min_by(order) else {
            return MaxNValue::heuristic(&vec![WORST; self.context.sides.roles]);
        };
        let rivals = choices
            .iter()
            .filter(|found| found.values[role] == best.values[role]);
        MaxNValue {
            values: best.values.clone(),
            heuristic: choices.iter().any(|found| found.heuristic),
            unique: choices.iter().all(|found| found.unique)
                && rivals.clone().all(|found| found.values == best.values),
            child: best.child,
        }
    }

    fn lookup(&self, key: StateKey, depth: u16) -> Option<MaxNValue> {
        let words = self.table.get(key)?;
        let known = words[0] as u16;
        (known >= depth).then(|| {
            let halves = words[1..].iter().flat_map(|word| [*word, word >> 32]);
            let values = halves.map(|half| half as u32 as Score);
            MaxNValue {
                values: values.take(self.context.sides.roles).collect(),
                heuristic: known != FULL_DEPTH,
                unique: words[0] >> 16 & 1 == 1,
                child: (words[0] >> 32) as usize,
            }
        })
    }

    fn store(&mut self, key: StateKey, depth: u16, found: &MaxNValue) {
        let depth = match found.heuristic {
            true => depth,
            false => FULL_DEPTH,
        };
        let head = u64::from(depth) | u64::from(found.unique) << 16 | (found.child as u64) << 32;
        let half = |score: Option<&Score>| score.map_or(0, |&score| u64::from(score as u32));
        let pairs = found.values.chunks(2);
        let words = pairs.map(|pair| half(pair.first()) | half(pair.get(1)) << 32);
        let payload: Vec<u64> = std::iter::once(head).chain(words).collect();
        self.table.put(key, depth, &payload);
    }
}

/// The mean of values.
fn average(outcomes: &[MaxNValue]) -> MaxNValue {
    let value = |role: usize| {
        let sum = outcomes
            .iter()
            .map(|found| i64::from(found.values[role]))
            .sum();
        mean(sum, outcomes.len()).clamp(WORST, BEST)
    };
    let roles = outcomes.first().map_or(0, |found| found.values.len());
    MaxNValue {
        values: (0..roles).map(value).collect(),
        heuristic: outcomes.iter().any(|found| found.heuristic),
        unique: outcomes.iter().all(|found| found.unique),
        child: 0,
    }
}

impl MaxNValue {
    fn terminal(goals: &[Score]) -> MaxNValue {
        MaxNValue {
            values: goals.into(),
            heuristic: false,
            unique: true,
            child: 0,
        }
    }

    fn heuristic(leaf_values: &[Score]) -> MaxNValue {
        MaxNValue {
            heuristic: true,
            ..MaxNValue::terminal(leaf_values)
        }
    }
}
