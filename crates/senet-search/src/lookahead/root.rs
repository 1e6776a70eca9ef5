//! Iterative deepening at the root.

use super::alphabeta::{AlphaBeta, BestMove, FULL_WINDOW, Frame, MAX_DEPTH};
use super::meter::Abort;
use super::report::{progress_report, report};
use super::score::{BEST, POINT, Score};
use super::search_outcome::SearchOutcome;
use super::transposition_table::StateKey;
use crate::{Budget, SearchReport};
use fastrand::Rng;
use senet_engine::{MoveId, State};

/// Half the width of the first aspiration window.
const NARROW: Score = 4 * POINT;

/// The search windows for one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WindowPolicy {
    /// An aspiration window around the last value, widened on failure.
    Aspiration,
    /// MTD(f): null windows until the bounds meet.
    Null,
}

/// One of our moves at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub id: MoveId,
    /// The number of the move among our moves.
    pub own: usize,
    /// The best known reply.
    pub reply: usize,
    /// The value of the move; `None` before the first search.
    pub outcome: Option<SearchOutcome>,
    /// The number of states examined for the move.
    pub nodes: u64,
}

/// The root of a search.
pub struct Root {
    key: StateKey,
    /// The root node.
    pub frame: Frame,
    /// Our moves, best first.
    pub moves: Vec<RootMove>,
    /// The last completed depth.
    pub depth: u16,
    /// The value at that depth.
    pub outcome: Option<SearchOutcome>,
}

impl Root {
    /// Expands the root; `None` if it has too many joint moves. The moves are shuffled, so ties are broken at random.
    pub fn expand(
        search: &mut AlphaBeta,
        state: &State,
        rng: &mut Rng,
    ) -> Result<Option<Root>, Abort> {
        let key = StateKey::of(state);
        let Some(frame) = search.expand(state, key)? else {
            return Ok(None);
        };
        let legal = &frame.node.joints.legal[search.context.sides.own];
        let new = |(own, &id)| RootMove {
            id,
            own,
            reply: 0,
            outcome: None,
            nodes: 0,
        };
        let mut moves: Vec<RootMove> = legal.iter().enumerate().map(new).collect();
        rng.shuffle(&mut moves);
        Ok(Some(Root {
            key,
            frame,
            moves,
            depth: 0,
            outcome: None,
        }))
    }

    /// Deepens until the value is final or the search is aborted. The best move so far is always the first.
    pub fn deepen(&mut self, search: &mut AlphaBeta, windows: WindowPolicy) -> Result<(), Abort> {
        for depth in 1..=MAX_DEPTH {
            let outcome = self.search(search, depth, windows)?;
            if outcome.is_proven() || !outcome.heuristic {
                break;
            }
        }
        Ok(())
    }

    /// Searches the root to one depth.
    pub fn search(
        &mut self,
        search: &mut AlphaBeta,
        depth: u16,
        windows: WindowPolicy,
    ) -> Result<SearchOutcome, Abort> {
        let outcome = match windows {
            WindowPolicy::Aspiration => self.search_aspiration(search, depth)?,
            WindowPolicy::Null => self.search_null_windows(search, depth)?,
        };
        self.depth = depth;
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// Searches with an aspiration window, then opens the window on the side where the value fell outside.
    fn search_aspiration(
        &mut self,
        search: &mut AlphaBeta,
        depth: u16,
    ) -> Result<SearchOutcome, Abort> {
        let (mut alpha, mut beta) = self.outcome.map_or(FULL_WINDOW, |last| {
            let around = (last.value - NARROW, last.value + NARROW);
            (around.0.max(FULL_WINDOW.0), around.1.min(FULL_WINDOW.1))
        });
        loop {
            let outcome = self.search_moves(search, depth, alpha, beta)?;
            if outcome.is_proven() || outcome.value > alpha && outcome.value < beta {
                return Ok(outcome);
            }
            match outcome.value <= alpha {
                true => alpha = FULL_WINDOW.0,
                false => beta = FULL_WINDOW.1,
            }
        }
    }

    /// Searches with null windows. Each search tells on which side of a number the value lies. The result is
    /// heuristic if the last search on either side was.
    fn search_null_windows(
        &mut self,
        search: &mut AlphaBeta,
        depth: u16,
    ) -> Result<SearchOutcome, Abort> {
        let (mut lower, mut upper) = FULL_WINDOW;
        let mut guess = self.outcome.map_or((lower + upper) / 2, |last| last.value);
        let mut bounds = SearchOutcome::heuristic(guess);
        let (mut lower_is_heuristic, mut upper_is_heuristic) = (true, true);
        while lower < upper && !bounds.is_proven() {
            let beta = guess.max(lower + 1);
            let outcome = self.search_moves(search, depth, beta - 1, beta)?;
            guess = outcome.value;
            match guess < beta {
                true => (upper, upper_is_heuristic) = (guess, outcome.heuristic),
                false => (lower, lower_is_heuristic) = (guess, outcome.heuristic),
            }
            bounds = outcome.with_bounds(&bounds);
        }
        Ok(SearchOutcome {
            heuristic: lower_is_heuristic || upper_is_heuristic,
            ..bounds
        })
    }

    /// Searches all moves once.
    fn search_moves(
        &mut self,
        search: &mut AlphaBeta,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<SearchOutcome, Abort> {
        self.frame.reset_bounds();
        let mut best = BestMove::none();
        for at in 0..self.moves.len() {
            let before = search.context.meter.nodes;
            let own = self.moves[at].own;
            let from = alpha.max(best.outcome.value);
            let found = search.search_own_move(&mut self.frame, own, depth, from, beta);
            self.moves[at].nodes += search.context.meter.nodes - before;
            let (row, reply) = found?;
            self.moves[at].outcome = Some(row);
            self.moves[at].reply = reply;
            let is_best = row.value > from;
            best.add(own, reply, &row);
            if is_best {
                self.moves[..=at].rotate_right(1);
            }
            search
                .context
                .meter
                .report_progress(|| progress_report(search, self));
            if best.outcome.value >= beta {
                break;
            }
        }
        best.outcome.upper = self.frame.upper();
        // An older table entry of the root is ignored, since its value would come without the move that leads to it.
        Ok(search.store(self.key, depth, (alpha, beta), best, None))
    }

    /// The move to play: the one with the best value, unless another one is proven to be better. Among proven wins it
    /// is the fastest. Otherwise the search could postpone a win forever.
    pub fn best_move(&self) -> &RootMove {
        let best = &self.moves[0];
        let rows = self.moves.iter().filter_map(|root_move| {
            let row = root_move.outcome?;
            Some((root_move, row))
        });
        let surest = rows.min_by_key(|(_, row)| (-row.lower, row.plies));
        let (Some(hoped), Some((surest, sure))) = (best.outcome, surest) else {
            return best;
        };
        let all_known = self.outcome.is_some_and(|outcome| outcome.is_proven());
        let is_better = hoped.lower < sure.lower && (hoped.upper < sure.lower || all_known);
        match is_better || sure.lower == BEST {
            true => surest,
            false => best,
        }
    }
}

impl AlphaBeta {
    /// Deepens within a budget. Returns the best move, if one was found, the report, and how the search ended.
    pub fn think(
        &mut self,
        state: &State,
        budget: &Budget,
        windows: WindowPolicy,
        rng: &mut Rng,
    ) -> (Option<MoveId>, SearchReport, Result<(), Abort>) {
        self.begin(budget);
        let (root, ended) = match Root::expand(self, state, rng) {
            Ok(Some(mut root)) => {
                let ended = root.deepen(self, windows);
                (Some(root), ended)
            }
            Ok(None) => (None, Ok(())),
            Err(abort) => (None, Err(abort)),
        };
        let report = match &root {
            Some(root) => report(self, root, &ended),
            None => self.context.meter.empty_report(&ended),
        };
        (root.map(|root| root.best_move().id), report, ended)
    }
}
