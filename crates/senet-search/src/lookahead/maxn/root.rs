//! Iterative deepening of max^n at the root.

use super::{MaxN, MaxNValue};
use crate::lookahead::alphabeta::MAX_DEPTH;
use crate::lookahead::expansion::{ExpandedState, JointMoves};
use crate::lookahead::meter::Abort;
use crate::lookahead::principal_variation::follow_table;
use crate::lookahead::score::{Score, points};
use crate::lookahead::transposition_table::StateKey;
use crate::{Budget, MoveReport, SearchReport, Stop};
use fastrand::Rng;
use senet_engine::{MoveId, State};

/// One of our moves at the root.
struct RootMove {
    id: MoveId,
    own: usize,
    found: Option<MaxNValue>,
    nodes: u64,
}

/// The root of a search.
struct Root {
    key: StateKey,
    node: ExpandedState,
    leaf_values: Vec<Score>,
    /// The moves, best first.
    moves: Vec<RootMove>,
    depth: u16,
    /// The value at the last completed depth.
    found: Option<MaxNValue>,
}

impl MaxN {
    /// Deepens until the value is final or the budget is used up. Returns the best move, if one was found, and the
    /// report.
    pub fn think(
        &mut self,
        state: &State,
        budget: &Budget,
        rng: &mut Rng,
    ) -> (Option<MoveId>, SearchReport) {
        self.context.begin(budget, &mut self.table);
        match self.expand(state, rng) {
            Ok(Some(mut root)) => {
                let ended = self.deepen(&mut root);
                (Some(root.moves[0].id), self.report(&root, ended))
            }
            Ok(None) => (None, self.context.meter.empty_report(&Ok(()))),
            Err(abort) => (None, self.context.meter.empty_report(&Err(abort))),
        }
    }

    fn expand(&mut self, state: &State, rng: &mut Rng) -> Result<Option<Root>, Abort> {
        let Some(node) = self.context.expand(state)? else {
            return Ok(None);
        };
        let legal = node.joints.legal[self.context.sides.own].iter();
        let new = |(own, &id)| RootMove {
            id,
            own,
            found: None,
            nodes: 0,
        };
        let mut moves: Vec<RootMove> = legal.enumerate().map(new).collect();
        rng.shuffle(&mut moves);
        Ok(Some(Root {
            key: StateKey::of(state),
            node,
            leaf_values: Vec::new(),
            moves,
            depth: 0,
            found: None,
        }))
    }

    fn deepen(&mut self, root: &mut Root) -> Result<(), Abort> {
        for depth in 1..=MAX_DEPTH {
            let found = self.search_moves(root, depth)?;
            root.depth = depth;
            let heuristic = found.heuristic;
            root.found = Some(found);
            if !heuristic {
                break;
            }
        }
        Ok(())
    }

    /// Searches all moves once. If it is aborted, the best of the moves searched so far stands first.
    fn search_moves(&mut self, root: &mut Root, depth: u16) -> Result<MaxNValue, Abort> {
        let own = self.context.sides.own;
        for at in 0..root.moves.len() {
            let before = self.context.meter.nodes;
            let rows = self.search_own_move(root, root.moves[at].own, depth);
            root.moves[at].nodes += self.context.meter.nodes - before;
            root.moves[at].found = Some(rows?);
            let value = |root_move: &RootMove| root_move.found.as_ref().map(|f| f.values[own]);
            if value(&root.moves[at]) > value(&root.moves[0]) {
                root.moves[..=at].rotate_right(1);
            }
            self.context
                .meter
                .report_progress(|| self.progress_report(root));
        }
        let found: Vec<MaxNValue> = root.moves.iter().filter_map(|m| m.found.clone()).collect();
        let mut best = self.choose_best(own, &found);
        best.unique &= root.node.joints.takes_turns();
        root.moves[..].sort_by_key(|m| m.found.as_ref().map(|f| -f.values[own]));
        Ok(best)
    }

    /// The value of one of our moves.
    fn search_own_move(
        &mut self,
        root: &mut Root,
        own: usize,
        depth: u16,
    ) -> Result<MaxNValue, Abort> {
        let size = root.node.joints.replies * root.node.joints.chance_moves;
        let children = own * size..(own + 1) * size;
        let (node, leaf_values, key) = (&root.node, &mut root.leaf_values, root.key);
        let found = children.map(|child| self.child_value(node, leaf_values, key, child, depth));
        let found: Vec<MaxNValue> = found.collect::<Result<_, _>>()?;
        Ok(self.back_up(node, found).swap_remove(0))
    }

    /// An intermediate report of a running search.
    fn progress_report(&self, root: &Root) -> SearchReport {
        SearchReport {
            stop: Stop::Done,
            notes: Vec::new(),
            ..self.report(root, Ok(()))
        }
    }

    fn report(&self, root: &Root, ended: Result<(), Abort>) -> SearchReport {
        let mut notes = vec!["every role maximises its own goal (max^n)".to_string()];
        let proven = matches!(&root.found, Some(found) if found.unique && !found.heuristic);
        let stop = match &ended {
            Err(abort) => {
                let (stop, note) = self.context.meter.stop_reason(abort);
                notes.extend(note);
                stop
            }
            Ok(()) => {
                notes.push(finished(root, proven));
                match proven {
                    true => Stop::Solved,
                    false => Stop::Done,
                }
            }
        };
        let values = |found: &MaxNValue| found.values.iter().map(|&score| points(score)).collect();
        let move_report = |root_move: &RootMove| MoveReport {
            id: root_move.id,
            visits: root_move.nodes,
            values: root_move.found.as_ref().map_or(Vec::new(), values),
            proven: matches!(&root_move.found, Some(found) if found.unique && !found.heuristic),
        };
        SearchReport {
            stop,
            simulations: self.context.meter.simulations,
            nodes: self.context.meter.nodes,
            depth: u32::from(root.depth),
            values: self
                .expected(root, ended.is_ok())
                .map_or(Vec::new(), values),
            proven,
            moves: root.moves.iter().map(move_report).collect(),
            line: self.principal_variation(root),
            notes,
            ..SearchReport::default()
        }
    }

    /// The value of the last completed depth. If the search was aborted, the value of the best move searched so far.
    fn expected<'a>(&self, root: &'a Root, is_complete: bool) -> Option<&'a MaxNValue> {
        let aborted = root.moves[0].found.as_ref().filter(|_| !is_complete);
        aborted.or(root.found.as_ref())
    }

    fn principal_variation(&self, root: &Root) -> Vec<Box<[MoveId]>> {
        let best = root.moves[0].found.as_ref().or(root.found.as_ref());
        let Some(best) = best else {
            return Vec::new();
        };
        let next = |state: &State, joints: &JointMoves| {
            let known = self.lookup(StateKey::of(state), 1)?;
            (known.child < joints.count()).then_some(known.child)
        };
        follow_table(&self.context, &root.node, best.child, next)
    }
}

fn finished(root: &Root, proven: bool) -> String {
    let heuristic = root.found.as_ref().is_none_or(|found| found.heuristic);
    match (heuristic, proven) {
        (true, _) => format!("the maximum search depth of {MAX_DEPTH} moves is reached"),
        (false, true) => "solved: rational roles reach no other values".to_string(),
        (false, false) => {
            "searched to all terminal states; rational roles may reach other values, \
            because moves are simultaneous or equally good"
                .to_string()
        }
    }
}
