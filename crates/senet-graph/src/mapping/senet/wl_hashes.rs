//! What each place and each symbol looks like, given what is known of the symbols around it.
//!
//! Looks never cross from rule to rule by themselves: a symbol that is not yet known looks like any other with as many arguments. What is
//! found out about it travels by its colour. So a rule that differs between two games spoils the looks of its own symbols only.

use super::hash::{combine, mix};
use super::places::{NONE, Places};

/// How many steps are looked around a place, within its rule.
pub const ROUNDS: usize = 5;

/// The number of a rule that was not looked at yet.
const NOT_HASHED: u64 = 0;

/// The looks of a game.
pub struct WlHashes<'a> {
    /// The game.
    pub places: &'a Places,
    /// What is known of each symbol.
    colour: Vec<u64>,
    /// Each place with what is around it up to each distance.
    pub place_hashes: Vec<[u64; ROUNDS + 1]>,
    /// Each rule as a whole.
    pub rule_hashes: Vec<u64>,
    /// All that each symbol looks like, in one number; a sum parents its places, so that it can be kept up to date rule by rule.
    sum: Vec<u64>,
    stale: Vec<u32>,
    is_stale: Vec<bool>,
}

impl<'a> WlHashes<'a> {
    /// The looks of a game of which nothing is known.
    pub fn new(places: &'a Places) -> WlHashes<'a> {
        let colour = |&arity: &u32| combine(0x11, arity.into());
        WlHashes {
            colour: places.arity.iter().map(colour).collect(),
            place_hashes: vec![[0; ROUNDS + 1]; places.base.len()],
            rule_hashes: vec![NOT_HASHED; places.rules()],
            sum: vec![0; places.symbols.len()],
            stale: (0..places.rules() as u32).collect(),
            is_stale: vec![true; places.rules()],
            places,
        }
    }

    /// What is known of each symbol.
    pub fn colours(&self) -> &[u64] {
        &self.colour
    }

    /// Something is found out about a symbol; what follows for others is seen after [`WlHashes::refresh`].
    pub fn set_colour(&mut self, symbol: u32, colour: u64) {
        let symbol = symbol as usize;
        if std::mem::replace(&mut self.colour[symbol], colour) == colour {
            return;
        }
        for &rule in self.places.rules_of.row(symbol) {
            if !std::mem::replace(&mut self.is_stale[rule as usize], true) {
                self.stale.push(rule);
            }
        }
    }

    /// Forgets what was found out and takes these colours instead.
    pub fn restore(&mut self, colours: &[u64]) {
        self.colour.copy_from_slice(colours);
        self.stale = (0..self.places.rules() as u32).collect();
        self.is_stale.fill(true);
    }

    /// Looks again where something has changed. Gives the symbols that may look different now.
    pub fn refresh(&mut self) -> Vec<u32> {
        let mut changed = Vec::new();
        for rule in std::mem::take(&mut self.stale) {
            self.is_stale[rule as usize] = false;
            self.update_signatures(rule as usize, u64::wrapping_sub);
            self.rehash_rule(rule as usize);
            self.update_signatures(rule as usize, u64::wrapping_add);
            let seen = self.places.uses_in_rule.row(rule as usize);
            changed.extend(seen.iter().map(|(symbol, _)| *symbol));
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// All that a symbol looks like, and what is known of it, in one number.
    pub fn signature(&self, symbol: u32) -> u64 {
        combine(self.colour[symbol as usize], self.sum[symbol as usize])
    }

    fn rehash_rule(&mut self, rule: usize) {
        let places = self.places;
        let range = places.places_of(rule);
        for place in range.clone() {
            let colour = match places.owner[place] {
                NONE => 0,
                owner => self.colour[owner as usize],
            };
            self.place_hashes[place][0] = combine(places.base[place], colour);
        }
        for round in 1..=ROUNDS {
            for place in range.clone() {
                let around = places
                    .neighbours
                    .row(place)
                    .iter()
                    .fold(0u64, |sum, neighbours| {
                        let there = self.place_hashes[neighbours.place as usize][round - 1];
                        sum.wrapping_add(mix(there ^ u64::from(neighbours.is_parent)))
                    });
                self.place_hashes[place][round] =
                    combine(self.place_hashes[place][round - 1], around);
            }
        }
        let looks = self.place_hashes[range]
            .iter()
            .map(|looks| mix(looks[ROUNDS]));
        self.rule_hashes[rule] = looks.fold(0, u64::wrapping_add).max(NOT_HASHED + 1);
    }

    /// Puts a rule into the sums of its symbols, or takes it out. A rule that was never looked at is not in them.
    fn update_signatures(&mut self, rule: usize, change: fn(u64, u64) -> u64) {
        let whole = self.rule_hashes[rule];
        if whole == NOT_HASHED {
            return;
        }
        for &(symbol, symbol_use) in self.places.uses_in_rule.row(rule) {
            let look = self.place_hashes[symbol_use.place as usize][ROUNDS];
            let part = combine(whole.wrapping_add(symbol_use.argument.into()), look);
            let sum = &mut self.sum[symbol as usize];
            *sum = change(*sum, part);
        }
    }
}
