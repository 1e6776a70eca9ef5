//! Answers the messages of hosts: knows the running match and its host.

use super::session::Session;
use super::turns::Turns;
use super::{Log, ServerOptions};
use crate::chance::{Purpose, number};
use crate::protocol::{Past, Request};
use senet_gdl::Deadline;
use senet_search::Budget;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Answers the messages of hosts.
pub struct MessageHandler {
    options: ServerOptions,
    log: Log,
    slot: Mutex<Slot>,
    turns: Turns,
}

/// The running match, if there is one.
#[derive(Default)]
struct Slot {
    current: Option<Current>,
    /// The number of matches so far.
    matches: usize,
}

struct Current {
    id: String,
    session: Arc<Mutex<Session>>,
    /// The deadline of all work of the match: loading and thinking.
    life: Deadline,
    /// The budget of the running search; cancelled when the host asks again.
    thinking: Option<Budget>,
    play_clock: Duration,
    heard: Instant,
}

/// Locks a mutex even after a panic: its value is always replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MessageHandler {
    /// A handler without a running match.
    pub fn new(options: ServerOptions, log: Log) -> MessageHandler {
        MessageHandler {
            options,
            log,
            slot: Mutex::default(),
            turns: Turns::default(),
        }
    }

    /// Writes a line to the log.
    pub fn note(&self, line: &str) {
        (self.log)(line);
    }

    /// Aborts the running match.
    pub fn close(&self) {
        self.forget(&mut lock(&self.slot));
    }

    /// Answers a message. There is always an answer.
    pub fn answer(&self, message: &str) -> String {
        let received = Instant::now();
        match Request::read(message) {
            Err(problem) => {
                let shown: String = message.chars().take(60).collect();
                self.note(&format!("cannot read a message: {problem}: {shown}"));
                "nil".to_string()
            }
            Ok(Request::Info) => self.info(),
            Ok(Request::Preview { .. }) => self.preview(),
            Ok(Request::Start {
                id,
                role,
                rules,
                start_clock,
                play_clock,
            }) => {
                let clocks = [start_clock, play_clock].map(Duration::from_secs);
                self.start(id, &role, rules, clocks, received)
            }
            Ok(Request::Play { id, past }) => self.play(&id, past, received),
            Ok(Request::Stop { id, past }) => self.stop(&id, past),
            Ok(Request::Abort { id }) => self.abort(&id),
        }
    }

    fn info(&self) -> String {
        let mut slot = lock(&self.slot);
        self.drop_orphan(&mut slot);
        let status = match slot.current {
            Some(_) => "busy",
            None => "available",
        };
        let name = &self.options.name;
        format!("( ( name {name} ) ( status {status} ) ( species computer ) )")
    }

    /// This player has no use for previews, and hosts expect only a word.
    fn preview(&self) -> String {
        let mut slot = lock(&self.slot);
        self.drop_orphan(&mut slot);
        match slot.current {
            Some(_) => "busy".to_string(),
            None => "ready".to_string(),
        }
    }

    fn start(
        &self,
        id: String,
        role: &str,
        rules: String,
        [start_clock, play_clock]: [Duration; 2],
        received: Instant,
    ) -> String {
        let (session, seed) = {
            let mut slot = lock(&self.slot);
            self.drop_orphan(&mut slot);
            if slot.current.is_some() {
                self.note(&format!("{id}: refused: another match is running"));
                return "busy".to_string();
            }
            slot.matches += 1;
            let seed = number(self.options.seed, Purpose::Player, slot.matches);
            let life = Deadline::never();
            let session = Session::new(role, self.options.clone(), seed, life.clone());
            let session = Arc::new(Mutex::new(session));
            slot.current = Some(Current {
                id: id.clone(),
                session: session.clone(),
                life,
                thinking: None,
                play_clock,
                heard: received,
            });
            (session, seed)
        };
        let clocks = (start_clock.as_secs(), play_clock.as_secs());
        self.note(&format!(
            "{id}: start as {role}, clocks {clocks:?}, seed {seed}"
        ));
        let turns = self.turns.clone();
        let ready = lock(&session).start(rules, turns, received, start_clock);
        match ready {
            Ok(line) => {
                self.note(&format!("{id}: {line}"));
                "ready".to_string()
            }
            Err(problem) => {
                self.note(&format!("{id}: cannot be played: {problem}"));
                self.end(&id);
                "busy".to_string()
            }
        }
    }

    fn play(&self, id: &str, past: Past, received: Instant) -> String {
        let (session, budget, play_clock) = {
            let mut slot = lock(&self.slot);
            let Some(current) = slot.current.as_mut().filter(|current| current.id == id) else {
                return "busy".to_string();
            };
            current.heard = received;
            let margin = self.options.play_margin.min(current.play_clock / 2);
            let time = current.play_clock - margin;
            let budget = Budget::time(senet_search::Clock::Wall, time).part_of(&current.life);
            // A host that asks again no longer waits for the earlier answer.
            if let Some(earlier) = current.thinking.replace(budget.clone()) {
                earlier.cancel();
            }
            (current.session.clone(), budget, current.play_clock)
        };
        let answer = lock(&session).play(past, &budget, received, play_clock);
        let mut slot = lock(&self.slot);
        // The match may have ended in the meantime.
        if let Some(current) = slot.current.as_mut().filter(|current| current.id == id) {
            current.heard = Instant::now();
            for line in answer.notes {
                self.note(&format!("{id}: {line}"));
            }
        }
        answer.text
    }

    fn stop(&self, id: &str, past: Past) -> String {
        match self.end(id) {
            None => "busy".to_string(),
            Some(_) => {
                let last = match past {
                    Past::All(moves) => format!(" after {}", moves.join(" ")),
                    Past::Nothing | Past::Turn { .. } => String::new(),
                };
                self.note(&format!("{id}: over{last}"));
                "done".to_string()
            }
        }
    }

    fn abort(&self, id: &str) -> String {
        match self.end(id) {
            None => "busy".to_string(),
            Some(_) => {
                self.note(&format!("{id}: aborted by the host"));
                "aborted".to_string()
            }
        }
    }

    /// Ends the match with this identifier.
    fn end(&self, id: &str) -> Option<()> {
        let mut slot = lock(&self.slot);
        slot.current.as_ref().filter(|current| current.id == id)?;
        self.forget(&mut slot);
        Some(())
    }

    fn forget(&self, slot: &mut Slot) {
        if let Some(current) = slot.current.take() {
            current.life.cancel();
        }
    }

    /// Drops the match of a host that was silent for too long.
    fn drop_orphan(&self, slot: &mut Slot) {
        let orphan = |current: &Current| current.heard.elapsed() > self.options.orphan;
        if slot.current.as_ref().is_some_and(orphan) {
            self.note("dropped a match whose host was silent for too long");
            self.forget(slot);
        }
    }
}
