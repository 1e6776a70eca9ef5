//! Memory for a tree that grows: got while others work, added in no time.

use super::bounds::Bound;
use super::node::{Choices, Edge, Node};
use super::number::Count;
use super::rave::Later;
use super::store::Claim;
use super::tree::Tree;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much something takes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Needs {
    /// Nodes.
    pub nodes: usize,
    /// Edges.
    pub edges: usize,
    /// Words of states.
    pub words: usize,
    /// Nodes with choices of several roles.
    pub choices: usize,
}

/// New pieces of the rows of a tree.
pub struct Room {
    nodes: Vec<Box<[Node]>>,
    bounds: Vec<Box<[Bound]>>,
    edges: Vec<Box<[Edge]>>,
    moves: Vec<Box<[Count]>>,
    later: Vec<Box<[Later]>>,
    words: Vec<Box<[AtomicU64]>>,
    choices: Vec<Box<[OnceLock<Choices>]>>,
}

/// Places for the new nodes of a batch.
pub struct Claims {
    /// Of nodes.
    pub nodes: Claim,
    /// Of edges.
    pub edges: Claim,
    /// Of words.
    pub words: Claim,
}

impl Tree {
    /// Takes places for a batch, as far as there are any.
    pub fn claim(&self, needs: &Needs) -> Claims {
        self.node_places.expect(needs.nodes);
        self.edge_places.expect(needs.edges);
        self.word_places.expect(needs.words);
        self.choice_places.expect(needs.choices);
        Claims {
            nodes: Claim::of(&self.node_places, needs.nodes),
            edges: Claim::of(&self.edge_places, needs.edges),
            words: Claim::of(&self.word_places, needs.words),
        }
    }

    /// Whether memory is to be added soon, and nobody is about to; then the caller is.
    pub fn claims_room(&self) -> bool {
        let places = [
            &self.node_places,
            &self.edge_places,
            &self.word_places,
            &self.choice_places,
        ];
        let is_wanted = places.iter().any(|places| places.pieces_wanted(0) > 0);
        is_wanted && !self.is_getting_room.swap(true, Ordering::Relaxed)
    }

    /// Memory for what is usually wanted, and at least for these needs.
    pub fn fresh_room(&self, needs: Needs) -> Room {
        let nodes = self.node_places.pieces_wanted(needs.nodes);
        let edges = self.edge_places.pieces_wanted(needs.edges);
        let words = self.word_places.pieces_wanted(needs.words);
        let choices = self.choice_places.pieces_wanted(needs.choices);
        Room {
            nodes: self.nodes.fresh(nodes),
            bounds: self.bounds.fresh(nodes),
            edges: self.edges.fresh(edges),
            moves: self.moves.fresh(edges),
            later: self.later.fresh(edges),
            words: self.words.fresh(words),
            choices: self.choices.fresh(choices),
        }
    }

    /// Adds memory.
    pub fn add_room(&mut self, room: Room) {
        *self.is_getting_room.get_mut() = false;
        self.node_places.add_pieces(room.nodes.len());
        self.edge_places.add_pieces(room.edges.len());
        self.word_places.add_pieces(room.words.len());
        self.choice_places.add_pieces(room.choices.len());
        self.nodes.extend(room.nodes);
        self.bounds.extend(room.bounds);
        self.edges.extend(room.edges);
        self.moves.extend(room.moves);
        self.later.extend(room.later);
        self.words.extend(room.words);
        self.choices.extend(room.choices);
    }

    /// Makes sure that there is room.
    pub fn make_room(&mut self, needs: Needs) {
        let room = self.fresh_room(needs);
        self.add_room(room);
    }
}
