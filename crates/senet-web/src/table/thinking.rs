//! Players that think: their turn comes, their clock runs, they answer or do not.

use super::events::Event;
use super::keeper::{BEAT, Keeper};
use super::message::{Message, Ticket};
use super::seating::{Asked, Choice, Place, Thinking};
use super::seats::{SeatedPlayer, Sitter};
use senet_arena::steps::{Answer, Letter, Limit, News, Proposal, Purpose, checked, draw, news};
use senet_arena::{Clocks, Trouble};
use senet_search::{MoveReport, SearchReport};
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

/// Moves that are told, at most.
const MOVES_TOLD: usize = 10;
/// Joint moves of the line that is expected, at most.
const LINE_TOLD: usize = 12;

/// The data of the event `thinking`: what a player has found out so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct Thoughts {
    /// The role.
    pub role: usize,
    /// How many joint moves were made.
    pub step: usize,
    /// For how long it has been thinking.
    pub seconds: f64,
    /// Random matches that it played.
    pub simulations: u64,
    /// States that it looked at.
    pub nodes: u64,
    /// How many joint moves it looked ahead.
    pub depth: u32,
    /// The goals that it expects; empty if it has no idea.
    pub values: Vec<f64>,
    /// Whether they are proven.
    pub proven: bool,
    /// What it thinks of its moves, the best first.
    pub moves: Vec<MoveThoughts>,
    /// The joint moves that it expects.
    pub line: Vec<Vec<String>>,
}

/// What a player thinks of a move.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveThoughts {
    /// The move.
    pub text: String,
    /// How often it was looked at.
    pub visits: u64,
    /// The goals that it expects.
    pub values: Vec<f64>,
    /// Whether they are proven.
    pub proven: bool,
}

impl Thoughts {
    /// Leaves how much was thought, but not what.
    fn hide(&mut self) {
        self.values.clear();
        self.moves.clear();
        self.line.clear();
        self.proven = false;
    }
}

/// What a player has found out so far.
type Slot = Arc<Mutex<Option<SearchReport>>>;

impl Keeper {
    /// Asks a player for a move: it waits for its turn, and its clock with it.
    pub fn ask(&mut self, role: usize) {
        let ticket = self.ticket();
        let seat = &mut self.seats[role];
        let Sitter::Player(player) = &seat.sitter else {
            return;
        };
        let threads = player.threads;
        seat.asked = Some(Asked {
            ticket,
            thinking: None,
        });
        let (turns, own) = (self.house.turns.clone(), self.own.clone());
        self.house.runtime.spawn(async move {
            // The turns are never closed. A table that is gone by then has no use for one.
            if let Ok(turn) = turns.acquire_many_owned(threads).await {
                own.send(Message::Turn(ticket, turn)).ok();
            }
        });
    }

    /// Somebody's turn has come, if it is still wanted.
    pub fn let_think(&mut self, ticket: Ticket, turn: OwnedSemaphorePermit) {
        let is_asked = |asked: &Asked| asked.ticket == ticket;
        let found = (self.seats.iter()).position(|seat| seat.asked.as_ref().is_some_and(is_asked));
        let Some(role) = found else {
            return;
        };
        if let Err(trouble) = self.begin_to_think(role, turn) {
            self.substitute(role, trouble, None, Duration::ZERO);
        }
    }

    fn begin_to_think(&mut self, role: usize, turn: OwnedSemaphorePermit) -> Result<(), Trouble> {
        let Sitter::Player(player) = self.seats[role].sitter.clone() else {
            return Ok(());
        };
        self.take_place(role, &player)?;
        let slot = Slot::default();
        let limit = self.limit(&player, &slot);
        let (budget, deadline) = (limit.budget.clone(), limit.deadline);
        let news = self.news(role, self.course.steps());
        let seat = &mut self.seats[role];
        if let (Some(place), Some(asked)) = (&mut seat.place, &mut seat.asked) {
            let number = place.seat.choose(news, limit);
            asked.thinking = Some(Thinking::new(number, budget, deadline, slot, turn));
        }
        Ok(())
    }

    fn limit(&self, player: &SeatedPlayer, slot: &Slot) -> Limit {
        let clocks = Clocks {
            grace: self.house.limits.grace,
            ..Clocks::seconds(0.0, player.seconds)
        };
        let slot = slot.clone();
        let hear = move |report| {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        };
        Limit {
            budget: clocks
                .budget(clocks.play)
                .with_memory(self.house.bytes_for_a_player())
                .with_listener(BEAT / 2, hear),
            deadline: Instant::now() + clocks.patience(clocks.play),
        }
    }

    /// Makes sure that a player has its place.
    fn take_place(&mut self, role: usize, player: &SeatedPlayer) -> Result<(), Trouble> {
        if self.seats[role].place.is_some() {
            return Ok(());
        }
        let broken = |error: String| Trouble::Broken(error);
        let rules = &self.course.game.rules;
        let occupant = player.occupant(rules, role, self.seed);
        let occupant = occupant.map_err(|error| broken(error.to_string()))?;
        // Only in games that hide does a player need to know how it has come to this.
        let past = match rules.hides {
            true => 0..self.course.steps(),
            false => 0..0,
        };
        let past: Vec<News> = past.map(|step| self.news(role, step)).collect();
        let (ticket, own) = (self.ticket(), self.own.clone());
        let answer = move |letter| {
            // The table may be gone by now.
            own.send(Message::Letter(ticket, letter)).ok();
        };
        let place = Place::take(
            &self.house,
            ticket,
            role,
            occupant,
            past.into_iter(),
            answer,
        );
        let place = place.map_err(|error| broken(format!("no thread is left: {error}")))?;
        self.seats[role].place = Some(place);
        Ok(())
    }

    /// What a role is told about a state.
    fn news(&self, role: usize, step: usize) -> News {
        let last = step.checked_sub(1).map(|last| &self.course.turns[last]);
        news(role, step, self.course.state(step), last)
    }

    /// Tells a player that is not asked what has happened.
    pub fn note(&mut self, role: usize) {
        if self.seats[role].place.is_some() {
            let news = self.news(role, self.course.steps());
            if let Some(place) = &mut self.seats[role].place {
                place.seat.note(news);
            }
        }
    }

    /// A player has answered.
    pub fn read(&mut self, ticket: Ticket, letter: Letter) {
        let role = letter.role;
        let seat = &mut self.seats[role];
        let thinking = seat
            .asked
            .as_ref()
            .and_then(|asked| asked.thinking.as_ref());
        let is_meant = seat.place.as_ref().is_some_and(|p| p.ticket == ticket)
            && thinking.is_some_and(|thinking| thinking.number == letter.number);
        let Some(thinking) = thinking.filter(|_| is_meant) else {
            return;
        };
        let took = thinking.since.elapsed();
        match letter.answer {
            Ok(answer) => self.judge(role, answer, took),
            Err(trouble) => self.substitute(role, trouble, None, took),
        }
    }

    fn judge(&mut self, role: usize, answer: Answer, took: Duration) {
        let proposal = answer.proposal.unwrap_or(Proposal::Text(None));
        let legal = &self.course.legal[role];
        match checked(&self.course.game.rules, role, legal, proposal) {
            Ok(id) => {
                self.tell_report(role, &answer.report, took);
                self.seats[role].asked = None;
                self.seats[role].choice = Some(Choice {
                    id,
                    report: Some(answer.report),
                    trouble: None,
                    took: Some(took),
                });
            }
            Err(trouble) => self.substitute(role, trouble, Some(answer.report), took),
        }
    }

    /// A move in place of one that did not come.
    fn substitute(
        &mut self,
        role: usize,
        trouble: Trouble,
        report: Option<SearchReport>,
        took: Duration,
    ) {
        let legal = &self.course.legal[role];
        let id = draw(
            self.seed,
            Purpose::Substitute,
            self.course.steps(),
            role,
            legal,
        );
        self.seats[role].asked = None;
        self.seats[role].choice = Some(Choice {
            id,
            report,
            trouble: Some(trouble),
            took: Some(took),
        });
    }

    /// Those whose time is up get no more of it.
    pub fn give_up_on_late(&mut self) {
        let now = Instant::now();
        for role in 0..self.seats.len() {
            let asked = self.seats[role].asked.as_ref();
            let thinking = asked.and_then(|asked| asked.thinking.as_ref());
            if let Some(late) = thinking.filter(|thinking| thinking.deadline <= now) {
                late.budget.cancel();
                let took = late.since.elapsed();
                self.substitute(role, Trouble::Late, None, took);
            }
        }
    }

    /// Now and then tells those who watch what players have found out so far.
    pub fn tell_thoughts(&mut self) {
        if self.told.elapsed() < BEAT || !self.table.is_watched() {
            return;
        }
        self.told = Instant::now();
        for (role, seat) in self.seats.iter().enumerate() {
            let thinking = seat
                .asked
                .as_ref()
                .and_then(|asked| asked.thinking.as_ref());
            if let Some(thinking) = thinking {
                let report = thinking.report.lock();
                let report = report.unwrap_or_else(PoisonError::into_inner).clone();
                self.tell_report(role, &report.unwrap_or_default(), thinking.since.elapsed());
            }
        }
    }

    fn tell_report(&self, role: usize, report: &SearchReport, took: Duration) {
        if self.table.is_watched() {
            let mut thoughts = self.thoughts(role, report, took);
            if self.someone_is_to_choose() || self.is_veiled() {
                thoughts.hide();
            }
            self.table.tell(Event::new("thinking", &thoughts));
        }
    }

    /// Whether a person has yet to choose: what the others are about to do is no business of theirs until then.
    fn someone_is_to_choose(&self) -> bool {
        let mut people = self.seats.iter().filter(|seat| seat.sitter.is_human());
        people.any(|seat| seat.choice.is_none())
    }

    fn thoughts(&self, role: usize, report: &SearchReport, took: Duration) -> Thoughts {
        let rules = &self.course.game.rules;
        let finite = |values: &[f64]| -> Vec<f64> {
            match values.iter().all(|value| value.is_finite()) {
                true => values.to_vec(),
                false => Vec::new(),
            }
        };
        let told = |one: &&MoveReport| MoveThoughts {
            text: rules.move_text(role, one.id),
            visits: one.visits,
            values: finite(&one.values),
            proven: one.proven,
        };
        let line = report.line.iter().take(LINE_TOLD);
        Thoughts {
            role,
            step: self.course.steps(),
            seconds: took.as_secs_f64(),
            simulations: report.simulations,
            nodes: report.nodes,
            depth: report.depth,
            values: finite(&report.values),
            proven: report.proven,
            moves: best_first(report, role)
                .iter()
                .take(MOVES_TOLD)
                .map(told)
                .collect(),
            line: line.map(|joint| rules.move_texts(joint)).collect(),
        }
    }
}

/// The moves that were looked at: the one that the player would make, then by what it expects of them.
fn best_first(report: &SearchReport, role: usize) -> Vec<&MoveReport> {
    let first = report.line.first().and_then(|joint| joint.get(role));
    let value = |one: &MoveReport| one.values.get(role).copied().unwrap_or(-1.0);
    let mut moves: Vec<_> = report.moves.iter().collect();
    moves.sort_by(|a, b| {
        let is_first = |one: &MoveReport| Some(&one.id) == first;
        let by_value = value(b).total_cmp(&value(a));
        is_first(b)
            .cmp(&is_first(a))
            .then(by_value)
            .then(b.visits.cmp(&a.visits))
    });
    moves
}
