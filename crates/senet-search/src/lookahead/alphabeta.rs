//! Alpha-beta over joint moves.
//!
//! In every state we move first; all others work together against us and reply, knowing our move; then chance moves. Where only one side has a
//! choice, which is all of a game with turns, this is plain minimax. Where moves are simultaneous it is the paranoid reduction: it underrates
//! us. The proven bounds do not rest on it: the upper one lets the others move first.

use super::expand::Node;
use super::halt::Halt;
use super::order::History;
use super::outcome::{Bound, ENTRY_WORDS, Entry, NO_END, Outcome, TO_THE_END};
use super::score::{BEST, Score, WORST, mean};
use super::scout::Scout;
use super::table::{Key, Table};
use crate::Budget;
use senet_engine::{RoleId, State};

/// The deepest search: the stack of a thread must bear it.
pub const MOST_DEPTH: u16 = 500;
/// A window that all values lie in.
pub const ALL: (Score, Score) = (WORST - 1, BEST + 1);

/// A search for the best move of one role, with what it remembers from move to move.
pub struct Search {
    /// The game, as we see it.
    pub scout: Scout,
    /// Whether it matters that the goals of ends always have the same sum.
    pub needs_even_goals: bool,
    /// The sum of the goals at the ends that were met; `None` before the first.
    pub goal_sum: Option<Score>,
    /// Whether a state was met in which we and others have a choice at the same time.
    pub met_simultaneous: bool,
    /// What is known about states.
    pub table: Table,
    /// Which moves were good elsewhere.
    pub history: History,
}

/// A state while its moves are searched.
pub struct Frame {
    key: Key,
    /// The state and what follows.
    pub node: Node,
    /// The replies, those first that did well before.
    replies: Vec<usize>,
    /// What states are worth that are not searched any deeper; empty until they are asked for.
    guesses: Vec<Score>,
    columns: Vec<Column>,
}

/// What the others can hold us to by one of their replies, whatever we do.
#[derive(Clone, Copy)]
struct Column {
    at_most: Score,
    looked_at: usize,
}

/// The best of our moves so far.
pub struct Best {
    /// What it comes to.
    pub outcome: Outcome,
    /// Our move.
    pub own: usize,
    /// The reply to it.
    pub reply: usize,
}

impl Best {
    /// Before any move was looked at.
    pub fn none() -> Best {
        Best {
            outcome: Outcome {
                value: ALL.0,
                at_least: WORST,
                at_most: BEST,
                ends: NO_END,
                open: false,
            },
            own: 0,
            reply: 0,
        }
    }

    /// Takes in another of our moves.
    pub fn add(&mut self, own: usize, reply: usize, row: &Outcome) {
        let best = &mut self.outcome;
        if row.value > best.value {
            best.value = row.value;
            (self.own, self.reply) = (own, reply);
        }
        if (row.at_least, NO_END - row.ends) > (best.at_least, NO_END - best.ends) {
            (best.at_least, best.ends) = (row.at_least, row.ends);
        }
        best.open |= row.open;
    }
}

impl Search {
    /// A search that remembers nothing yet.
    pub fn new(scout: Scout) -> Search {
        Search {
            history: History::new(scout.seats.roles),
            scout,
            needs_even_goals: false,
            goal_sum: None,
            met_simultaneous: false,
            table: Table::new(ENTRY_WORDS),
        }
    }

    /// Gets ready to search within a budget.
    pub fn begin(&mut self, budget: &Budget) {
        self.scout.begin(budget, &mut self.table);
    }

    /// Gives back the memory of what is known about states.
    pub fn forget(&mut self) {
        self.table = Table::new(ENTRY_WORDS);
    }

    fn own(&self) -> RoleId {
        self.scout.seats.own
    }

    /// What a state that is not terminal comes to, looking so many joint moves ahead, at least one.
    fn visit(
        &mut self,
        state: &State,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Outcome, Halt> {
        let key = Key::of(state);
        let known = self.table.get(key).map(Entry::unpack);
        if let Some(answer) = known.and_then(|entry| entry.answer(depth, alpha, beta)) {
            self.scout.meter.count(1)?;
            return Ok(answer);
        }
        let Some(mut frame) = self.enter(state, key)? else {
            let guesses = self.scout.guess(std::slice::from_ref(state), key)?;
            return Ok(Outcome::guessed(guesses[self.own()]));
        };
        let (alpha, beta) = match depth == 1 && !self.ends_suffice(&frame, alpha, beta) {
            // All children get their guesses at once, so that there is nothing to be saved by a narrow window.
            true => ALL,
            false => (alpha, beta),
        };
        let moves = self.order(&mut frame, known.as_ref());
        let mut best = Best::none();
        for own in moves {
            let alpha = alpha.max(best.outcome.value);
            let (row, reply) = self.row(&mut frame, own, depth, alpha, beta)?;
            best.add(own, reply, &row);
            if best.outcome.value >= beta {
                self.history.praise_own(&frame.node.joints, own, depth);
                break;
            }
        }
        best.outcome.at_most = frame.at_most();
        Ok(self.store(key, depth, (alpha, beta), best, known.as_ref()))
    }

    /// Looks into a state; `None` if too much follows it.
    pub fn enter(&mut self, state: &State, key: Key) -> Result<Option<Frame>, Halt> {
        let Some(node) = self.scout.enter(state)? else {
            return Ok(None);
        };
        self.check_sums(&node)?;
        self.met_simultaneous |= node.joints.own > 1 && node.joints.replies > 1;
        Ok(Some(Frame::new(key, node)))
    }

    fn check_sums(&mut self, node: &Node) -> Result<(), Halt> {
        if !self.needs_even_goals || node.goals.is_empty() {
            return Ok(());
        }
        for child in node.ends() {
            let sum = self.scout.seats.sum(node.goals_of(child));
            if *self.goal_sum.get_or_insert(sum) != sum {
                return Err(Halt::UnevenGoals);
            }
        }
        Ok(())
    }

    /// Whether ends alone make the value of a state lie outside of the window.
    fn ends_suffice(&self, frame: &Frame, alpha: Score, beta: Score) -> bool {
        let (node, joints) = (&frame.node, &frame.node.joints);
        if node.goals.is_empty() || joints.chances > 1 || joints.own > 1 && joints.replies > 1 {
            return false;
        }
        let mut goals = node.ends().map(|child| node.goals_of(child)[self.own()]);
        match joints.own > 1 {
            true => goals.any(|goal| goal >= beta),
            false => goals.any(|goal| goal <= alpha),
        }
    }

    /// What one of our moves comes to when the others reply, and their best reply.
    pub fn row(
        &mut self,
        frame: &mut Frame,
        own: usize,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<(Outcome, usize), Halt> {
        let mut row = Outcome {
            value: ALL.1,
            at_least: BEST,
            at_most: BEST,
            ends: 0,
            open: false,
        };
        let mut best = 0;
        for at in 0..frame.replies.len() {
            let reply = frame.replies[at];
            let found = self.chances(frame, own, reply, depth, (alpha, beta.min(row.value)))?;
            frame.columns[reply].add(found.at_most);
            if found.value < row.value {
                (row.value, best) = (found.value, reply);
            }
            row.at_least = row.at_least.min(found.at_least);
            row.at_most = row.at_most.min(found.at_most);
            row.ends = row.ends.max(found.ends);
            row.open |= found.open;
            if row.value <= alpha && at + 1 < frame.replies.len() {
                (row.at_least, row.ends) = (WORST, NO_END);
                self.history.praise_reply(&frame.node.joints, reply, depth);
                frame.replies[..=at].rotate_right(1);
                break;
            }
        }
        Ok((row, best))
    }

    /// What a joint move of us and the others comes to when chance has moved. The window of each outcome is as narrow as the
    /// outcomes before it and the extremes of those to come allow.
    fn chances(
        &mut self,
        frame: &mut Frame,
        own: usize,
        reply: usize,
        depth: u16,
        (alpha, beta): (Score, Score),
    ) -> Result<Outcome, Halt> {
        let count = frame.node.joints.chances;
        if count == 1 {
            return self.child(
                frame,
                frame.node.joints.number(own, reply, 0),
                depth,
                alpha,
                beta,
            );
        }
        let (mut value, mut at_least, mut at_most) =
            (Sum::new(count), Sum::new(count), Sum::new(count));
        let (mut ends, mut open) = (0, false);
        for chance in 0..count {
            let number = frame.node.joints.number(own, reply, chance);
            let (low, high) = value.window(alpha, beta);
            let found = self.child(frame, number, depth, low, high)?;
            value.add(found.value);
            at_least.add(found.at_least);
            at_most.add(found.at_most);
            ends = ends.max(found.ends);
            open |= found.open;
            if value.lowest() >= beta || value.highest() <= alpha {
                break;
            }
        }
        let outcome = Outcome {
            value: match value.lowest() >= beta {
                true => value.lowest(),
                false => value.highest(),
            },
            at_least: at_least.lowest(),
            at_most: at_most.highest(),
            ends,
            open,
        };
        Ok(outcome.with_bounds(&Outcome::guessed(0)))
    }

    fn child(
        &mut self,
        frame: &mut Frame,
        number: usize,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Outcome, Halt> {
        if frame.node.ended[number] {
            return Ok(Outcome::ended(frame.node.goals_of(number)[self.own()]));
        }
        if depth > 1 {
            return self.visit(&frame.node.children[number], depth - 1, alpha, beta);
        }
        if frame.guesses.is_empty() {
            frame.guesses = self.scout.guess(&frame.node.children, frame.key)?;
        }
        let roles = self.scout.seats.roles;
        Ok(Outcome::guessed(frame.guesses[number * roles + self.own()]))
    }

    /// Puts what was found out into the table.
    pub fn store(
        &mut self,
        key: Key,
        depth: u16,
        (alpha, beta): (Score, Score),
        best: Best,
        known: Option<&Entry>,
    ) -> Outcome {
        let bound = Bound::of(best.outcome.value, alpha, beta);
        let before = known.map_or(Outcome::guessed(0), |entry| entry.outcome);
        let outcome = best.outcome.with_bounds(&before);
        let depth = match outcome.open {
            true => depth,
            false => TO_THE_END,
        };
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let entry = Entry {
            outcome,
            bound,
            depth,
            own: short(best.own),
            reply: short(best.reply),
        };
        self.table.put(key, depth, &entry.pack());
        outcome
    }

    /// Our moves, the most promising first; puts the replies into order, too.
    fn order(&self, frame: &mut Frame, known: Option<&Entry>) -> Vec<usize> {
        let own = self.own();
        let best = known.map(|entry| (usize::from(entry.own), usize::from(entry.reply)));
        let node = &frame.node;
        self.history
            .order_replies(node, own, best, &mut frame.replies);
        self.history.order_own(node, own, best)
    }
}

impl Frame {
    fn new(key: Key, node: Node) -> Frame {
        let unseen = Column {
            at_most: WORST,
            looked_at: 0,
        };
        Frame {
            key,
            replies: (0..node.joints.replies).collect(),
            guesses: Vec::new(),
            columns: vec![unseen; node.joints.replies],
            node,
        }
    }

    /// What the others can hold us to.
    pub fn at_most(&self) -> Score {
        let own = self.node.joints.own;
        let complete = self.columns.iter().filter(|column| column.looked_at == own);
        complete.map(|column| column.at_most).min().unwrap_or(BEST)
    }

    /// Forgets what the others can hold us to, before another search of the same state.
    pub fn forget_bounds(&mut self) {
        for column in &mut self.columns {
            (column.at_most, column.looked_at) = (WORST, 0);
        }
    }
}

impl Column {
    fn add(&mut self, at_most: Score) {
        self.at_most = self.at_most.max(at_most);
        self.looked_at += 1;
    }
}

/// The sum of scores of which some are not known yet.
struct Sum {
    count: usize,
    added: usize,
    sum: i64,
}

impl Sum {
    fn new(count: usize) -> Sum {
        Sum {
            count,
            added: 0,
            sum: 0,
        }
    }

    fn add(&mut self, score: Score) {
        self.sum += i64::from(score);
        self.added += 1;
    }

    /// The mean if all that is missing is of one kind.
    fn filled(&self, score: Score) -> Score {
        let missing = (self.count - self.added) as i64;
        mean(self.sum + missing * i64::from(score), self.count)
    }

    fn lowest(&self) -> Score {
        self.filled(WORST)
    }

    fn highest(&self) -> Score {
        self.filled(BEST)
    }

    /// The window in which the next score decides on which side of the window the mean is.
    fn window(&self, alpha: Score, beta: Score) -> (Score, Score) {
        let after = (self.count - self.added - 1) as i64;
        let needed = |bound: Score, others: Score| {
            let total = i64::from(bound) * self.count as i64;
            total - self.sum - after * i64::from(others)
        };
        let clamp = |score: i64| score.clamp(i64::from(ALL.0), i64::from(ALL.1)) as Score;
        (clamp(needed(alpha, BEST)), clamp(needed(beta, WORST)))
    }
}
