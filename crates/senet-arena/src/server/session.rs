//! One match as a player sees it that is told by messages.

use super::ServerOptions;
use crate::chance::{Purpose, stream};
use crate::guesser::Guesser;
use crate::protocol::Past;
use crate::seat::{Letter, Limit, News, Occupant, Proposal, STACK_BYTES, Seat};
use crate::thinker::{Thinker, by_name};
use crate::{LoadPlan, Rules, load_for_play};
use senet_engine::{MoveId, RoleId, State, Stopped};
use senet_gdl::{Notation, Sheet};
use senet_search::{Budget, Clock, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often somebody who waits looks whether that is still of use.
const POLL: Duration = Duration::from_millis(20);
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

/// A game that is loaded, and how far the match has come.
struct Ready {
    rules: Rules,
    role: RoleId,
    seat: Seat,
    letters: Receiver<Letter>,
    /// The state; in a game that hides, the first one, which nobody looks at any more.
    state: State,
    step: usize,
    /// The move that was answered last.
    sent: Option<MoveId>,
    /// Whether it is told what it sees and not what is done.
    by_percepts: bool,
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

/// Loads a game and seats the player.
fn load(
    text: &str,
    role: &str,
    options: &ServerOptions,
    seed: u64,
    time: Duration,
) -> Result<Ready, String> {
    let sheet = Sheet::read_as(Notation::Prefix, text);
    let plan = LoadPlan {
        time: time.min(options.load.time),
        ..options.load.clone()
    };
    let rules = load_for_play("match", sheet, &plan).map_err(|error| error.to_string())?;
    let found = rules.game.roles().iter().position(|name| name == role);
    let role = found.ok_or_else(|| format!("there is no role `{role}` in the rules"))?;
    let state = rules
        .game
        .initial()
        .map_err(|stopped| stopped.to_string())?;
    let thinker = Thinker::new(by_name(&options.player), &rules, role, seed);
    let thinker = thinker.map_err(|error| error.to_string())?;
    let occupant: Box<dyn Occupant> = match rules.hides {
        true => Box::new(Guesser::new(thinker, &rules, role, seed)),
        false => Box::new(thinker),
    };
    let (answers, letters) = channel();
    let seat = Seat::new(role, occupant, answers).map_err(|error| error.to_string())?;
    Ok(Ready {
        by_percepts: rules.hides,
        rules,
        role,
        seat,
        letters,
        state,
        step: 0,
        sent: None,
    })
}

impl Ready {
    /// Lets the player think until the end of the start clock.
    fn prepare(&mut self, end: Instant) -> String {
        let left = end.saturating_duration_since(Instant::now());
        let limit = Limit {
            budget: Budget::time(Clock::Wall, left),
            deadline: end,
        };
        let number = self.seat.start(limit.clone());
        match self.wait(number, &limit) {
            Some(Ok(_)) => "ready".to_string(),
            Some(Err(trouble)) => format!("not quite ready: {trouble}"),
            None => "not quite ready: out of time".to_string(),
        }
    }

    /// Waits for an answer of the player.
    fn wait(
        &self,
        number: u64,
        limit: &Limit,
    ) -> Option<Result<crate::seat::Answer, crate::Trouble>> {
        loop {
            let left = limit.deadline.saturating_duration_since(Instant::now());
            match self.letters.recv_timeout(left.min(POLL)) {
                Ok(letter) if letter.number == number => return Some(letter.answer),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let cancelled = limit.budget.out_of_time() == Some(Stop::Cancelled);
                    if cancelled || left.is_zero() {
                        limit.budget.cancel();
                        return None;
                    }
                }
            }
        }
    }

    fn play(
        &mut self,
        past: Past,
        budget: &Budget,
        end: Instant,
        seed: u64,
        notes: &mut Vec<String>,
    ) -> Result<String, String> {
        let _watch = budget.watch();
        let told = |stopped: Stopped| stopped.to_string();
        let news = self.take_in(past, notes)?;
        let limit = Limit {
            budget: budget.clone(),
            deadline: end,
        };
        let legal = match self.by_percepts {
            true => Vec::new(),
            false => self
                .rules
                .game
                .legal(&self.state, self.role)
                .map_err(told)?,
        };
        if let [only] = legal[..] {
            self.seat.note(news);
            return Ok(self.answer(only));
        }
        let number = self.seat.choose(news, limit.clone());
        let chosen = match self.wait(number, &limit) {
            Some(Ok(answer)) => match answer.proposal {
                Some(Proposal::Move(id)) if self.by_percepts || legal.contains(&id) => Ok(id),
                _ => Err("the player chose no legal move".to_string()),
            },
            Some(Err(trouble)) => Err(trouble.to_string()),
            None => Err("the player did not answer in time".to_string()),
        };
        match (chosen, legal.is_empty()) {
            (Ok(id), _) => Ok(self.answer(id)),
            (Err(problem), true) => Err(problem),
            (Err(problem), false) => {
                notes.push(format!(
                    "turn {}: {problem}; a move by chance instead",
                    self.step
                ));
                let mut rng = stream(seed, Purpose::Substitute, self.step, self.role);
                Ok(self.answer(legal[rng.usize(..legal.len())]))
            }
        }
    }

    fn answer(&mut self, id: MoveId) -> String {
        self.sent = Some(id);
        crate::kif::spaced(&self.rules.game.move_name(self.role, id))
    }

    /// What has happened, as the player is told.
    fn take_in(&mut self, past: Past, notes: &mut Vec<String>) -> Result<News, String> {
        let (last, own, percepts) = match past {
            Past::Nothing => (None, None, Vec::new()),
            Past::All(percepts) if self.by_percepts => (None, Some(self.sent), percepts),
            Past::All(moves) => {
                let joint = self.joint(&moves)?;
                (
                    Some(joint.clone()),
                    Some(Some(joint[self.role])),
                    Vec::new(),
                )
            }
            Past::Turn { last: None, .. } => (None, None, Vec::new()),
            Past::Turn {
                last: Some(last),
                percepts,
                ..
            } => match self.by_percepts {
                true => {
                    let own = self.rules.game.find_move(self.role, &last);
                    (None, Some(own.or(self.sent)), percepts)
                }
                false => {
                    let joint = self.joint_of_percepts(&last, &percepts)?;
                    (
                        Some(joint.clone()),
                        Some(Some(joint[self.role])),
                        Vec::new(),
                    )
                }
            },
        };
        if own.is_some() {
            self.notice_substitute(own.flatten(), notes);
            self.step += 1;
        }
        if let Some(joint) = &last {
            let next = self.rules.game.next(&self.state, joint);
            self.state = next.map_err(|stopped| stopped.to_string())?;
        }
        Ok(News {
            step: self.step,
            state: self.state.clone(),
            last,
            own,
            percepts,
        })
    }

    fn notice_substitute(&self, own: Option<MoveId>, notes: &mut Vec<String>) {
        if let (Some(sent), Some(own)) = (self.sent, own)
            && sent != own
        {
            let name = |id| self.rules.game.move_name(self.role, id);
            let (sent, own) = (name(sent), name(own));
            notes.push(format!(
                "turn {}: the host made {own} in place of {sent}",
                self.step
            ));
        }
    }

    /// The joint move of these texts.
    fn joint(&self, moves: &[String]) -> Result<Vec<MoveId>, String> {
        let roles = self.rules.game.roles();
        if moves.len() != roles.len() {
            let (found, count) = (moves.len(), roles.len());
            return Err(format!("{found} moves for {count} roles"));
        }
        let moves = moves.iter().enumerate();
        moves
            .map(|(role, text)| self.legal_move(role, text))
            .collect()
    }

    fn legal_move(&self, role: RoleId, text: &str) -> Result<MoveId, String> {
        let game = &self.rules.game;
        let legal = game
            .legal(&self.state, role)
            .map_err(|stopped| stopped.to_string())?;
        let found = game.find_move(role, text).filter(|id| legal.contains(id));
        found.ok_or_else(|| format!("{text} is no legal move of {}", game.roles()[role]))
    }

    /// Hosts of games that hide tell those of others by percepts, too: every role sees `(did role move)` for every role.
    fn joint_of_percepts(&self, last: &str, percepts: &[String]) -> Result<Vec<MoveId>, String> {
        let roles = self.rules.game.roles();
        let mut moves = vec![String::new(); roles.len()];
        moves[self.role] = last.to_string();
        for percept in percepts {
            let Some(seen) = crate::kif::Expression::read(percept) else {
                continue;
            };
            if let [_, role, made] = seen.list()
                && let Some(role) = roles
                    .iter()
                    .position(|name| Some(name.clone()) == role.term())
            {
                moves[role] = made.term().unwrap_or_default();
            }
        }
        // Whoever has only one legal move has made it.
        for (role, text) in moves
            .iter_mut()
            .enumerate()
            .filter(|(_, text)| text.is_empty())
        {
            let legal = self.rules.game.legal(&self.state, role);
            if let [only] = legal.map_err(|stopped| stopped.to_string())?[..] {
                *text = self.rules.game.move_name(role, only);
            }
        }
        self.joint(&moves)
    }
}
