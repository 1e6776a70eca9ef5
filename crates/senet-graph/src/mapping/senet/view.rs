//! What each place and each symbol looks like, given what is known of the symbols around it.
//!
//! Looks never cross from rule to rule by themselves: a symbol that is not yet known looks like any other with as many arguments. What is
//! found out about it travels by its colour. So a rule that differs between two games spoils the looks of its own symbols only.

use super::hash::{combine, mix};
use super::places::{NONE, Places};

/// How many steps are looked around a place, within its rule.
pub const ROUNDS: usize = 5;

/// The number of a rule that was not looked at yet.
const UNSEEN: u64 = 0;

/// The looks of a game.
pub struct View<'a> {
    /// The game.
    pub places: &'a Places,
    /// What is known of each symbol.
    colour: Vec<u64>,
    /// Each place with what is around it up to each distance.
    pub look: Vec<[u64; ROUNDS + 1]>,
    /// Each rule as a whole.
    pub whole: Vec<u64>,
    /// All that each symbol looks like, in one number; a sum over its places, so that it can be kept up to date rule by rule.
    sum: Vec<u64>,
    stale: Vec<u32>,
    is_stale: Vec<bool>,
}

impl<'a> View<'a> {
    /// The looks of a game of which nothing is known.
    pub fn new(places: &'a Places) -> View<'a> {
        let colour = |&arity: &u32| combine(0x11, arity.into());
        View {
            colour: places.arity.iter().map(colour).collect(),
            look: vec![[0; ROUNDS + 1]; places.base.len()],
            whole: vec![UNSEEN; places.rules()],
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

    /// Something is found out about a symbol; what follows for others is seen after [`View::refresh`].
    pub fn paint(&mut self, symbol: u32, colour: u64) {
        let symbol = symbol as usize;
        if std::mem::replace(&mut self.colour[symbol], colour) == colour {
            return;
        }
        for &rule in self.places.rules_of.get(symbol) {
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
            self.sign(rule as usize, u64::wrapping_sub);
            self.look_at(rule as usize);
            self.sign(rule as usize, u64::wrapping_add);
            let seen = self.places.seen_in.get(rule as usize);
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

    fn look_at(&mut self, rule: usize) {
        let places = self.places;
        let range = places.places_of(rule);
        for place in range.clone() {
            let colour = match places.owner[place] {
                NONE => 0,
                owner => self.colour[owner as usize],
            };
            self.look[place][0] = combine(places.base[place], colour);
        }
        for round in 1..=ROUNDS {
            for place in range.clone() {
                let around = places.near.get(place).iter().fold(0u64, |sum, near| {
                    let there = self.look[near.place as usize][round - 1];
                    sum.wrapping_add(mix(there ^ u64::from(near.over)))
                });
                self.look[place][round] = combine(self.look[place][round - 1], around);
            }
        }
        let looks = self.look[range].iter().map(|looks| mix(looks[ROUNDS]));
        self.whole[rule] = looks.fold(0, u64::wrapping_add).max(UNSEEN + 1);
    }

    /// Puts a rule into the sums of its symbols, or takes it out. A rule that was never looked at is not in them.
    fn sign(&mut self, rule: usize, change: fn(u64, u64) -> u64) {
        let whole = self.whole[rule];
        if whole == UNSEEN {
            return;
        }
        for &(symbol, sight) in self.places.seen_in.get(rule) {
            let look = self.look[sight.place as usize][ROUNDS];
            let part = combine(whole.wrapping_add(sight.argument.into()), look);
            let sum = &mut self.sum[symbol as usize];
            *sum = change(*sum, part);
        }
    }
}
