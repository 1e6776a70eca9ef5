//! Creates a table: checks the request, then loads the rules on the table's thread.

use super::actor::{TableActor, look};
use super::context::TableContext;
use super::handle::Table;
use super::message::TableMessage;
use super::seat_request::{SeatHolder, SeatRequest, thinking_time};
use super::table_seat::TableSeat;
use crate::failure::Failure;
use crate::view::{Status, View};
use senet_arena::{Match, MatchInfo};
use senet_gdl::{LineIndex, Sheet, playable};
use senet_search::Budget;
use serde::Deserialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;
use utoipa::ToSchema;

/// The longest title.
const LONGEST_TITLE: usize = 120;

/// A request for a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The name of a game of the server.
    pub game: Option<String>,
    /// Or a rule sheet.
    pub rules: Option<String>,
    /// The seats, one for each role. The seat of the role `random` is ignored.
    pub seats: Vec<SeatRequest>,
    /// The thinking time for each move.
    #[serde(default = "one_second")]
    pub seconds: f64,
    /// The seed of random choices.
    pub seed: Option<u64>,
    /// The title of the match.
    pub title: Option<String>,
}

fn one_second() -> f64 {
    1.0
}

/// A checked request.
pub struct NewTable {
    /// The name of the game.
    pub game: String,
    /// The title of the match.
    pub title: String,
    /// The seed of random choices.
    pub seed: u64,
    rules: Arc<str>,
    roles: Vec<String>,
    holders: Vec<SeatHolder>,
}

/// The rules of a table.
pub struct RuleSource {
    /// The name of the game.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The rules.
    pub rules: Arc<str>,
}

impl TableRequest {
    /// Reads the rules and checks the request. Takes a while for long rules.
    pub fn check(
        &self,
        source: RuleSource,
        seed: u64,
        context: &TableContext,
    ) -> Result<NewTable, Failure> {
        let roles = roles(&Sheet::read(&*source.rules))?;
        let seconds = thinking_time(self.seconds, &context.limits)?;
        if self.seats.len() != roles.len() {
            return Err(Failure::bad_request(
                format!("{} seats for {} roles", self.seats.len(), roles.len()),
                format!("give one seat to each of: {}", roles.join(", ")),
            ));
        }
        let pairs = self.seats.iter().zip(&roles);
        let holders = pairs.map(|(seat, role)| match role == "random" {
            true => Ok(SeatHolder::Chance),
            false => seat.holder(seconds, &context.limits, &context.custom_players),
        });
        let holders = holders.collect::<Result<_, Failure>>()?;
        let title = self.title.as_deref().map(str::trim).unwrap_or_default();
        Ok(NewTable {
            title: match title.is_empty() {
                true => source.title,
                false => title.chars().take(LONGEST_TITLE).collect(),
            },
            game: source.name,
            seed,
            rules: source.rules,
            roles,
            holders,
        })
    }
}

/// The roles of a playable sheet.
fn roles(sheet: &Sheet) -> Result<Vec<String>, Failure> {
    let description = playable(sheet).map_err(|problems| {
        let Some(first) = problems.first() else {
            return Failure::unprocessable("the rules cannot be played", "check them first");
        };
        let (line, column) = LineIndex::new(&sheet.text).position(first.span.start);
        Failure::unprocessable(
            format!(
                "the rules cannot be played: line {line}, column {column}: {}",
                first.message
            ),
            first.help.clone(),
        )
    })?;
    let word = |role| description.symbols.key(role).to_string();
    Ok(description.roles().into_iter().map(word).collect())
}

impl NewTable {
    /// The view while the rules are loading.
    pub fn view(&self, id: String) -> View {
        let roles = self.roles.len();
        View {
            id,
            game: self.game.clone(),
            title: self.title.clone(),
            roles: self.roles.clone(),
            seats: self.holders.iter().map(SeatHolder::view).collect(),
            step: 0,
            steps: 0,
            status: Status::Loading,
            reason: None,
            facts: Vec::new(),
            svg: String::new(),
            last: None,
            legal: vec![Vec::new(); roles],
            chosen: vec![None; roles],
            goals: None,
            history: Vec::new(),
            troubles: Vec::new(),
            seed: self.seed,
            hides: false,
        }
    }

    /// Loads the rules and runs the actor until the table is closed. An error ends only this table.
    pub fn run(
        self,
        table: &Arc<Table>,
        context: Arc<TableContext>,
        sender: Sender<TableMessage>,
        mailbox: Receiver<TableMessage>,
    ) {
        let kept = catch_unwind(AssertUnwindSafe(|| {
            let actor = self.start_actor(table.clone(), context, sender, mailbox)?;
            actor.run();
            Ok(())
        }));
        let reason = match kept {
            Ok(Ok(())) => return,
            Ok(Err(reason)) => reason,
            Err(_) => "Senet failed at this table; its standard error has the reason".to_string(),
        };
        let mut view = table.published().view.clone();
        (view.status, view.reason) = (Status::Failed, Some(reason));
        table.publish(view);
    }

    fn start_actor(
        self,
        table: Arc<Table>,
        context: Arc<TableContext>,
        sender: Sender<TableMessage>,
        mailbox: Receiver<TableMessage>,
    ) -> Result<TableActor, String> {
        let loaded = context.loader.load_blocking(&self.game, &self.rules);
        let playable = loaded.map_err(|failure| failure.message)?;
        let stopped = |stopped| format!("the rules: {stopped}");
        let info = MatchInfo {
            id: format!(
                "senet.{}.{}.{}",
                playable.rules.name, table.started_ms, table.id
            ),
            started: table.started_ms,
            max_steps: context.limits.steps,
            ..MatchInfo::new(&playable.rules, self.seed)
        };
        let _watch = Budget::seconds(context.limits.question.as_secs_f64()).watch();
        let mut game = Match::new(playable.rules.clone(), info).map_err(stopped)?;
        look(&mut game).map_err(stopped)?;
        for (role, holder) in self.holders.iter().enumerate() {
            if let SeatHolder::Player(player) = holder {
                let occupant = player.occupant(&playable.rules, role, self.seed);
                occupant.map_err(|error| format!("{}: {error}", self.roles[role]))?;
            }
        }
        let mut actor = TableActor {
            table,
            context,
            game_name: self.game,
            title: self.title,
            playable,
            game,
            seats: self.holders.into_iter().map(TableSeat::new).collect(),
            notice: None,
            broken: None,
            mailbox,
            sender,
            tickets: 0,
            changed: false,
            reported: Instant::now(),
        };
        actor.update_info();
        Ok(actor)
    }
}
