//! Two games that differ: the pairs that can be confused least come first, and make clearer what is around them.

use super::classes::Classes;
use super::hash::combine;
use super::wl_hashes::WlHashes;

/// Symbols less alike than this are not taken for each other.
const MIN_SIMILARITY: f64 = 0.02;
/// A pair that is ahead of its rivals by this much may be taken together with others.
const CLEAR_MARGIN: f64 = 0.25;
/// How neighbours to the clearest pair others have to be to be taken together with it.
const BATCH_RATIO: f64 = 0.7;

/// Two classes that are best for each other.
struct Candidate {
    /// How far ahead of all rivals; 0 if there are several symbols that look the same.
    margin: f64,
    similarity: f64,
    classes: [u32; 2],
    /// How many symbols there are of the look in each game.
    sizes: [usize; 2],
}

/// Pairs of symbols, the clearest first. Afterwards partners have a colour of their own in both both_hashes.
pub fn approximate(both_hashes: &mut [WlHashes; 2]) -> Vec<(u32, u32)> {
    let mut search = Search::new(both_hashes);
    loop {
        let candidates = search.candidates();
        let Some(top) = candidates.first() else {
            return search.pairs;
        };
        if top.margin > 0.0 {
            clear(&candidates).for_each(|candidate| search.assign_members(both_hashes, candidate));
        } else if !search.colour_groups(both_hashes, &candidates) {
            search.assign_members(both_hashes, top);
        }
        search.refresh(both_hashes);
    }
}

/// The candidates that may be taken together: those about as clear as the first, or only the first if none is very clear.
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
    /// Whether each symbol has a partner.
    is_assigned: [Vec<bool>; 2],
    /// With how many others each symbol was painted as a group.
    group: [Vec<usize>; 2],
    groups: u64,
}

impl Search {
    fn new(both_hashes: &mut [WlHashes; 2]) -> Search {
        let count = |side: usize| both_hashes[side].colours().len();
        let mut search = Search {
            classes: Classes::default(),
            pairs: Vec::new(),
            is_assigned: [vec![false; count(0)], vec![false; count(1)]],
            group: [vec![1; count(0)], vec![1; count(1)]],
            groups: 0,
        };
        search.refresh(both_hashes);
        search
    }

    /// Looks again and puts symbols without a partner where they belong.
    fn refresh(&mut self, both_hashes: &mut [WlHashes; 2]) {
        for (side, hashes) in both_hashes.iter_mut().enumerate() {
            for symbol in hashes.refresh() {
                if !self.is_assigned[side][symbol as usize] {
                    self.classes.place(side, symbol, hashes);
                }
            }
        }
    }

    /// The classes that are best for each other, the clearest first; then by similarity, size, and looks, never by names or order.
    fn candidates(&mut self) -> Vec<Candidate> {
        let updated_classes = self.classes.updated_classes();
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
        found
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

    /// Where as many symbols look the same in both games, they are painted as a group, which may tell others apart. Whether there were any.
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

    /// Makes partners of two symbols of the classes.
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
