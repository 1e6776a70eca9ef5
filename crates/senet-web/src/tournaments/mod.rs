//! Tournaments: many matches by a plan, one tournament at a time. The database keeps everything when the server stops.

mod live;
mod plan;
mod report;
mod running;

pub use plan::NewTournament;
pub use report::{TournamentPage, TournamentRow};

use crate::WebLimits;
use crate::client::Client;
use crate::failure::Failure;
use crate::loading::Playable;
use crate::view::View;
use axum::http::StatusCode;
use running::Running;
use senet_arena::now_ms;
use senet_arena::store::{Store, StoreError, Summary, Tournament};
use senet_arena::tournament::TournamentPlan;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// All tournaments. Methods may block on the disk.
pub struct Tournaments {
    folder: PathBuf,
    most: usize,
    processors: usize,
    running: Mutex<Option<Running>>,
    /// Counts changes.
    changes: Arc<watch::Sender<u64>>,
}

/// The name and the rules of a game.
type NamedRules = (String, Arc<str>);

impl Tournaments {
    /// The tournaments in the database of a folder, which `senet tournament` also uses, with limits on their number and cores.
    pub fn new(folder: PathBuf, limits: &WebLimits) -> Tournaments {
        Tournaments {
            folder,
            most: limits.tournaments,
            processors: limits.tournament_processors,
            running: Mutex::default(),
            changes: Arc::new(watch::channel(0).0),
        }
    }

    /// A channel that signals changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn store(&self) -> Result<Store, Failure> {
        Store::open(&self.folder).map_err(failed)
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All tournaments, the latest first.
    pub fn list(&self) -> Result<Vec<TournamentRow>, Failure> {
        let all = self.store()?.list().map_err(failed)?;
        let rows = all.iter().rev().map(|summary| self.row(summary));
        Ok(rows.collect())
    }

    fn row(&self, summary: &Summary) -> TournamentRow {
        let running = self.running();
        let name = &summary.tournament.plan.name;
        let own = running.as_ref().filter(|running| running.name == *name);
        TournamentRow::of(summary, own.is_some_and(Running::is_going_on))
    }

    /// The row of a tournament.
    pub fn short(&self, name: &str) -> Result<TournamentRow, Failure> {
        let all = self.store()?.list().map_err(failed)?;
        let found = all.iter().find(|s| s.tournament.plan.name == name);
        found
            .map(|summary| self.row(summary))
            .ok_or_else(|| unknown(name))
    }

    /// The page of a tournament.
    pub fn page(&self, name: &str) -> Result<TournamentPage, Failure> {
        let store = self.store()?;
        let tournament = store.find(name).map_err(failed)?;
        let matches = store.matches(tournament.id).map_err(failed)?;
        let row = self.short(name)?;
        let running = self.running();
        let own = running.as_ref().filter(|running| running.name == name);
        let (live, trouble) = own.map_or_else(Default::default, |own| (own.live(), own.trouble()));
        drop(running);
        report::page(&tournament, &matches, row, &live, trouble)
    }

    /// The running matches of a tournament.
    pub fn live(&self, name: &str) -> Result<Vec<View>, Failure> {
        self.short(name)?;
        let running = self.running();
        let own = running.as_ref().filter(|running| running.name == name);
        let live = own.map_or_else(Vec::new, Running::live);
        drop(running);
        Ok(live
            .iter()
            .map(|account| account.view(None, false))
            .collect())
    }

    /// The record of a match with its rules; `None` if there is none.
    pub fn record(
        &self,
        name: &str,
        number: usize,
    ) -> Result<Option<(Arc<str>, NamedRules)>, Failure> {
        let store = self.store()?;
        let tournament = store.find(name).map_err(failed)?;
        let matches = store.matches(tournament.id).map_err(failed)?;
        let stored = matches.iter().find(|stored| stored.number == number);
        let record = store.record(tournament.id, number).map_err(failed)?;
        let game = stored.and_then(|stored| tournament.plan.games.get(stored.game));
        Ok(record.zip(game).map(|(record, game)| {
            let rules: Arc<str> = game.rules.as_str().into();
            (record.into(), (game.name.clone(), rules))
        }))
    }

    /// Stores a plan and starts to play it for a client.
    pub fn start(
        &self,
        plan: &TournamentPlan,
        games: Vec<Arc<Playable>>,
        client: Client,
    ) -> Result<(), Failure> {
        let mut running = self.running();
        refuse_second(&running)?;
        let mut store = self.store()?;
        self.refuse_if_full(&store)?;
        let tournament = store.create(plan, now_ms()).map_err(failed)?;
        *running = Some(self.begin(store, tournament, games, client)?);
        Ok(())
    }

    fn refuse_if_full(&self, store: &Store) -> Result<(), Failure> {
        match store.list().map_err(failed)?.len() {
            count if count < self.most => Ok(()),
            count => Err(Failure::conflict(
                format!("there are {count} tournaments already"),
                "remove some first with `senet tournament remove`",
            )),
        }
    }

    /// The plan of a stopped tournament.
    pub fn plan(&self, name: &str) -> Result<TournamentPlan, Failure> {
        let tournament = self.store()?.find(name).map_err(failed)?;
        Ok(tournament.plan)
    }

    /// Continues a stopped tournament for a client.
    pub fn resume(
        &self,
        name: &str,
        games: Vec<Arc<Playable>>,
        client: Client,
    ) -> Result<(), Failure> {
        let mut running = self.running();
        refuse_second(&running)?;
        let store = self.store()?;
        let tournament = store.find(name).map_err(failed)?;
        *running = Some(self.begin(store, tournament, games, client)?);
        Ok(())
    }

    fn begin(
        &self,
        store: Store,
        tournament: Tournament,
        games: Vec<Arc<Playable>>,
        client: Client,
    ) -> Result<Running, Failure> {
        let processors = self.processors;
        Running::start(store, tournament, games, processors, client, &self.changes)
    }

    /// Stops a tournament for the client that started it, or for a client on this machine. Running matches are played again when it
    /// continues.
    pub fn stop(&self, name: &str, client: Client) -> Result<(), Failure> {
        self.short(name)?;
        let running = self.running();
        match running
            .as_ref()
            .filter(|r| r.name == name && r.is_going_on())
        {
            Some(own) if !client.may_stop_work_of(own.client) => Err(Failure::new(
                StatusCode::FORBIDDEN,
                format!("another client started `{name}`"),
                "ask the person who started it to stop it",
            )),
            Some(own) => {
                own.stop();
                Ok(())
            }
            None => Err(Failure::new(
                StatusCode::CONFLICT,
                format!("`{name}` is not running"),
                "only a running tournament can be stopped",
            )),
        }
    }
}

/// Only one tournament runs at a time.
fn refuse_second(running: &Option<Running>) -> Result<(), Failure> {
    match running.as_ref().filter(|running| running.is_going_on()) {
        Some(other) => Err(Failure::new(
            StatusCode::CONFLICT,
            format!("the tournament `{}` is running", other.name),
            "wait for its end, or stop it",
        )),
        None => Ok(()),
    }
}

fn unknown(name: &str) -> Failure {
    Failure::not_found(format!("there is no tournament called `{name}`"))
}

/// The failure of a database operation.
fn failed(error: StoreError) -> Failure {
    let text = error.to_string();
    match error {
        StoreError::Unknown { name, .. } => unknown(&name),
        StoreError::Exists(_) => Failure::new(StatusCode::CONFLICT, text, "choose another name"),
        StoreError::Running { .. } => {
            Failure::new(StatusCode::CONFLICT, text, "wait for its end there")
        }
        StoreError::Database(_) => Failure::new(
            StatusCode::INSUFFICIENT_STORAGE,
            text,
            "check the folder of the server, then try again",
        ),
        _ => Failure::broken(text),
    }
}
