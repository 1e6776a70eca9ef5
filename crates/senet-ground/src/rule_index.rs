//! The rules of a grounded game, indexed for evaluation and analysis.

use crate::grounded::{AtomKind, Grounded};
use crate::grouped::Grouped;
use crate::layers::{Layers, RuleLayer};
use std::sync::OnceLock;

/// The maximum length of a chain of aliases that is followed.
const MAX_ALIASES: usize = 8;

/// A grounded game with its rules by head, its atoms by meaning and its layers.
pub struct RuleIndex<'g> {
    /// The game itself.
    pub grounded: &'g Grounded,
    /// For each atom the rules that conclude it.
    rules: Grouped,
    /// Per fluent, its [`AtomKind::True`] atom, if a rule uses it.
    pub now: Vec<Option<u32>>,
    /// Per fluent, its [`AtomKind::Next`] atom, if it can hold in a next state.
    pub next: Vec<Option<u32>>,
    /// Per role and move, the [`AtomKind::Does`] atom, if a rule uses it.
    pub does: Vec<Vec<Option<u32>>>,
    /// Per role and move, the [`AtomKind::Legal`] atom.
    pub legal: Vec<Vec<Option<u32>>>,
    /// The [`AtomKind::Terminal`] atom, if the match can end.
    pub terminal: Option<u32>,
    /// Computed on first use: many queries are decided without evaluation.
    layers: OnceLock<Layers>,
}

impl<'g> RuleIndex<'g> {
    /// Indexes a game.
    pub fn new(grounded: &'g Grounded) -> RuleIndex<'g> {
        let none = |moves: &[Vec<_>]| moves.iter().map(|own| vec![None; own.len()]).collect();
        let mut index = RuleIndex {
            rules: grounded.rules_by_head(),
            now: vec![None; grounded.fluents.len()],
            next: vec![None; grounded.fluents.len()],
            does: none(&grounded.moves),
            legal: none(&grounded.moves),
            terminal: None,
            layers: OnceLock::new(),
            grounded,
        };
        index.find_atoms();
        index
    }

    fn find_atoms(&mut self) {
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

    /// The number of atoms.
    pub fn atoms(&self) -> usize {
        self.grounded.atoms.len()
    }

    /// The rules that conclude an atom.
    #[inline]
    pub fn rules(&self, atom: u32) -> &[u32] {
        self.rules.of(atom)
    }

    /// The conditions of a rule: twice the atom, plus one if it is negated.
    #[inline]
    pub fn body(&self, rule: u32) -> &[u32] {
        self.grounded.rules.body(rule as usize)
    }

    /// The atoms that the rules of an atom use.
    pub fn uses(&self, atom: u32) -> impl Iterator<Item = u32> + '_ {
        let bodies = self.rules(atom).iter().map(|&rule| self.body(rule));
        bodies.flatten().map(|condition| condition / 2)
    }

    /// Replaces an alias by the condition that it stands for. An alias is an atom with a single rule of a single condition.
    pub fn resolve(&self, condition: u32) -> u32 {
        let mut resolved = condition;
        // The bound also ends cycles of aliases.
        for _ in 0..MAX_ALIASES {
            let [only] = self.rules(resolved / 2) else {
                break;
            };
            let [other] = self.body(*only) else { break };
            resolved = other ^ (resolved % 2);
        }
        resolved
    }

    /// Marks these atoms and all atoms that they depend on.
    pub fn dependencies(&self, mut open: Vec<u32>) -> Vec<bool> {
        let mut reached = vec![false; self.atoms()];
        while let Some(atom) = open.pop() {
            if !std::mem::replace(&mut reached[atom as usize], true) {
                open.extend(self.uses(atom));
            }
        }
        reached
    }

    /// The layers, each after those that it depends on.
    pub fn layers(&self) -> std::slice::Iter<'_, RuleLayer> {
        self.in_layers().iter()
    }

    /// The atoms of a layer.
    pub fn atoms_of(&self, layer: &RuleLayer) -> &[u32] {
        self.in_layers().atoms_of(layer)
    }

    fn in_layers(&self) -> &Layers {
        self.layers.get_or_init(|| Layers::of(self))
    }
}
