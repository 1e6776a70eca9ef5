//! Loads games for playing and drawing: off the threads that answer requests, within limits, once for all visitors.

use crate::WebLimits;
use crate::big_stack::on_big_stack;
use crate::drawing::Boards;
use crate::failure::Failure;
use crate::result_cache::ResultCache;
use axum::http::StatusCode;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_engine::State;
use senet_gdl::Sheet;
use senet_search::Budget;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A game, ready to play and draw.
pub struct Playable {
    /// The rules.
    pub rules: Rules,
    /// Its drawing plan.
    pub boards: Boards,
    /// The first state.
    pub initial: State,
}

/// Loads games.
pub struct Loader {
    limits: WebLimits,
    runtime: Handle,
    loaded: ResultCache<Arc<Playable>>,
    /// Permits to load games of the library.
    known: Arc<Semaphore>,
    /// Permits to load other sheets, so that games of the library never wait for them.
    strange: Arc<Semaphore>,
    /// Permits to wait for that.
    waiting: Arc<Semaphore>,
}

impl Loader {
    /// A loader for the current runtime.
    pub fn new(limits: &WebLimits) -> Loader {
        Loader {
            limits: limits.clone(),
            runtime: Handle::current(),
            loaded: ResultCache::new(limits.loaded),
            known: Arc::new(Semaphore::new(limits.loads)),
            strange: Arc::new(Semaphore::new(limits.loads)),
            waiting: Arc::new(Semaphore::new(limits.loads + limits.waiting_loads)),
        }
    }

    /// Loads the game of a sheet. The name appears in records.
    pub async fn load(&self, name: &str, rules: &Arc<str>) -> Result<Arc<Playable>, Failure> {
        let key = (name.to_string(), rules.clone());
        if let Some(loaded) = self.loaded.known(&key) {
            return loaded;
        }
        let queue = self.queue(name, rules)?;
        let (name, rules) = key.clone();
        let (plan, question) = (self.plan(), self.limits.question);
        let work = async move {
            let _turn = queue.turns.acquire().await.map_err(Failure::broken)?;
            compute(move || load_now(&name, &rules, &plan, question)).await?
        };
        self.loaded.get(&key, work).await
    }

    /// The same for threads outside the runtime; blocks.
    pub fn load_blocking(&self, name: &str, rules: &Arc<str>) -> Result<Arc<Playable>, Failure> {
        self.runtime.block_on(self.load(name, rules))
    }

    fn plan(&self) -> LoadPlan {
        LoadPlan {
            time: self.limits.ground,
            bytes: self.limits.ground_bytes,
            ..LoadPlan::default()
        }
    }

    /// The queue for a sheet; an error if it is full.
    fn queue(&self, name: &str, rules: &Arc<str>) -> Result<Queue, Failure> {
        let library = senet_library::find(name);
        if library.is_some_and(|game| game.rules == &**rules) {
            return Ok(Queue {
                turns: self.known.clone(),
                _place: None,
            });
        }
        let place = self.waiting.clone().try_acquire_owned();
        let place = place.map_err(|_| Failure::busy("too many rule sheets are loading"))?;
        Ok(Queue {
            turns: self.strange.clone(),
            _place: Some(place),
        })
    }
}

/// A place in a queue.
struct Queue {
    turns: Arc<Semaphore>,
    _place: Option<OwnedSemaphorePermit>,
}

/// Loads a game on this thread. `question` is the time limit of a query.
pub fn load_now(
    name: &str,
    rules: &str,
    plan: &LoadPlan,
    question: Duration,
) -> Result<Arc<Playable>, Failure> {
    let refused = |why: String| {
        Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("{name} cannot be played: {why}"),
            "the editor shows the errors in its rules",
        )
    };
    // Some back ends derive static facts before they are ready.
    let _watch = Budget::seconds((plan.time + question).as_secs_f64()).watch();
    let rules =
        load_for_play(name, Sheet::read(rules), plan).map_err(|e| refused(e.to_string()))?;
    let _watch = Budget::seconds(question.as_secs_f64()).watch();
    let initial = rules.game.initial().map_err(|e| refused(e.to_string()))?;
    Ok(Arc::new(Playable {
        boards: Boards::of(&rules, &plan.end.within(plan.time)),
        initial,
        rules,
    }))
}

/// Runs long work off the threads that answer requests. A panic becomes a failure.
pub async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    on_big_stack(|| Ok(work())).await
}
