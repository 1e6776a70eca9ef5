//! The keeper of a table: takes messages one after the other, and goes on with the match as far as nobody has to be waited for.

use super::course::Course;
use super::handle::Table;
use super::house::House;
use super::message::{Message, Ticket};
use super::seating::{Choice, Seating};
use super::seats::Sitter;
use senet_arena::steps::{Purpose, Verdict, draw};
use senet_engine::Stopped;
use senet_search::{SearchReport, Stop};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// While somebody thinks, those who watch are told so often.
pub const BEAT: Duration = Duration::from_millis(250);
/// While nobody thinks, there is nothing to do until a message comes.
const LONG: Duration = Duration::from_secs(3600);
/// After an order the match goes on for so many moves before the answer is given, if nobody has to be waited for.
const AT_ONCE: usize = 50;

/// The keeper of a table.
pub struct Keeper {
    /// What requests see.
    pub table: Arc<Table>,
    /// What all tables share.
    pub house: Arc<House>,
    /// What the game is called.
    pub game: String,
    /// What the match is called.
    pub title: String,
    /// Where random choices come from.
    pub seed: u64,
    /// The match.
    pub course: Course,
    /// Who plays, in role order.
    pub seats: Vec<Seating>,
    /// What has to be said about a match that is over.
    pub notice: Option<String>,
    /// Why the match cannot go on.
    pub broken: Option<String>,
    /// Where messages come from.
    pub mailbox: Receiver<Message>,
    /// Where they are sent to.
    pub own: Sender<Message>,
    /// Numbers given out.
    pub tickets: Ticket,
    /// Whether something has changed since the last view.
    pub changed: bool,
    /// When those who watch were last told what players think.
    pub told: Instant,
}

impl Keeper {
    /// Keeps the table until it is closed.
    pub fn run(mut self) {
        self.publish();
        loop {
            let moved = self.advance();
            let wait = match moved {
                true => Duration::ZERO,
                false => self.wait(),
            };
            match self.mailbox.recv_timeout(wait) {
                Ok(Message::Close) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.give_up_on_late();
            self.tell_thoughts();
        }
    }

    /// A number that was not given out before.
    pub fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        self.tickets
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Order(order, answer) => {
                let done = self.obey(order);
                // Whoever asked may have gone.
                answer.send(done).ok();
            }
            Message::Turn(ticket, turn) => self.let_think(ticket, turn),
            Message::Letter(ticket, letter) => self.read(ticket, letter),
            Message::Close => {}
        }
    }

    fn wait(&self) -> Duration {
        let thinking = self.seats.iter().filter_map(|seat| seat.asked.as_ref());
        let deadlines = thinking.filter_map(|asked| asked.thinking.as_ref());
        let next = deadlines.map(|thinking| thinking.deadline).min();
        match next {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()).min(BEAT),
            None => LONG,
        }
    }

    /// Goes on until somebody has to be waited for, or for a while.
    pub fn go_on(&mut self) {
        for _ in 0..AT_ONCE {
            if !self.advance() {
                return;
            }
        }
    }

    /// Makes a joint move if all have chosen; else asks those who have not. Says whether a move was made.
    pub fn advance(&mut self) -> bool {
        if self.course.outcome.is_some() || self.broken.is_some() {
            return false;
        }
        let mut asked = false;
        for role in 0..self.seats.len() {
            asked |= self.choose_for(role);
        }
        let choices: Option<Vec<Choice>> =
            self.seats.iter().map(|seat| seat.choice.clone()).collect();
        let Some(choices) = choices else {
            if asked {
                self.publish();
            }
            return false;
        };
        self.make(choices);
        true
    }

    /// Chooses for chance and for those who have only one move; asks players. Says whether one was asked.
    fn choose_for(&mut self, role: usize) -> bool {
        let seat = &mut self.seats[role];
        if seat.choice.is_some() || seat.asked.is_some() {
            return false;
        }
        let (step, legal) = (self.course.steps(), &self.course.legal[role]);
        match (&seat.sitter, legal.len()) {
            (Sitter::Chance, _) => {
                let id = draw(self.seed, Purpose::Chance, step, role, legal);
                seat.choice = Some(Choice::plain(id));
            }
            (Sitter::Human, 1) => seat.choice = Some(Choice::plain(legal[0])),
            (Sitter::Human, _) => {}
            (Sitter::Player(_), 1) => {
                seat.choice = Some(Choice {
                    report: Some(SearchReport::stopped(Stop::OnlyMove)),
                    ..Choice::plain(legal[0])
                });
                self.note(role);
            }
            (Sitter::Player(_), _) => {
                self.ask(role);
                return true;
            }
        }
        false
    }

    /// Makes the joint move that all have chosen.
    fn make(&mut self, choices: Vec<Choice>) {
        let verdict = Verdict {
            joint: choices.iter().map(|choice| choice.id).collect(),
            troubles: choices.iter().map(|c| c.trouble.clone()).collect(),
            reports: choices.iter().map(|c| c.report.clone()).collect(),
            thinking: choices.iter().map(|choice| choice.took).collect(),
        };
        self.seats.iter_mut().for_each(Seating::interrupt);
        let made = self.course.make(verdict);
        self.unless_broken(made);
        if self.course.outcome.is_some() {
            self.keep_record();
        }
        self.publish();
    }

    /// Rules that do not answer end the match.
    pub fn unless_broken(&mut self, done: Result<(), Stopped>) {
        if let Err(stopped) = done {
            self.broken = Some(format!("the rules: {stopped}"));
        }
    }
}
