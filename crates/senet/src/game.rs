//! A game: rules that are ready to be played.

use crate::state::Position;
use crate::{Error, MatchBuilder, Playouts, State};
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_draw::{DrawingPlan, Evidence, PLANNING_SEED, Theme};
use senet_engine::Deadline;
use senet_gdl::Sheet;
use senet_library::near_misses;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The rules of a game, ready to be played. Cloning is cheap: clones share the rules.
///
/// ```
/// let game = senet::Game::library("tic-tac-toe")?;
/// assert_eq!(game.roles(), ["x", "o"]);
/// assert_eq!(game.initial().legal_moves(0).len(), 9);
/// # Ok::<(), senet::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    inner: Arc<Inner>,
}

struct Inner {
    rules: Rules,
    theme: Option<&'static str>,
    initial: Arc<Position>,
    plan: OnceLock<DrawingPlan>,
}

impl Game {
    /// Loads a game of the library, such as `connect-four`. [`Game::library_names`] lists them.
    pub fn library(name: &str) -> Result<Game, Error> {
        let Some(found) = senet_library::find(name) else {
            let names = Game::library_names();
            return Err(Error::UnknownGame {
                name: name.to_string(),
                similar: near_misses(name, names),
            });
        };
        Game::load(name, found.rules, found.theme)
    }

    /// The names of the games in the library.
    pub fn library_names() -> impl Iterator<Item = &'static str> {
        senet_library::games().iter().map(|game| game.name)
    }

    /// Reads a rule sheet from a file.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Game, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| Error::File {
            path: path.to_path_buf(),
            source,
        })?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Game::load(&name, &text, None)
    }

    /// Reads a rule sheet from a text, in prefix or infix notation.
    ///
    /// ```
    /// let error = senet::Game::from_text("(role x) (legal x ?what)").err().unwrap();
    /// assert!(error.to_string().contains("line 1"), "{error}");
    /// ```
    pub fn from_text(text: &str) -> Result<Game, Error> {
        Game::load("game", text, None)
    }

    /// Like [`Game::from_text`], with a name. A sheet of the library gets its theme.
    pub fn from_named_text(name: &str, text: &str) -> Result<Game, Error> {
        Game::from_planned_text(name, text, &LoadPlan::default())
    }

    /// Like [`Game::from_named_text`], with limits for loading, for bindings to other languages.
    #[doc(hidden)]
    pub fn from_planned_text(name: &str, text: &str, plan: &LoadPlan) -> Result<Game, Error> {
        let known = senet_library::find(name).filter(|known| known.rules == text);
        Game::load_by(name, text, known.and_then(|known| known.theme), plan)
    }

    fn load(name: &str, text: &str, theme: Option<&'static str>) -> Result<Game, Error> {
        Game::load_by(name, text, theme, &LoadPlan::default())
    }

    fn load_by(
        name: &str,
        text: &str,
        theme: Option<&'static str>,
        plan: &LoadPlan,
    ) -> Result<Game, Error> {
        let rules = load_for_play(name, Sheet::read(text), plan)
            .map_err(|error| Error::of_load(error, text))?;
        let initial = Position::of(&*rules.game, rules.game.initial()?)?;
        let inner = Inner {
            rules,
            theme,
            initial: Arc::new(initial),
            plan: OnceLock::new(),
        };
        Ok(Game {
            inner: Arc::new(inner),
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.rules().name
    }

    /// The names of the roles. Their order is the order of joint moves and goals.
    pub fn roles(&self) -> &[String] {
        self.rules().game.roles()
    }

    /// The text of the rules.
    pub fn text(&self) -> &str {
        &self.rules().sheet.text
    }

    /// The state in which every match starts.
    pub fn initial(&self) -> State {
        State::new(self.clone(), self.inner.initial.clone())
    }

    /// Random matches from the initial state: set them up, then call [`Playouts::run`].
    pub fn playouts(&self, matches: u32) -> Playouts {
        Playouts::new(self.initial(), matches)
    }

    /// A match under clocks: add a player for each role, then call [`MatchBuilder::play`].
    pub fn new_match(&self) -> MatchBuilder {
        MatchBuilder::new(self.clone())
    }

    /// The parts of the game, for bindings to other languages.
    #[doc(hidden)]
    pub fn rules(&self) -> &Rules {
        &self.inner.rules
    }

    /// The drawing plan. It is made for the first picture and then kept.
    pub(crate) fn plan(&self) -> &DrawingPlan {
        self.inner.plan.get_or_init(|| {
            let rules = self.rules();
            let never = Deadline::never();
            let description = &rules.sheet.description;
            let evidence = Evidence::of(
                description,
                &*rules.game,
                &str::to_string,
                PLANNING_SEED,
                &never,
            );
            let plan = DrawingPlan::with_evidence(description, &evidence, &never);
            match self.inner.theme.map(Theme::read) {
                Some(Ok(theme)) => plan.themed(&theme),
                // A theme of the library is always valid: the library's tests read every one.
                Some(Err(_)) | None => plan,
            }
        })
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Game").field(&self.name()).finish()
    }
}
