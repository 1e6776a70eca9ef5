//! Alpha-beta over joint moves.
//!
//! In every state we move first. All other roles form one opponent, which replies to our move and knows it; chance
//! moves last. If only one side has a choice, as in every turn-taking game, this is plain minimax. With simultaneous
//! moves it is the paranoid reduction, which underestimates us. The proven bounds do not depend on that reduction:
//! for the upper bound the opponents commit to their reply first.

use super::context::SearchContext;
use super::expansion::ExpandedState;
use super::history::MoveHistory;
use super::meter::Abort;
use super::score::{BEST, Score, WORST, mean};
use super::search_outcome::{
    BoundKind, ENTRY_WORDS, FULL_DEPTH, NO_FORCED_END, SearchOutcome, TableEntry,
};
use super::transposition_table::{StateKey, TranspositionTable};
use crate::Budget;
use senet_engine::{RoleId, State};

/// The maximum search depth. The stack of a thread must hold this many frames.
pub const MAX_DEPTH: u16 = 500;
/// A window that contains all values.
pub const FULL_WINDOW: (Score, Score) = (WORST - 1, BEST + 1);

/// A search for the best move of one role. It keeps its transposition table between moves.
pub struct AlphaBeta {
    /// The game, seen from our role.
    pub context: SearchContext,
    /// True if the search relies on a constant sum of goals.
    pub needs_constant_sum: bool,
    /// The sum of goals in the terminal states met so far; `None` before the first.
    pub goal_sum: Option<Score>,
    /// True if the search met a state in which we and an opponent both have a choice.
    pub met_simultaneous: bool,
    /// The transposition table.
    pub table: TranspositionTable,
    /// The history heuristic for move ordering.
    pub history: MoveHistory,
}

/// A node whose moves are being searched.
pub struct Frame {
    key: StateKey,
    /// The state with its successors.
    pub node: ExpandedState,
    /// The opponents' replies in search order.
    replies: Vec<usize>,
    /// The heuristic values of the children at the horizon; empty until they are needed.
    leaf_values: Vec<Score>,
    reply_bounds: Vec<ReplyBound>,
}

/// The best value that we can reach if the opponents commit to one reply.
#[derive(Clone, Copy)]
struct ReplyBound {
    upper: Score,
    searched: usize,
}

/// The best of our moves so far.
pub struct BestMove {
    /// The value of the move.
    pub outcome: SearchOutcome,
    /// Our move.
    pub own: usize,
    /// The best reply to our move.
    pub reply: usize,
}

impl BestMove {
    /// The start value, before any move is searched.
    pub fn none() -> BestMove {
        BestMove {
            outcome: SearchOutcome {
                value: FULL_WINDOW.0,
                lower: WORST,
                upper: BEST,
                plies: NO_FORCED_END,
                heuristic: false,
            },
            own: 0,
            reply: 0,
        }
    }

    /// Takes another of our moves into account.
    pub fn add(&mut self, own: usize, reply: usize, row: &SearchOutcome) {
        let best = &mut self.outcome;
        if row.value > best.value {
            best.value = row.value;
            (self.own, self.reply) = (own, reply);
        }
        if (row.lower, NO_FORCED_END - row.plies) > (best.lower, NO_FORCED_END - best.plies) {
            (best.lower, best.plies) = (row.lower, row.plies);
        }
        best.heuristic |= row.heuristic;
    }
}

impl AlphaBeta {
    /// A search with empty tables.
    pub fn new(context: SearchContext) -> AlphaBeta {
        AlphaBeta {
            history: MoveHistory::new(context.sides.roles),
            context,
            needs_constant_sum: false,
            goal_sum: None,
            met_simultaneous: false,
            table: TranspositionTable::new(ENTRY_WORDS),
        }
    }

    /// Prepares a search within a budget.
    pub fn begin(&mut self, budget: &Budget) {
        self.context.begin(budget, &mut self.table);
    }

    /// Drops the transposition table and frees its memory.
    pub fn clear_table(&mut self) {
        self.table = TranspositionTable::new(ENTRY_WORDS);
    }

    fn own(&self) -> RoleId {
        self.context.sides.own
    }

    /// Searches a state that is not terminal, `depth` ≥ 1 joint moves deep.
    fn search_state(
        &mut self,
        state: &State,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<SearchOutcome, Abort> {
        let key = StateKey::of(state);
        let known = self.table.get(key).map(TableEntry::unpack);
        if let Some(answer) = known.and_then(|entry| entry.answer(depth, alpha, beta)) {
            self.context.meter.count(1)?;
            return Ok(answer);
        }
        let Some(mut frame) = self.expand(state, key)? else {
            let leaf_values = self
                .context
                .evaluate_leaves(std::slice::from_ref(state), key)?;
            return Ok(SearchOutcome::heuristic(leaf_values[self.own()]));
        };
        let (alpha, beta) = match depth == 1 && !self.terminal_children_decide(&frame, alpha, beta)
        {
            // All children are evaluated in one batch, so a narrow window saves nothing.
            true => FULL_WINDOW,
            false => (alpha, beta),
        };
        let moves = self.order(&mut frame, known.as_ref());
        let mut best = BestMove::none();
        for own in moves {
            let alpha = alpha.max(best.outcome.value);
            let (row, reply) = self.search_own_move(&mut frame, own, depth, alpha, beta)?;
            best.add(own, reply, &row);
            if best.outcome.value >= beta {
                self.history.reward_own_move(&frame.node.joints, own, depth);
                break;
            }
        }
        best.outcome.upper = frame.upper();
        Ok(self.store(key, depth, (alpha, beta), best, known.as_ref()))
    }

    /// Expands a state; `None` if it has too many joint moves.
    pub fn expand(&mut self, state: &State, key: StateKey) -> Result<Option<Frame>, Abort> {
        let Some(node) = self.context.expand(state)? else {
            return Ok(None);
        };
        self.check_constant_sum(&node)?;
        self.met_simultaneous |= node.joints.own > 1 && node.joints.replies > 1;
        Ok(Some(Frame::new(key, node)))
    }

    fn check_constant_sum(&mut self, node: &ExpandedState) -> Result<(), Abort> {
        if !self.needs_constant_sum || node.goals.is_empty() {
            return Ok(());
        }
        for child in node.terminal_children() {
            let sum = self.context.sides.sum(node.goals_of(child));
            if *self.goal_sum.get_or_insert(sum) != sum {
                return Err(Abort::VariableSum);
            }
        }
        Ok(())
    }

    /// True if the terminal children alone put the value of the state outside the window.
    fn terminal_children_decide(&self, frame: &Frame, alpha: Score, beta: Score) -> bool {
        let (node, joints) = (&frame.node, &frame.node.joints);
        if node.goals.is_empty() || joints.chance_moves > 1 || joints.own > 1 && joints.replies > 1
        {
            return false;
        }
        let mut goals = node
            .terminal_children()
            .map(|child| node.goals_of(child)[self.own()]);
        match joints.own > 1 {
            true => goals.any(|goal| goal >= beta),
            false => goals.any(|goal| goal <= alpha),
        }
    }

    /// The value of one of our moves after the best reply, and that reply.
    pub fn search_own_move(
        &mut self,
        frame: &mut Frame,
        own: usize,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<(SearchOutcome, usize), Abort> {
        let mut row = SearchOutcome {
            value: FULL_WINDOW.1,
            lower: BEST,
            upper: BEST,
            plies: 0,
            heuristic: false,
        };
        let mut best = 0;
        for at in 0..frame.replies.len() {
            let reply = frame.replies[at];
            let found =
                self.average_chance(frame, own, reply, depth, (alpha, beta.min(row.value)))?;
            frame.reply_bounds[reply].add(found.upper);
            if found.value < row.value {
                (row.value, best) = (found.value, reply);
            }
            row.lower = row.lower.min(found.lower);
            row.upper = row.upper.min(found.upper);
            row.plies = row.plies.max(found.plies);
            row.heuristic |= found.heuristic;
            if row.value <= alpha && at + 1 < frame.replies.len() {
                (row.lower, row.plies) = (WORST, NO_FORCED_END);
                self.history.reward_reply(&frame.node.joints, reply, depth);
                frame.replies[..=at].rotate_right(1);
                break;
            }
        }
        Ok((row, best))
    }

    /// The value of our move and a reply, averaged over the moves of chance. Each child gets the narrowest window
    /// that the known children, and the extreme values of the others, allow.
    fn average_chance(
        &mut self,
        frame: &mut Frame,
        own: usize,
        reply: usize,
        depth: u16,
        (alpha, beta): (Score, Score),
    ) -> Result<SearchOutcome, Abort> {
        let count = frame.node.joints.chance_moves;
        if count == 1 {
            return self.child_value(
                frame,
                frame.node.joints.number(own, reply, 0),
                depth,
                alpha,
                beta,
            );
        }
        let (mut value, mut lower, mut upper) = (
            PartialMean::new(count),
            PartialMean::new(count),
            PartialMean::new(count),
        );
        let (mut plies, mut heuristic) = (0, false);
        for chance in 0..count {
            let number = frame.node.joints.number(own, reply, chance);
            let (low, high) = value.window(alpha, beta);
            let found = self.child_value(frame, number, depth, low, high)?;
            value.add(found.value);
            lower.add(found.lower);
            upper.add(found.upper);
            plies = plies.max(found.plies);
            heuristic |= found.heuristic;
            if value.lowest() >= beta || value.highest() <= alpha {
                break;
            }
        }
        let outcome = SearchOutcome {
            value: match value.lowest() >= beta {
                true => value.lowest(),
                false => value.highest(),
            },
            lower: lower.lowest(),
            upper: upper.highest(),
            plies,
            heuristic,
        };
        Ok(outcome.with_bounds(&SearchOutcome::heuristic(0)))
    }

    fn child_value(
        &mut self,
        frame: &mut Frame,
        number: usize,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<SearchOutcome, Abort> {
        if frame.node.terminal[number] {
            return Ok(SearchOutcome::terminal(
                frame.node.goals_of(number)[self.own()],
            ));
        }
        if depth > 1 {
            return self.search_state(&frame.node.children[number], depth - 1, alpha, beta);
        }
        if frame.leaf_values.is_empty() {
            frame.leaf_values = self
                .context
                .evaluate_leaves(&frame.node.children, frame.key)?;
        }
        let roles = self.context.sides.roles;
        Ok(SearchOutcome::heuristic(
            frame.leaf_values[number * roles + self.own()],
        ))
    }

    /// Stores the result in the transposition table.
    pub fn store(
        &mut self,
        key: StateKey,
        depth: u16,
        (alpha, beta): (Score, Score),
        best: BestMove,
        known: Option<&TableEntry>,
    ) -> SearchOutcome {
        let bound = BoundKind::of(best.outcome.value, alpha, beta);
        let before = known.map_or(SearchOutcome::heuristic(0), |entry| entry.outcome);
        let outcome = best.outcome.with_bounds(&before);
        let depth = match outcome.heuristic {
            true => depth,
            false => FULL_DEPTH,
        };
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let entry = TableEntry {
            outcome,
            bound,
            depth,
            own: short(best.own),
            reply: short(best.reply),
        };
        self.table.put(key, depth, &entry.pack());
        outcome
    }

    /// Our moves in search order. Also sorts the replies.
    fn order(&self, frame: &mut Frame, known: Option<&TableEntry>) -> Vec<usize> {
        let own = self.own();
        let best = known.map(|entry| (usize::from(entry.own), usize::from(entry.reply)));
        let node = &frame.node;
        self.history
            .order_replies(node, own, best, &mut frame.replies);
        self.history.order_own(node, own, best)
    }
}

impl Frame {
    fn new(key: StateKey, node: ExpandedState) -> Frame {
        let unseen = ReplyBound {
            upper: WORST,
            searched: 0,
        };
        Frame {
            key,
            replies: (0..node.joints.replies).collect(),
            leaf_values: Vec::new(),
            reply_bounds: vec![unseen; node.joints.replies],
            node,
        }
    }

    /// The proven upper bound of our value.
    pub fn upper(&self) -> Score {
        let own = self.node.joints.own;
        let complete = self
            .reply_bounds
            .iter()
            .filter(|reply_bound| reply_bound.searched == own);
        complete
            .map(|reply_bound| reply_bound.upper)
            .min()
            .unwrap_or(BEST)
    }

    /// Resets the proven upper bounds before another search of the same state.
    pub fn reset_bounds(&mut self) {
        for reply_bound in &mut self.reply_bounds {
            (reply_bound.upper, reply_bound.searched) = (WORST, 0);
        }
    }
}

impl ReplyBound {
    fn add(&mut self, upper: Score) {
        self.upper = self.upper.max(upper);
        self.searched += 1;
    }
}

/// The mean of scores of which some are still unknown.
struct PartialMean {
    count: usize,
    added: usize,
    sum: i64,
}

impl PartialMean {
    fn new(count: usize) -> PartialMean {
        PartialMean {
            count,
            added: 0,
            sum: 0,
        }
    }

    fn add(&mut self, score: Score) {
        self.sum += i64::from(score);
        self.added += 1;
    }

    /// The mean if all unknown scores are equal to `score`.
    fn with_missing(&self, score: Score) -> Score {
        let missing = (self.count - self.added) as i64;
        mean(self.sum + missing * i64::from(score), self.count)
    }

    fn lowest(&self) -> Score {
        self.with_missing(WORST)
    }

    fn highest(&self) -> Score {
        self.with_missing(BEST)
    }

    /// The window for the next score that decides whether the mean lies inside `alpha` and `beta`.
    fn window(&self, alpha: Score, beta: Score) -> (Score, Score) {
        let after = (self.count - self.added - 1) as i64;
        let needed = |bound: Score, others: Score| {
            let total = i64::from(bound) * self.count as i64;
            total - self.sum - after * i64::from(others)
        };
        let clamp =
            |score: i64| score.clamp(i64::from(FULL_WINDOW.0), i64::from(FULL_WINDOW.1)) as Score;
        (clamp(needed(alpha, BEST)), clamp(needed(beta, WORST)))
    }
}
