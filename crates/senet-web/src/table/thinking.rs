//! Players that think: they get a slot, their clock runs, and they reply or are late.

use super::actor::{REPORT_INTERVAL, TableActor};
use super::events::TableEvent;
use super::message::{TableMessage, Ticket};
use super::seat_request::{SeatHolder, SeatedPlayer};
use super::table_seat::{MoveRequest, PlayerThread, Thinking};
use senet_arena::{Clocks, PlayerFault, Reply, SeatAnswer, SeatReply, ThinkLimit};
use senet_search::{MoveReport, SearchReport};
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

/// Maximum number of moves in a report.
const MOVES_TOLD: usize = 10;
/// Maximum number of joint moves of the principal variation in a report.
const LINE_TOLD: usize = 12;

/// The data of the event `thinking`: the report of a player so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct Thoughts {
    /// The role.
    pub role: usize,
    /// The number of joint moves made.
    pub step: usize,
    /// The thinking time so far.
    pub seconds: f64,
    /// Playouts.
    pub simulations: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The search depth in joint moves.
    pub depth: u32,
    /// The expected goals; empty if unknown.
    pub values: Vec<f64>,
    /// True if the goals are proven.
    pub proven: bool,
    /// The moves, the best first.
    pub moves: Vec<MoveThoughts>,
    /// The principal variation.
    pub line: Vec<Vec<String>>,
}

/// The value of a move in a report.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveThoughts {
    /// The move.
    pub text: String,
    /// The number of visits.
    pub visits: u64,
    /// The expected goals.
    pub values: Vec<f64>,
    /// True if the goals are proven.
    pub proven: bool,
}

impl Thoughts {
    /// Removes everything except the effort.
    fn hide(&mut self) {
        self.values.clear();
        self.moves.clear();
        self.line.clear();
        self.proven = false;
    }
}

/// The latest report of a player that thinks.
type LatestReport = Arc<Mutex<Option<SearchReport>>>;

impl TableActor {
    /// Asks a player for a move. The player first waits for a thinking slot; its clock starts after that.
    pub fn ask(&mut self, role: usize) {
        let ticket = self.ticket();
        let seat = &mut self.seats[role];
        let SeatHolder::Player(player) = &seat.holder else {
            return;
        };
        let threads = player.threads;
        seat.request = Some(MoveRequest {
            ticket,
            thinking: None,
        });
        let (permits, sender) = (self.context.slots.permits.clone(), self.sender.clone());
        self.context.runtime.spawn(async move {
            // The semaphore is never closed, and a closed table needs no slot.
            if let Ok(slot) = permits.acquire_many_owned(threads).await {
                sender.send(TableMessage::Slot(ticket, slot)).ok();
            }
        });
    }

    /// Starts the search of a player that received its slot, unless its request was cancelled.
    pub fn start_thinking(&mut self, ticket: Ticket, slot: OwnedSemaphorePermit) {
        let is_meant = |request: &MoveRequest| request.ticket == ticket;
        let mut seats = self.seats.iter();
        let Some(role) = seats.position(|seat| seat.request.as_ref().is_some_and(is_meant)) else {
            return;
        };
        if let Err(fault) = self.try_to_think(role, slot) {
            self.submit(role, Err(fault), Duration::ZERO);
        }
    }

    fn try_to_think(&mut self, role: usize, slot: OwnedSemaphorePermit) -> Result<(), PlayerFault> {
        let SeatHolder::Player(player) = self.seats[role].holder.clone() else {
            return Ok(());
        };
        self.start_thread(role, &player)?;
        let report = LatestReport::default();
        let used = std::mem::take(&mut self.seats[role].used);
        let limit = self.limit(&player, used, &report);
        let (budget, deadline) = (limit.budget.clone(), limit.deadline);
        let turn_info = self.game.turn_info(role);
        let seat = &mut self.seats[role];
        if let (Some(thread), Some(request)) = (&mut seat.thread, &mut seat.request) {
            let number = thread.seat.choose(turn_info, limit);
            request.thinking = Some(Thinking::new(number, budget, deadline, report, used, slot));
        }
        Ok(())
    }

    fn limit(&self, player: &SeatedPlayer, used: Duration, report: &LatestReport) -> ThinkLimit {
        let clocks = Clocks {
            grace: self.context.limits.grace,
            ..Clocks::seconds(0.0, player.seconds)
        };
        let left = clocks.play.saturating_sub(used);
        let latest = report.clone();
        let hear = move |report| {
            *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        };
        ThinkLimit {
            budget: clocks
                .budget(left)
                .part_of(&self.table.life)
                .with_memory(self.context.slots.bytes_per_player())
                .with_listener(REPORT_INTERVAL / 2, hear),
            deadline: Instant::now() + clocks.wait(left),
        }
    }

    /// Starts the thread of a player if it has none.
    fn start_thread(&mut self, role: usize, player: &SeatedPlayer) -> Result<(), PlayerFault> {
        if self.seats[role].thread.is_some() {
            return Ok(());
        }
        let rules = self.game.rules();
        let occupant = player.occupant(rules, role, self.game.info.seed);
        let occupant = occupant.map_err(|error| PlayerFault::Broken(error.to_string()))?;
        // Only with hidden information does a player need the earlier turns.
        let past = match rules.hides {
            true => 0..self.game.steps(),
            false => 0..0,
        };
        let (ticket, sender) = (self.ticket(), self.sender.clone());
        let answer = move |reply| {
            // The table may be closed by now.
            sender.send(TableMessage::Reply(ticket, reply)).ok();
        };
        let thread = PlayerThread::start(
            &self.context.slots,
            ticket,
            role,
            occupant,
            past.map(|step| self.game.turn_info_at(role, step)),
            answer,
        );
        let no_thread =
            |error| PlayerFault::Broken(format!("the system cannot start another thread: {error}"));
        self.seats[role].thread = Some(thread.map_err(no_thread)?);
        Ok(())
    }

    /// Tells a player the last joint move, without asking it for a move.
    pub fn tell(&mut self, role: usize) {
        if let Some(thread) = &mut self.seats[role].thread {
            thread.seat.note(self.game.turn_info(role));
        }
    }

    /// Takes the reply of a player, unless it answers an old request.
    pub fn take_reply(&mut self, ticket: Ticket, reply: SeatReply) {
        let role = reply.role;
        let seat = &self.seats[role];
        let is_current = seat.thread.as_ref().is_some_and(|t| t.ticket == ticket);
        let thinking = seat.thinking().filter(|t| t.number == reply.number);
        if let (Some(thinking), true) = (thinking, is_current) {
            let took = thinking.since.elapsed();
            self.submit(role, reply.answer, took);
        }
    }

    /// Submits the answer of a player to the match, and shows its report if its move counts.
    fn submit(&mut self, role: usize, answer: Result<SeatAnswer, PlayerFault>, took: Duration) {
        self.seats[role].request = None;
        let chosen = self.game.submit(role, Reply { answer, took });
        if let (None, Some(report)) = (&chosen.fault, chosen.report.clone()) {
            self.send_report(role, &report, took);
        }
        self.keep_choice(role);
    }

    /// Stops the players whose time is up, and replaces their moves.
    pub fn replace_late_moves(&mut self) {
        let now = Instant::now();
        for role in 0..self.seats.len() {
            let thinking = self.seats[role].thinking();
            if let Some(late) = thinking.filter(|thinking| thinking.deadline <= now) {
                late.budget.cancel();
                let took = late.since.elapsed();
                self.submit(role, Err(PlayerFault::Late), took);
            }
        }
    }

    /// Sends spectators the latest reports of thinking players, every [`REPORT_INTERVAL`].
    pub fn report_thinking(&mut self) {
        if self.reported.elapsed() < REPORT_INTERVAL || !self.table.is_watched() {
            return;
        }
        self.reported = Instant::now();
        for (role, seat) in self.seats.iter().enumerate() {
            if let Some(thinking) = seat.thinking() {
                let report = thinking.report.lock();
                let report = report.unwrap_or_else(PoisonError::into_inner).clone();
                self.send_report(role, &report.unwrap_or_default(), thinking.since.elapsed());
            }
        }
    }

    fn send_report(&self, role: usize, report: &SearchReport, took: Duration) {
        if self.table.is_watched() {
            let mut thoughts = self.thoughts(role, report, took);
            if self.person_must_choose() || self.hides_info() {
                thoughts.hide();
            }
            self.table.send(TableEvent::new("thinking", &thoughts));
        }
    }

    /// True if a person has yet to choose. Until then the plans of the other players stay secret.
    fn person_must_choose(&self) -> bool {
        let people = self.people();
        people.iter().any(|&role| self.game.chosen(role).is_none())
    }

    fn thoughts(&self, role: usize, report: &SearchReport, took: Duration) -> Thoughts {
        let rules = self.game.rules();
        let finite = |values: &[f64]| -> Vec<f64> {
            match values.iter().all(|value| value.is_finite()) {
                true => values.to_vec(),
                false => Vec::new(),
            }
        };
        let told = |one: &&MoveReport| MoveThoughts {
            text: rules.move_text(role, one.id),
            visits: one.visits,
            values: finite(&one.values),
            proven: one.proven,
        };
        let line = report.line.iter().take(LINE_TOLD);
        Thoughts {
            role,
            step: self.game.steps(),
            seconds: took.as_secs_f64(),
            simulations: report.simulations,
            nodes: report.nodes,
            depth: report.depth,
            values: finite(&report.values),
            proven: report.proven,
            moves: best_first(report, role)
                .iter()
                .take(MOVES_TOLD)
                .map(told)
                .collect(),
            line: line.map(|joint| rules.move_texts(joint)).collect(),
        }
    }
}

/// The moves of a report: the one that the player would make, then the others by value.
fn best_first(report: &SearchReport, role: usize) -> Vec<&MoveReport> {
    let first = report.line.first().and_then(|joint| joint.get(role));
    let value = |one: &MoveReport| one.values.get(role).copied().unwrap_or(-1.0);
    let mut moves: Vec<_> = report.moves.iter().collect();
    moves.sort_by(|a, b| {
        let is_first = |one: &MoveReport| Some(&one.id) == first;
        let by_value = value(b).total_cmp(&value(a));
        is_first(b)
            .cmp(&is_first(a))
            .then(by_value)
            .then(b.visits.cmp(&a.visits))
    });
    moves
}
