//! Max^n: every role does what is best for itself.
//!
//! Where moves are simultaneous we choose first, then the others in their order, each knowing what was chosen before; chance is last, and its
//! moves are averaged. Of moves that are equally good for a role it makes the one that is worst for us: the value must not depend on the order
//! in which moves come.

mod root;

use super::expand::Node;
use super::halt::Halt;
use super::outcome::TO_THE_END;
use super::score::{BEST, Score, WORST, mean};
use super::scout::Scout;
use super::table::{Key, Table};
use senet_engine::{RoleId, State};

/// A search in which every role goes for its own goal.
pub struct MaxN {
    /// The game, as we see it.
    pub scout: Scout,
    table: Table,
}

/// What a state comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// For each role.
    pub values: Box<[Score]>,
    /// Whether a guess was asked for.
    pub open: bool,
    /// Whether roles that do the best for themselves can come to nothing else: moves are not simultaneous, and where a role has several best
    /// moves they come to the same for all.
    pub settled: bool,
    /// The joint move that leads there, by its number.
    pub child: usize,
}

impl MaxN {
    /// A search that remembers nothing yet.
    pub fn new(scout: Scout) -> MaxN {
        let payload = 1 + scout.seats.roles.div_ceil(2);
        MaxN {
            scout,
            table: Table::new(payload),
        }
    }

    /// What a state that is not terminal comes to, looking so many joint moves ahead, at least one.
    fn visit(&mut self, state: &State, depth: u16) -> Result<Found, Halt> {
        let key = Key::of(state);
        if let Some(known) = self.known(key, depth) {
            self.scout.meter.count(1)?;
            return Ok(known);
        }
        let Some(node) = self.scout.enter(state)? else {
            let guesses = self.scout.guess(std::slice::from_ref(state), key)?;
            return Ok(Found::guessed(&guesses));
        };
        let mut guesses = Vec::new();
        let children = 0..node.children.len();
        let found = children.map(|child| self.child(&node, &mut guesses, key, child, depth));
        let found: Vec<Found> = found.collect::<Result<_, _>>()?;
        let rows = self.replies(&node, found);
        let mut best = self.choose(self.scout.seats.own, &rows);
        best.settled &= node.joints.takes_turns();
        self.store(key, depth, &best);
        Ok(best)
    }

    fn child(
        &mut self,
        node: &Node,
        guesses: &mut Vec<Score>,
        key: Key,
        child: usize,
        depth: u16,
    ) -> Result<Found, Halt> {
        let found = if node.ended[child] {
            Found::ended(node.goals_of(child))
        } else if depth > 1 {
            self.visit(&node.children[child], depth - 1)?
        } else {
            if guesses.is_empty() {
                *guesses = self.scout.guess(&node.children, key)?;
            }
            let roles = self.scout.seats.roles;
            Found::guessed(&guesses[child * roles..(child + 1) * roles])
        };
        Ok(Found { child, ..found })
    }

    /// Lets chance and the others move: from what joint moves come to, to what our moves come to.
    fn replies(&self, node: &Node, mut found: Vec<Found>) -> Vec<Found> {
        let seats = self.scout.seats;
        if node.joints.chances > 1 {
            let groups = found.chunks(node.joints.chances);
            found = groups.map(average).collect();
        }
        for role in seats.others().rev() {
            let choices = node.joints.legal[role].len();
            if choices > 1 {
                let groups = found.chunks(choices);
                found = groups.map(|group| self.choose(role, group)).collect();
            }
        }
        found
    }

    /// What a role makes of a choice, of which there must be one.
    fn choose(&self, role: RoleId, choices: &[Found]) -> Found {
        let own = self.scout.seats.own;
        let rank = |found: &Found| (-found.values[role], found.values[own]);
        let order = |a: &&Found, b: &&Found| {
            let by_rank = rank(a).cmp(&rank(b));
            by_rank.then_with(|| a.values.cmp(&b.values))
        };
        let Some(best) = choices.iter().min_by(order) else {
            return Found::guessed(&vec![WORST; self.scout.seats.roles]);
        };
        let rivals = choices
            .iter()
            .filter(|found| found.values[role] == best.values[role]);
        Found {
            values: best.values.clone(),
            open: choices.iter().any(|found| found.open),
            settled: choices.iter().all(|found| found.settled)
                && rivals.clone().all(|found| found.values == best.values),
            child: best.child,
        }
    }

    fn known(&self, key: Key, depth: u16) -> Option<Found> {
        let words = self.table.get(key)?;
        let known = words[0] as u16;
        (known >= depth).then(|| {
            let halves = words[1..].iter().flat_map(|word| [*word, word >> 32]);
            let values = halves.map(|half| half as u32 as Score);
            Found {
                values: values.take(self.scout.seats.roles).collect(),
                open: known != TO_THE_END,
                settled: words[0] >> 16 & 1 == 1,
                child: (words[0] >> 32) as usize,
            }
        })
    }

    fn store(&mut self, key: Key, depth: u16, found: &Found) {
        let depth = match found.open {
            true => depth,
            false => TO_THE_END,
        };
        let head = u64::from(depth) | u64::from(found.settled) << 16 | (found.child as u64) << 32;
        let half = |score: Option<&Score>| score.map_or(0, |&score| u64::from(score as u32));
        let pairs = found.values.chunks(2);
        let words = pairs.map(|pair| half(pair.first()) | half(pair.get(1)) << 32);
        let payload: Vec<u64> = std::iter::once(head).chain(words).collect();
        self.table.put(key, depth, &payload);
    }
}

/// What comes out on average.
fn average(outcomes: &[Found]) -> Found {
    let value = |role: usize| {
        let sum = outcomes
            .iter()
            .map(|found| i64::from(found.values[role]))
            .sum();
        mean(sum, outcomes.len()).clamp(WORST, BEST)
    };
    let roles = outcomes.first().map_or(0, |found| found.values.len());
    Found {
        values: (0..roles).map(value).collect(),
        open: outcomes.iter().any(|found| found.open),
        settled: outcomes.iter().all(|found| found.settled),
        child: 0,
    }
}

impl Found {
    fn ended(goals: &[Score]) -> Found {
        Found {
            values: goals.into(),
            open: false,
            settled: true,
            child: 0,
        }
    }

    fn guessed(guesses: &[Score]) -> Found {
        Found {
            open: true,
            ..Found::ended(guesses)
        }
    }
}
