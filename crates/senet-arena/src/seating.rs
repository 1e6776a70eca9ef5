//! The seats of a match under clocks: threads with players, and how long the match waits for each.

use crate::choice::Reply;
use crate::clocks::after;
use crate::hidden_info_player::HiddenInfoPlayer;
use crate::local_player::{LocalPlayer, named_player};
use crate::match_state::Match;
use crate::remote::Remote;
use crate::seat::{MatchEnding, Occupant, Seat, SeatReply, ThinkLimit, by_channel};
use crate::setup::{MatchError, MatchSetup, Readiness};
use crate::{PlayerFactory, PlayerFault, PlayerSpec, Rules};
use senet_engine::RoleId;
use senet_search::{Budget, Clock, PlayerError, chance_role};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a match waits for threads after the last move.
const LEAVE_PATIENCE: Duration = Duration::from_secs(2);
/// How long a match waits for threads after its deadline.
const STOP_PATIENCE: Duration = Duration::from_millis(200);
/// How long a match waits for a remote player to confirm an abort.
const ABORT_PATIENCE: Duration = Duration::from_secs(1);
/// How often a match checks its stop flag.
const POLL: Duration = Duration::from_millis(50);

/// The seats of a match.
pub struct MatchSeats<'a> {
    /// The set-up of the match.
    pub setup: &'a MatchSetup,
    /// `None` for the chance role.
    pub seats: Vec<Option<Seat>>,
    letters: Receiver<SeatReply>,
}

/// A request without a reply so far.
struct Pending {
    role: RoleId,
    number: u64,
    asked: Instant,
    limit: ThinkLimit,
}

/// The match was told to stop.
pub struct GivenUp;

/// The replies in role order; `None` for a role that was not asked.
pub type Replies = Vec<Option<Reply>>;

/// The kind of a request.
#[derive(Clone, Copy)]
enum Wanted {
    Readiness,
    Move,
    /// Notice of the end; true if the match was completed.
    End(bool),
}

impl<'a> MatchSeats<'a> {
    /// Starts the threads of all players.
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

    /// The limits of a request.
    fn limit(&self, role: RoleId, wanted: Wanted) -> ThinkLimit {
        let clocks = &self.setup.clocks;
        let clock = match wanted {
            Wanted::Readiness => clocks.start,
            Wanted::Move | Wanted::End(_) => clocks.play,
        };
        match &self.setup.players[role] {
            PlayerSpec::Player(_) | PlayerSpec::Custom(_) => ThinkLimit {
                budget: clocks.budget(clock),
                deadline: after(clocks.wait(clock)),
            },
            PlayerSpec::Remote(_) => {
                let dialect = self.setup.host.dialect;
                let patience = match wanted {
                    Wanted::Readiness => clock.saturating_add(dialect.start_grace()),
                    Wanted::Move => clock.saturating_add(dialect.play_grace()),
                    Wanted::End(true) => clock,
                    Wanted::End(false) => ABORT_PATIENCE,
                };
                ThinkLimit {
                    budget: Budget::time(Clock::Wall, patience),
                    deadline: after(patience),
                }
            }
        }
    }

    /// Sends a request to a player.
    fn pend(
        &mut self,
        role: RoleId,
        wanted: Wanted,
        ask: impl FnOnce(&mut Seat, ThinkLimit) -> u64,
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

    /// Lets all players use the start clock, at the same time or one after the other.
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
            let is_remote = matches!(self.setup.players[role], PlayerSpec::Remote(_));
            if is_remote || roles.contains(&role) {
                pending.extend(self.pend(role, Wanted::Move, |seat, limit| {
                    seat.choose(game.turn_info(role), limit)
                }));
            } else if let Some(seat) = &mut self.seats[role] {
                seat.note(game.turn_info(role));
            }
        }
        self.collect(pending)
    }

    /// Tells all players about the last joint move without asking for one. The protocol of remote players has no such message.
    pub fn tell(&mut self, game: &Match) -> Result<(), String> {
        let is_remote = |who: &PlayerSpec| matches!(who, PlayerSpec::Remote(_));
        if self.setup.players.iter().any(is_remote) {
            return Err("openings need local players".to_string());
        }
        for (role, seat) in self.seats.iter_mut().enumerate() {
            if let Some(seat) = seat {
                seat.note(game.turn_info(role));
            }
        }
        Ok(())
    }

    /// Tells remote players that the match is over, and waits briefly for each.
    pub fn end(&mut self, ending: &dyn Fn(RoleId) -> MatchEnding) {
        let mut pending = Vec::new();
        for role in 0..self.seats.len() {
            if !matches!(self.setup.players[role], PlayerSpec::Remote(_)) {
                continue;
            }
            let ending = ending(role);
            let wanted = Wanted::End(matches!(ending, MatchEnding::Over(_)));
            pending.extend(self.pend(role, wanted, |seat, limit| seat.end(ending, limit)));
        }
        // A missing reply changes nothing: the match is over.
        self.wait(pending, &|| false).ok();
    }

    /// Ends all players.
    pub fn leave(self) {
        let patience = match self.setup.deadline.is_over() {
            true => STOP_PATIENCE,
            false => LEAVE_PATIENCE,
        };
        let end = Instant::now() + patience;
        for seat in self.seats.into_iter().flatten() {
            seat.leave(end);
        }
    }

    fn collect(&self, pending: Vec<Pending>) -> Result<Replies, GivenUp> {
        self.wait(pending, &|| self.setup.deadline.is_over())
    }

    /// Waits for all replies or deadlines.
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
                // All seats are gone, which is a defect of ours. Stop waiting.
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
        readiness.faults.push(answer.as_ref().err().cloned());
        let report = answer.ok().flatten().map(|answer| answer.report);
        readiness.reports.push(report);
    }
    readiness
}

/// Takes a reply, or drops it if its request has expired.
fn take(letter: SeatReply, pending: &mut Vec<Pending>, replies: &mut Replies) {
    let is_answer = |p: &Pending| p.role == letter.role && p.number == letter.number;
    if let Some(at) = pending.iter().position(is_answer) {
        let took = pending.swap_remove(at).asked.elapsed();
        replies[letter.role] = Some(Reply {
            answer: letter.answer,
            took,
        });
    }
}

/// Marks requests past their deadline as late, and cancels them.
fn give_up_on_late(pending: &mut Vec<Pending>, replies: &mut Replies) {
    let now = Instant::now();
    pending.retain(|pending| {
        let waits = now < pending.limit.deadline;
        if !waits {
            pending.limit.budget.cancel();
            replies[pending.role] = Some(Reply {
                answer: Err(PlayerFault::Late),
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
    who: &PlayerSpec,
) -> Result<Box<dyn Occupant>, MatchError> {
    let seat = match who {
        PlayerSpec::Remote(address) => {
            return Ok(Box::new(Remote::new(setup, id, rules, role, address)));
        }
        PlayerSpec::Player(name) => named_player(name),
        PlayerSpec::Custom(guest) => guest.seat.clone(),
    };
    local_occupant(seat, rules, role, setup.seed).map_err(|error| MatchError::Player {
        role: rules.role_names()[role].clone(),
        error,
    })
}

/// A local player for a seat. All its random choices come from the seed of the match.
pub fn local_occupant(
    seat: PlayerFactory,
    rules: &Rules,
    role: RoleId,
    seed: u64,
) -> Result<Box<dyn Occupant>, PlayerError> {
    let thinker = LocalPlayer::new(seat, rules, role, seed)?;
    Ok(match rules.hides {
        true => Box::new(HiddenInfoPlayer::new(thinker, rules, role, seed)),
        false => Box::new(thinker),
    })
}
