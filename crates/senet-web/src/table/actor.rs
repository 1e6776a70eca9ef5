//! The actor of a table: one thread that owns the match, handles one message at a time, and advances the match until it must wait for a player or a
//! person.

use super::context::TableContext;
use super::handle::Table;
use super::message::{TableMessage, Ticket};
use super::page_limit::too_large;
use super::party::Guests;
use super::person_clock::TimeLeft;
use super::rematch::Rematch;
use super::seat_request::SeatHolder;
use super::store::{OpenEntry, TableLog};
use super::table_seat::TableSeat;
use crate::decisive::decisive_places;
use crate::loading::Playable;
use crate::notes::{TurnNote, note_of};
use crate::view::EndingView;
use senet_arena::{Match, MatchOutcome, now_ms};
use senet_engine::Stopped;
use senet_search::Budget;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The time between two reports of a thinking player to the spectators.
pub const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// The interval at which running clocks of people are checked.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// How long the actor waits for a message while no player thinks.
const IDLE_WAIT: Duration = Duration::from_secs(3600);
/// The maximum number of joint moves that a command makes before the actor answers it.
const MOVES_PER_COMMAND: usize = 50;

/// The actor of a table.
pub struct TableActor {
    /// The part of the table that requests see.
    pub table: Arc<Table>,
    /// Resources that all tables share.
    pub context: Arc<TableContext>,
    /// How the table was opened.
    pub open: OpenEntry,
    /// The game with its boards.
    pub playable: Arc<Playable>,
    /// The match.
    pub game: Match,
    /// The seats, in role order.
    pub seats: Vec<TableSeat>,
    /// A message to visitors, if the record of the finished match could not be stored.
    pub notice: Option<String>,
    /// The file of the match.
    pub log: TableLog,
    /// Why the last change of the match is not in its file.
    pub unkept: Option<String>,
    /// The time when the used time of players was last written.
    pub clocks_kept: Instant,
    /// Why the match cannot go on.
    pub broken: Option<String>,
    /// Incoming messages.
    pub mailbox: Receiver<TableMessage>,
    /// The sending end of the mailbox, for players and slots.
    pub sender: Sender<TableMessage>,
    /// The last ticket given out.
    pub tickets: Ticket,
    /// The seats with links.
    pub guests: Guests,
    /// The time that each role's person has left; empty if people have no clocks.
    pub times: Vec<TimeLeft>,
    /// Who ended the match before its rules did.
    pub ending: Option<EndingView>,
    /// Who wants a rematch.
    pub rematch: Rematch,
    /// A note about each joint move.
    pub notes: Vec<TurnNote>,
    /// For each role, true if its pieces begin on the far side of the board.
    pub far: Vec<bool>,
    /// The places that decided the match.
    pub decisive: Vec<String>,
    /// True if the record of the finished match is stored.
    pub is_recorded: bool,
    /// True if the last published view is out of date.
    pub changed: bool,
    /// The time of the last report to the spectators about thinking players.
    pub reported: Instant,
}

impl TableActor {
    /// Handles messages until the table is closed.
    pub fn run(mut self) {
        self.set_clocks();
        self.publish();
        loop {
            let wait = match self.advance() {
                true => Duration::ZERO,
                false => self.wait(),
            };
            match self.mailbox.recv_timeout(wait) {
                Ok(TableMessage::End) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(message) => self.handle(message),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.replace_late_moves();
            self.end_on_time();
            self.report_thinking();
            self.keep_clocks();
        }
        if !self.table.is_closed() && self.game.outcome().is_none() {
            let clocks = [self.clocks(), self.times_left()].concat();
            clocks.iter().for_each(|entry| self.keep(entry));
        }
    }

    /// A ticket that was not given out before.
    pub fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        self.tickets
    }

    fn handle(&mut self, message: TableMessage) {
        match message {
            TableMessage::Question(question) => question(self),
            TableMessage::Command(party, command, answer) => {
                let result = self.execute(party, command);
                // The request may have been cancelled.
                answer.send(result).ok();
            }
            TableMessage::Read(message) => self.answer_reading(message),
            TableMessage::Slot(ticket, slot) => self.start_thinking(ticket, slot),
            TableMessage::Reply(ticket, reply) => self.take_reply(ticket, reply),
            TableMessage::End => {}
        }
    }

    fn wait(&self) -> Duration {
        let deadlines = self.seats.iter().filter_map(TableSeat::thinking);
        let next = deadlines.map(|thinking| thinking.deadline).min();
        let player = next.map(|deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            left.min(REPORT_INTERVAL)
        });
        let person = self.time_to_flag().map(|left| left.min(CLOCK_INTERVAL));
        player.into_iter().chain(person).min().unwrap_or(IDLE_WAIT)
    }

    /// Makes joint moves until the match must wait, up to [`MOVES_PER_COMMAND`].
    pub fn advance_until_wait(&mut self) {
        for _ in 0..MOVES_PER_COMMAND {
            if !self.advance() {
                return;
            }
        }
    }

    /// Makes the joint move if every role has one; otherwise asks the players that were not asked yet. Returns true if a move was made.
    fn advance(&mut self) -> bool {
        if self.game.outcome().is_some() || self.broken.is_some() {
            return false;
        }
        let roles = 0..self.seats.len();
        let undecided: Vec<_> = roles.filter(|&r| self.game.chosen(r).is_none()).collect();
        let waiting = match self.game.ask() {
            Ok(waiting) => waiting,
            Err(stopped) => {
                self.stop_match(&stopped);
                return false;
            }
        };
        let mut asked = false;
        for role in undecided {
            match (&self.seats[role].holder, waiting.contains(&role)) {
                (SeatHolder::Player(_), true) if self.seats[role].request.is_none() => {
                    self.ask(role);
                    asked = true;
                }
                (SeatHolder::Player(_), false) => self.tell(role),
                _ => {}
            }
        }
        if waiting.is_empty() {
            self.make_joint_move();
            return true;
        }
        self.set_clocks();
        if asked {
            self.publish();
        }
        false
    }

    fn make_joint_move(&mut self) {
        let made = {
            let _watch = self.rules_timeout();
            self.game.advance(now_ms())
        };
        match made {
            Ok(_) => {
                self.keep_turn();
                self.note_last_turn();
                self.look();
            }
            Err(stopped) => {
                (0..self.seats.len()).for_each(|role| self.game.withdraw(role));
                self.stop_match(&stopped);
            }
        }
        if self.game.outcome().is_some() {
            self.find_decisive_places();
            self.keep_record();
        }
        self.set_clocks();
        self.publish();
    }

    /// Asks the rules about the current state.
    pub fn look(&mut self) {
        let looked = {
            let _watch = self.rules_timeout();
            look(&mut self.game)
        };
        if let Err(stopped) = looked {
            self.stop_match(&stopped);
        }
    }

    fn rules_timeout(&self) -> impl Drop + use<> {
        let question = self.context.limits.question.as_secs_f64();
        Budget::seconds(question).part_of(&self.table.life).watch()
    }

    /// Makes the note about the last joint move.
    fn note_last_turn(&mut self) {
        let _watch = self.rules_timeout();
        let (boards, steps) = (&self.playable.boards, self.game.steps());
        for step in self.notes.len()..steps {
            self.notes.push(note_of(&self.game, boards, step));
        }
    }

    /// Finds the places that decided the match.
    pub fn find_decisive_places(&mut self) {
        let boards = &self.playable.boards;
        self.decisive = match self.game.outcome() {
            Some(MatchOutcome::Completed(goals)) => {
                decisive_places(boards, self.game.rules(), self.game.state(), goals)
            }
            _ => Vec::new(),
        };
    }

    fn stop_match(&mut self, stopped: &Stopped) {
        self.broken = Some(format!("the rules: {stopped}"));
    }
}

/// Asks the rules about the current state, and aborts a match whose state no page can show.
pub fn look(game: &mut Match) -> Result<(), Stopped> {
    game.look()?;
    if game.outcome().is_none()
        && let Some(reason) = too_large(game)
    {
        game.abort(reason);
    }
    Ok(())
}
