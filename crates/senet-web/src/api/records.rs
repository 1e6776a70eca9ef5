//! Records of matches: the list, each record step by step, and uploads.

use super::input::{Asked, Named, Text};
use super::routes::Routes;
use crate::client::Client;
use crate::evaluation::{EvaluationView, evaluation_of};
use crate::failure::{Failure, FailureBody};
use crate::loading::{Playable, compute};
use crate::quotas::Work;
use crate::records::{RecordId, RecordRow, replayed, unusable};
use crate::server::Site;
use crate::spectator_match::SpectatorMatch;
use crate::table::{RuleSource, turns_of};
use crate::view::View;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use senet_arena::{Match, MatchRecord, TurnRecord};
use senet_search::Budget;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The requested state.
#[derive(Deserialize, IntoParams)]
struct Which {
    /// The number of joint moves before the state. Default: the last state.
    step: Option<usize>,
    /// True to look from the other side.
    #[serde(default)]
    turned: bool,
}

/// A stored record.
#[derive(Serialize, ToSchema)]
pub struct Kept {
    /// The identifier.
    pub id: String,
}

/// The routes for records.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_list, list)
        .with(__path_show, show)
        .with(__path_file, file)
        .with(__path_evaluation, evaluation)
        .with(__path_bring, bring)
}

/// The latest records.
#[utoipa::path(get, path = "/api/records", tag = "records", responses((status = 200, body = Vec<RecordRow>)))]
async fn list(
    State(site): State<Arc<Site>>,
    client: Client,
) -> Result<Json<Vec<RecordRow>>, Failure> {
    let records = site.records.clone();
    let listed = site
        .replays
        .jobs
        .work(client, move || records.list())
        .await?;
    listed.map(Json).map_err(Failure::broken)
}

/// A state of a recorded match.
#[utoipa::path(get, path = "/api/records/{id}", tag = "records", params(("id" = String, Path, description = "The name of a record"), Which),
    responses((status = 200, body = View), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 422, body = FailureBody),
        (status = 507, body = FailureBody)))]
async fn show(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(id): Named<String>,
    Asked(which): Asked<Which>,
) -> Result<Json<View>, Failure> {
    let replayed = verified_match(&site, client, &id).await?;
    let Which { step, turned } = which;
    let drawn = site
        .replays
        .jobs
        .work(client, move || replayed.view(step, turned));
    drawn.await.map(Json)
}

/// Downloads a record.
#[utoipa::path(get, path = "/api/records/{id}/record", tag = "records", params(("id" = String, Path, description = "The name of a record")),
    responses((status = 200, body = Object), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 422, body = FailureBody),
        (status = 507, body = FailureBody)))]
async fn file(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Response, Failure> {
    let (text, _) = stored_text(&site, client, &id).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_string()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}.json\"", id.replace('~', "-")),
        ),
    ];
    Ok((headers, text.to_string()).into_response())
}

/// Stores an uploaded record if the rules of its game confirm it.
#[utoipa::path(post, path = "/api/records", tag = "records", request_body = Object,
    responses((status = 201, body = Kept), (status = 409, body = FailureBody), (status = 422, body = FailureBody), (status = 429, body = FailureBody), (status = 507, body = FailureBody)))]
async fn bring(
    State(site): State<Arc<Site>>,
    client: Client,
    Text(text): Text,
) -> Result<(StatusCode, Json<Kept>), Failure> {
    site.quotas.take(client, Work::Upload)?;
    let record = site
        .replays
        .jobs
        .work(client, move || read(&text))
        .await??;
    let game = game_of(&site, client, &record).await?;
    let (time, records) = (site.limits.ground, site.records.clone());
    let kept = site.replays.jobs.work(client, move || {
        replayed("", &record, game, time)?;
        records.keep(&record)
    });
    let id = kept.await??.to_string();
    Ok((StatusCode::CREATED, Json(Kept { id })))
}

/// The expected goals in the states of a recorded match, computed on the first request.
#[utoipa::path(get, path = "/api/records/{id}/evaluation", tag = "records", params(("id" = String, Path, description = "The name of a record")),
    responses((status = 200, body = EvaluationView), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 422, body = FailureBody),
        (status = 429, body = FailureBody), (status = 507, body = FailureBody)))]
async fn evaluation(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<EvaluationView>, Failure> {
    let replayed = verified_match(&site, client, &id).await?;
    let (text, _) = stored_text(&site, client, &id).await?;
    let key = (id, text);
    if let Some(known) = site.replays.evaluations.known(&key) {
        return known.map(Json);
    }
    site.quotas.take(client, Work::Hint)?;
    let host = site.clone();
    let work = async move {
        let slots = &host.tables.context.slots;
        let slot = slots.permits.clone().acquire_owned().await;
        let (slot, bytes) = (slot.map_err(Failure::broken)?, slots.bytes_per_player());
        let evaluated = move || {
            let evaluated = evaluation_of(&replayed, bytes);
            drop(slot);
            evaluated
        };
        compute(evaluated).await?
    };
    site.replays.evaluations.get(&key, work).await.map(Json)
}

/// The rules of a record, and its joint moves up to a state.
pub async fn recorded_origin(
    site: &Arc<Site>,
    client: Client,
    id: &str,
    step: usize,
) -> Result<(RuleSource, Vec<TurnRecord>), Failure> {
    let (text, rules) = stored_text(site, client, id).await?;
    let record = site
        .replays
        .jobs
        .work(client, move || read(&text))
        .await??;
    let game = match rules {
        Some((name, rules)) => site.loader.load(client, &name, &rules).await?,
        None => game_of(site, client, &record).await?,
    };
    let known = site.catalogue.find(&game.rules.name).ok();
    let source = RuleSource {
        name: game.rules.name.clone(),
        title: known.map_or(game.rules.name.clone(), |game| game.card.title.clone()),
        rules: game.rules.sheet.text.as_str().into(),
    };
    let time = site.limits.ground;
    let turns = site.replays.jobs.work(client, move || {
        let _watch = Budget::seconds(time.as_secs_f64()).watch();
        let replayed = Match::replay(&game.rules, &record);
        turns_of(
            &replayed.map_err(|error| unusable(error.to_string()))?,
            step,
        )
    });
    Ok((source, turns.await??))
}

fn read(text: &str) -> Result<MatchRecord, Failure> {
    MatchRecord::read(text).map_err(|error| unusable(error.to_string()))
}

/// A recorded match, verified once for all visitors.
async fn verified_match(
    site: &Arc<Site>,
    client: Client,
    id: &str,
) -> Result<Arc<SpectatorMatch>, Failure> {
    let (text, rules) = stored_text(site, client, id).await?;
    let key = (id.to_string(), text.clone());
    let (site_of_work, id) = (site.clone(), id.to_string());
    let work = async move {
        let site = site_of_work;
        let record = site
            .replays
            .jobs
            .work(client, move || read(&text))
            .await??;
        let game = match rules {
            Some((name, rules)) => site.loader.load(client, &name, &rules).await?,
            None => game_of(&site, client, &record).await?,
        };
        let time = site.limits.ground;
        let replayed = site
            .replays
            .jobs
            .work(client, move || replayed(&id, &record, game, time));
        replayed.await?.map(Arc::new)
    };
    site.replays.done.get(&key, work).await
}

/// The name and the rules of a game.
type NamedRules = (String, Arc<str>);

/// The text of a record. A tournament's record comes with its rules.
async fn stored_text(
    site: &Site,
    client: Client,
    id: &str,
) -> Result<(Arc<str>, Option<NamedRules>), Failure> {
    if let Some((name, number)) = id.rsplit_once('~') {
        let missing = || Failure::not_found(format!("there is no record `{id}`"));
        let number: usize = number.parse().map_err(|_| missing())?;
        let (tournaments, name) = (site.tournaments.clone(), name.to_string());
        let found = site
            .replays
            .jobs
            .work(client, move || tournaments.record(&name, number));
        let (text, rules) = found.await??.ok_or_else(missing)?;
        return Ok((text, Some(rules)));
    }
    let (records, id) = (site.records.clone(), RecordId::new(id)?);
    let text = site
        .replays
        .jobs
        .work(client, move || records.text(&id))
        .await??;
    Ok((text, None))
}

/// The game of a record: its own rules (`x-rules`), or those of the game that it names.
async fn game_of(
    site: &Site,
    client: Client,
    record: &MatchRecord,
) -> Result<Arc<Playable>, Failure> {
    let named = record.game_name.as_deref();
    let address = record.game_meta_url.strip_prefix("senet://games/");
    let addressed = address.and_then(|rest| rest.split('/').next());
    let name = named.or(addressed).unwrap_or("game");
    if let Some(rules) = record.other.get("x-rules").and_then(|rules| rules.as_str()) {
        return site.loader.load(client, name, &rules.into()).await;
    }
    let entry = site.catalogue.find(name).map_err(|_| {
        unusable(format!(
            "the rules of its game, `{name}`, are not in the library and not saved here"
        ))
    })?;
    site.loader.load(client, &entry.name, &entry.rules).await
}
