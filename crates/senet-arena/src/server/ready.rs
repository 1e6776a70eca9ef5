//! A game that a served player has loaded: how far its match has come, and what it answers.

use super::ServerOptions;
use crate::chance::{Purpose, stream};
use crate::kif::{Expression, spaced, term};
use crate::protocol::Past;
use crate::seat::{Answer, Letter, Limit, News, Proposal, Seat, by_channel};
use crate::seating::in_process;
use crate::{LoadPlan, Rules, Trouble, load_for_play};
use senet_engine::{MoveId, RoleId, State, Stopped};
use senet_gdl::{Notation, Sheet};
use senet_search::{Budget, Clock, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often somebody who waits looks whether that is still of use.
pub const POLL: Duration = Duration::from_millis(20);

/// A game that is loaded, and how far the match has come.
pub struct Ready {
    /// The game.
    pub rules: Rules,
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

/// Loads a game and seats the player.
pub fn load(
    text: &str,
    role: &str,
    options: &ServerOptions,
    seed: u64,
    plan: &LoadPlan,
) -> Result<Ready, String> {
    let sheet = Sheet::read_as(Notation::Prefix, text);
    let rules = load_for_play("match", sheet, plan).map_err(|error| error.to_string())?;
    let found = rules.game.roles().iter().position(|name| name == role);
    let role = found.ok_or_else(|| format!("there is no role `{role}` in the rules"))?;
    let state = rules
        .game
        .initial()
        .map_err(|stopped| stopped.to_string())?;
    let occupant = in_process(options.seat.clone(), &rules, role, seed);
    let occupant = occupant.map_err(|error| error.to_string())?;
    let (answers, letters) = channel();
    let seat = Seat::new(role, occupant, by_channel(answers)).map_err(|error| error.to_string())?;
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
    pub fn prepare(&mut self, end: Instant) -> String {
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
    fn wait(&self, number: u64, limit: &Limit) -> Option<Result<Answer, Trouble>> {
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

    /// Goes through all that has happened, with what was answered.
    pub fn catch_up(&mut self, history: &[(Past, Option<String>)]) -> Result<(), String> {
        for (past, answered) in history {
            // What there was to be noticed was noticed when it happened.
            let news = self.take_in(past.clone(), &mut Vec::new())?;
            self.seat.note(news);
            let answered = answered.as_deref().and_then(term);
            // A game that finds moves as it goes knows those that it was asked for.
            let known = self.rules.game.legal(&self.state, self.role);
            self.sent = answered
                .filter(|_| known.is_ok())
                .and_then(|text| self.rules.game.find_move(self.role, &text));
        }
        Ok(())
    }

    /// Takes in what has happened and chooses a move.
    pub fn play(
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
        spaced(&self.rules.game.move_name(self.role, id))
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
            let Some(seen) = Expression::read(percept) else {
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
