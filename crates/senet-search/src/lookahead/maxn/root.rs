//! The state that a move is wanted for: deeper and deeper searches of it.

use super::{Found, MaxN};
use crate::lookahead::alphabeta::MOST_DEPTH;
use crate::lookahead::expand::{Joints, Node};
use crate::lookahead::halt::Halt;
use crate::lookahead::line::follow;
use crate::lookahead::score::{Score, points};
use crate::lookahead::table::Key;
use crate::{Budget, MoveReport, Report, Stop};
use fastrand::Rng;
use senet_engine::{MoveId, State};

/// One of our moves.
struct RootMove {
    id: MoveId,
    own: usize,
    found: Option<Found>,
    nodes: u64,
}

/// The state that a move is wanted for.
struct Root {
    key: Key,
    node: Node,
    guesses: Vec<Score>,
    /// The best first, as far as known.
    moves: Vec<RootMove>,
    depth: u16,
    /// What the deepest search that was not halted came to.
    found: Option<Found>,
}

impl MaxN {
    /// Searches deeper and deeper until all is known or the budget is used up: the best move, if one was found, and a report.
    pub fn think(
        &mut self,
        state: &State,
        budget: &Budget,
        rng: &mut Rng,
    ) -> (Option<MoveId>, Report) {
        self.scout.begin(budget, &mut self.table);
        match self.enter(state, rng) {
            Ok(Some(mut root)) => {
                let ended = self.deepen(&mut root);
                (Some(root.moves[0].id), self.report(&root, ended))
            }
            Ok(None) => (None, self.scout.meter.nothing_found(&Ok(()))),
            Err(halt) => (None, self.scout.meter.nothing_found(&Err(halt))),
        }
    }

    fn enter(&mut self, state: &State, rng: &mut Rng) -> Result<Option<Root>, Halt> {
        let Some(node) = self.scout.enter(state)? else {
            return Ok(None);
        };
        let legal = node.joints.legal[self.scout.seats.own].iter();
        let new = |(own, &id)| RootMove {
            id,
            own,
            found: None,
            nodes: 0,
        };
        let mut moves: Vec<RootMove> = legal.enumerate().map(new).collect();
        rng.shuffle(&mut moves);
        Ok(Some(Root {
            key: Key::of(state),
            node,
            guesses: Vec::new(),
            moves,
            depth: 0,
            found: None,
        }))
    }

    fn deepen(&mut self, root: &mut Root) -> Result<(), Halt> {
        for depth in 1..=MOST_DEPTH {
            let found = self.pass(root, depth)?;
            root.depth = depth;
            let open = found.open;
            root.found = Some(found);
            if !open {
                break;
            }
        }
        Ok(())
    }

    /// One search of all moves. When it is halted, those that it looked at stand first, the best of them before the others.
    fn pass(&mut self, root: &mut Root, depth: u16) -> Result<Found, Halt> {
        let own = self.scout.seats.own;
        for at in 0..root.moves.len() {
            let before = self.scout.meter.nodes;
            let rows = self.row(root, root.moves[at].own, depth);
            root.moves[at].nodes += self.scout.meter.nodes - before;
            root.moves[at].found = Some(rows?);
            let value = |root_move: &RootMove| root_move.found.as_ref().map(|f| f.values[own]);
            if value(&root.moves[at]) > value(&root.moves[0]) {
                root.moves[..=at].rotate_right(1);
            }
            self.scout.meter.tell(|| self.so_far(root));
        }
        let found: Vec<Found> = root.moves.iter().filter_map(|m| m.found.clone()).collect();
        let mut best = self.choose(own, &found);
        best.settled &= root.node.joints.takes_turns();
        root.moves[..].sort_by_key(|m| m.found.as_ref().map(|f| -f.values[own]));
        Ok(best)
    }

    /// What one of our moves comes to.
    fn row(&mut self, root: &mut Root, own: usize, depth: u16) -> Result<Found, Halt> {
        let size = root.node.joints.replies * root.node.joints.chances;
        let children = own * size..(own + 1) * size;
        let (node, guesses, key) = (&root.node, &mut root.guesses, root.key);
        let found = children.map(|child| self.child(node, guesses, key, child, depth));
        let found: Vec<Found> = found.collect::<Result<_, _>>()?;
        Ok(self.replies(node, found).swap_remove(0))
    }

    /// What was found out while the search goes on.
    fn so_far(&self, root: &Root) -> Report {
        Report {
            stop: Stop::Done,
            notes: Vec::new(),
            ..self.report(root, Ok(()))
        }
    }

    fn report(&self, root: &Root, ended: Result<(), Halt>) -> Report {
        let mut notes = vec!["every role does what is best for itself (max^n)".to_string()];
        let proven = matches!(&root.found, Some(found) if found.settled && !found.open);
        let stop = match &ended {
            Err(halt) => {
                let (stop, note) = self.scout.meter.reason(halt);
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
        let values = |found: &Found| found.values.iter().map(|&score| points(score)).collect();
        let of_move = |root_move: &RootMove| MoveReport {
            id: root_move.id,
            visits: root_move.nodes,
            values: root_move.found.as_ref().map_or(Vec::new(), values),
            proven: matches!(&root_move.found, Some(found) if found.settled && !found.open),
        };
        Report {
            stop,
            simulations: self.scout.meter.simulations,
            nodes: self.scout.meter.nodes,
            depth: u32::from(root.depth),
            values: self
                .expected(root, ended.is_ok())
                .map_or(Vec::new(), values),
            proven,
            moves: root.moves.iter().map(of_move).collect(),
            line: self.line(root),
            notes,
            ..Report::default()
        }
    }

    /// What the search came to; if it was halted, what the best move that it looked at comes to.
    fn expected<'a>(&self, root: &'a Root, is_complete: bool) -> Option<&'a Found> {
        let halted = root.moves[0].found.as_ref().filter(|_| !is_complete);
        halted.or(root.found.as_ref())
    }

    fn line(&self, root: &Root) -> Vec<Box<[MoveId]>> {
        let best = root.moves[0].found.as_ref().or(root.found.as_ref());
        let Some(best) = best else {
            return Vec::new();
        };
        let next = |state: &State, joints: &Joints| {
            let known = self.known(Key::of(state), 1)?;
            (known.child < joints.count()).then_some(known.child)
        };
        follow(&self.scout, &root.node, best.child, next)
    }
}

fn finished(root: &Root, proven: bool) -> String {
    let open = root.found.as_ref().is_none_or(|found| found.open);
    match (open, proven) {
        (true, _) => format!("no search looks more than {MOST_DEPTH} moves ahead"),
        (false, true) => {
            "solved: roles that do the best for themselves come to nothing else".to_string()
        }
        (false, false) => {
            "searched to all ends; roles that do the best for themselves may come to \
            something else, as moves are simultaneous or several are equally good"
                .to_string()
        }
    }
}
