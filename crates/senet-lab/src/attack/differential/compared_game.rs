//! Compares one sheet: all back ends with clingo, along random matches.

use super::solver::{NoAnswer, Solver};
use super::translation::Translation;
use senet_engine::{
    BackEnd, Deadline, Game, Goal, LoadOptions, MoveId, State, Stopped, legal_moves, load,
    random_joint,
};
use senet_gdl::{Notation, Sheet};
use senet_trace::match_rng;
use std::collections::BTreeSet;
use std::time::Duration;

/// Time for loading a sheet.
const LOAD: Duration = Duration::from_secs(2);
/// Time for loading a sheet, all queries of one back end, and the answers of clingo between them.
const WHOLE: Duration = Duration::from_secs(60);
/// Time of clingo for a state.
const SOLVE: Duration = Duration::from_secs(5);
/// Memory for grounding in bytes; random sheets are small.
const GROUND_BYTES: usize = 256 << 20;
/// The number of matches of a sheet, and of moves in a match.
const MATCHES: u64 = 2;
const STEPS: usize = 5;

/// The result of a comparison.
pub enum Compared {
    /// All answers agree, or the sheet is not playable (no states).
    Agrees {
        /// Compared states, counted once for each back end.
        states: usize,
    },
    /// A back end and clingo give different answers.
    Differs(String),
    /// Clingo refuses the rules: forced ones may be unsafe.
    Refused,
    /// Clingo took too long and must be started again.
    SolverGone,
}

/// Why the comparison of a sheet ended early.
enum Ended {
    Stopped,
    Refused,
    SolverGone,
    Differs(String),
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Ended {
        match stopped {
            Stopped::Misuse(_) => Ended::Differs(stopped.to_string()),
            _ => Ended::Stopped,
        }
    }
}

/// Compares all back ends with clingo on the random matches of a seed.
pub fn compare(text: &str, seed: u64, solver: &mut Solver) -> Compared {
    let sheet = Sheet::read_as(Notation::Prefix, text);
    let translation = Translation::of(&sheet.description);
    let mut states = 0;
    solver.forget();
    for back_end in BackEnd::ALL {
        let Some(game) = game(&sheet, back_end) else {
            continue;
        };
        let mut judge = Judge {
            game: &*game,
            translation: &translation,
            solver,
            states: 0,
        };
        let ended = judge.compare_matches(seed);
        states += judge.states;
        match ended {
            Ok(()) | Err(Ended::Stopped) => {}
            Err(Ended::Refused) => return Compared::Refused,
            Err(Ended::SolverGone) => return Compared::SolverGone,
            Err(Ended::Differs(what)) => return Compared::Differs(format!("{back_end}: {what}")),
        }
    }
    Compared::Agrees { states }
}

/// Loads the rules; `None` if they are not playable or too large.
///
/// Random rules have errors, such as goals that are not numbers. They are forced, since back ends must agree on them too.
fn game(sheet: &Sheet, back_end: BackEnd) -> Option<Box<dyn Game>> {
    let mut options = LoadOptions {
        back_end: Some(back_end),
        force: true,
        ..LoadOptions::default()
    };
    options.limits.deadline = Deadline::after(WHOLE);
    options.ground.deadline = Deadline::after(LOAD);
    options.ground.bytes = GROUND_BYTES;
    load(sheet, &options).ok().map(|loaded| loaded.game)
}

struct Judge<'a> {
    game: &'a dyn Game,
    translation: &'a Translation<'a>,
    solver: &'a mut Solver,
    states: usize,
}

impl Judge<'_> {
    fn compare_matches(&mut self, seed: u64) -> Result<(), Ended> {
        let initial = self.game.initial()?;
        let Some(atoms) = self.atoms(&[], &[])? else {
            return Ok(());
        };
        let facts = self.game.fluents(&initial);
        self.same(
            "the first state",
            self.wrapped("init", &facts),
            &atoms,
            "init(",
        )?;
        let roles = self.wrapped("role", self.game.roles());
        self.same("the roles", roles, &atoms, "role(")?;
        for number in 0..MATCHES {
            self.compare_match(initial.clone(), seed, number)?;
        }
        Ok(())
    }

    fn compare_match(&mut self, mut state: State, seed: u64, number: u64) -> Result<(), Ended> {
        let mut rng = match_rng(seed, number);
        for _ in 0..STEPS {
            let facts = self.game.fluents(&state);
            let Some(atoms) = self.atoms(&facts, &[])? else {
                return Ok(());
            };
            self.compare_state(&state, &atoms)?;
            self.states += 1;
            let legal = legal_moves(self.game, &state)?;
            if self.game.is_terminal(&state)? {
                return Ok(());
            }
            let Some(joint) = random_joint(&legal, &mut rng) else {
                return Ok(());
            };
            let next = self.game.next(&state, &joint)?;
            let Some(atoms) = self.atoms(&facts, &self.named(&joint))? else {
                return Ok(());
            };
            let after = self.game.fluents(&next);
            let what = format!("the state after {:?} in {facts:?}", self.named(&joint));
            self.same(&what, self.wrapped("next", &after), &atoms, "next(")?;
            for (role, name) in self.game.roles().iter().enumerate() {
                let seen = self.game.sees(&state, &joint, role)?;
                let seen = self.for_role("sees", name, &seen);
                self.same("percepts", seen, &atoms, &self.prefix("sees", name))?;
            }
            state = next;
        }
        Ok(())
    }

    fn compare_state(&mut self, state: &State, atoms: &BTreeSet<String>) -> Result<(), Ended> {
        let facts = self.game.fluents(state);
        let over = self.game.is_terminal(state)?;
        if over != atoms.contains("terminal") {
            return Err(Ended::Differs(format!("terminal is {over} in {facts:?}")));
        }
        for (role, name) in self.game.roles().iter().enumerate() {
            let legal = self.game.legal(state, role)?;
            let legal: Vec<_> = legal
                .iter()
                .map(|&id| self.game.move_name(role, id))
                .collect();
            let moves = self.for_role("legal", name, &legal);
            let what = format!("legal moves of {name} in {facts:?}");
            self.same(&what, moves, atoms, &self.prefix("legal", name))?;
            self.compare_goal(self.game.goal(state, role)?, name, atoms)?;
        }
        Ok(())
    }

    /// Checks that clingo derives the same goal, or the same list of invalid texts.
    fn compare_goal(&self, goal: Goal, role: &str, atoms: &BTreeSet<String>) -> Result<(), Ended> {
        let texts = match goal {
            Goal::Value(value) => vec![value.to_string()],
            Goal::Invalid(texts) => texts,
        };
        let goals = self.for_role("goal", role, &texts);
        self.same(
            &format!("the goal of {role}"),
            goals,
            atoms,
            &self.prefix("goal", role),
        )
    }

    /// The atoms that clingo derives; `None` if the rules have no single answer set. An unknown word counts as a difference.
    fn atoms(
        &mut self,
        facts: &[String],
        joint: &[(String, String)],
    ) -> Result<Option<BTreeSet<String>>, Ended> {
        let Some(program) = self.translation.question(facts, joint) else {
            return Err(Ended::Differs(format!(
                "unknown words in {facts:?} or {joint:?}"
            )));
        };
        match self.solver.solve(&program, SOLVE) {
            Ok(atoms) => Ok(Some(atoms)),
            Err(NoAnswer::NotUnique) => Ok(None),
            Err(NoAnswer::Refused) => Err(Ended::Refused),
            Err(NoAnswer::Gone) => Err(Ended::SolverGone),
        }
    }

    fn same(
        &self,
        what: &str,
        ours: BTreeSet<String>,
        atoms: &BTreeSet<String>,
        prefix: &str,
    ) -> Result<(), Ended> {
        let theirs = atoms.iter().filter(|atom| atom.starts_with(prefix));
        let theirs: BTreeSet<String> = theirs.cloned().collect();
        match ours == theirs {
            true => Ok(()),
            false => Err(Ended::Differs(format!(
                "{what}: {ours:?}, clingo {theirs:?}"
            ))),
        }
    }

    fn term(&self, text: &str) -> String {
        let known = self.translation.known_term(text);
        known.unwrap_or_else(|| format!("unknown `{text}`"))
    }

    fn wrapped(&self, relation: &str, texts: &[String]) -> BTreeSet<String> {
        let one = |text: &String| format!("{relation}({})", self.term(text));
        texts.iter().map(one).collect()
    }

    fn for_role(&self, relation: &str, role: &str, texts: &[String]) -> BTreeSet<String> {
        let prefix = self.prefix(relation, role);
        let one = |text: &String| format!("{prefix}{})", self.term(text));
        texts.iter().map(one).collect()
    }

    fn prefix(&self, relation: &str, role: &str) -> String {
        format!("{relation}({},", self.term(role))
    }

    fn named(&self, joint: &[MoveId]) -> Vec<(String, String)> {
        let roles = self.game.roles().iter().enumerate();
        let pair =
            |(role, name): (usize, &String)| (name.clone(), self.game.move_name(role, joint[role]));
        roles.map(pair).collect()
    }
}
