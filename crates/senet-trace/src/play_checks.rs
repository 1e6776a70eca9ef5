//! Checks by play: finds problems in random matches that static checks cannot decide.

use crate::Declarations;
use crate::play_check_manual::{
    GOAL_COUNT, GOAL_RANGE, GOALS_BEFORE_END, NO_END, NO_MOVE, OUTSIDE_BASE, OUTSIDE_INPUT,
    PlayCheck,
};
use crate::random::match_rng;
use crate::record::{name_joint, names_of};
use senet_engine::{Game, Goal, MoveId, State, Stopped, legal_moves, random_joint};
use senet_gdl::Severity;
use std::collections::{BTreeMap, HashSet};

/// Options of the checks by play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayCheckOptions {
    /// The number of random matches.
    pub matches: usize,
    /// The seed of the random choices.
    pub seed: u64,
    /// The maximum length of a match. A longer match counts as endless.
    pub max_steps: usize,
}

/// A problem of a game in some state, with the moves that lead there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayProblem {
    /// The check that found the problem.
    pub check: PlayCheck,
    /// The message, in one sentence.
    pub message: String,
    /// The joint moves from the initial state to the problem, each in role order.
    pub moves: Vec<Vec<String>>,
    /// The number of matches with this problem.
    pub matches: usize,
}

impl PlayProblem {
    /// The severity, derived from the code.
    pub fn severity(&self) -> Severity {
        if self.check.code.starts_with('E') {
            Severity::Error
        } else {
            Severity::Warning
        }
    }
}

/// Plays random matches and reports problems. Each is reported once per role, fluent name or move name, with the
/// shortest move sequence found.
///
/// ```
/// use senet_engine::{LoadOptions, QueryLimits, load};
/// use senet_trace::{Declarations, PlayCheckOptions, check_by_play};
/// let rules = "(role x) (init on) (<= (legal x go) (true off)) (<= terminal (true off)) (goal x 0)";
/// let loaded = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default()).unwrap();
/// let declarations = Declarations::of(&loaded.description, &QueryLimits::default()).unwrap();
/// let options = PlayCheckOptions { matches: 1, seed: 7, max_steps: 100 };
/// let problems = check_by_play(&*loaded.game, &declarations, options).unwrap();
/// assert_eq!(problems[0].check.code, "E201");
/// ```
pub fn check_by_play(
    game: &dyn Game,
    declarations: &Declarations,
    options: PlayCheckOptions,
) -> Result<Vec<PlayProblem>, Stopped> {
    let mut finder = Finder {
        game,
        declarations,
        max_steps: options.max_steps,
        found: BTreeMap::new(),
    };
    for number in 0..options.matches {
        let mut checked = CheckedMatch {
            moves: Vec::new(),
            found: HashSet::new(),
        };
        finder.play(&mut checked, &mut match_rng(options.seed, number as u64))?;
    }
    Ok(finder.found.into_values().collect())
}

/// The code of a problem and the role, fluent name or move name it concerns.
type Key = (&'static str, String);

struct Finder<'a> {
    game: &'a dyn Game,
    declarations: &'a Declarations,
    max_steps: usize,
    found: BTreeMap<Key, PlayProblem>,
}

/// A random match and the problems found in it so far.
struct CheckedMatch {
    moves: Vec<Vec<String>>,
    found: HashSet<Key>,
}

impl Finder<'_> {
    fn play(&mut self, checked: &mut CheckedMatch, rng: &mut fastrand::Rng) -> Result<(), Stopped> {
        let mut state = self.game.initial()?;
        loop {
            self.check_fluents(checked, &state);
            let terminal = self.game.is_terminal(&state)?;
            self.check_goals(checked, &state, terminal)?;
            if terminal {
                return Ok(());
            }
            let legal = legal_moves(self.game, &state)?;
            self.check_moves(checked, &legal);
            let Some(joint) = random_joint(&legal, rng) else {
                return Ok(());
            };
            if checked.moves.len() == self.max_steps {
                let message = format!("the match has not ended after {} moves", self.max_steps);
                self.report(checked, NO_END, "", message);
                return Ok(());
            }
            checked.moves.push(name_joint(self.game, &joint));
            state = self.game.next(&state, &joint)?;
        }
    }

    fn check_fluents(&mut self, checked: &mut CheckedMatch, state: &State) {
        let Some(base) = &self.declarations.base else {
            return;
        };
        for fluent in self.game.fluents(state) {
            if !base.contains(&fluent) {
                let message =
                    format!("the fluent {fluent} is true here, but base does not declare it");
                self.report(checked, OUTSIDE_BASE, functor(&fluent), message);
            }
        }
    }

    fn check_moves(&mut self, checked: &mut CheckedMatch, legal: &[Vec<MoveId>]) {
        for (role, moves) in legal.iter().enumerate() {
            let name = self.game.roles()[role].clone();
            if moves.is_empty() {
                let message =
                    format!("{name} has no legal move in this state, which is not terminal");
                self.report(checked, NO_MOVE, &name, message);
            }
            let Some(input) = &self.declarations.input else {
                continue;
            };
            for text in names_of(self.game, role, moves) {
                if !input.contains(&Declarations::input_text(&name, &text)) {
                    let message =
                        format!("{name} may play {text} here, but input does not declare it");
                    self.report(checked, OUTSIDE_INPUT, functor(&text), message);
                }
            }
        }
    }

    fn check_goals(
        &mut self,
        checked: &mut CheckedMatch,
        state: &State,
        terminal: bool,
    ) -> Result<(), Stopped> {
        for (role, name) in self.game.roles().iter().enumerate() {
            match self.game.goal(state, role)? {
                Goal::Value(value) if !(0..=100).contains(&value) => {
                    let message = format!("the goal of {name} is {value} here");
                    self.report(checked, GOAL_RANGE, name, message);
                }
                Goal::Value(_) => {}
                Goal::Invalid(texts) if terminal => {
                    let message = format!("in this terminal state {name} has {}", listed(&texts));
                    self.report(checked, GOAL_COUNT, name, message);
                }
                Goal::Invalid(texts) if texts.len() > 1 => {
                    let message = format!("{name} has {} here", listed(&texts));
                    self.report(checked, GOALS_BEFORE_END, name, message);
                }
                Goal::Invalid(_) => {}
            }
        }
        Ok(())
    }

    fn report(
        &mut self,
        checked: &mut CheckedMatch,
        check: PlayCheck,
        subject: &str,
        message: String,
    ) {
        let key = (check.code, subject.to_string());
        if !checked.found.insert(key.clone()) {
            return;
        }
        let fresh = PlayProblem {
            check,
            message,
            moves: checked.moves.clone(),
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

/// Returns the name of a fluent or move without its arguments.
fn functor(text: &str) -> &str {
    let name = text.trim_start_matches('(');
    name.split([' ', ')']).next().unwrap_or(name)
}

fn listed(texts: &[String]) -> String {
    match texts {
        [] => "no goal value".into(),
        [only] => format!("the goal value {only}, which is not an integer"),
        several => format!("the goal values {}", several.join(", ")),
    }
}
