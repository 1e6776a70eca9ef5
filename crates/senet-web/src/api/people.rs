//! The actions of people at tables besides moves: resigning, hints, links for seats, rematches.

use super::input::Body;
use super::own_table::OwnTable;
use super::routes::Routes;
use super::tables::json;
use crate::client::Client;
use crate::failure::{Failure, FailureBody};
use crate::levels::{LEVELS, Level};
use crate::quotas::Work;
use crate::server::Site;
use crate::table::{HintView, TableCommand};
use crate::view::View;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

type Shared = State<Arc<Site>>;

/// The routes for people at tables.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_levels, levels)
        .with(__path_resign, resign)
        .with(__path_hint, hint)
        .with(__path_link, link)
        .with(__path_join, join)
        .with(__path_rematch, rematch)
}

/// A role of a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleRequest {
    /// The role.
    pub role: usize,
}

/// A person who takes a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The name of the person.
    pub name: Option<String>,
}

/// A link for a seat.
#[derive(Serialize, ToSchema)]
pub struct SeatLink {
    /// The role.
    pub role: usize,
    /// The key of the seat. The guest sends it as `X-Senet-Key`.
    pub key: String,
    /// The address of the page that takes the seat. The part after `#` never reaches the server.
    pub path: String,
}

/// The levels of play, the easiest first.
#[utoipa::path(get, path = "/api/levels", tag = "tables", responses((status = 200, body = Vec<Level>)))]
async fn levels() -> Json<&'static [Level]> {
    Json(&LEVELS)
}

/// Resigns for a role. The match is over.
#[utoipa::path(post, path = "/api/tables/{id}/resign", tag = "tables", request_body = RoleRequest,
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table or seat")),
    responses((status = 200, body = View), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody)))]
async fn resign(
    own: Result<OwnTable, Failure>,
    Body(request): Body<RoleRequest>,
) -> Result<Response, Failure> {
    let OwnTable { table, party } = own?;
    let role = request.role;
    let view = table.execute(party, TableCommand::Resign { role }).await?;
    Ok(json(view))
}

/// Suggests a move to a person, after a moment of thinking.
#[utoipa::path(post, path = "/api/tables/{id}/hint", tag = "tables", request_body = RoleRequest,
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table")),
    responses((status = 200, body = HintView), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody),
        (status = 429, body = FailureBody)))]
async fn hint(
    State(site): Shared,
    client: Client,
    own: Result<OwnTable, Failure>,
    Body(request): Body<RoleRequest>,
) -> Result<Json<HintView>, Failure> {
    let OwnTable { table, party } = own?;
    site.quotas.take(client, Work::Hint)?;
    let role = request.role;
    let task = table.ask(move |actor| actor.hint_task(party, role)).await?;
    task.think(&site.tables.context).await.map(Json)
}

/// Makes a link for the seat of a person. Older links for the seat become invalid.
#[utoipa::path(post, path = "/api/tables/{id}/links", tag = "tables", request_body = RoleRequest,
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table")),
    responses((status = 201, body = SeatLink), (status = 400, body = FailureBody), (status = 403, body = FailureBody), (status = 404, body = FailureBody),
        (status = 409, body = FailureBody), (status = 429, body = FailureBody)))]
async fn link(
    State(site): Shared,
    client: Client,
    own: Result<OwnTable, Failure>,
    Body(request): Body<RoleRequest>,
) -> Result<(StatusCode, Json<SeatLink>), Failure> {
    let OwnTable { table, party } = own?;
    site.quotas.take(client, Work::Open)?;
    let role = request.role;
    let key = table
        .ask(move |actor| {
            let key = actor.link_seat(party, role);
            actor.publish();
            key
        })
        .await?;
    let path = format!("/tables/{}#seat={role}.{key}", table.id);
    Ok((StatusCode::CREATED, Json(SeatLink { role, key, path })))
}

/// Takes the seat of a link.
#[utoipa::path(post, path = "/api/tables/{id}/join", tag = "tables", request_body = JoinRequest,
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key in the link")),
    responses((status = 200, body = View), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody),
        (status = 429, body = FailureBody)))]
async fn join(
    State(site): Shared,
    client: Client,
    own: Result<OwnTable, Failure>,
    Body(request): Body<JoinRequest>,
) -> Result<Response, Failure> {
    let OwnTable { table, party } = own?;
    site.quotas.take(client, Work::Open)?;
    let name = request.name;
    let view = table.execute(party, TableCommand::Join { name }).await?;
    Ok(json(view))
}

/// Asks for a rematch, in which each holder takes the next seat. It begins when every party has asked. `rematch.table` names its table. All keys
/// stay valid.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path, description = "The table"), ("X-Senet-Key" = String, Header, description = "The key of the table or seat")),
    responses((status = 200, body = View), (status = 403, body = FailureBody), (status = 404, body = FailureBody), (status = 409, body = FailureBody),
        (status = 429, body = FailureBody)))]
async fn rematch(
    State(site): Shared,
    client: Client,
    OwnTable { table, party }: OwnTable,
) -> Result<Response, Failure> {
    let plan = table.ask(move |actor| actor.want_rematch(party)).await?;
    if let Some(plan) = plan {
        site.quotas.take(client, Work::Open)?;
        let host = site.clone();
        let opened = move || host.tables.open_rematch(plan, client);
        let id = site.jobs.work(client, opened).await??;
        table
            .ask(move |actor| {
                actor.begin_rematch(id);
                Ok(())
            })
            .await?;
    }
    Ok(json(table.ask(move |actor| actor.answer_for(party)).await?))
}
