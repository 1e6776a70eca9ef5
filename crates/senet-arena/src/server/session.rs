//! One match of a served player.
//!
//! The rules are loaded twice: first for the interpreter, which takes every game, then for the fastest back end. The session uses the best game that
//! is ready. A faster one takes over after it has replayed the history.

use super::ServerOptions;
use super::ready::{POLL, Ready, load};
use super::turns::Turns;
use crate::LoadPlan;
use crate::protocol::Past;
use crate::seat::STACK_BYTES;
use senet_engine::{BackEnd, Deadline};
use senet_search::{Budget, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

/// One match of a served player.
pub struct Session {
    role: String,
    options: ServerOptions,
    seed: u64,
    /// Ends all work of the match.
    life: Deadline,
    /// The source of loaded games; `None` after the last one.
    loading: Option<Receiver<Result<Ready, String>>>,
    ready: Option<Ready>,
    /// Why a game could not be loaded.
    failed: Option<String>,
    /// The messages of the host, with the answers, as long as a game is loading that will replay them.
    history: Vec<(Past, Option<String>)>,
    history_bytes: usize,
}

/// The largest size of the messages that a loading game will replay. A host can send junk while the rules load.
const MAX_HISTORY_BYTES: usize = 64 << 20;

/// The answer to a PLAY.
pub struct PlayReply {
    /// The move, or `nil`.
    pub text: String,
    /// Lines for the log.
    pub notes: Vec<String>,
}

impl Session {
    /// A match in this role.
    pub fn new(role: &str, options: ServerOptions, seed: u64, life: Deadline) -> Session {
        Session {
            role: role.to_string(),
            options,
            seed,
            life,
            loading: None,
            ready: None,
            failed: None,
            history: Vec::new(),
            history_bytes: 0,
        }
    }

    /// Loads the rules and lets the player use the start clock. If the clock is too short, loading continues after the clock. Loading begins when the
    /// last match has freed its memory.
    pub fn start(
        &mut self,
        rules: String,
        turns: Turns,
        received: Instant,
        clock: Duration,
    ) -> Result<String, String> {
        let margin = self.options.start_margin.min(clock / 2);
        let end = received + clock - margin;
        let (sender, loading) = channel();
        let (role, seed) = (self.role.clone(), self.seed);
        let mut options = self.options.clone();
        options.load.deadline = self.life.clone();
        let loader = std::thread::Builder::new()
            .name("loader".to_string())
            .stack_size(STACK_BYTES)
            .spawn(move || load_all(&sender, &turns, &rules, &role, &options, seed));
        loader.map_err(|error| format!("cannot start a thread: {error}"))?;
        self.loading = Some(loading);
        let waiting = Budget::unlimited().part_of(&self.life);
        self.wait_until(end, &waiting, |session| session.loading.is_none());
        let still = match self.loading {
            Some(_) => ", while a faster back end is loading",
            None => "",
        };
        let started = match (&mut self.ready, &self.failed) {
            (Some(ready), _) => {
                let prepared = ready.prepare(end);
                let back_end = ready.rules.back_end;
                Ok(format!("{} on {back_end}{still}: {prepared}", self.role))
            }
            (None, Some(problem)) if self.loading.is_none() => Err(problem.clone()),
            (None, _) => Ok("the rules are still loading".to_string()),
        };
        match self.life.is_over() {
            true => Err("the match ended before it started".to_string()),
            false => started,
        }
    }

    /// Takes in loaded games until `enough`, the end time, or cancellation.
    fn wait_until(&mut self, end: Instant, budget: &Budget, enough: impl Fn(&Session) -> bool) {
        while !enough(self) && Instant::now() < end {
            let Some(loading) = &self.loading else {
                return;
            };
            match loading.recv_timeout(POLL) {
                Ok(loaded) => self.adopt(loaded),
                Err(RecvTimeoutError::Disconnected) => self.loading = None,
                Err(RecvTimeoutError::Timeout) => {
                    if budget.out_of_time() == Some(Stop::Cancelled) {
                        return;
                    }
                }
            }
        }
    }

    /// Switches to a loaded game after it has replayed the history.
    fn adopt(&mut self, loaded: Result<Ready, String>) {
        let _watch = Budget::unlimited().part_of(&self.life).watch();
        let caught_up = loaded.and_then(|mut ready| {
            ready.catch_up(&self.history)?;
            Ok(ready)
        });
        match caught_up {
            Ok(ready) => self.ready = Some(ready),
            Err(problem) => self.failed = Some(problem),
        }
    }

    /// Takes in the last joint move and chooses a move.
    pub fn play(
        &mut self,
        past: Past,
        budget: &Budget,
        received: Instant,
        clock: Duration,
    ) -> PlayReply {
        let mut notes = Vec::new();
        let thinking = budget.total().unwrap_or(clock);
        // A third of the time left after thinking is for sending the answer.
        let end = received + thinking + (clock.saturating_sub(thinking)) / 3;
        self.take_the_newest();
        self.wait_until(end, budget, |session| session.ready.is_some());
        let (text, is_refused) = match (&mut self.ready, &self.failed) {
            (Some(ready), _) => {
                let text = ready.play(past.clone(), budget, end, self.seed, &mut notes);
                (text, ready.refused)
            }
            (None, Some(problem)) => (Err(problem.clone()), false),
            (None, None) => (Err("the rules are still loading".to_string()), false),
        };
        if !is_refused {
            self.remember(past, text.clone().ok());
        }
        let text = text.unwrap_or_else(|problem| {
            notes.push(format!("no move: {problem}"));
            "nil".to_string()
        });
        PlayReply { text, notes }
    }

    /// Keeps a message for the game that is loading. If messages grow too large, the match goes on with the game that is ready.
    fn remember(&mut self, past: Past, answer: Option<String>) {
        if self.loading.is_none() {
            self.history = Vec::new();
            return;
        }
        self.history_bytes += past.bytes();
        self.history.push((past, answer));
        if self.history_bytes > MAX_HISTORY_BYTES {
            self.loading = None;
            self.history = Vec::new();
            let problem = format!(
                "the host sent more than {} MiB while the rules were loading",
                MAX_HISTORY_BYTES >> 20
            );
            self.failed.get_or_insert(problem);
        }
    }

    /// Takes in games that were loaded in the meantime.
    fn take_the_newest(&mut self) {
        while let Some(loading) = &self.loading {
            match loading.try_recv() {
                Ok(loaded) => self.adopt(loaded),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.loading = None,
            }
        }
    }
}

/// Loads the rules for the interpreter and then for the fastest back end, or only for the requested one. Stops when the session is gone.
fn load_all(
    sender: &Sender<Result<Ready, String>>,
    turns: &Turns,
    rules: &str,
    role: &str,
    options: &ServerOptions,
    seed: u64,
) {
    let Some(turn) = turns.wait(&options.load.deadline) else {
        return;
    };
    let at_once = LoadPlan {
        back_end: Some(BackEnd::Interpreter),
        ..options.load.clone()
    };
    let plans = match options.load.back_end {
        Some(_) => vec![options.load.clone()],
        None => vec![at_once, options.load.clone()],
    };
    for plan in plans {
        if sender
            .send(load(rules, role, options, seed, &plan, &turn))
            .is_err()
            || plan.deadline.is_over()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HIDDEN_CARD, rules};

    /// A session that waits for games, and the channel to send them.
    fn waiting(role: &str) -> (Session, Sender<Result<Ready, String>>) {
        let options = ServerOptions::of("legal".parse().unwrap());
        let mut session = Session::new(role, options, 1, Deadline::never());
        let (sender, loading) = channel();
        session.loading = Some(loading);
        (session, sender)
    }

    fn loaded(text: &str, role: &str, back_end: BackEnd) -> Result<Ready, String> {
        let plan = LoadPlan {
            back_end: Some(back_end),
            ..LoadPlan::default()
        };
        let options = ServerOptions::of("legal".parse().unwrap());
        let turn = Turns::default().wait(&plan.deadline).unwrap();
        load(text, role, &options, 1, &plan, &turn)
    }

    fn play(session: &mut Session, past: Past, seconds: u64) -> String {
        let time = Duration::from_secs(seconds);
        let budget = Budget::time(senet_search::Clock::Wall, time);
        session.play(past, &budget, Instant::now(), time).text
    }

    fn moves(texts: &[&str]) -> Past {
        Past::All(texts.iter().map(|text| text.to_string()).collect())
    }

    #[test]
    fn messages_before_loading_count() {
        let text = rules("tic-tac-toe").sheet.text.clone();
        let (mut session, sender) = waiting("x");
        assert_eq!(play(&mut session, Past::Nothing, 0), "nil");
        assert_eq!(play(&mut session, moves(&["(mark b 2)", "noop"]), 0), "nil");
        sender
            .send(loaded(&text, "x", BackEnd::Interpreter))
            .unwrap();
        let told = moves(&["noop", "(mark a 1)"]);
        assert_eq!(play(&mut session, told, 20), "( mark a 2 )");
    }

    #[test]
    fn faster_back_end_takes_over() {
        let text = rules("tic-tac-toe").sheet.text.clone();
        let (mut session, sender) = waiting("x");
        sender
            .send(loaded(&text, "x", BackEnd::Interpreter))
            .unwrap();
        assert_eq!(play(&mut session, Past::Nothing, 20), "( mark a 1 )");
        assert_eq!(
            play(&mut session, moves(&["(mark a 1)", "noop"]), 20),
            "noop"
        );
        sender.send(loaded(&text, "x", BackEnd::Circuit)).unwrap();
        let told = moves(&["noop", "(mark a 2)"]);
        assert_eq!(play(&mut session, told, 20), "( mark a 3 )");
        let back_end = session.ready.map(|ready| ready.rules.back_end);
        assert_eq!(back_end, Some(BackEnd::Circuit));
    }

    #[test]
    fn faster_back_end_takes_over_with_hidden_information() {
        let (mut session, sender) = waiting("ann");
        sender
            .send(loaded(HIDDEN_CARD, "ann", BackEnd::Interpreter))
            .unwrap();
        assert_eq!(play(&mut session, Past::Nothing, 20), "wait");
        sender
            .send(loaded(HIDDEN_CARD, "ann", BackEnd::Circuit))
            .unwrap();
        assert_eq!(play(&mut session, moves(&["(card red)"]), 20), "frown");
        assert_eq!(play(&mut session, moves(&[]), 20), "wait");
    }

    #[test]
    fn history_is_kept_only_for_a_game_that_is_loading() {
        let text = rules("tic-tac-toe").sheet.text.clone();
        let (mut session, sender) = waiting("x");
        let game = loaded(&text, "x", BackEnd::Interpreter);
        sender.send(game).unwrap();
        assert_eq!(play(&mut session, Past::Nothing, 20), "( mark a 1 )");
        assert_eq!(play(&mut session, moves(&["junk"; 1000]), 20), "nil");
        assert_eq!(session.history.len(), 1, "a refused message is not kept");
        sender.send(loaded(&text, "x", BackEnd::Circuit)).unwrap();
        drop(sender);
        let told = moves(&["(mark a 1)", "noop"]);
        assert_eq!(play(&mut session, told, 20), "noop");
        assert!(session.loading.is_none());
        assert!(session.history.is_empty());
    }

    #[test]
    fn history_has_a_largest_size() {
        let text = rules("tic-tac-toe").sheet.text.clone();
        for is_ready in [false, true] {
            let (mut session, sender) = waiting("x");
            if is_ready {
                let game = loaded(&text, "x", BackEnd::Interpreter);
                sender.send(game).unwrap();
                assert_eq!(play(&mut session, Past::Nothing, 20), "( mark a 1 )");
            }
            session.history_bytes = MAX_HISTORY_BYTES;
            let told = moves(&["(mark a 1)", "noop"]);
            let answer = play(&mut session, told, if is_ready { 20 } else { 0 });
            assert_eq!(answer, if is_ready { "noop" } else { "nil" });
            assert!(session.history.is_empty() && session.loading.is_none());
            let told = moves(&["noop", "(mark a 2)"]);
            let answer = play(&mut session, told, 20);
            assert_eq!(answer, if is_ready { "( mark a 3 )" } else { "nil" });
        }
    }

    #[test]
    fn reports_rules_that_cannot_be_loaded() {
        let (mut session, sender) = waiting("x");
        sender
            .send(loaded("(role x", "x", BackEnd::Interpreter))
            .unwrap();
        drop(sender);
        let reply = play(&mut session, Past::Nothing, 20);
        assert_eq!(reply, "nil");
        assert!(
            session
                .failed
                .is_some_and(|problem| problem.contains("the rules have errors"))
        );
    }
}
