//! Assembles the grounded game when all stages are done.

use crate::declared::{firsts, rows};
use crate::grounded::{AtomKind, Grounded};
use crate::limits::StopReason;
use crate::program::Pred;
use crate::queries::Queries;
use crate::terms::TermId;
use crate::world::World;
use rustc_hash::FxHashMap;
use senet_gdl::Symbols;
use std::ops::Range;

/// The results of all stages.
pub struct Results<'a> {
    pub world: World,
    pub queries: Queries,
    pub symbols: &'a Symbols,
    /// The reason if the declarations could not be derived.
    pub declared: Result<(), StopReason>,
}

impl Results<'_> {
    /// The grounded game.
    pub fn assemble(self) -> Grounded {
        let roles = firsts(&self.world, self.queries.role);
        let fluents = self.in_text_order(firsts(&self.world, self.queries.holds));
        let moves: Vec<Vec<TermId>> = roles
            .iter()
            .map(|&role| self.in_text_order(self.moves_of(role)))
            .collect();
        let initial = self.positions(&fluents, &firsts(&self.world, self.queries.init));
        let atoms = self.atom_kinds(&roles, &fluents, &moves);
        let (world, q, declared) = (&self.world, &self.queries, &self.declared);
        let base = rows(world, q.base, declared, |row| row[0]);
        let input = rows(world, q.input, declared, |row| (row[0], row[1]));
        Grounded {
            base,
            input,
            terms: self.world.terms,
            symbols: self.symbols.clone(),
            roles,
            fluents,
            moves,
            initial,
            atoms,
            rules: self.world.rules,
        }
    }

    fn moves_of(&self, role: TermId) -> Vec<TermId> {
        let does = &self.world.relations[self.queries.does];
        let rows = (0..does.len() as u32).map(|number| does.row(number));
        let own = rows.filter(|row| row[0] == role);
        own.map(|row| row[1]).collect()
    }

    /// Sorts different terms by their texts. All texts share one string, since there may be millions of them.
    fn in_text_order(&self, terms: Vec<TermId>) -> Vec<TermId> {
        let mut texts = String::new();
        let mut placed: Vec<(Range<usize>, TermId)> = Vec::with_capacity(terms.len());
        for term in terms {
            let start = texts.len();
            self.world.terms.write(term, self.symbols, &mut texts);
            placed.push((start..texts.len(), term));
        }
        // Long stretches are already in order, which makes the stable sort fast.
        placed.sort_by(|(one, _), (other, _)| texts[one.clone()].cmp(&texts[other.clone()]));
        placed.into_iter().map(|(_, term)| term).collect()
    }

    fn positions(&self, all: &[TermId], some: &[TermId]) -> Vec<u32> {
        let position: FxHashMap<TermId, u32> =
            (0..).zip(all).map(|(at, &term)| (term, at)).collect();
        let mut positions: Vec<u32> = some.iter().map(|term| position[term]).collect();
        positions.sort_unstable();
        positions
    }

    fn atom_kinds(
        &self,
        roles: &[TermId],
        fluents: &[TermId],
        moves: &[Vec<TermId>],
    ) -> Vec<AtomKind> {
        let fluent: FxHashMap<TermId, u32> =
            (0..).zip(fluents).map(|(at, &term)| (term, at)).collect();
        let role: FxHashMap<TermId, u32> = (0..).zip(roles).map(|(at, &term)| (term, at)).collect();
        let mut own_move: FxHashMap<(u32, TermId), u32> = FxHashMap::default();
        for (role, moves) in (0..).zip(moves) {
            own_move.extend((0..).zip(moves).map(|(at, &term)| ((role, term), at)));
        }
        let q = &self.queries;
        let kind = |&(pred, number): &(Pred, Option<u32>)| {
            let Some(number) = number else {
                return AtomKind::Never;
            };
            let row = self.world.relations[pred].row(number);
            let of_role = |make: &dyn Fn(u32) -> AtomKind| {
                role.get(&row[0]).map_or(AtomKind::Inner, |&r| make(r))
            };
            match pred {
                _ if pred == q.holds => AtomKind::True(fluent[&row[0]]),
                _ if pred == q.next => AtomKind::Next(fluent[&row[0]]),
                _ if pred == q.does => of_role(&|r| AtomKind::Does(r, own_move[&(r, row[1])])),
                _ if pred == q.legal => of_role(&|r| AtomKind::Legal(r, own_move[&(r, row[1])])),
                _ if pred == q.goal => of_role(&|r| AtomKind::Goal(r, row[1])),
                _ if pred == q.sees => of_role(&|r| AtomKind::Sees(r, row[1])),
                _ if pred == q.terminal => AtomKind::Terminal,
                _ => AtomKind::Inner,
            }
        };
        self.world.atoms.iter().map(kind).collect()
    }
}
