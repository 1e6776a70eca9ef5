//! From rules to games that can be played and drawn: off the threads that answer requests, under limits, shared by all who want the same.

use crate::Limits;
use crate::drawing::Boards;
use crate::failure::Failure;
use crate::shared::Shared;
use crate::work::on_big_stack;
use axum::http::StatusCode;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_engine::State;
use senet_gdl::Sheet;
use senet_search::Budget;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A game, ready to be played and drawn.
pub struct Playable {
    /// The rules.
    pub rules: Rules,
    /// How its states are drawn.
    pub boards: Boards,
    /// The state in which every match begins.
    pub initial: State,
}

/// Loads games.
pub struct Loader {
    limits: Limits,
    runtime: Handle,
    loaded: Shared<Arc<Playable>>,
    /// Who may load games of the library; the others wait.
    known: Arc<Semaphore>,
    /// Who may load other sheets: whatever they cost, games of the library never wait for them.
    strange: Arc<Semaphore>,
    /// Who may wait for that.
    waiting: Arc<Semaphore>,
}

impl Loader {
    /// A loader that has loaded nothing, for a runtime that the calling thread is in.
    pub fn new(limits: &Limits) -> Loader {
        Loader {
            limits: limits.clone(),
            runtime: Handle::current(),
            loaded: Shared::new(limits.loaded),
            known: Arc::new(Semaphore::new(limits.loads)),
            strange: Arc::new(Semaphore::new(limits.loads)),
            waiting: Arc::new(Semaphore::new(limits.loads + limits.waiting_loads)),
        }
    }

    /// The game of a sheet. The name is what it is called in records.
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

    /// The same for threads outside of the runtime, which wait.
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

    /// Where a sheet waits; an error if too many wait there.
    fn queue(&self, name: &str, rules: &Arc<str>) -> Result<Queue, Failure> {
        let library = senet_library::find(name);
        if library.is_some_and(|game| game.rules == &**rules) {
            return Ok(Queue {
                turns: self.known.clone(),
                _place: None,
            });
        }
        let place = self.waiting.clone().try_acquire_owned();
        let place = place.map_err(|_| Failure::busy("too many rule sheets are being loaded"))?;
        Ok(Queue {
            turns: self.strange.clone(),
            _place: Some(place),
        })
    }
}

/// A place among those who wait for being loaded.
struct Queue {
    turns: Arc<Semaphore>,
    _place: Option<OwnedSemaphorePermit>,
}

/// Loads a game on this thread. Questions to its rules may take so long.
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
            "the editor shows what is wrong with its rules",
        )
    };
    // Some reasoners derive what is true in all states before they are ready.
    let _watch = Budget::seconds((plan.time + question).as_secs_f64()).watch();
    let rules =
        load_for_play(name, Sheet::read(rules), plan).map_err(|e| refused(e.to_string()))?;
    let _watch = Budget::seconds(question.as_secs_f64()).watch();
    let initial = rules.game.initial().map_err(|e| refused(e.to_string()))?;
    Ok(Arc::new(Playable {
        boards: Boards::of(&rules),
        initial,
        rules,
    }))
}

/// Runs what takes time on a thread that answers no requests. A panic there is a failure here.
pub async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    on_big_stack(|| Ok(work())).await
}
