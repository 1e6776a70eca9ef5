//! A loaded game of a served player, and the state of its match.

use super::ServerOptions;
use super::turns::Turn;
use crate::chance::{Purpose, stream};
use crate::kif::{Expression, spaced, term};
use crate::protocol::Past;
use crate::seat::{ProposedMove, Seat, SeatAnswer, SeatReply, ThinkLimit, TurnInfo, by_channel};
use crate::seating::local_occupant;
use crate::{LoadPlan, PlayerFault, Rules, load_for_play};
use senet_engine::{MoveId, RoleId, State, Stopped};
use senet_gdl::{Deadline, Notation, Sheet};
use senet_search::{Budget, Clock, Stop};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often a waiting thread checks for cancellation.
pub const POLL: Duration = Duration::from_millis(20);

/// A loaded game, and the state of the match.
pub struct Ready {
    /// The game.
    pub rules: Rules,
    role: RoleId,
    seat: Seat,
    letters: Receiver<SeatReply>,
    /// The state. With hidden information it stays the first state and is not used.
    state: State,
    step: usize,
    /// The last move that the player answered.
    sent: Option<MoveId>,
    /// Whether the last message did not fit the state. The match goes on without it.
    pub refused: bool,
    /// True if the host sends percepts instead of moves.
    by_percepts: bool,
    /// Ends all work of the match.
    life: Deadline,
    _turn: Arc<Turn>,
}

/// Loads a game and creates the player. The plan's deadline ends the whole match, not only loading. The player's thread shares the turn until the
/// thread ends.
pub fn load(
    text: &str,
    role: &str,
    options: &ServerOptions,
    seed: u64,
    plan: &LoadPlan,
    turn: &Arc<Turn>,
) -> Result<Ready, String> {
    let told = |stopped: Stopped| stopped.to_string();
    let _watch = Budget::unlimited().part_of(&plan.deadline).watch();
    let sheet = Sheet::read_as(Notation::Prefix, text);
    let rules = load_for_play("match", sheet, plan).map_err(|error| error.to_string())?;
    let found = rules.game.roles().iter().position(|name| name == role);
    let role = found.ok_or_else(|| format!("there is no role `{role}` in the rules"))?;
    let state = rules.game.initial().map_err(told)?;
    let occupant = local_occupant(options.seat.clone(), &rules, role, seed);
    let occupant = occupant.map_err(|error| error.to_string())?;
    let (answers, letters) = channel();
    let (hand_over, shared) = (by_channel(answers), turn.clone());
    let hand_over = move |reply| {
        // The thread of the seat drops this function after the player.
        let _turn = &shared;
        hand_over(reply);
    };
    let seat = Seat::new(role, occupant, hand_over).map_err(|error| error.to_string())?;
    if plan.deadline.is_over() {
        return Err("the match ended while its rules were loading".to_string());
    }
    Ok(Ready {
        by_percepts: rules.hides,
        rules,
        role,
        seat,
        letters,
        state,
        step: 0,
        sent: None,
        refused: false,
        life: plan.deadline.clone(),
        _turn: turn.clone(),
    })
}

impl Ready {
    /// Lets the player use the start clock.
    pub fn prepare(&mut self, end: Instant) -> String {
        let left = end.saturating_duration_since(Instant::now());
        let limit = ThinkLimit {
            budget: Budget::time(Clock::Wall, left).part_of(&self.life),
            deadline: end,
        };
        let number = self.seat.start(limit.clone());
        match self.wait(number, &limit) {
            Some(Ok(_)) => "ready".to_string(),
            Some(Err(fault)) => format!("started without being fully prepared: {fault}"),
            None => "started without being fully prepared: out of time".to_string(),
        }
    }

    /// Waits for an answer of the player.
    fn wait(&self, number: u64, limit: &ThinkLimit) -> Option<Result<SeatAnswer, PlayerFault>> {
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

    /// Replays the history of the match.
    pub fn catch_up(&mut self, history: &[(Past, Option<String>)]) -> Result<(), String> {
        for (past, answered) in history {
            // Notes about these turns were logged when they happened.
            let turn_info = self.take_in(past.clone(), &mut Vec::new())?;
            self.seat.note(turn_info);
            let answered = answered.as_deref().and_then(term);
            // A back end that finds moves on demand knows only the moves it was asked for.
            let known = self.rules.game.legal(&self.state, self.role);
            self.sent = answered
                .filter(|_| known.is_ok())
                .and_then(|text| self.rules.game.find_move(self.role, &text));
        }
        Ok(())
    }

    /// Takes in the last joint move and chooses a move.
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
        let turn_info = self.take_in(past, notes)?;
        let limit = ThinkLimit {
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
            self.seat.note(turn_info);
            return Ok(self.answer(only));
        }
        let number = self.seat.choose(turn_info, limit.clone());
        let chosen = match self.wait(number, &limit) {
            Some(Ok(answer)) => match answer.proposal {
                Some(ProposedMove::Move(id)) if self.by_percepts || legal.contains(&id) => Ok(id),
                _ => Err("the player chose no legal move".to_string()),
            },
            Some(Err(fault)) => Err(fault.to_string()),
            None => Err("the player did not answer in time".to_string()),
        };
        match (chosen, legal.is_empty()) {
            (Ok(id), _) => Ok(self.answer(id)),
            (Err(problem), true) => Err(problem),
            (Err(problem), false) => {
                notes.push(format!(
                    "turn {}: {problem}; playing a random move instead",
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

    /// The last joint move in the form that players get.
    fn take_in(&mut self, past: Past, notes: &mut Vec<String>) -> Result<TurnInfo, String> {
        self.refused = false;
        let (last, own, percepts) = match past {
            Past::Nothing => (None, None, Vec::new()),
            Past::All(percepts) if self.by_percepts => (None, Some(self.sent), percepts),
            Past::All(moves) => {
                let joint = self.joint(&moves);
                self.refused = joint.is_err();
                let joint = joint?;
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
                    let joint = self.joint_of_percepts(&last, &percepts);
                    self.refused = joint.is_err();
                    let joint = joint?;
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
        Ok(TurnInfo {
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

    /// The joint move with these texts.
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
        found.ok_or_else(|| format!("{text} is not a legal move of {}", game.roles()[role]))
    }

    /// Hosts with GDL-II support send percepts in all games: every role sees `(did role move)` for every role.
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
        // A role with one legal move has made it.
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
