//! Maps games that differ: assigns the least ambiguous pairs first, which disambiguates their neighbours.

use super::classes::Classes;
use super::hash::combine;
use super::wl_hashes::WlHashes;
use senet_gdl::{Deadline, OutOfTime};

/// The least similarity of an assigned pair.
const MIN_SIMILARITY: f64 = 0.02;
/// The margin over all rivals from which a pair may be assigned together with others.
const CLEAR_MARGIN: f64 = 0.25;
/// The share of the best margin that other pairs need to be assigned in the same step.
const BATCH_RATIO: f64 = 0.7;

/// Two classes that are each other's best match.
struct Candidate {
    /// The lead in similarity over all rivals, or 0 if a class has several symbols.
    margin: f64,
    similarity: f64,
    classes: [u32; 2],
    /// The number of symbols in each class.
    sizes: [usize; 2],
}

/// Assigns pairs of symbols, clearest first. Afterwards both symbols of a pair have the same colour.
pub fn approximate(
    both_hashes: &mut [WlHashes; 2],
    deadline: &Deadline,
) -> Result<Vec<(u32, u32)>, OutOfTime> {
    let mut search = Search::new(both_hashes, deadline)?;
    loop {
        let candidates = search.candidates(deadline)?;
        let Some(top) = candidates.first() else {
            return Ok(search.pairs);
        };
        if top.margin > 0.0 {
            clear(&candidates).for_each(|candidate| search.assign_members(both_hashes, candidate));
        } else if !search.colour_groups(both_hashes, &candidates) {
            search.assign_members(both_hashes, top);
        }
        search.refresh(both_hashes, deadline)?;
    }
}

/// The candidates to assign together: all with a margin close to the first, or only the first if no margin is clear.
fn clear(candidates: &[Candidate]) -> impl Iterator<Item = &Candidate> {
    let top = candidates.first().map_or(0.0, |candidate| candidate.margin);
    let least = (BATCH_RATIO * top).max(CLEAR_MARGIN);
    let together =
        move |&(place, candidate): &(usize, &Candidate)| place == 0 || candidate.margin >= least;
    candidates
        .iter()
        .enumerate()
        .take_while(together)
        .map(|(_, candidate)| candidate)
}

struct Search {
    classes: Classes,
    pairs: Vec<(u32, u32)>,
    /// True for symbols with a partner.
    is_assigned: [Vec<bool>; 2],
    /// The size of the group each symbol was last coloured with.
    group: [Vec<usize>; 2],
    groups: u64,
}

impl Search {
    fn new(both_hashes: &mut [WlHashes; 2], deadline: &Deadline) -> Result<Search, OutOfTime> {
        let count = |side: usize| both_hashes[side].colours().len();
        let mut search = Search {
            classes: Classes::default(),
            pairs: Vec::new(),
            is_assigned: [vec![false; count(0)], vec![false; count(1)]],
            group: [vec![1; count(0)], vec![1; count(1)]],
            groups: 0,
        };
        search.refresh(both_hashes, deadline)?;
        Ok(search)
    }

    /// Updates the hashes and moves unassigned symbols to their current classes.
    fn refresh(
        &mut self,
        both_hashes: &mut [WlHashes; 2],
        deadline: &Deadline,
    ) -> Result<(), OutOfTime> {
        for (side, hashes) in both_hashes.iter_mut().enumerate() {
            for symbol in hashes.refresh() {
                deadline.check()?;
                if !self.is_assigned[side][symbol as usize] {
                    self.classes.place(side, symbol, hashes);
                }
            }
        }
        Ok(())
    }

    /// The pairs of classes that are each other's best match. Sorted by margin, similarity, size and signature, never
    /// by names or order.
    fn candidates(&mut self, deadline: &Deadline) -> Result<Vec<Candidate>, OutOfTime> {
        let updated_classes = self.classes.updated_classes(deadline)?;
        let mut found: Vec<Candidate> = updated_classes
            .iter()
            .filter_map(|&class| self.candidate(class))
            .collect();
        let key = |candidate: &Candidate| {
            let size = candidate.sizes[0] * candidate.sizes[1];
            (size, self.classes.get(0, candidate.classes[0]).signature)
        };
        found.sort_by(|one, two| {
            let clear = two.margin.total_cmp(&one.margin);
            clear
                .then(two.similarity.total_cmp(&one.similarity))
                .then(key(one).cmp(&key(two)))
        });
        Ok(found)
    }

    fn candidate(&self, number: u32) -> Option<Candidate> {
        let one = self.classes.get(0, number);
        let similarity = one.best.similarity;
        if similarity < MIN_SIMILARITY {
            return None;
        }
        let two = self.classes.get(1, one.best.class);
        if two.best.similarity > similarity {
            return None;
        }
        let sizes = [one.members.len(), two.members.len()];
        let rival = one.second.similarity.max(two.second.similarity);
        let margin = if sizes == [1, 1] {
            similarity - rival
        } else {
            0.0
        };
        Some(Candidate {
            margin,
            similarity,
            classes: [number, one.best.class],
            sizes,
        })
    }

    /// Gives equally large classes of both games a common colour, which may split other classes. Returns whether there
    /// were any.
    fn colour_groups(&mut self, both_hashes: &mut [WlHashes; 2], candidates: &[Candidate]) -> bool {
        let mut any = false;
        for candidate in candidates {
            let classes: [_; 2] =
                std::array::from_fn(|side| self.classes.get(side, candidate.classes[side]));
            let size = candidate.sizes[0];
            let only = classes
                .iter()
                .all(|class| class.second.similarity < candidate.similarity);
            if candidate.sizes[1] != size
                || size == 1
                || !only
                || self.group[0][classes[0].members[0] as usize] == size
            {
                continue;
            }
            any = true;
            self.groups += 1;
            let colour = combine(0x33, self.groups);
            for side in 0..2 {
                for &member in &classes[side].members {
                    self.group[side][member as usize] = size;
                    both_hashes[side].set_colour(member, colour);
                }
            }
        }
        any
    }

    /// Assigns one symbol of each class to the other.
    fn assign_members(&mut self, both_hashes: &mut [WlHashes; 2], candidate: &Candidate) {
        let members = |side: usize| &self.classes.get(side, candidate.classes[side]).members;
        if let (Some(&one), Some(&two)) = (members(0).first(), members(1).first()) {
            self.assign_pair(both_hashes, one, two);
        }
    }

    fn assign_pair(&mut self, both_hashes: &mut [WlHashes; 2], one: u32, two: u32) {
        self.pairs.push((one, two));
        let colour = combine(0x22, self.pairs.len() as u64);
        for (side, symbol) in [(0, one), (1, two)] {
            self.is_assigned[side][symbol as usize] = true;
            self.classes.remove(side, symbol);
            both_hashes[side].set_colour(symbol, colour);
        }
    }
}
