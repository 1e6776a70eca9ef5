//! Games as matches need them: rules that players can be given, and the way back from scrambled words.

use senet_engine::{
    BackEnd, Game, LoadError, LoadOptions, MoveId, QueryLimits, RoleId, State, StopSignal, Stopped,
    Stopwatch, Width, load,
};
use senet_gdl::{Description, Notation, Renaming, ScrambleOptions, Sheet, Symbol, scramble, write};
use senet_learn::SimulationLearner;
use senet_search::{EvaluationLearner, stop_signal};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a game is loaded for players.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The reasoner; by itself the fastest that the game allows.
    pub back_end: Option<BackEnd>,
    /// How lanes are run; by itself the widest way that the processor has.
    pub width: Option<Width>,
    /// How long the rules may be grounded; then a reasoner is taken that does without.
    pub time: Duration,
    /// Bytes that grounding may take; then the same is done.
    pub bytes: usize,
}

impl Default for LoadPlan {
    fn default() -> LoadPlan {
        LoadPlan {
            back_end: None,
            width: None,
            time: Duration::from_secs(60),
            bytes: senet_ground::Limits::default().bytes,
        }
    }
}

/// The rules of a game, loaded for players.
#[derive(Clone)]
pub struct Rules {
    /// What the game is called in records: one word.
    pub name: String,
    /// The rules as read. Those of a scrambled game are scrambled, too.
    pub sheet: Arc<Sheet>,
    /// The game.
    pub game: Arc<dyn Game>,
    /// Where players have evaluations of its states from.
    pub learn: Option<Arc<dyn EvaluationLearner>>,
    /// The reasoner behind it.
    pub back_end: BackEnd,
    /// Whether players are told what they see and not what is done (GDL-II's `sees`).
    pub hides: bool,
    plan: LoadPlan,
    /// From the words of a scrambled game to those that it had before.
    words: Option<Renaming>,
}

/// Loads a game for players: questions to it stop with the budget of those who ask.
pub fn load_for_play(name: &str, sheet: Sheet, plan: &LoadPlan) -> Result<Rules, LoadError> {
    let options = LoadOptions {
        back_end: plan.back_end,
        width: plan.width,
        limits: QueryLimits {
            stop: stop_signal(),
            ..QueryLimits::default()
        },
        ground: senet_ground::Limits {
            stop: after(plan.time),
            bytes: plan.bytes,
            ..senet_ground::Limits::default()
        },
        stopwatch: Some(thread_time()),
        ..LoadOptions::default()
    };
    let loaded = load(&sheet, &options)?;
    let game: Arc<dyn Game> = Arc::from(loaded.game);
    let sees = |rule: &senet_gdl::Rule| rule.head.relation == Symbol::SEES;
    let hides = loaded.description.rules.iter().any(sees);
    let description = Arc::new(loaded.description);
    Ok(Rules {
        name: one_word(name),
        hides,
        sheet: Arc::new(sheet),
        learn: Some(Arc::new(SimulationLearner::new(description, game.clone()))),
        game,
        back_end: loaded.back_end,
        plan: plan.clone(),
        words: None,
    })
}

impl Rules {
    /// The same game under other words and with its rules in another order. It is loaded anew, since nothing of it may depend on words.
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

    /// Whether its words are scrambled.
    pub fn is_scrambled(&self) -> bool {
        self.words.is_some()
    }

    /// The rules in the words that they had before they were scrambled.
    pub fn own_description(&self) -> Description {
        match &self.words {
            Some(words) => words.apply(&self.sheet.description),
            None => self.sheet.description.clone(),
        }
    }

    /// A text of the game in the words that it had before it was scrambled.
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

/// A name that can stand in a message: letters, digits and what joins them.
fn one_word(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let word: String = name.chars().filter(|&c| fits(c)).collect();
    match word.is_empty() {
        true => "game".to_string(),
        false => word,
    }
}

/// A signal that is given after so much time.
fn after(time: Duration) -> StopSignal {
    match Instant::now().checked_add(time) {
        Some(end) => Arc::new(move || Instant::now() >= end),
        None => Arc::new(|| false),
    }
}

/// The processor time of the calling thread, by which the loader finds out what is faster.
fn thread_time() -> Stopwatch {
    Stopwatch(Arc::new(|| {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }))
}
