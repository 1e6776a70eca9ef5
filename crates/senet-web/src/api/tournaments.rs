//! Tournaments: the list, a single one, start, stop, watch.

use super::input::{Body, Named};
use super::routes::Routes;
use crate::client::Client;
use crate::failure::{Failure, FailureBody};
use crate::loading::Playable;
use crate::quotas::Work;
use crate::server::Site;
use crate::tournaments::{NewTournament, TournamentPage, TournamentRow, Tournaments};
use crate::view::View;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;

/// The shortest time between two events.
const PAUSE: Duration = Duration::from_millis(200);

/// A started tournament.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    /// The name.
    pub name: String,
}

/// The routes for tournaments.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_list, list)
        .with(__path_show, show)
        .with(__path_start, start)
        .with(__path_stop, stop)
        .with(__path_resume, resume)
        .with(__path_live, live)
        .with(__path_events, events)
}

/// Queries the database off the threads that answer requests.
async fn ask<T: Send + 'static>(
    site: &Site,
    client: Client,
    question: impl FnOnce(&Tournaments) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let tournaments = site.tournaments.clone();
    let asked = site
        .replays
        .jobs
        .work(client, move || question(&tournaments));
    asked.await?
}

/// All tournaments, the latest first.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", responses((status = 200, body = Vec<TournamentRow>), (status = 409, body = FailureBody), (status = 507, body = FailureBody)))]
async fn list(
    State(site): State<Arc<Site>>,
    client: Client,
) -> Result<Json<Vec<TournamentRow>>, Failure> {
    ask(&site, client, Tournaments::list).await.map(Json)
}

/// A tournament with its results.
#[utoipa::path(get, path = "/api/tournaments/{name}", tag = "tournaments", params(("name" = String, Path, description = "The name of a tournament")),
    responses((status = 200, body = TournamentPage), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 507, body = FailureBody)))]
async fn show(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(name): Named<String>,
) -> Result<Json<TournamentPage>, Failure> {
    ask(&site, client, move |all| all.page(&name))
        .await
        .map(Json)
}

/// Starts a tournament. Only one runs at a time.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = NewTournament,
    responses((status = 201, body = Begun), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 429, body = FailureBody), (status = 507, body = FailureBody)))]
async fn start(
    State(site): State<Arc<Site>>,
    client: Client,
    Body(wanted): Body<NewTournament>,
) -> Result<(StatusCode, Json<Begun>), Failure> {
    site.quotas.take(client, Work::Tournament)?;
    wanted.check(&site.limits)?;
    let mut games = Vec::new();
    for name in &wanted.games {
        let game = site.catalogue.find(name)?;
        games.push(site.loader.load(client, &game.name, &game.rules).await?);
    }
    let (limits, seed) = (site.limits.clone(), site.seed);
    let begun = ask(&site, client, move |all| {
        let plan = wanted.plan(&games, &limits, seed)?;
        all.start(&plan, games, client)?;
        Ok(plan.name)
    });
    let name = begun.await?;
    Ok((StatusCode::CREATED, Json(Begun { name })))
}

/// Stops a tournament; it can continue later. A client on another machine may stop only a tournament that it started.
#[utoipa::path(delete, path = "/api/tournaments/{name}", tag = "tournaments", params(("name" = String, Path, description = "The name of a tournament")),
    responses((status = 204), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 429, body = FailureBody), (status = 507, body = FailureBody)))]
async fn stop(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(name): Named<String>,
) -> Result<StatusCode, Failure> {
    site.quotas.take(client, Work::Tournament)?;
    ask(&site, client, move |all| all.stop(&name, client)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Continues a stopped tournament.
#[utoipa::path(post, path = "/api/tournaments/{name}/resume", tag = "tournaments", params(("name" = String, Path, description = "The name of a tournament")),
    responses((status = 200, body = Begun), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 429, body = FailureBody), (status = 507, body = FailureBody)))]
async fn resume(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(name): Named<String>,
) -> Result<Json<Begun>, Failure> {
    site.quotas.take(client, Work::Tournament)?;
    let wanted = name.clone();
    let plan = ask(&site, client, move |all| all.plan(&wanted)).await?;
    let mut games: Vec<Arc<Playable>> = Vec::new();
    for game in &plan.games {
        let rules = game.rules.as_str().into();
        games.push(site.loader.load(client, &game.name, &rules).await?);
    }
    ask(&site, client, move |all| {
        all.resume(&plan.name, games, client)
    })
    .await?;
    Ok(Json(Begun { name }))
}

/// The running matches.
#[utoipa::path(get, path = "/api/tournaments/{name}/live", tag = "tournaments", params(("name" = String, Path, description = "The name of a tournament")),
    responses((status = 200, body = Vec<View>), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 507, body = FailureBody)))]
async fn live(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(name): Named<String>,
) -> Result<Json<Vec<View>>, Failure> {
    ask(&site, client, move |all| all.live(&name))
        .await
        .map(Json)
}

/// The progress of a tournament: server-sent events `progress` with the tournament's row as data.
#[utoipa::path(get, path = "/api/tournaments/{name}/events", tag = "tournaments", params(("name" = String, Path, description = "The name of a tournament")),
    responses((status = 200, body = TournamentRow, content_type = "text/event-stream"), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 507, body = FailureBody)))]
async fn events(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(name): Named<String>,
) -> Result<Response, Failure> {
    let wanted = name.clone();
    let first = ask(&site, client, move |all| all.short(&wanted)).await?;
    let watcher = Watcher {
        changes: site.tournaments.changes(),
        end: site.end.clone(),
        site,
        client,
        name,
        first: Some(first),
    };
    let events = unfold(watcher, |mut watcher| async move {
        let row = watcher.next().await?;
        // A row always becomes JSON.
        let data = serde_json::to_string(&row).unwrap_or_default();
        let event = Event::default().event("progress").data(data);
        Some((Ok::<Event, Infallible>(event), watcher))
    });
    let kept = Sse::new(events).keep_alive(KeepAlive::default());
    Ok(kept.into_response())
}

/// A spectator of a tournament. Slow readers miss events.
struct Watcher {
    site: Arc<Site>,
    client: Client,
    name: String,
    changes: watch::Receiver<u64>,
    end: watch::Receiver<bool>,
    first: Option<TournamentRow>,
}

impl Watcher {
    /// The next event; `None` when the server stops or the tournament is deleted.
    async fn next(&mut self) -> Option<TournamentRow> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        tokio::select! {
            changed = self.changes.changed() => changed.ok()?,
            _ = self.end.wait_for(|ended| *ended) => return None,
        }
        loop {
            tokio::time::sleep(PAUSE).await;
            self.changes.mark_unchanged();
            let name = self.name.clone();
            match ask(&self.site, self.client, move |all| all.short(&name)).await {
                Ok(row) => return Some(row),
                Err(failure) if failure.status == StatusCode::SERVICE_UNAVAILABLE => {}
                Err(_) => return None,
            }
        }
    }
}
