//! The state that a move is wanted for: deeper and deeper searches of it.

use super::alphabeta::{ALL, Best, Frame, MOST_DEPTH, Search};
use super::halt::Halt;
use super::outcome::Outcome;
use super::report::{report, so_far};
use super::score::{BEST, POINT, Score};
use super::table::Key;
use crate::{Budget, Report};
use fastrand::Rng;
use senet_engine::{MoveId, State};

/// The first guess at how far the value may be from that of the last depth.
const NARROW: Score = 4 * POINT;

/// How the value of a depth is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Windows {
    /// A window around the last value, and wider ones where that was too narrow.
    Aspiration,
    /// MTD(f): windows without width, until they meet.
    Zero,
}

/// One of our moves.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub id: MoveId,
    /// Its number.
    pub own: usize,
    /// The best reply to it that was found.
    pub reply: usize,
    /// What it comes to; `None` before it was searched.
    pub outcome: Option<Outcome>,
    /// States looked at for it.
    pub nodes: u64,
}

/// The state that a move is wanted for.
pub struct Root {
    key: Key,
    /// What follows it.
    pub frame: Frame,
    /// Our moves, the best first.
    pub moves: Vec<RootMove>,
    /// The depth that was searched to its end.
    pub depth: u16,
    /// What that came to.
    pub outcome: Option<Outcome>,
}

impl Root {
    /// Looks into the state; `None` if too much follows it. Moves that turn out to be equally good come in an order that chance decides.
    pub fn enter(search: &mut Search, state: &State, rng: &mut Rng) -> Result<Option<Root>, Halt> {
        let key = Key::of(state);
        let Some(frame) = search.enter(state, key)? else {
            return Ok(None);
        };
        let legal = &frame.node.joints.legal[search.scout.seats.own];
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

    /// Searches deeper and deeper until all is known or the search is halted. The best move so far is always the first.
    pub fn deepen(&mut self, search: &mut Search, windows: Windows) -> Result<(), Halt> {
        for depth in 1..=MOST_DEPTH {
            let outcome = self.search(search, depth, windows)?;
            if outcome.is_proven() || !outcome.open {
                break;
            }
        }
        Ok(())
    }

    /// Searches to some depth.
    pub fn search(
        &mut self,
        search: &mut Search,
        depth: u16,
        windows: Windows,
    ) -> Result<Outcome, Halt> {
        let outcome = match windows {
            Windows::Aspiration => self.aspire(search, depth)?,
            Windows::Zero => self.converge(search, depth)?,
        };
        self.depth = depth;
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// A depth with a narrow window, then with a wide one on the side where the value turned out to be.
    fn aspire(&mut self, search: &mut Search, depth: u16) -> Result<Outcome, Halt> {
        let (mut alpha, mut beta) = self.outcome.map_or(ALL, |last| {
            let around = (last.value - NARROW, last.value + NARROW);
            (around.0.max(ALL.0), around.1.min(ALL.1))
        });
        loop {
            let outcome = self.pass(search, depth, alpha, beta)?;
            if outcome.is_proven() || outcome.value > alpha && outcome.value < beta {
                return Ok(outcome);
            }
            match outcome.value <= alpha {
                true => alpha = ALL.0,
                false => beta = ALL.1,
            }
        }
    }

    /// A depth by passes that only ask on which side of a number the value is. What is known in the end rests on the last pass of either kind.
    fn converge(&mut self, search: &mut Search, depth: u16) -> Result<Outcome, Halt> {
        let (mut lower, mut upper) = ALL;
        let mut guess = self.outcome.map_or((lower + upper) / 2, |last| last.value);
        let mut bounds = Outcome::guessed(guess);
        let (mut lower_is_open, mut upper_is_open) = (true, true);
        while lower < upper && !bounds.is_proven() {
            let beta = guess.max(lower + 1);
            let outcome = self.pass(search, depth, beta - 1, beta)?;
            guess = outcome.value;
            match guess < beta {
                true => (upper, upper_is_open) = (guess, outcome.open),
                false => (lower, lower_is_open) = (guess, outcome.open),
            }
            bounds = outcome.with_bounds(&bounds);
        }
        Ok(Outcome {
            open: lower_is_open || upper_is_open,
            ..bounds
        })
    }

    /// One search of all moves.
    fn pass(
        &mut self,
        search: &mut Search,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Outcome, Halt> {
        self.frame.forget_bounds();
        let mut best = Best::none();
        for at in 0..self.moves.len() {
            let before = search.scout.meter.nodes;
            let own = self.moves[at].own;
            let from = alpha.max(best.outcome.value);
            let found = search.row(&mut self.frame, own, depth, from, beta);
            self.moves[at].nodes += search.scout.meter.nodes - before;
            let (row, reply) = found?;
            self.moves[at].outcome = Some(row);
            self.moves[at].reply = reply;
            let is_best = row.value > from;
            best.add(own, reply, &row);
            if is_best {
                self.moves[..=at].rotate_right(1);
            }
            search.scout.meter.tell(|| so_far(search, self));
            if best.outcome.value >= beta {
                break;
            }
        }
        best.outcome.at_most = self.frame.at_most();
        // What the table may know of this state from before is left aside: a value is of no use here without the move that leads to it.
        Ok(search.store(self.key, depth, (alpha, beta), best, None))
    }

    /// The move to be made: the best by its value, unless another is proven to be better. Of those that are proven to win it is the one that
    /// wins soonest, since going by values alone one may put off a win for ever.
    pub fn choice(&self) -> &RootMove {
        let best = &self.moves[0];
        let rows = self.moves.iter().filter_map(|root_move| {
            let row = root_move.outcome?;
            Some((root_move, row))
        });
        let surest = rows.min_by_key(|(_, row)| (-row.at_least, row.ends));
        let (Some(hoped), Some((surest, sure))) = (best.outcome, surest) else {
            return best;
        };
        let all_known = self.outcome.is_some_and(|outcome| outcome.is_proven());
        let is_better =
            hoped.at_least < sure.at_least && (hoped.at_most < sure.at_least || all_known);
        match is_better || sure.at_least == BEST {
            true => surest,
            false => best,
        }
    }
}

impl Search {
    /// Searches deeper and deeper within a budget: the best move, if one was found, a report, and how it ended.
    pub fn think(
        &mut self,
        state: &State,
        budget: &Budget,
        windows: Windows,
        rng: &mut Rng,
    ) -> (Option<MoveId>, Report, Result<(), Halt>) {
        self.begin(budget);
        let (root, ended) = match Root::enter(self, state, rng) {
            Ok(Some(mut root)) => {
                let ended = root.deepen(self, windows);
                (Some(root), ended)
            }
            Ok(None) => (None, Ok(())),
            Err(halt) => (None, Err(halt)),
        };
        let report = match &root {
            Some(root) => report(self, root, &ended),
            None => self.scout.meter.nothing_found(&ended),
        };
        (root.map(|root| root.choice().id), report, ended)
    }
}
