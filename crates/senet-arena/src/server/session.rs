//! One match as a player sees it that is told by messages.

use super::ServerOptions;
use super::ready::{POLL, Ready, load};
use crate::protocol::Past;
use crate::seat::STACK_BYTES;
use senet_search::{Budget, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The share of the start clock in which rules may be grounded; what is left is for what comes after.
const GROUND_SHARE: u32 = 2;

/// One match as a player sees it.
pub struct Session {
    role: String,
    options: ServerOptions,
    seed: u64,
    loading: Option<Receiver<Result<Ready, String>>>,
    ready: Option<Ready>,
}

/// What is answered to a PLAY.
pub struct Reply {
    /// The move, or `nil`.
    pub text: String,
    /// What is worth a line in the log.
    pub notes: Vec<String>,
}

impl Session {
    /// A match in this role.
    pub fn new(role: &str, options: ServerOptions, seed: u64) -> Session {
        Session {
            role: role.to_string(),
            options,
            seed,
            loading: None,
            ready: None,
        }
    }

    /// Loads the rules and lets the player get ready, within the start clock. Where the clock is too short for that, loading goes on, and the first move
    /// has to wait for it.
    pub fn start(
        &mut self,
        rules: String,
        received: Instant,
        clock: Duration,
    ) -> Result<String, String> {
        let margin = self.options.start_margin.min(clock / 2);
        let end = received + clock - margin;
        let (sender, loading) = channel();
        let (role, options, seed) = (self.role.clone(), self.options.clone(), self.seed);
        let loader = std::thread::Builder::new()
            .name("loader".to_string())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let time = (clock - margin) / GROUND_SHARE;
                // Nobody listens any more if the match was given up in the meantime.
                sender.send(load(&rules, &role, &options, seed, time)).ok();
            });
        loader.map_err(|error| format!("cannot start a thread: {error}"))?;
        self.loading = Some(loading);
        let budget = Budget::unlimited();
        if !self.wait_until_loaded(end, &budget)? {
            return Ok("the rules are still being loaded".to_string());
        }
        let Some(ready) = &mut self.ready else {
            return Err("the rules were not loaded".to_string());
        };
        let prepared = ready.prepare(end);
        Ok(format!(
            "{} on {}, {prepared}",
            self.role, ready.rules.back_end
        ))
    }

    /// Whether the game is there by then.
    fn wait_until_loaded(&mut self, end: Instant, budget: &Budget) -> Result<bool, String> {
        while let Some(loading) = &self.loading {
            match loading.recv_timeout(POLL) {
                Ok(loaded) => {
                    self.loading = None;
                    self.ready = Some(loaded?);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.loading = None;
                    return Err("loading the rules failed".to_string());
                }
                Err(RecvTimeoutError::Timeout) => {
                    let cancelled = budget.out_of_time() == Some(Stop::Cancelled);
                    if cancelled || Instant::now() >= end {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(self.ready.is_some())
    }

    /// Takes in what has happened and chooses a move.
    pub fn play(
        &mut self,
        past: Past,
        budget: &Budget,
        received: Instant,
        clock: Duration,
    ) -> Reply {
        let mut notes = Vec::new();
        let thinking = budget.total().unwrap_or(clock);
        // A third of what is left after thinking is for the answer to travel.
        let end = received + thinking + (clock.saturating_sub(thinking)) / 3;
        let text = match self.wait_until_loaded(end, budget) {
            Ok(true) => match &mut self.ready {
                Some(ready) => ready.play(past, budget, end, self.seed, &mut notes),
                None => Err("there is no game".to_string()),
            },
            Ok(false) => Err("the rules are still being loaded".to_string()),
            Err(problem) => Err(problem),
        };
        let text = text.unwrap_or_else(|problem| {
            notes.push(format!("no move: {problem}"));
            "nil".to_string()
        });
        Reply { text, notes }
    }
}
