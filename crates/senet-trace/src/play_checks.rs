//! Checks that only play can make: what no reading of the rules decides in general.

use crate::Declarations;
use crate::play_check_manual::{
    GOAL_COUNT, GOAL_ON_THE_WAY, GOAL_RANGE, NO_END, NO_MOVE, OUTSIDE_BASE, OUTSIDE_INPUT,
    PlayCheck,
};
use crate::random::{legal_moves, match_rng, random_joint};
use crate::record::{name_joint, names_of};
use senet_engine::{Game, Goal, MoveId, State, Stopped};
use senet_gdl::Severity;
use std::collections::{BTreeMap, HashSet};

/// How long to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayCheckOptions {
    /// Random matches to play.
    pub matches: usize,
    /// Where the random choices come from.
    pub seed: u64,
    /// A match with more moves than this counts as endless.
    pub max_steps: usize,
}

/// What is wrong with a game in some state, and how to get there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayProblem {
    /// The check that found it.
    pub check: PlayCheck,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The joint moves from the initial state to the place, each in role order.
    pub moves: Vec<Vec<String>>,
    /// In how many of the matches this was met.
    pub matches: usize,
}

impl PlayProblem {
    /// The severity, which the code tells.
    pub fn severity(&self) -> Severity {
        if self.check.code.starts_with('E') {
            Severity::Error
        } else {
            Severity::Warning
        }
    }
}

/// Plays random matches and reports every kind of problem once for each role, fact name or move name, with the shortest way
/// that was met.
pub fn check_by_play(
    game: &dyn Game,
    declared: &Declarations,
    options: PlayCheckOptions,
) -> Result<Vec<PlayProblem>, Stopped> {
    let mut finder = Finder {
        game,
        declared,
        max_steps: options.max_steps,
        found: BTreeMap::new(),
    };
    for number in 0..options.matches {
        let mut player = Match {
            moves: Vec::new(),
            met: HashSet::new(),
        };
        finder.play(&mut player, &mut match_rng(options.seed, number as u64))?;
    }
    Ok(finder.found.into_values().collect())
}

/// A kind of problem and the role, fact name or move name that has it.
type Key = (&'static str, String);

struct Finder<'a> {
    game: &'a dyn Game,
    declared: &'a Declarations,
    max_steps: usize,
    found: BTreeMap<Key, PlayProblem>,
}

/// A match under way, and the problems already met in it.
struct Match {
    moves: Vec<Vec<String>>,
    met: HashSet<Key>,
}

impl Finder<'_> {
    fn play(&mut self, player: &mut Match, rng: &mut fastrand::Rng) -> Result<(), Stopped> {
        let mut state = self.game.initial()?;
        loop {
            self.check_facts(player, &state);
            let terminal = self.game.is_terminal(&state)?;
            self.check_goals(player, &state, terminal)?;
            if terminal {
                return Ok(());
            }
            let legal = legal_moves(self.game, &state)?;
            self.check_moves(player, &legal);
            let Some(joint) = random_joint(&legal, rng) else {
                return Ok(());
            };
            if player.moves.len() == self.max_steps {
                let message = format!("the match has not ended after {} moves", self.max_steps);
                self.report(player, NO_END, "", message);
                return Ok(());
            }
            player.moves.push(name_joint(self.game, &joint));
            state = self.game.next(&state, &joint)?;
        }
    }

    fn check_facts(&mut self, player: &mut Match, state: &State) {
        let Some(base) = &self.declared.base else {
            return;
        };
        for fact in self.game.fluents(state) {
            if !base.contains(&fact) {
                let message = format!("the fact {fact} is true here, but base does not list it");
                self.report(player, OUTSIDE_BASE, functor(&fact), message);
            }
        }
    }

    fn check_moves(&mut self, player: &mut Match, legal: &[Vec<MoveId>]) {
        for (role, moves) in legal.iter().enumerate() {
            let name = self.game.roles()[role].clone();
            if moves.is_empty() {
                let message = format!("{name} has no legal move here, but the match is not over");
                self.report(player, NO_MOVE, &name, message);
            }
            let Some(input) = &self.declared.input else {
                continue;
            };
            for text in names_of(self.game, role, moves) {
                if !input.contains(&Declarations::input_text(&name, &text)) {
                    let message =
                        format!("{name} may play {text} here, but input does not list it");
                    self.report(player, OUTSIDE_INPUT, functor(&text), message);
                }
            }
        }
    }

    fn check_goals(
        &mut self,
        player: &mut Match,
        state: &State,
        terminal: bool,
    ) -> Result<(), Stopped> {
        for (role, name) in self.game.roles().iter().enumerate() {
            match self.game.goal(state, role)? {
                Goal::Value(value) if !(0..=100).contains(&value) => {
                    let message = format!("the goal of {name} is {value} here");
                    self.report(player, GOAL_RANGE, name, message);
                }
                Goal::Value(_) => {}
                Goal::Invalid(texts) if terminal => {
                    let message = format!("the match is over and {name} has {}", listed(&texts));
                    self.report(player, GOAL_COUNT, name, message);
                }
                Goal::Invalid(texts) if texts.len() > 1 => {
                    let message = format!("{name} has {} here", listed(&texts));
                    self.report(player, GOAL_ON_THE_WAY, name, message);
                }
                Goal::Invalid(_) => {}
            }
        }
        Ok(())
    }

    fn report(&mut self, player: &mut Match, check: PlayCheck, subject: &str, message: String) {
        let key = (check.code, subject.to_string());
        if !player.met.insert(key.clone()) {
            return;
        }
        let fresh = PlayProblem {
            check,
            message,
            moves: player.moves.clone(),
            matches: 0,
        };
        let known = self.found.entry(key).or_insert_with(|| fresh.clone());
        let matches = known.matches + 1;
        if fresh.moves.len() < known.moves.len() {
            *known = fresh;
        }
        known.matches = matches;
    }
}

/// The name of a fact or move, without its arguments.
fn functor(text: &str) -> &str {
    let name = text.trim_start_matches('(');
    name.split([' ', ')']).next().unwrap_or(name)
}

fn listed(texts: &[String]) -> String {
    match texts {
        [] => "no goal value".into(),
        [only] => format!("the goal value {only}, which is no integer"),
        several => format!("the goal values {}", several.join(", ")),
    }
}
