//! Observations in random matches: the facts that hold together, and the changes of each move.

use crate::Fact;
use fastrand::Rng;
use senet_engine::{Game, State, Stopped, legal_moves, random_joint, spread_seed};
use senet_gdl::{Deadline, Description};
use senet_structure::possible_facts;
use std::collections::BTreeSet;
use std::time::Duration;

/// Knowledge about a game besides its rules.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// All facts that can ever hold; empty if they are unknown.
    pub possible: Vec<Fact>,
    /// Steps of random matches; empty if none were played.
    pub steps: Vec<ObservedStep>,
}

/// A step of a random match.
#[derive(Clone, Debug)]
pub struct ObservedStep {
    /// The state before.
    pub before: Vec<Fact>,
    /// The joint move, one text for each role.
    pub moves: Vec<String>,
    /// The role that chose its move, if only one role had a choice.
    pub chooser: Option<usize>,
    /// The state after.
    pub after: Vec<Fact>,
}

/// The seed of the random matches behind a plan. A fixed seed gives each game the same picture everywhere.
pub const PLANNING_SEED: u64 = 1;

/// The largest number of matches.
const MATCHES: u64 = 5;
/// The largest number of steps of a match.
const STEPS: usize = 40;
/// The time to list the facts that can hold. It is long, because the steps of that work are limited as well.
const LISTING: Duration = Duration::from_secs(10);
/// The time for all matches.
const WATCHING: Duration = Duration::from_millis(1500);
/// The largest number of facts in all states together.
const MOST_FACTS: usize = 40_000;

impl Evidence {
    /// Plays random matches. `words` translates facts and moves to the words of the sheet, which `description` has. A
    /// state that exceeds the limits of the rules ends its match.
    pub fn of(
        description: &Description,
        game: &dyn Game,
        words: &dyn Fn(&str) -> String,
        seed: u64,
        deadline: &Deadline,
    ) -> Evidence {
        let mut evidence = Evidence {
            possible: possible(description, game, words, deadline),
            steps: Vec::new(),
        };
        let deadline = &deadline.within(WATCHING);
        let mut left = MOST_FACTS;
        for number in 0..MATCHES {
            // A match that the limits stop still shows its first steps.
            let _ = evidence.play(game, words, (seed, number), &mut left, deadline);
        }
        evidence
    }

    fn play(
        &mut self,
        game: &dyn Game,
        words: &dyn Fn(&str) -> String,
        (seed, number): (u64, u64),
        left: &mut usize,
        deadline: &Deadline,
    ) -> Result<(), Stopped> {
        let mut rng = Rng::with_seed(spread_seed(seed, number));
        let facts = |state: &State| -> Vec<Fact> {
            let texts = game.fluents(state);
            texts.iter().map(|text| Fact::read(&words(text))).collect()
        };
        let mut state = game.initial()?;
        let mut before = facts(&state);
        for _ in 0..STEPS {
            if deadline.is_over() || before.len() > *left || game.is_terminal(&state)? {
                break;
            }
            *left -= before.len();
            let legal = legal_moves(game, &state)?;
            let Some(joint) = random_joint(&legal, &mut rng) else {
                break;
            };
            let name = |(role, &id)| words(&game.move_name(role, id));
            let mut choosers = (0..legal.len()).filter(|&role| legal[role].len() > 1);
            let chooser = match (choosers.next(), choosers.next()) {
                (only, None) => only,
                _ => None,
            };
            state = game.next(&state, &joint)?;
            let after = facts(&state);
            self.steps.push(ObservedStep {
                before: std::mem::replace(&mut before, after.clone()),
                moves: joint.iter().enumerate().map(name).collect(),
                chooser,
                after,
            });
        }
        Ok(())
    }

    /// Returns all observed states.
    pub fn states(&self) -> impl Iterator<Item = &Vec<Fact>> {
        let first = self.steps.first().map(|step| &step.before);
        first
            .into_iter()
            .chain(self.steps.iter().map(|step| &step.after))
    }

    /// Returns true if each observed state has at most one fact of a fluent with the same words at these arguments.
    /// Also false if no state has two facts, because nothing was observed then.
    pub fn is_key(&self, (name, arity): (&str, usize), args: &[usize]) -> bool {
        let mut most = 0;
        let unique = self.states().all(|state| {
            let own = state
                .iter()
                .filter(|fact| fact.name == name && fact.args.len() == arity);
            let mut seen = BTreeSet::new();
            let fresh = own.clone().all(|fact| {
                let words: Vec<&String> = args.iter().map(|&at| &fact.args[at]).collect();
                seen.insert(words)
            });
            most = most.max(seen.len());
            fresh
        });
        unique && most > 1
    }
}

/// Returns all facts that can hold. A grounded game lists them; otherwise they are derived from the rules. If that fails,
/// the list is empty, and a plan assumes all combinations of words.
fn possible(
    description: &Description,
    game: &dyn Game,
    words: &dyn Fn(&str) -> String,
    deadline: &Deadline,
) -> Vec<Fact> {
    let read = |text: &String| Fact::read(text);
    match game.fluent_names() {
        Some(names) => names.iter().map(|text| Fact::read(&words(text))).collect(),
        None => {
            let texts = possible_facts(description, &deadline.within(LISTING));
            texts.unwrap_or_default().iter().map(read).collect()
        }
    }
}

/// The facts that appear and disappear on a step.
impl ObservedStep {
    /// Returns the facts that the step adds.
    pub fn added(&self) -> impl Iterator<Item = &Fact> {
        let before: BTreeSet<&Fact> = self.before.iter().collect();
        self.after.iter().filter(move |fact| !before.contains(fact))
    }
}
