//! Answers messages: knows which match is going on, and who may speak.

use super::session::Session;
use super::{Log, ServerOptions};
use crate::chance::{Purpose, number};
use crate::protocol::{Past, Request};
use senet_search::Budget;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Where messages arrive.
pub struct Desk {
    options: ServerOptions,
    log: Log,
    slot: Mutex<Slot>,
}

/// The match that is going on, if there is one.
#[derive(Default)]
struct Slot {
    current: Option<Current>,
    /// How many matches there were.
    matches: usize,
}

struct Current {
    id: String,
    session: Arc<Mutex<Session>>,
    /// What is being thought about; cancelled when nobody waits for it any more.
    thinking: Option<Budget>,
    play_clock: Duration,
    heard: Instant,
}

/// A lock that a panic elsewhere does not close for ever: what it guards is made anew or thrown away as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// Nothing is going on.
    pub fn new(options: ServerOptions, log: Log) -> Desk {
        Desk {
            options,
            log,
            slot: Mutex::default(),
        }
    }

    /// Tells what happens.
    pub fn note(&self, line: &str) {
        (self.log)(line);
    }

    /// Gives up what is going on.
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

    /// Previews are of no use to this player, and hosts do not wait for more than a word.
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
                self.note(&format!("{id}: refused, since another match is going on"));
                return "busy".to_string();
            }
            slot.matches += 1;
            let seed = number(self.options.seed, Purpose::Player, slot.matches);
            let session = Arc::new(Mutex::new(Session::new(role, self.options.clone(), seed)));
            slot.current = Some(Current {
                id: id.clone(),
                session: session.clone(),
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
        let ready = lock(&session).start(rules, received, start_clock);
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
            let budget = Budget::time(senet_search::Clock::Wall, time);
            // A host that asks again does not wait for the earlier answer any more.
            if let Some(earlier) = current.thinking.replace(budget.clone()) {
                earlier.cancel();
            }
            (current.session.clone(), budget, current.play_clock)
        };
        let answer = lock(&session).play(past, &budget, received, play_clock);
        let mut slot = lock(&self.slot);
        // Of a match that has ended in the meantime there is nothing more to tell.
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

    /// Ends the match of this name.
    fn end(&self, id: &str) -> Option<()> {
        let mut slot = lock(&self.slot);
        slot.current.as_ref().filter(|current| current.id == id)?;
        self.forget(&mut slot);
        Some(())
    }

    fn forget(&self, slot: &mut Slot) {
        if let Some(thinking) = slot.current.take().and_then(|current| current.thinking) {
            thinking.cancel();
        }
    }

    /// A host that is silent for too long has vanished.
    fn drop_orphan(&self, slot: &mut Slot) {
        let orphan = |current: &Current| current.heard.elapsed() > self.options.orphan;
        if slot.current.as_ref().is_some_and(orphan) {
            self.note("a match whose host was silent for too long is given up");
            self.forget(slot);
        }
    }
}
