//! The seats of a match under clocks: threads with players, and how long the match waits for each.

use crate::choice::Reply;
use crate::clocks::after;
use crate::guesser::Guesser;
use crate::match_state::Match;
use crate::remote::Remote;
use crate::seat::{Ending, Letter, Limit, Occupant, Seat, by_channel};
use crate::setup::{MatchError, MatchSetup, Readiness};
use crate::thinker::{Thinker, by_name};
use crate::{Rules, SeatFn, Trouble, Who};
use senet_engine::RoleId;
use senet_search::{Budget, Clock, PlayerError, chance_role};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a match waits for threads to end after the last move.
const LEAVE_PATIENCE: Duration = Duration::from_secs(2);
/// How long a player is told that a match is given up.
const ABORT_PATIENCE: Duration = Duration::from_secs(1);
/// How often a match looks whether it shall be given up.
const POLL: Duration = Duration::from_millis(50);

/// The players around a game.
pub struct MatchSeats<'a> {
    /// The match as it was set up.
    pub setup: &'a MatchSetup,
    /// Nobody sits for the role of chance.
    pub seats: Vec<Option<Seat>>,
    letters: Receiver<Letter>,
}

/// Somebody who was asked and has not answered yet.
struct Pending {
    role: RoleId,
    number: u64,
    asked: Instant,
    limit: Limit,
}

/// The match was told to stop.
pub struct GivenUp;

/// What comes from each role; nothing from those who were not asked.
pub type Replies = Vec<Option<Reply>>;

/// What a player is asked for.
#[derive(Clone, Copy)]
enum Wanted {
    Readiness,
    Move,
    /// Nothing but to take note that the match is over.
    End(bool),
}

impl<'a> MatchSeats<'a> {
    /// Seats all players.
    pub fn new(
        setup: &'a MatchSetup,
        rules: &Rules,
        id: &str,
    ) -> Result<MatchSeats<'a>, MatchError> {
        let roles = rules.game.roles().len();
        if setup.players.len() != roles {
            return Err(MatchError::Players {
                game: rules.name.clone(),
                roles,
                names: rules.role_names().join(", "),
                players: setup.players.len(),
            });
        }
        let (answers, letters) = channel();
        let chance = chance_role(&*rules.game);
        let mut seats = Vec::new();
        for (role, who) in setup.players.iter().enumerate() {
            seats.push(match chance == Some(role) {
                true => None,
                false => {
                    let occupant = occupant(setup, rules, id, role, who)?;
                    Some(Seat::new(role, occupant, by_channel(answers.clone()))?)
                }
            });
        }
        Ok(MatchSeats {
            setup,
            seats,
            letters,
        })
    }

    /// How long a player may take.
    fn limit(&self, role: RoleId, wanted: Wanted) -> Limit {
        let clocks = &self.setup.clocks;
        let clock = match wanted {
            Wanted::Readiness => clocks.start,
            Wanted::Move | Wanted::End(_) => clocks.play,
        };
        match &self.setup.players[role] {
            Who::Player(_) | Who::Guest(_) => Limit {
                budget: clocks.budget(clock),
                deadline: after(clocks.patience(clock)),
            },
            Who::Remote(_) => {
                let dialect = self.setup.host.dialect;
                let patience = match wanted {
                    Wanted::Readiness => clock.saturating_add(dialect.start_grace()),
                    Wanted::Move => clock.saturating_add(dialect.play_grace()),
                    Wanted::End(true) => clock,
                    Wanted::End(false) => ABORT_PATIENCE,
                };
                Limit {
                    budget: Budget::time(Clock::Wall, patience),
                    deadline: after(patience),
                }
            }
        }
    }

    /// Asks a player for something.
    fn pend(
        &mut self,
        role: RoleId,
        wanted: Wanted,
        ask: impl FnOnce(&mut Seat, Limit) -> u64,
    ) -> Option<Pending> {
        let limit = self.limit(role, wanted);
        let seat = self.seats[role].as_mut()?;
        let asked = Instant::now();
        Some(Pending {
            role,
            number: ask(seat, limit.clone()),
            asked,
            limit,
        })
    }

    /// Lets all players get ready, at once or one after the other.
    pub fn start(&mut self) -> Readiness {
        let roles: Vec<_> = (0..self.seats.len()).collect();
        let at_once = match self.setup.start_in_turn {
            true => 1,
            false => roles.len().max(1),
        };
        let mut replies = self.nobody();
        for roles in roles.chunks(at_once) {
            let pending = roles.iter().filter_map(|&role| {
                self.pend(role, Wanted::Readiness, |seat, limit| seat.start(limit))
            });
            let pending = pending.collect();
            let Ok(answered) = self.collect(pending) else {
                break;
            };
            let answered = replies.iter_mut().zip(answered);
            answered.for_each(|(reply, new)| *reply = new.or(reply.take()));
        }
        readiness(replies)
    }

    fn nobody(&self) -> Replies {
        self.seats.iter().map(|_| None).collect()
    }

    /// Asks the players of `roles`, and every remote player, for a move; tells the other players about the last joint move.
    pub fn ask(&mut self, game: &Match, roles: &[RoleId]) -> Result<Replies, GivenUp> {
        let mut pending = Vec::new();
        for role in 0..self.seats.len() {
            let is_remote = matches!(self.setup.players[role], Who::Remote(_));
            if is_remote || roles.contains(&role) {
                pending.extend(self.pend(role, Wanted::Move, |seat, limit| {
                    seat.choose(game.news(role), limit)
                }));
            } else if let Some(seat) = &mut self.seats[role] {
                seat.note(game.news(role));
            }
        }
        self.collect(pending)
    }

    /// Tells all players about the last joint move without asking for one. The protocol of remote players has no such message.
    pub fn tell(&mut self, game: &Match) -> Result<(), String> {
        let is_remote = |who: &Who| matches!(who, Who::Remote(_));
        if self.setup.players.iter().any(is_remote) {
            return Err("openings are for players in process alone".to_string());
        }
        for (role, seat) in self.seats.iter_mut().enumerate() {
            if let Some(seat) = seat {
                seat.note(game.news(role));
            }
        }
        Ok(())
    }

    /// Tells all that the match is over, and waits for them a little.
    pub fn end(&mut self, ending: &dyn Fn(RoleId) -> Ending) {
        let mut pending = Vec::new();
        for role in 0..self.seats.len() {
            if !matches!(self.setup.players[role], Who::Remote(_)) {
                continue;
            }
            let ending = ending(role);
            let wanted = Wanted::End(matches!(ending, Ending::Over(_)));
            pending.extend(self.pend(role, wanted, |seat, limit| seat.end(ending, limit)));
        }
        // Who does not take note in time has missed nothing but the end.
        self.wait(pending, &|| false).ok();
    }

    /// Sends all away.
    pub fn leave(self) {
        let end = Instant::now() + LEAVE_PATIENCE;
        for seat in self.seats.into_iter().flatten() {
            seat.leave(end);
        }
    }

    fn collect(&self, pending: Vec<Pending>) -> Result<Replies, GivenUp> {
        self.wait(pending, &|| self.setup.stop.load(Ordering::Relaxed))
    }

    /// Waits until all have answered or their time is up.
    fn wait(
        &self,
        mut pending: Vec<Pending>,
        given_up: &dyn Fn() -> bool,
    ) -> Result<Replies, GivenUp> {
        let mut replies = self.nobody();
        while let Some(deadline) = pending.iter().map(|p| p.limit.deadline).min() {
            if given_up() {
                pending.iter().for_each(|p| p.limit.budget.cancel());
                return Err(GivenUp);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.letters.recv_timeout(left.min(POLL)) {
                Ok(letter) => take(letter, &mut pending, &mut replies),
                Err(RecvTimeoutError::Timeout) => give_up_on_late(&mut pending, &mut replies),
                // No seat is left to answer, which only a defect of ours can bring about: the others are not waited for either.
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(replies)
    }
}

fn readiness(replies: Replies) -> Readiness {
    let mut readiness = Readiness::default();
    for reply in replies {
        readiness.thinking.push(reply.as_ref().map(|r| r.took));
        let answer = reply.map(|reply| reply.answer).transpose();
        readiness.troubles.push(answer.as_ref().err().cloned());
        let report = answer.ok().flatten().map(|answer| answer.report);
        readiness.reports.push(report);
    }
    readiness
}

/// An answer to an earlier order comes too late.
fn take(letter: Letter, pending: &mut Vec<Pending>, replies: &mut Replies) {
    let is_answer = |p: &Pending| p.role == letter.role && p.number == letter.number;
    if let Some(at) = pending.iter().position(is_answer) {
        let took = pending.swap_remove(at).asked.elapsed();
        replies[letter.role] = Some(Reply {
            answer: letter.answer,
            took,
        });
    }
}

/// Those whose time is up get no more of it.
fn give_up_on_late(pending: &mut Vec<Pending>, replies: &mut Replies) {
    let now = Instant::now();
    pending.retain(|pending| {
        let waits = now < pending.limit.deadline;
        if !waits {
            pending.limit.budget.cancel();
            replies[pending.role] = Some(Reply {
                answer: Err(Trouble::Late),
                took: pending.asked.elapsed(),
            });
        }
        waits
    });
}

fn occupant(
    setup: &MatchSetup,
    rules: &Rules,
    id: &str,
    role: RoleId,
    who: &Who,
) -> Result<Box<dyn Occupant>, MatchError> {
    let seat = match who {
        Who::Remote(address) => return Ok(Box::new(Remote::new(setup, id, rules, role, address))),
        Who::Player(name) => by_name(name),
        Who::Guest(guest) => guest.seat.clone(),
    };
    in_process(seat, rules, role, setup.seed).map_err(|error| MatchError::Player {
        role: rules.role_names()[role].clone(),
        error,
    })
}

/// A player in process as a seat knows it; all its random choices come from the seed of the match.
pub fn in_process(
    seat: SeatFn,
    rules: &Rules,
    role: RoleId,
    seed: u64,
) -> Result<Box<dyn Occupant>, PlayerError> {
    let thinker = Thinker::new(seat, rules, role, seed)?;
    Ok(match rules.hides {
        true => Box::new(Guesser::new(thinker, rules, role, seed)),
        false => Box::new(thinker),
    })
}
