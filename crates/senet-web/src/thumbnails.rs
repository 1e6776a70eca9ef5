//! Pictures of first states. They are needed by the dozen when the library is looked at, so games are not loaded for playing only to be drawn.

use crate::Limits;
use crate::catalogue::GameEntry;
use crate::failure::Failure;
use crate::loading::{compute, load_now};
use crate::shared::Shared;
use senet_arena::LoadPlan;
use senet_engine::BackEnd;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Draws first states and keeps them.
pub struct Thumbnails {
    drawn: Shared<Arc<str>>,
    /// For games of the library.
    pen: Arc<Semaphore>,
    /// For games of visitors: whatever they cost, the library does not wait for them.
    own_pen: Arc<Semaphore>,
    limits: Limits,
}

impl Thumbnails {
    /// Nothing is drawn yet.
    pub fn new(limits: &Limits) -> Thumbnails {
        Thumbnails {
            drawn: Shared::new(senet_library::games().len() + limits.saved_games),
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

/// The first state of a game. Where grounding takes too long the picture shows only places on which something stands.
pub fn draw_first_state(name: &str, rules: &str, limits: &Limits) -> Result<Arc<str>, Failure> {
    let plan = |back_end| LoadPlan {
        back_end: Some(back_end),
        time: limits.ground,
        bytes: limits.ground_bytes,
        ..LoadPlan::default()
    };
    let game = load_now(name, rules, &plan(BackEnd::Circuit), limits.question)
        .or_else(|_| load_now(name, rules, &plan(BackEnd::Interpreter), limits.question))?;
    let scene = game.boards.show(&game.rules, &game.initial, None, None);
    Ok(scene.svg.into())
}
