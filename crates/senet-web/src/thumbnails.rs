//! Pictures of first states. The library page needs dozens of them, so games are not loaded for playing just to be drawn.

use crate::WebLimits;
use crate::catalogue::GameEntry;
use crate::drawing::SceneOptions;
use crate::failure::Failure;
use crate::loading::{compute, load_now};
use crate::result_cache::ResultCache;
use senet_arena::LoadPlan;
use senet_engine::{BackEnd, Deadline};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Draws and caches first states.
pub struct Thumbnails {
    drawn: ResultCache<Arc<str>>,
    /// Permits for games of the library.
    pen: Arc<Semaphore>,
    /// Permits for saved games, so that the library does not wait for them.
    own_pen: Arc<Semaphore>,
    limits: WebLimits,
}

impl Thumbnails {
    /// An empty cache.
    pub fn new(limits: &WebLimits) -> Thumbnails {
        Thumbnails {
            drawn: ResultCache::new(senet_library::games().len() + limits.saved_games),
            pen: Arc::new(Semaphore::new(1)),
            own_pen: Arc::new(Semaphore::new(1)),
            limits: limits.clone(),
        }
    }

    /// The first state of a game.
    pub async fn of(&self, game: &GameEntry) -> Result<Arc<str>, Failure> {
        let key = (game.name.clone(), game.rules.clone());
        let (name, rules) = key.clone();
        let (pen, limits) = match game.own {
            true => (self.own_pen.clone(), self.limits.for_checks()),
            false => (self.pen.clone(), self.limits.clone()),
        };
        let work = async move {
            let _pen = pen.acquire().await.map_err(Failure::broken)?;
            compute(move || draw_first_state(&name, &rules, &limits)).await?
        };
        self.drawn.get(&key, work).await
    }
}

/// Draws the first state of a game. Drawing needs a few random matches only, so the rules are not grounded.
pub fn draw_first_state(name: &str, rules: &str, limits: &WebLimits) -> Result<Arc<str>, Failure> {
    let plan = LoadPlan {
        back_end: Some(BackEnd::Interpreter),
        end: Deadline::after(limits.ground + limits.question),
        time: limits.ground,
        bytes: limits.ground_bytes,
        ..LoadPlan::default()
    };
    let game = load_now(name, rules, &plan, limits.question)?;
    let scene = game
        .boards
        .show(&game.rules, &game.initial, SceneOptions::default());
    Ok(scene.svg.into())
}
