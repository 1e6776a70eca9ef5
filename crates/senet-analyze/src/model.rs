//! The grounded rules, indexed for evaluation and for encoding.

use crate::layers::layers;
use senet_ground::{AtomKind, Grounded};
use std::sync::OnceLock;

/// So often the name of a name is looked up.
const MOST_NAMES: usize = 8;

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
    /// Worked out when it is first asked for: much is decided before anything is evaluated.
    order: OnceLock<Order>,
}

/// An order in which atoms can be evaluated.
struct Order {
    /// Those that others depend on come first, and those that depend on each other stand together.
    atoms: Vec<u32>,
    /// Which of them belong together.
    layers: Vec<Layer>,
}

/// Atoms that depend on each other, or a single one.
pub struct Layer {
    /// Where its atoms stand in the order.
    start: u32,
    end: u32,
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
            order: OnceLock::new(),
            grounded,
        };
        model.name_atoms();
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

    /// What a condition comes down to, where atoms are just other names: those with a single rule of a single condition.
    pub fn meaning(&self, condition: u32) -> u32 {
        let mut meant = condition;
        // Names of names are few; names of themselves would have no end.
        for _ in 0..MOST_NAMES {
            let [only] = self.rules(meant / 2) else { break };
            let [other] = self.body(*only) else { break };
            meant = other ^ (meant % 2);
        }
        meant
    }

    /// Whether an atom is what a state or a joint move provides.
    pub fn is_given(&self, atom: u32) -> bool {
        let kind = self.grounded.atoms[atom as usize];
        matches!(kind, AtomKind::True(_) | AtomKind::Does(..))
    }

    /// How many atoms there are.
    pub fn atoms(&self) -> usize {
        self.grounded.atoms.len()
    }

    /// Atoms that depend on each other or single ones, each after those that it depends on.
    pub fn layers(&self) -> &[Layer] {
        &self.order().layers
    }

    /// The atoms of a layer.
    pub fn atoms_of(&self, layer: &Layer) -> &[u32] {
        &self.order().atoms[layer.start as usize..layer.end as usize]
    }

    fn order(&self) -> &Order {
        self.order.get_or_init(|| self.put_in_order())
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

    fn put_in_order(&self) -> Order {
        let (order, ends) = layers(self);
        let mut layers = Vec::with_capacity(ends.len());
        let mut layer_of = vec![0u32; order.len()];
        let mut needs_moves = vec![false; ends.len()];
        let mut start = 0;
        for (layer, &end) in ends.iter().enumerate() {
            let atoms = &order[start as usize..end as usize];
            for &atom in atoms {
                layer_of[atom as usize] = layer as u32;
            }
            let (mut is_loop, mut moves) = (false, false);
            for &atom in atoms {
                moves |= matches!(self.grounded.atoms[atom as usize], AtomKind::Does(..));
                for used in self.uses(atom) {
                    // Layers depend on lower ones only, so going up those know about moves.
                    let below = layer_of[used as usize];
                    is_loop |= below == layer as u32;
                    moves |= needs_moves[below as usize];
                }
            }
            needs_moves[layer] = moves;
            layers.push(Layer {
                start,
                end,
                is_loop,
                needs_moves: moves,
            });
            start = end;
        }
        Order {
            atoms: order,
            layers,
        }
    }

    /// Per atom, whether it is one of these or they depend on it.
    pub fn depended_on(&self, mut open: Vec<u32>) -> Vec<bool> {
        let mut reached = vec![false; self.atoms()];
        while let Some(atom) = open.pop() {
            if !std::mem::replace(&mut reached[atom as usize], true) {
                open.extend(self.uses(atom));
            }
        }
        reached
    }

    /// The atoms that an atom's rules look at.
    pub fn uses(&self, atom: u32) -> impl Iterator<Item = u32> + '_ {
        let bodies = self.rules(atom).iter().map(|&rule| self.body(rule));
        bodies.flatten().map(|literal| literal / 2)
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
