//! A table before its match begins: new, or brought back from an earlier server. Loads the rules on the table's thread.

use super::actor::{TableActor, look};
use super::context::TableContext;
use super::handle::Table;
use super::message::TableMessage;
use super::restoring::MatchParts;
use super::seat_request::SeatHolder;
use super::store::{Entry, OpenEntry, StoredTable, TableLog};
use super::table_request::{Opening, RuleSource, TableRequest};
use crate::client::Client;
use crate::failure::Failure;
use crate::loading::WhenFull;
use crate::notes::notes_of;
use crate::records::RecordId;
use crate::view::{RematchView, Status, View};
use senet_arena::{Match, MatchInfo, TurnRecord};
use senet_search::Budget;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

/// A checked request, or a table that was stored before the server restarted.
pub struct NewTable {
    /// How the table was opened.
    pub open: OpenEntry,
    roles: Vec<String>,
    holders: Vec<SeatHolder>,
    past: Vec<Entry>,
    log: TableLog,
    is_restored: bool,
    unkept: Option<String>,
}

impl NewTable {
    /// A new table without moves.
    pub fn new(
        open: OpenEntry,
        roles: Vec<String>,
        holders: Vec<SeatHolder>,
        context: &TableContext,
    ) -> NewTable {
        NewTable {
            log: context.log(&open.id),
            open,
            roles,
            holders,
            past: Vec::new(),
            is_restored: false,
            unkept: None,
        }
    }

    /// A table that was stored before the server restarted. Its request is checked again, because the limits may have
    /// changed.
    pub fn restored(stored: StoredTable, context: &TableContext) -> Result<NewTable, Failure> {
        let open = stored.open;
        let request = TableRequest {
            seats: open.seats.clone(),
            clock: open.clock,
            // Each seat has its own time.
            ..TableRequest::empty(context.limits.think.as_secs_f64())
        };
        let source = RuleSource {
            name: open.game,
            title: open.title,
            rules: open.rules.into(),
        };
        let opening = Opening {
            id: open.id,
            key: open.key,
            client: open.client,
            started_ms: open.started_ms,
        };
        let mut new_table = request.check(source, open.seed, opening, context)?;
        new_table.open.guests = open.guests;
        Ok(NewTable {
            past: stored.past,
            log: stored.log,
            is_restored: true,
            ..new_table
        })
    }

    /// The same table, which begins after these joint moves.
    pub fn after(self, turns: Vec<TurnRecord>) -> NewTable {
        NewTable {
            past: turns.into_iter().map(Entry::Turn).collect(),
            ..self
        }
    }

    /// Writes the file of a new table. A failure becomes a warning on its page.
    pub fn keep(&mut self) {
        let entry = Entry::Open(self.open.clone());
        let past = self.past.iter().cloned();
        let all = || std::iter::once(entry.clone()).chain(past).collect();
        let written = self.log.write(&entry, all);
        self.unkept = written.err().map(|error| unkept(&error));
    }

    /// The view while the rules are loading. It hides the seed, because the rules may hide information.
    pub fn view(&self) -> View {
        let roles = self.roles.len();
        View {
            id: self.open.id.clone(),
            game: self.open.game.clone(),
            title: self.open.title.clone(),
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
            seed: 0,
            hides: false,
            notation: Vec::new(),
            gone: Vec::new(),
            values: Vec::new(),
            decisive: Vec::new(),
            ending: None,
            clocks: Vec::new(),
            rematch: RematchView::default(),
            record: None,
            turnable: false,
            far: vec![false; roles],
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
        let (keeper, is_restored) = (context.clone(), self.is_restored);
        let kept = catch_unwind(AssertUnwindSafe(|| {
            let actor = self.start_actor(table.clone(), context, sender, mailbox)?;
            actor.run();
            Ok(())
        }));
        // A match that an earlier server began may load on a server with more time.
        let is_useless = matches!(kept, Ok(Err(_))) && !is_restored;
        if table.is_closed() || is_useless {
            keeper.log(&table.id).remove();
        }
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
        let queue = match self.is_restored {
            true => WhenFull::Wait,
            false => WhenFull::Fail(Client(table.client)),
        };
        let (game, rules) = (&self.open.game, self.open.rules.as_str().into());
        let loader = &context.loader;
        let loaded = loader.load_blocking(game, &rules, queue, &table.life);
        let playable = loaded.map_err(|failure| failure.message)?;
        let stopped = |stopped| format!("the rules: {stopped}");
        let info = MatchInfo {
            id: RecordId::of_table(&playable.rules.name, table.started_ms, &table.id).to_string(),
            started: table.started_ms,
            max_steps: context.limits.steps,
            ..MatchInfo::new(&playable.rules, self.open.seed)
        };
        let question = context.limits.question.as_secs_f64();
        let watch = Budget::seconds(question).part_of(&table.life).watch();
        let mut game = Match::new(playable.rules.clone(), info).map_err(stopped)?;
        look(&mut game).map_err(stopped)?;
        drop(watch);
        let mut parts = MatchParts::new(game, self.holders, &self.open);
        let restored = parts.restore(self.past, &context, &table.life);
        restored.map_err(|why| format!("the match cannot go on after a restart: {why}"))?;
        for (role, seat) in parts.seats.iter().enumerate() {
            if let SeatHolder::Player(player) = &seat.holder {
                let occupant = player.occupant(&playable.rules, role, self.open.seed);
                occupant.map_err(|error| format!("{}: {error}", self.roles[role]))?;
            }
        }
        let notes = notes_of(&parts.game, &playable.boards, &table.life);
        let mut actor = TableActor {
            far: playable
                .boards
                .far_roles(&playable.rules, &playable.initial),
            table,
            context,
            open: self.open,
            playable,
            notes,
            game: parts.game,
            seats: parts.seats,
            guests: parts.guests,
            times: parts.times,
            ending: parts.ending,
            rematch: parts.rematch,
            decisive: Vec::new(),
            is_recorded: false,
            notice: None,
            log: self.log,
            unkept: self.unkept,
            clocks_kept: Instant::now(),
            broken: None,
            mailbox,
            sender,
            tickets: 0,
            changed: false,
            reported: Instant::now(),
        };
        actor.update_info();
        actor.table.set_guests(actor.guests.clone());
        actor.find_decisive_places();
        match (actor.game.outcome().is_some(), self.is_restored) {
            // An earlier server was killed between the last move and its record.
            (true, true) => actor.keep_record(),
            // The initial state is terminal.
            (true, false) => actor.log.remove(),
            (false, _) => {}
        }
        Ok(actor)
    }
}

/// The warning that the file of a match could not be written.
pub fn unkept(error: &std::io::Error) -> String {
    format!("this match would be lost if the server stopped now: {error}")
}
