//! Games loaded for matches, and the names they had before scrambling.

use crate::game_learner::GameLearner;
use senet_engine::{
    BackEnd, BuildFromGrounded, Deadline, DeadlineGame, Game, LoadError, LoadOptions, MemoryBudget,
    MoveId, QueryLimits, RoleId, State, Stopped, Stopwatch, Width, load,
};
use senet_gdl::{Description, Notation, Renaming, ScrambleOptions, Sheet, Symbol, scramble, write};
use senet_search::{Budget, EvaluationLearner, LearnerWithMemory, NetLibrary, watched_deadline};
use std::sync::Arc;
use std::time::Duration;

/// Options for loading a game.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// True to play rules with errors if all back ends agree on their meaning.
    pub force: bool,
    /// The back end. By default, the fastest that the game allows.
    pub back_end: Option<BackEnd>,
    /// Builds the game if the back end is [`BackEnd::Neural`].
    pub neural: Option<Arc<dyn BuildFromGrounded>>,
    /// The width of lanes. By default, the widest that the processor has.
    pub width: Option<Width>,
    /// The time limit of grounding. After that, a back end without grounding is used.
    pub time: Duration,
    /// The end of all work with the game: loading, and every query later.
    pub end: Deadline,
    /// The memory limit of loading in bytes. Above it, a back end that needs less is used.
    pub bytes: usize,
    /// Ends loading early, for example if the game is no longer needed. It does not limit later queries.
    pub deadline: Deadline,
    /// True to measure from which batch size on lanes are faster than the circuit. Otherwise the size of the code decides, so that the seed
    /// decides all random matches.
    pub measured: bool,
    /// The networks of earlier matches, for players that learn. By default, nothing is kept.
    pub networks: Option<Arc<dyn NetLibrary>>,
}

impl Default for LoadPlan {
    fn default() -> LoadPlan {
        LoadPlan {
            force: false,
            back_end: None,
            neural: None,
            width: None,
            time: Duration::from_secs(60),
            end: Deadline::never(),
            bytes: MemoryBudget::DEFAULT_LIMIT,
            deadline: Deadline::never(),
            measured: true,
            networks: None,
        }
    }
}

/// A game loaded for players.
#[derive(Clone)]
pub struct Rules {
    /// The name in records: one word.
    pub name: String,
    /// The rule sheet; scrambled if the game is.
    pub sheet: Arc<Sheet>,
    /// The game.
    pub game: Arc<dyn Game>,
    /// The source of state evaluations.
    pub learn: Option<Arc<dyn EvaluationLearner>>,
    /// The back end of the game.
    pub back_end: BackEnd,
    /// True if the game has hidden information (GDL-II's `sees`): players get percepts, not moves.
    pub hides: bool,
    plan: LoadPlan,
    /// Maps the names of a scrambled game to the original ones.
    words: Option<Renaming>,
}

/// Loads a game for players. Queries stop when the caller's budget is used up.
pub fn load_for_play(name: &str, sheet: Sheet, plan: &LoadPlan) -> Result<Rules, LoadError> {
    let watched = watched_deadline();
    let given_up = plan.deadline.clone();
    let loading = plan.end.or_when(move || given_up.is_over());
    let options = LoadOptions {
        force: plan.force,
        back_end: plan.back_end,
        neural: plan.neural.clone(),
        width: plan.width,
        limits: QueryLimits {
            deadline: plan.end.or_when(move || watched.is_over()),
            ..QueryLimits::default()
        },
        ground: senet_ground::Limits {
            deadline: loading.within(plan.time),
            ..senet_ground::Limits::default()
        },
        stopwatch: plan.measured.then(thread_time),
        deadline: loading.clone(),
        memory: MemoryBudget::new(plan.bytes),
        ..LoadOptions::default()
    };
    // Loading queries the game too. These queries end with the deadline, and later ones do not.
    let budget = Budget::unlimited().part_of(&loading);
    let watch = budget.watch();
    let loaded = load(&sheet, &options)?;
    drop(watch);
    let game: Arc<dyn Game> = Arc::from(loaded.game);
    let sees = |rule: &senet_gdl::Rule| rule.head.relation == Symbol::SEES;
    let hides = loaded.description.rules.iter().any(sees);
    let description = Arc::new(loaded.description);
    let learn: Arc<dyn EvaluationLearner> =
        Arc::new(GameLearner::new(description, &sheet, game.clone()));
    let networks = plan.networks.as_ref();
    let networks = networks.and_then(|all| all.networks_of(name, &sheet.text, &*game));
    let learn = match networks {
        Some(networks) => Arc::new(LearnerWithMemory { learn, networks }),
        None => learn,
    };
    Ok(Rules {
        name: one_word(name),
        hides,
        sheet: Arc::new(sheet),
        learn: Some(learn),
        game,
        back_end: loaded.back_end,
        // The deadline belongs to this load alone.
        plan: LoadPlan {
            deadline: Deadline::never(),
            ..plan.clone()
        },
        words: None,
    })
}

impl Rules {
    /// The same game, but every query fails after the end of all work ([`LoadPlan::end`]). Fast queries do not look at the clock, so a loop
    /// that plays match after match would go on. A player needs no such game: it has a budget.
    pub fn until_end(self) -> Rules {
        let game = DeadlineGame::new(self.game.clone(), self.plan.end.clone());
        Rules {
            game: Arc::new(game),
            ..self
        }
    }

    /// The same game with other names and with its rules in another order. It is loaded again, so no part of it can depend on names.
    pub fn scrambled(&self, seed: u64) -> Result<Rules, LoadError> {
        let scrambled = scramble(&self.sheet.description, seed, &ScrambleOptions::default());
        let text = write(&scrambled.description, Notation::Prefix);
        let sheet = Sheet::read_as(Notation::Prefix, text);
        let back = scrambled.renaming.inverse();
        let rules = load_for_play(&self.name, sheet, &self.plan)?;
        Ok(Rules {
            words: Some(back),
            ..rules
        })
    }

    /// True if the names are scrambled.
    pub fn is_scrambled(&self) -> bool {
        self.words.is_some()
    }

    /// The rules with their original names.
    pub fn own_description(&self) -> Description {
        match &self.words {
            Some(words) => words.apply(&self.sheet.description),
            None => self.sheet.description.clone(),
        }
    }

    /// A text of the game with its original names.
    pub fn in_own_words(&self, text: &str) -> String {
        match &self.words {
            Some(words) => words.translate(text).to_lowercase(),
            None => text.to_string(),
        }
    }

    /// The names of the roles.
    pub fn role_names(&self) -> Vec<String> {
        let roles = self.game.roles().iter();
        roles.map(|role| self.in_own_words(role)).collect()
    }

    /// The facts of a state.
    pub fn facts(&self, state: &State) -> Vec<String> {
        let facts = self.game.fluents(state);
        facts.iter().map(|fact| self.in_own_words(fact)).collect()
    }

    /// The legal moves of every role.
    pub fn legal(&self, state: &State) -> Result<Vec<Vec<MoveId>>, Stopped> {
        let roles = 0..self.game.roles().len();
        roles.map(|role| self.game.legal(state, role)).collect()
    }

    /// The text of a move.
    pub fn move_text(&self, role: RoleId, id: MoveId) -> String {
        self.in_own_words(&self.game.move_name(role, id))
    }

    /// The texts of a joint move.
    pub fn move_texts(&self, joint: &[MoveId]) -> Vec<String> {
        let moves = joint.iter().enumerate();
        moves.map(|(role, &id)| self.move_text(role, id)).collect()
    }
}

/// The letters, digits, hyphens and underscores of a name, so that it fits into a message.
fn one_word(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let word: String = name.chars().filter(|&c| fits(c)).collect();
    match word.is_empty() {
        true => "game".to_string(),
        false => word,
    }
}

/// The CPU time of the calling thread. The loader uses it to compare back ends.
fn thread_time() -> Stopwatch {
    Stopwatch(Arc::new(|| {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }))
}
