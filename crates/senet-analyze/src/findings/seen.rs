//! What random matches showed of facts and turns.

use crate::playouts::Step;

/// What random matches showed.
#[derive(Default)]
pub struct Seen {
    /// How many steps there were.
    pub steps: usize,
    /// Per fact, whether it became true in some step.
    pub rose: Vec<bool>,
    /// Per fact, whether it became false in some step.
    pub fell: Vec<bool>,
    /// Possible holders of the turn, a fact for each role.
    pub holders: Vec<Vec<u32>>,
    /// Whether each was one in all states: exactly one of its facts held.
    pub fits: Vec<bool>,
    /// Whether several roles had a choice in the same state.
    pub simultaneous: bool,
    /// Whether somebody had a choice.
    pub choices: bool,
}

impl Seen {
    /// Nothing was seen yet.
    pub fn new(fluents: usize, holders: Vec<Vec<u32>>) -> Seen {
        Seen {
            rose: vec![false; fluents],
            fell: vec![false; fluents],
            fits: vec![true; holders.len()],
            holders,
            ..Seen::default()
        }
    }

    /// Whether a fact was seen to change.
    pub fn changes(&self, fluent: u32) -> bool {
        self.rose[fluent as usize] || self.fell[fluent as usize]
    }

    /// Notes a step.
    pub fn note(&mut self, step: &Step) {
        self.steps += 1;
        for (fluent, (before, after)) in step.state.iter().zip(step.next).enumerate() {
            self.rose[fluent] |= !before && *after;
            self.fell[fluent] |= *before && !after;
        }
        for (facts, fits) in self.holders.iter().zip(&mut self.fits) {
            let holding = facts.iter().filter(|fact| step.state[**fact as usize]);
            *fits &= holding.count() == 1;
        }
        let choosing = step.choices.iter().filter(|choices| **choices > 1).count();
        self.simultaneous |= choosing > 1;
        self.choices |= choosing > 0;
    }
}
