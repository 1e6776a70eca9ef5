//! The grounded rules, indexed for evaluation and for encoding.

use senet_gdl::components;
use senet_ground::{AtomKind, Grounded};

/// A grounded game with its rules by head and its atoms in an order in which they can be evaluated.
pub struct Model<'a> {
    /// The game itself.
    pub grounded: &'a Grounded,
    /// Where the rules of each atom start in `by_head`, and the end of the last.
    starts: Vec<u32>,
    by_head: Vec<u32>,
    /// Per fluent, the atom that it holds now, if a rule looks at it.
    pub now: Vec<Option<u32>>,
    /// Per fluent, the atom that it holds next, if it ever can.
    pub next: Vec<Option<u32>>,
    /// Per role and move, the atom that it is made, if a rule looks at it.
    pub does: Vec<Vec<Option<u32>>>,
    /// Per role and move, the atom that it is legal.
    pub legal: Vec<Vec<Option<u32>>>,
    /// The atom that the match is over, if it ever can be.
    pub terminal: Option<u32>,
    /// Atoms that rules conclude, those that others depend on first; atoms that depend on each other stand together.
    pub layers: Vec<Layer>,
    /// Per atom, its layer.
    pub layer_of: Vec<u32>,
}

/// Atoms that depend on each other, or a single one.
pub struct Layer {
    /// The atoms.
    pub atoms: Vec<u32>,
    /// Whether they depend on each other or on themselves.
    pub is_loop: bool,
    /// Whether they depend on the moves that are made.
    pub needs_moves: bool,
}

impl<'a> Model<'a> {
    /// Indexes a game.
    pub fn new(grounded: &'a Grounded) -> Model<'a> {
        let (starts, by_head) = by_head(grounded);
        let none = |counts: &[Vec<_>]| counts.iter().map(|moves| vec![None; moves.len()]).collect();
        let mut model = Model {
            starts,
            by_head,
            now: vec![None; grounded.fluents.len()],
            next: vec![None; grounded.fluents.len()],
            does: none(&grounded.moves),
            legal: none(&grounded.moves),
            terminal: None,
            layers: Vec::new(),
            layer_of: Vec::new(),
            grounded,
        };
        model.name_atoms();
        model.layer();
        model
    }

    /// The rules that conclude an atom.
    pub fn rules(&self, atom: u32) -> &[u32] {
        let atom = atom as usize;
        &self.by_head[self.starts[atom] as usize..self.starts[atom + 1] as usize]
    }

    /// The conditions of a rule: twice the atom, plus one if it is negated.
    pub fn body(&self, rule: u32) -> &[u32] {
        self.grounded.rules.body(rule as usize)
    }

    /// How many atoms there are.
    pub fn atoms(&self) -> usize {
        self.grounded.atoms.len()
    }

    /// Whether an atom is one of several that depend on each other, or depends on itself.
    pub fn in_loop(&self, atom: u32) -> bool {
        self.layers[self.layer_of[atom as usize] as usize].is_loop
    }

    fn name_atoms(&mut self) {
        for (atom, kind) in self.grounded.atoms.iter().enumerate() {
            let atom = Some(atom as u32);
            match *kind {
                AtomKind::True(fluent) => self.now[fluent as usize] = atom,
                AtomKind::Next(fluent) => self.next[fluent as usize] = atom,
                AtomKind::Does(role, m) => self.does[role as usize][m as usize] = atom,
                AtomKind::Legal(role, m) => self.legal[role as usize][m as usize] = atom,
                AtomKind::Terminal => self.terminal = atom,
                AtomKind::Goal(..) | AtomKind::Sees(..) | AtomKind::Inner | AtomKind::Never => {}
            }
        }
    }

    fn layer(&mut self) {
        let edges: Vec<Vec<usize>> = (0..self.atoms() as u32)
            .map(|atom| self.uses(atom))
            .collect();
        let layers = components(&edges);
        let count = layers.iter().max().map_or(0, |last| last + 1);
        self.layers.resize_with(count, || Layer {
            atoms: Vec::new(),
            is_loop: false,
            needs_moves: false,
        });
        for (atom, &layer) in layers.iter().enumerate() {
            self.layers[layer].atoms.push(atom as u32);
        }
        // Layers depend on lower ones only, so going up they know about moves.
        for layer in 0..count {
            let atoms = self.layers[layer].atoms.clone();
            let used = || atoms.iter().flat_map(|&atom| &edges[atom as usize]);
            let is_does =
                |atom: &u32| matches!(self.grounded.atoms[*atom as usize], AtomKind::Does(..));
            let by_use = used().any(|&atom| self.layers[layers[atom]].needs_moves);
            self.layers[layer].needs_moves = by_use || atoms.iter().any(is_does);
            self.layers[layer].is_loop = used().any(|&atom| layers[atom] == layer);
        }
        self.layer_of = layers.into_iter().map(|layer| layer as u32).collect();
    }

    /// The atoms that an atom's rules look at.
    fn uses(&self, atom: u32) -> Vec<usize> {
        let bodies = self.rules(atom).iter().map(|&rule| self.body(rule));
        bodies
            .flatten()
            .map(|literal| (literal / 2) as usize)
            .collect()
    }
}

fn by_head(grounded: &Grounded) -> (Vec<u32>, Vec<u32>) {
    let rules = &grounded.rules;
    let mut starts = vec![0u32; grounded.atoms.len() + 1];
    for rule in 0..rules.len() {
        starts[rules.head(rule) as usize + 1] += 1;
    }
    for atom in 1..starts.len() {
        starts[atom] += starts[atom - 1];
    }
    let mut places = starts.clone();
    let mut by_head = vec![0; rules.len()];
    for rule in 0..rules.len() {
        let place = &mut places[rules.head(rule) as usize];
        by_head[*place as usize] = rule as u32;
        *place += 1;
    }
    (starts, by_head)
}
