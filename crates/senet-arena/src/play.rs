//! Plays a match.
//!
//! All roles that have a choice think at the same time, each on its own thread (players with several threads bring their own). A role in process that has
//! only one legal move is not asked. Where more threads think than there are processors, they share them: whoever measures by the wall should run no more
//! than one match for every thinking thread.

use crate::chance::{Purpose, stream};
use crate::seat::{Answer, Ending, Letter, Limit, News, Proposal, Seat};
use crate::setup::{MatchError, MatchSetup, Moment, Outcome, Played, Readiness, Substitute, Turn};
use crate::thinker::{Thinker, no_choice};
use crate::{Rules, Trouble, Who, record};
use senet_engine::{MoveId, RoleId, State, Stopped};
use senet_search::{Budget, chance_role};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Longer than this the rules themselves may not take for the questions of one turn.
const RULES_PATIENCE: f64 = 120.0;
/// How long a match waits for threads to end after the last move.
const LEAVE_PATIENCE: Duration = Duration::from_secs(2);
/// How often a match looks whether it shall be given up.
const POLL: Duration = Duration::from_millis(50);

/// Plays a match. The observer is told every move as soon as it is made.
///
/// Whatever players do, the match goes on: who does not answer with a legal move in time gets a substitute. It ends by the rules, or is given up with a reason
/// when the rules are at fault, when it grows too long, or when it is told to stop.
pub fn play(setup: &MatchSetup, observer: &mut dyn FnMut(Moment)) -> Result<Played, MatchError> {
    let rules = match setup.scramble {
        true => setup
            .rules
            .scrambled(stream(setup.seed, Purpose::Scramble, 0, 0).u64(..))?,
        false => setup.rules.clone(),
    };
    let mut table = Table::new(setup, rules)?;
    let started = now_ms();
    let state = table.watched(|rules| rules.game.initial())?;
    let readiness = table.start();
    observer(Moment::Begun(&table.rules, &state, &readiness));
    let mut turns = Vec::new();
    let outcome = table.play_on(state.clone(), &mut turns, observer);
    table.end(&outcome, &turns);
    let record = record::of_match(&record::Story {
        setup,
        rules: &table.rules,
        started,
        initial: &state,
        readiness: &readiness,
        turns: &turns,
        outcome: &outcome,
    });
    Ok(Played {
        record,
        turns,
        outcome,
        rules: table.leave(),
    })
}

/// Milliseconds since 1970.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// The players around a game.
struct Table<'a> {
    setup: &'a MatchSetup,
    rules: Rules,
    /// Nobody sits for the role of chance.
    seats: Vec<Option<Seat>>,
    letters: Receiver<Letter>,
}

/// Somebody who was asked and has not answered yet.
struct Pending {
    role: RoleId,
    number: u64,
    asked: Instant,
    limit: Limit,
}

/// What came of asking.
struct Reply {
    answer: Result<Answer, Trouble>,
    took: Duration,
}

/// The match was told to stop.
struct GivenUp;

impl<'a> Table<'a> {
    fn new(setup: &'a MatchSetup, rules: Rules) -> Result<Table<'a>, MatchError> {
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
                false => Some(Seat::new(
                    role,
                    occupant(setup, &rules, role, who)?,
                    answers.clone(),
                )?),
            });
        }
        Ok(Table {
            setup,
            rules,
            seats,
            letters,
        })
    }

    /// Asks the rules something, with patience that has an end.
    fn watched<T>(
        &self,
        question: impl FnOnce(&Rules) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let budget = Budget::seconds(RULES_PATIENCE);
        let _watch = budget.watch();
        question(&self.rules)
    }

    /// Lets all players get ready, at once or one after the other.
    fn start(&mut self) -> Readiness {
        let roles: Vec<_> = (0..self.seats.len()).collect();
        let at_once = if self.setup.start_in_turn {
            1
        } else {
            roles.len()
        };
        let mut replies = self.nobody();
        for roles in roles.chunks(at_once.max(1)) {
            let pending = roles.iter().filter_map(|&role| self.start_one(role));
            let pending = pending.collect();
            match self.collect(pending) {
                Ok(answered) => {
                    let answered = replies.iter_mut().zip(answered);
                    answered.for_each(|(reply, new)| *reply = new.or(reply.take()));
                }
                Err(GivenUp) => break,
            }
        }
        let mut readiness = Readiness::default();
        for reply in replies {
            readiness.thinking.push(reply.as_ref().map(|r| r.took));
            let answer = reply.map(|reply| reply.answer).transpose();
            readiness.troubles.push(answer.as_ref().err().cloned());
            readiness
                .reports
                .push(answer.ok().flatten().map(|answer| answer.report));
        }
        readiness
    }

    /// Asks a role to get ready, unless it is played by chance.
    fn start_one(&mut self, role: RoleId) -> Option<Pending> {
        let clocks = &self.setup.clocks;
        let asked = Instant::now();
        let seat = self.seats[role].as_mut()?;
        let limit = Limit {
            budget: clocks.budget(clocks.start),
            deadline: asked + clocks.patience(clocks.start),
        };
        Some(Pending {
            role,
            number: seat.start(limit.clone()),
            asked,
            limit,
        })
    }

    fn nobody(&self) -> Vec<Option<Reply>> {
        self.seats.iter().map(|_| None).collect()
    }

    /// Plays until the match ends, one way or another.
    fn play_on(
        &mut self,
        mut state: State,
        turns: &mut Vec<Turn>,
        observer: &mut dyn FnMut(Moment),
    ) -> Outcome {
        loop {
            match self.turn(&state, turns.last()) {
                Ok(Progress::Turn(turn)) => {
                    observer(Moment::Moved(&self.rules, &turn));
                    state = turn.next.clone();
                    turns.push(*turn);
                }
                Ok(Progress::End(outcome)) => return outcome,
                Err(stopped) => return Outcome::Aborted(format!("the rules: {stopped}")),
            }
        }
    }

    fn turn(&mut self, state: &State, last: Option<&Turn>) -> Result<Progress, Stopped> {
        let step = last.map_or(0, |turn| turn.step + 1);
        if self.watched(|rules| rules.game.is_terminal(state))? {
            return Ok(Progress::End(self.goals(state)?));
        }
        if step == self.setup.max_steps {
            let reason = format!("cut short after {step} moves");
            return Ok(Progress::End(Outcome::Aborted(reason)));
        }
        let legal = self.legal(state)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            let role = &self.rules.role_names()[role];
            let reason = format!("the rules: {role} has no legal move, but the match is not over");
            return Ok(Progress::End(Outcome::Aborted(reason)));
        }
        let news = News {
            step,
            state: state.clone(),
            last: last.map(|turn| turn.joint.clone()),
            percepts: Vec::new(),
        };
        if let Some(texts) = self.setup.opening.get(step) {
            return self.make_opening(&news, &legal, texts);
        }
        match self.ask(&news, &legal) {
            Ok(replies) => Ok(Progress::Turn(Box::new(self.make(&news, &legal, replies)?))),
            Err(GivenUp) => Ok(Progress::End(Outcome::Aborted("told to stop".into()))),
        }
    }

    /// Makes a move of the opening; players are told and not asked.
    fn make_opening(
        &mut self,
        news: &News,
        legal: &[Vec<MoveId>],
        texts: &[String],
    ) -> Result<Progress, Stopped> {
        let mut only = Vec::new();
        for (role, legal) in legal.iter().enumerate() {
            let text = texts.get(role).map_or("", String::as_str);
            let is_meant = |&&id: &&MoveId| self.rules.move_text(role, id) == text;
            match legal.iter().find(is_meant) {
                Some(&id) => only.push(vec![id]),
                None => {
                    let reason = format!("the move `{text}` of the opening is not legal");
                    return Ok(Progress::End(Outcome::Aborted(reason)));
                }
            }
        }
        for seat in self.seats.iter_mut().flatten() {
            seat.note(news.clone());
        }
        let mut turn = self.make(news, &only, self.nobody())?;
        turn.choices = legal.iter().map(Vec::len).collect();
        turn.reports.fill(None);
        Ok(Progress::Turn(Box::new(turn)))
    }

    fn goals(&self, state: &State) -> Result<Outcome, Stopped> {
        let roles = 0..self.seats.len();
        let goals: Vec<_> = self.watched(|rules| {
            let goal = |role| rules.game.goal(state, role);
            roles.map(goal).collect::<Result<_, _>>()
        })?;
        let values: Option<Vec<_>> = goals.iter().map(|goal| goal.value()).collect();
        Ok(match values {
            Some(values) => Outcome::Completed(values),
            None => {
                let without = goals.iter().position(|goal| goal.value().is_none());
                let role = &self.rules.role_names()[without.unwrap_or(0)];
                let reason = format!("the rules: {role} has no single goal value at the end");
                Outcome::Aborted(reason)
            }
        })
    }

    fn legal(&self, state: &State) -> Result<Vec<Vec<MoveId>>, Stopped> {
        let roles = 0..self.seats.len();
        self.watched(|rules| {
            let legal = |role| rules.game.legal(state, role);
            roles.map(legal).collect()
        })
    }

    /// Asks all who have a choice; tells the others what has happened.
    fn ask(&mut self, news: &News, legal: &[Vec<MoveId>]) -> Result<Vec<Option<Reply>>, GivenUp> {
        let clocks = &self.setup.clocks;
        let mut pending = Vec::new();
        for (role, seat) in self.seats.iter_mut().enumerate() {
            let Some(seat) = seat else { continue };
            if legal[role].len() == 1 {
                seat.note(news.clone());
                continue;
            }
            let asked = Instant::now();
            let limit = Limit {
                budget: clocks.budget(clocks.play),
                deadline: asked + clocks.patience(clocks.play),
            };
            pending.push(Pending {
                role,
                number: seat.choose(news.clone(), limit.clone()),
                asked,
                limit,
            });
        }
        self.collect(pending)
    }

    /// Waits until all have answered or their time is up.
    fn collect(&self, mut pending: Vec<Pending>) -> Result<Vec<Option<Reply>>, GivenUp> {
        let mut replies = self.nobody();
        while let Some(deadline) = pending.iter().map(|p| p.limit.deadline).min() {
            if self.setup.stop.load(Ordering::Relaxed) {
                pending.iter().for_each(|p| p.limit.budget.cancel());
                return Err(GivenUp);
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.letters.recv_timeout(wait.min(POLL)) {
                Ok(letter) => {
                    let is_answer =
                        |p: &Pending| p.role == letter.role && p.number == letter.number;
                    // An answer to an earlier order comes too late.
                    if let Some(at) = pending.iter().position(is_answer) {
                        let took = pending.swap_remove(at).asked.elapsed();
                        replies[letter.role] = Some(Reply {
                            answer: letter.answer,
                            took,
                        });
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    give_up_on_late(&mut pending, &mut replies);
                }
            }
        }
        Ok(replies)
    }

    /// The joint move that is made.
    fn make(
        &self,
        news: &News,
        legal: &[Vec<MoveId>],
        replies: Vec<Option<Reply>>,
    ) -> Result<Turn, Stopped> {
        let mut turn = Turn {
            step: news.step,
            joint: Vec::new(),
            moves: Vec::new(),
            choices: legal.iter().map(Vec::len).collect(),
            troubles: Vec::new(),
            reports: Vec::new(),
            thinking: Vec::new(),
            next: news.state.clone(),
            time: 0,
        };
        for (role, reply) in replies.into_iter().enumerate() {
            let took = reply.as_ref().map(|reply| reply.took);
            let (made, report, trouble) = self.judge(role, &legal[role], reply, news.step);
            turn.joint.push(made);
            turn.reports.push(report);
            turn.troubles.push(trouble);
            turn.thinking.push(took);
        }
        turn.moves = self.rules.move_texts(&turn.joint);
        turn.next = self.watched(|rules| rules.game.next(&news.state, &turn.joint))?;
        turn.time = now_ms();
        Ok(turn)
    }

    /// The move of a role: its own if that is legal, else a substitute.
    fn judge(
        &self,
        role: RoleId,
        legal: &[MoveId],
        reply: Option<Reply>,
        step: usize,
    ) -> (MoveId, Option<senet_search::Report>, Option<Trouble>) {
        let Some(reply) = reply else {
            return match self.seats[role] {
                // Each legal move of chance is equally likely.
                None => (self.draw(role, legal, step, Purpose::Chance), None, None),
                Some(_) => (legal[0], Some(no_choice()), None),
            };
        };
        let (answer, trouble) = match reply.answer {
            Ok(answer) => (Some(answer), None),
            Err(trouble) => (None, Some(trouble)),
        };
        let proposal = answer.as_ref().and_then(|answer| answer.proposal.clone());
        let report = answer.map(|answer| answer.report);
        let checked = match (proposal, trouble) {
            (_, Some(trouble)) => Err(trouble),
            (Some(proposal), None) => self.check(role, legal, proposal),
            (None, None) => Err(Trouble::Illegal(None)),
        };
        match checked {
            Ok(made) => (made, report, None),
            Err(trouble) => (self.substitute(role, legal, step), report, Some(trouble)),
        }
    }

    /// The legal move that is proposed.
    fn check(&self, role: RoleId, legal: &[MoveId], proposal: Proposal) -> Result<MoveId, Trouble> {
        match proposal {
            Proposal::Move(id) if legal.contains(&id) => Ok(id),
            Proposal::Move(id) => Err(Trouble::Illegal(Some(self.rules.move_text(role, id)))),
            Proposal::Text(None) => Err(Trouble::Illegal(None)),
            Proposal::Text(Some(text)) => {
                let is_meant = |&&id: &&MoveId| self.rules.move_text(role, id) == text;
                let found = legal.iter().find(is_meant);
                found.copied().ok_or_else(|| Trouble::illegal(&text))
            }
        }
    }

    fn substitute(&self, role: RoleId, legal: &[MoveId], step: usize) -> MoveId {
        match self.setup.substitute {
            Substitute::Random => self.draw(role, legal, step, Purpose::Substitute),
            Substitute::FirstLegal => legal[0],
        }
    }

    fn draw(&self, role: RoleId, legal: &[MoveId], step: usize, purpose: Purpose) -> MoveId {
        legal[stream(self.setup.seed, purpose, step, role).usize(..legal.len())]
    }

    /// Tells all that the match is over, and waits for them a little.
    fn end(&mut self, outcome: &Outcome, turns: &[Turn]) {
        let clocks = &self.setup.clocks;
        let asked = Instant::now();
        let last = turns.last();
        let ending = match (outcome, last) {
            (Outcome::Completed(_), Some(turn)) => Ending::Over(News {
                step: turn.step + 1,
                state: turn.next.clone(),
                last: Some(turn.joint.clone()),
                percepts: Vec::new(),
            }),
            _ => Ending::GivenUp,
        };
        let mut pending = Vec::new();
        for (role, seat) in self.seats.iter_mut().enumerate() {
            let Some(seat) = seat else { continue };
            let limit = Limit {
                budget: Budget::seconds(0.0),
                deadline: asked + clocks.grace,
            };
            pending.push(Pending {
                role,
                number: seat.end(ending.clone(), limit.clone()),
                asked,
                limit,
            });
        }
        // Who has not answered by now has nothing to say that matters.
        self.collect(pending).ok();
    }

    fn leave(self) -> Rules {
        for seat in self.seats.into_iter().flatten() {
            seat.leave(LEAVE_PATIENCE);
        }
        self.rules
    }
}

enum Progress {
    Turn(Box<Turn>),
    End(Outcome),
}

/// Those whose time is up get no more of it.
fn give_up_on_late(pending: &mut Vec<Pending>, replies: &mut [Option<Reply>]) {
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
    role: RoleId,
    who: &Who,
) -> Result<Box<dyn crate::seat::Occupant>, MatchError> {
    match who {
        Who::Player(name) => match Thinker::new(name, rules, role, setup.seed) {
            Ok(thinker) => Ok(Box::new(thinker)),
            Err(error) => Err(MatchError::Player {
                role: rules.role_names()[role].clone(),
                error,
            }),
        },
    }
}
