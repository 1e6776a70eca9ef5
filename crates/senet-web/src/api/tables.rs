//! Tables: open, view, move, watch.

use super::input::{Asked, Body, Named};
use super::own_table::{OwnTable, foreign, key_in};
use super::records::recorded_origin;
use super::routes::Routes;
use crate::big_stack::on_big_stack;
use crate::client::Client;
use crate::failure::{Failure, FailureBody};
use crate::quotas::Work;
use crate::server::Site;
use crate::table::{
    self, Origin, Party, RuleSource, SeatRequest, TableCommand, TableReading, TableRequest,
    TableRow,
};
use crate::view::{Status, View};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use senet_arena::TurnRecord;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

type Shared = State<Arc<Site>>;

/// The routes for tables.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_list, list)
        .with(__path_open, open)
        .with(__path_look, look)
        .with(__path_close, close)
        .with(__path_make_move, make_move)
        .with(__path_undo, undo)
        .with(__path_seat, seat)
        .with(__path_record, record)
        .with(__path_events, events)
}

/// A new table.
#[derive(Serialize, ToSchema)]
pub struct OpenedTable {
    /// The identifier.
    pub id: String,
    /// The key of the table's owner. Requests that change the table send it as `X-Senet-Key`.
    pub key: String,
}

/// A person's move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The number of joint moves before the move.
    pub step: usize,
    /// The role.
    pub role: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
}

/// A change of a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    /// The role.
    pub role: usize,
    /// The new holder of the seat.
    pub seat: SeatRequest,
}

/// The requested state.
#[derive(Deserialize)]
struct Which {
    step: Option<usize>,
    #[serde(default)]
    turned: bool,
}

/// All tables, the latest first.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses((status = 200, body = Vec<TableRow>)))]
async fn list(State(site): Shared) -> Json<Vec<TableRow>> {
    Json(site.tables.all().iter().map(|table| table.row()).collect())
}

/// Opens a table. The rules are loaded afterwards; until then its status is `loading`.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = TableRequest,
    responses((status = 201, body = OpenedTable), (status = 404, body = FailureBody), (status = 429, body = FailureBody)))]
async fn open(
    State(site): Shared,
    client: Client,
    Body(request): Body<TableRequest>,
) -> Result<(StatusCode, Json<OpenedTable>), Failure> {
    site.quotas.take(client, Work::Open)?;
    let (source, turns) = source(&site, client, &request).await?;
    let is_strange = request.rules.is_some() || request.from.is_some();
    let host = site.clone();
    let work = move || {
        let seed = request.seed.unwrap_or_else(|| host.tables.next_seed());
        let (opening, key) = host.tables.opening(client)?;
        let id = opening.id.clone();
        let new_table = request.check(source, seed, opening, &host.tables.context)?;
        host.tables.open(new_table.after(turns))?;
        Ok(OpenedTable { id, key })
    };
    // Uploaded sheets wait for each other. Games of the server wait for no uploaded sheet.
    let opened = match is_strange {
        true => site.jobs.work(client, work).await?,
        false => on_big_stack(work).await,
    }?;
    Ok((StatusCode::CREATED, Json(opened)))
}

/// The rules of the new table, and the joint moves that it begins with.
async fn source(
    site: &Arc<Site>,
    client: Client,
    request: &TableRequest,
) -> Result<(RuleSource, Vec<TurnRecord>), Failure> {
    match (&request.game, &request.rules, &request.from) {
        (Some(name), None, None) => {
            let game = site.catalogue.find(name)?;
            let source = RuleSource {
                name: name.clone(),
                title: game.card.title.clone(),
                rules: game.rules.clone(),
            };
            Ok((source, Vec::new()))
        }
        (None, Some(rules), None) => {
            let source = RuleSource {
                name: "own".to_string(),
                title: "Your own game".to_string(),
                rules: rules.as_str().into(),
            };
            Ok((source, Vec::new()))
        }
        (None, None, Some(from)) => origin(site, client, from).await,
        _ => Err(Failure::bad_request(
            "a table needs a game, rules, or a state of another match",
            "write {\"game\": NAME, …}, {\"rules\": TEXT, …} or {\"from\": {…}, …}",
        )),
    }
}

/// The rules and the joint moves of another match up to a state.
async fn origin(
    site: &Arc<Site>,
    client: Client,
    from: &Origin,
) -> Result<(RuleSource, Vec<TurnRecord>), Failure> {
    let step = from.step;
    match (&from.table, &from.record) {
        (Some(id), None) => {
            let table = site.tables.find(id)?;
            table.ask(move |actor| actor.origin(step)).await
        }
        (None, Some(id)) => recorded_origin(site, client, id, step).await,
        _ => Err(Failure::bad_request(
            "the state of a match needs either a table or a record",
            "write {\"table\": ID, \"step\": 3} or {\"record\": ID, \"step\": 3}",
        )),
    }
}

/// The match in its current state, or after a number of joint moves.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The table"), ("step" = Option<usize>, Query, description = "The number of joint moves before the state"),
        ("turned" = Option<bool>, Query, description = "True to look from the other side"),
        ("X-Senet-Key" = Option<String>, Header, description = "The key of the table or seat; in games with hidden information it decides what is shown")),
    responses((status = 200, body = View), (status = 404, body = FailureBody), (status = 409, body = FailureBody),
        (status = 503, body = FailureBody, description = "Too many requests without a key wait for this table; those for its last view never wait.")))]
async fn look(
    State(site): Shared,
    client: Client,
    Named(id): Named<String>,
    headers: HeaderMap,
    Asked(which): Asked<Which>,
) -> Result<Response, Failure> {
    let table = site.tables.find(&id)?;
    let shown = table.published();
    let Which { step, turned } = which;
    let is_present = step.is_none_or(|step| step == shown.view.steps);
    let party = table.party(key_in(&headers));
    // The published view is that of spectators.
    let is_shared = party == Party::Spectator || !(table.has_guests() && shown.view.hides);
    let is_loading = matches!(shown.view.status, Status::Loading);
    if is_present && is_loading || (is_present && is_shared && !turned) {
        return Ok(json(shown.json.clone()));
    }
    let view = TableReading::View { step, turned };
    Ok(json(table.read(client, party, view).await?))
}

/// Chooses a person's move. If several roles choose at the same time, it stays hidden until all have chosen.
#[utoipa::path(post, path = "/api/tables/{id}/moves", tag = "tables", request_body = MoveRequest,
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table")),
    responses((status = 200, body = View), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody)))]
async fn make_move(
    own: Result<OwnTable, Failure>,
    Body(request): Body<MoveRequest>,
) -> Result<Response, Failure> {
    let OwnTable { table, party } = own?;
    let MoveRequest { step, role, text } = request;
    let chosen = TableCommand::Move { step, role, text };
    Ok(json(table.execute(party, chosen).await?))
}

/// Goes back to the last state in which a person had a choice.
#[utoipa::path(post, path = "/api/tables/{id}/undo", tag = "tables",
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table")),
    responses((status = 200, body = View), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody)))]
async fn undo(OwnTable { table, party }: OwnTable) -> Result<Response, Failure> {
    Ok(json(table.execute(party, TableCommand::Undo).await?))
}

/// Gives a role to another player or person.
#[utoipa::path(post, path = "/api/tables/{id}/seats", tag = "tables", request_body = SeatChange,
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table")),
    responses((status = 200, body = View), (status = 400, body = FailureBody), (status = 403, body = FailureBody), (status = 404, body = FailureBody),
        (status = 409, body = FailureBody)))]
async fn seat(
    State(site): Shared,
    own: Result<OwnTable, Failure>,
    Body(change): Body<SeatChange>,
) -> Result<Response, Failure> {
    let OwnTable { table, party } = own?;
    let context = &site.tables.context;
    let holder = change
        .seat
        .holder(1.0, &context.limits, &context.custom_players)?;
    let role = change.role;
    let change = TableCommand::Seat { role, holder };
    Ok(json(table.execute(party, change).await?))
}

/// Closes a table.
#[utoipa::path(delete, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table")),
    responses((status = 204), (status = 403, body = FailureBody), (status = 404, body = FailureBody)))]
async fn close(
    State(site): Shared,
    OwnTable { table, party }: OwnTable,
) -> Result<StatusCode, Failure> {
    if party != Party::Owner {
        return Err(foreign());
    }
    site.tables.close(&table.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Downloads the record of the match so far.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = String, Path, description = "The table")),
    responses((status = 200, body = Object), (status = 404, body = FailureBody), (status = 409, body = FailureBody),
        (status = 503, body = FailureBody, description = "Too many requests without a key wait for this table.")))]
async fn record(
    State(site): Shared,
    client: Client,
    Named(id): Named<String>,
) -> Result<Response, Failure> {
    let table = site.tables.find(&id)?;
    let record = table.read(client, Party::Spectator, TableReading::Record);
    let record = record.await?;
    let file = format!("attachment; filename=\"senet-{}.json\"", table.id);
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_string()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, record).into_response())
}

/// The events of a table, as server-sent events: `view` (there is a new view), `thinking` and `closed`.
#[utoipa::path(get, path = "/api/tables/{id}/events", tag = "tables", params(("id" = String, Path, description = "The table")),
    responses((status = 200, body = table::Thoughts, content_type = "text/event-stream"), (status = 404, body = FailureBody)))]
async fn events(State(site): Shared, Named(id): Named<String>) -> Result<Response, Failure> {
    let table = site.tables.find(&id)?;
    let events = table::follow(table, site.end.clone());
    Ok(Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// An answer that is already JSON.
pub fn json(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}
