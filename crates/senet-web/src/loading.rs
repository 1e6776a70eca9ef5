//! Loads games for playing and drawing: off the threads that answer requests, within limits, once for all visitors.

use crate::WebLimits;
use crate::big_stack::on_big_stack;
use crate::client::Client;
use crate::drawing::Boards;
use crate::failure::Failure;
use crate::places::{Place, Places};
use crate::result_cache::ResultCache;
use axum::http::StatusCode;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_engine::State;
use senet_gdl::{Deadline, Sheet};
use senet_search::Budget;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// A game, ready to play and draw.
pub struct Playable {
    /// The rules.
    pub rules: Rules,
    /// The drawing plan.
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
    /// Places for other sheets to wait until they are loaded.
    waiting: Places,
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
            waiting: Places::new(limits.loads + limits.waiting_loads),
        }
    }

    /// Loads the game of a sheet for a client. The name appears in records. Loading is cancelled when no request waits for it any more.
    pub async fn load(
        &self,
        client: Client,
        name: &str,
        rules: &Arc<str>,
    ) -> Result<Arc<Playable>, Failure> {
        let when_full = WhenFull::Fail(client);
        self.load_in_turn(name, rules, when_full).await
    }

    async fn load_in_turn(
        &self,
        name: &str,
        rules: &Arc<str>,
        when_full: WhenFull,
    ) -> Result<Arc<Playable>, Failure> {
        let key = (name.to_string(), rules.clone());
        if let Some(loaded) = self.loaded.known(&key) {
            return loaded;
        }
        let queue = self.queue(name, rules, when_full).await?;
        let (name, rules) = key.clone();
        let (limits, question) = (self.limits.clone(), self.limits.question);
        let work = move |life: Deadline| async move {
            let _turn = tokio::select! {
                turn = queue.turns.acquire() => turn.map_err(Failure::broken)?,
                () = over(&life) => return Err(unwanted()),
            };
            compute(move || load_now(&name, &rules, &plan(&limits, life), question)).await?
        };
        self.loaded.get_while_wanted(&key, work).await
    }

    /// Like [`Loader::load`], for threads outside the runtime. Blocks until the game is loaded or the caller's deadline is over.
    pub fn load_blocking(
        &self,
        name: &str,
        rules: &Arc<str>,
        when_full: WhenFull,
        deadline: &Deadline,
    ) -> Result<Arc<Playable>, Failure> {
        self.runtime.block_on(async {
            tokio::select! {
                loaded = self.load_in_turn(name, rules, when_full) => loaded,
                () = over(deadline) => Err(unwanted()),
            }
        })
    }

    /// The queue for a sheet.
    async fn queue(
        &self,
        name: &str,
        rules: &Arc<str>,
        when_full: WhenFull,
    ) -> Result<Queue, Failure> {
        let library = senet_library::find(name);
        if library.is_some_and(|game| game.rules == &**rules) {
            return Ok(Queue {
                turns: self.known.clone(),
                _place: None,
            });
        }
        let place = match when_full {
            WhenFull::Wait => self.waiting.wait().await?,
            WhenFull::Fail(client) => self.waiting.take(client, "rule sheets to load")?,
        };
        Ok(Queue {
            turns: self.strange.clone(),
            _place: Some(place),
        })
    }
}

fn plan(limits: &WebLimits, deadline: Deadline) -> LoadPlan {
    LoadPlan {
        time: limits.ground,
        bytes: limits.ground_bytes,
        deadline,
        ..LoadPlan::default()
    }
}

/// The behaviour of a request when the queue for sheets is full.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WhenFull {
    /// The request of this client fails at once, also if only the client's share of the queue is full.
    Fail(Client),
    /// The request waits, because its table was open before the server was restarted.
    Wait,
}

/// The interval at which a waiting request checks its deadline.
const GLANCE: Duration = Duration::from_millis(20);

/// Waits until a deadline is over.
async fn over(deadline: &Deadline) {
    while !deadline.is_over() {
        tokio::time::sleep(GLANCE).await;
    }
}

fn unwanted() -> Failure {
    Failure::conflict("this table is closed", "open another one")
}

/// A place in a queue.
struct Queue {
    turns: Arc<Semaphore>,
    _place: Option<Place>,
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
    let watch = |time: Duration| {
        let budget = Budget::seconds(time.as_secs_f64());
        budget.part_of(&plan.deadline).watch()
    };
    let _watch = watch(plan.time + question);
    let rules =
        load_for_play(name, Sheet::read(rules), plan).map_err(|e| refused(e.to_string()))?;
    let _watch = watch(question);
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
