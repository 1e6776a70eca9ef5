//! Weisfeiler–Leman hashes of places, rules and symbols under the current colours.
//!
//! Hashes do not cross rules by themselves: all uncoloured symbols of one arity have equal hashes. Information crosses rules
//! only through colours. A rule that differs between two games therefore affects only the hashes of its own symbols.

use super::hash::{combine, mix};
use super::places::{NONE, Places};

/// The number of refinement rounds within a rule.
pub const ROUNDS: usize = 5;

/// The hash of a rule that is not in the signatures yet.
const NOT_HASHED: u64 = 0;

/// The hashes of a game.
pub struct WlHashes<'a> {
    /// The game.
    pub places: &'a Places,
    /// The colour of each symbol.
    colour: Vec<u64>,
    /// The hash of each place's neighbourhood for each radius.
    pub place_hashes: Vec<[u64; ROUNDS + 1]>,
    /// The hash of each rule.
    pub rule_hashes: Vec<u64>,
    /// The sum of the use hashes of each symbol. A sum can be updated rule by rule.
    sum: Vec<u64>,
    stale: Vec<u32>,
    is_stale: Vec<bool>,
}

impl<'a> WlHashes<'a> {
    /// Starts with colours that depend only on the arity. No hash is computed yet.
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

    /// The colour of each symbol.
    pub fn colours(&self) -> &[u64] {
        &self.colour
    }

    /// Sets the colour of a symbol. [`WlHashes::refresh`] updates the hashes.
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

    /// Restores earlier colours.
    pub fn restore(&mut self, colours: &[u64]) {
        self.colour.copy_from_slice(colours);
        self.stale = (0..self.places.rules() as u32).collect();
        self.is_stale.fill(true);
    }

    /// Hashes all outdated rules again. Returns the symbols whose signatures may have changed.
    pub fn refresh(&mut self) -> Vec<u32> {
        let mut changed = Vec::new();
        for rule in std::mem::take(&mut self.stale) {
            self.is_stale[rule as usize] = false;
            self.update_signatures(rule as usize, u64::wrapping_sub);
            self.rehash_rule(rule as usize);
            self.update_signatures(rule as usize, u64::wrapping_add);
            let uses = self.places.uses_in_rule.row(rule as usize);
            changed.extend(uses.iter().map(|(symbol, _)| *symbol));
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The hash of a symbol's colour and all its uses.
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
                    .fold(0u64, |sum, neighbour| {
                        let there = self.place_hashes[neighbour.place as usize][round - 1];
                        sum.wrapping_add(mix(there ^ u64::from(neighbour.is_parent)))
                    });
                self.place_hashes[place][round] =
                    combine(self.place_hashes[place][round - 1], around);
            }
        }
        let hashes = self.place_hashes[range]
            .iter()
            .map(|hashes| mix(hashes[ROUNDS]));
        self.rule_hashes[rule] = hashes.fold(0, u64::wrapping_add).max(NOT_HASHED + 1);
    }

    /// Adds the uses of a rule to the sums of its symbols, or subtracts them. A rule without a hash is skipped.
    fn update_signatures(&mut self, rule: usize, change: fn(u64, u64) -> u64) {
        let rule_hash = self.rule_hashes[rule];
        if rule_hash == NOT_HASHED {
            return;
        }
        for &(symbol, symbol_use) in self.places.uses_in_rule.row(rule) {
            let hash = self.place_hashes[symbol_use.place as usize][ROUNDS];
            let part = combine(rule_hash.wrapping_add(symbol_use.argument.into()), hash);
            let sum = &mut self.sum[symbol as usize];
            *sum = change(*sum, part);
        }
    }
}
