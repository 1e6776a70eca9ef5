//! Maps isomorphic games: refines colours until every symbol is unique or the games prove different.

use super::hash::combine;
use super::wl_hashes::WlHashes;
use rustc_hash::FxHashMap;
use senet_gdl::{Deadline, OutOfTime};

/// The number of guesses kept for backtracking.
const MAX_OPEN_GUESSES: usize = 32;
/// The number of wrong guesses before the search gives up.
const MAX_WRONG_GUESSES: usize = 64;

/// Returns the partner of each symbol if the games are isomorphic. Returns `None` if they differ or if too many
/// guesses were wrong.
pub fn exact(
    both_hashes: &mut [WlHashes; 2],
    deadline: &Deadline,
) -> Result<Option<Vec<(u32, u32)>>, OutOfTime> {
    let mut search = Search::new(both_hashes);
    for step in 0.. {
        let same = search.refine(both_hashes, deadline)?;
        let guess = if same {
            match search.smallest_open_class(both_hashes) {
                Some(class) => search.guess(both_hashes, class),
                None => return Ok(pairs(both_hashes)),
            }
        } else {
            search.backtrack(both_hashes)
        };
        let Some((one, other)) = guess else {
            return Ok(None);
        };
        search.assign_pair(both_hashes, one, other, combine(0x44, step));
    }
    Ok(None)
}

struct Search {
    /// The number of symbols of each colour, equal in both games.
    sizes: FxHashMap<u64, usize>,
    guesses: Vec<Guess>,
    wrong_guesses: usize,
}

/// A guess: a symbol of the first game, its remaining candidates in the second, and the colours before the guess.
struct Guess {
    colours: [Vec<u64>; 2],
    symbol: u32,
    others: Vec<u32>,
}

/// The symbols of one colour in each game.
type Class = [Vec<u32>; 2];

impl Search {
    fn new(both_hashes: &[WlHashes; 2]) -> Search {
        Search {
            sizes: sizes(&both_hashes[0]),
            guesses: Vec::new(),
            wrong_guesses: 0,
        }
    }

    /// Refines the colours until they are stable. Returns whether both games have the same number of symbols of each
    /// signature.
    fn refine(
        &mut self,
        both_hashes: &mut [WlHashes; 2],
        deadline: &Deadline,
    ) -> Result<bool, OutOfTime> {
        loop {
            deadline.check()?;
            let changed = [0, 1].map(|side| sorted(&mut both_hashes[side]));
            let alike = |(one, two): (&SortKey, &SortKey)| (one.0, one.1) == (two.0, two.1);
            let count = changed[0].len();
            if count != changed[1].len() || !changed[0].iter().zip(&changed[1]).all(alike) {
                return Ok(false);
            }
            if !self.split(both_hashes, &changed) {
                return Ok(true);
            }
        }
    }

    /// Gives symbols of one colour but different signatures different colours. The largest part keeps the colour.
    /// Returns whether any symbol changed.
    fn split(&mut self, both_hashes: &mut [WlHashes; 2], changed: &[Vec<SortKey>; 2]) -> bool {
        let mut any = false;
        let mut start = 0;
        for same_colour in changed[0].chunk_by(|one, other| one.0 == other.0) {
            let colour = same_colour[0].0;
            let size = self.sizes.get(&colour).copied().unwrap_or(0);
            let parts = same_colour.chunk_by(|one, other| one.1 == other.1);
            let unchanged = size.saturating_sub(same_colour.len());
            let largest = parts
                .clone()
                .map(<[SortKey]>::len)
                .max()
                .unwrap_or(0)
                .max(unchanged);
            let mut kept = unchanged == largest;
            for part in parts {
                let range = start..start + part.len();
                start = range.end;
                if part.len() == largest && !std::mem::replace(&mut kept, true) {
                    continue;
                }
                any = true;
                self.recolour(both_hashes, colour, part[0].1, [part, &changed[1][range]]);
            }
        }
        any
    }

    fn recolour(
        &mut self,
        both_hashes: &mut [WlHashes; 2],
        old: u64,
        new: u64,
        part: [&[SortKey]; 2],
    ) {
        self.sizes
            .entry(old)
            .and_modify(|size| *size -= part[0].len());
        self.sizes.insert(new, part[0].len());
        for (hashes, keys) in both_hashes.iter_mut().zip(part) {
            keys.iter().for_each(|key| hashes.set_colour(key.2, new));
        }
    }

    /// The smallest class with several symbols; among equals, the class with the least colour.
    fn smallest_open_class(&self, both_hashes: &[WlHashes; 2]) -> Option<Class> {
        let open = self.sizes.iter().filter(|(_, size)| **size > 1);
        let (&colour, _) = open.min_by_key(|(colour, size)| (**size, **colour))?;
        let members = |hashes: &WlHashes| {
            let all = hashes.colours().iter().enumerate();
            let same = all.filter(|(_, other)| **other == colour);
            same.map(|(symbol, _)| symbol as u32).collect()
        };
        Some([members(&both_hashes[0]), members(&both_hashes[1])])
    }

    /// Guesses that one symbol of a class corresponds to one of the other game. If the class is an orbit, every guess
    /// is right.
    fn guess(
        &mut self,
        both_hashes: &[WlHashes; 2],
        [one, mut others]: Class,
    ) -> Option<(u32, u32)> {
        let (symbol, other) = (*one.first()?, others.pop()?);
        if self.guesses.len() < MAX_OPEN_GUESSES {
            let colours = [0, 1].map(|side: usize| both_hashes[side].colours().to_vec());
            self.guesses.push(Guess {
                colours,
                symbol,
                others,
            });
        }
        Some((symbol, other))
    }

    /// Returns to the last guess with an untried candidate.
    fn backtrack(&mut self, both_hashes: &mut [WlHashes; 2]) -> Option<(u32, u32)> {
        self.wrong_guesses += 1;
        while self.guesses.last()?.others.is_empty() {
            self.guesses.pop();
        }
        let guess = self
            .guesses
            .last_mut()
            .filter(|_| self.wrong_guesses <= MAX_WRONG_GUESSES)?;
        for (hashes, colours) in both_hashes.iter_mut().zip(&guess.colours) {
            hashes.restore(colours);
        }
        self.sizes = sizes(&both_hashes[0]);
        Some((guess.symbol, guess.others.pop()?))
    }

    fn assign_pair(&mut self, both_hashes: &mut [WlHashes; 2], one: u32, other: u32, colour: u64) {
        let old = both_hashes[0].colours()[one as usize];
        self.sizes.entry(old).and_modify(|size| *size -= 1);
        self.sizes.insert(colour, 1);
        both_hashes[0].set_colour(one, colour);
        both_hashes[1].set_colour(other, colour);
    }
}

/// The colour, signature and index of a symbol.
type SortKey = (u64, u64, u32);

/// The symbols whose signature may have changed, sorted by colour and signature.
fn sorted(hashes: &mut WlHashes) -> Vec<SortKey> {
    let changed = hashes.refresh();
    let key = |&symbol: &u32| {
        (
            hashes.colours()[symbol as usize],
            hashes.signature(symbol),
            symbol,
        )
    };
    let mut keys: Vec<SortKey> = changed.iter().map(key).collect();
    keys.sort_unstable();
    keys
}

fn sizes(hashes: &WlHashes) -> FxHashMap<u64, usize> {
    let mut sizes = FxHashMap::default();
    hashes
        .colours()
        .iter()
        .for_each(|&colour| *sizes.entry(colour).or_default() += 1);
    sizes
}

/// Pairs the symbols of equal signatures if all symbols and all rules agree.
fn pairs([one, two]: &[WlHashes; 2]) -> Option<Vec<(u32, u32)>> {
    let by_signature = |hashes: &WlHashes| {
        let mut signatures: Vec<(u64, u32)> = (0..hashes.colours().len() as u32)
            .map(|symbol| (hashes.signature(symbol), symbol))
            .collect();
        signatures.sort_unstable();
        signatures
    };
    let rules = |hashes: &WlHashes| {
        let mut rules = hashes.rule_hashes.clone();
        rules.sort_unstable();
        rules
    };
    let (first, second) = (by_signature(one), by_signature(two));
    let signatures = first.iter().map(|entry| entry.0);
    let same = first.len() == second.len() && signatures.eq(second.iter().map(|entry| entry.0));
    let same = same && rules(one) == rules(two);
    same.then(|| {
        first
            .iter()
            .zip(&second)
            .map(|(one, two)| (one.1, two.1))
            .collect()
    })
}
