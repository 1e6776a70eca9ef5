//! Observations in random matches: changes of facts, and turns.

use crate::playouts::PlayedStep;

/// Observations in random matches.
#[derive(Default)]
pub struct Observations {
    /// The number of steps.
    pub steps: usize,
    /// Per fact, whether it became true in some step.
    pub rose: Vec<bool>,
    /// Per fact, whether it became false in some step.
    pub fell: Vec<bool>,
    /// Candidates for turn facts, one fact per role.
    pub turn_candidates: Vec<Vec<u32>>,
    /// Per candidate, whether exactly one of its facts held in every state.
    pub fits: Vec<bool>,
    /// True if several roles had a choice in the same state.
    pub simultaneous: bool,
    /// True if any role had a choice.
    pub choices: bool,
}

impl Observations {
    /// Starts without observations.
    pub fn new(fluents: usize, turn_candidates: Vec<Vec<u32>>) -> Observations {
        Observations {
            rose: vec![false; fluents],
            fell: vec![false; fluents],
            fits: vec![true; turn_candidates.len()],
            turn_candidates,
            ..Observations::default()
        }
    }

    /// True if a fact changed.
    pub fn changes(&self, fluent: u32) -> bool {
        self.rose[fluent as usize] || self.fell[fluent as usize]
    }

    /// Notes a step.
    pub fn note(&mut self, step: &PlayedStep) {
        self.steps += 1;
        for (fluent, (before, after)) in step.state.iter().zip(step.next).enumerate() {
            self.rose[fluent] |= !before && *after;
            self.fell[fluent] |= *before && !after;
        }
        for (facts, fits) in self.turn_candidates.iter().zip(&mut self.fits) {
            let holding = facts.iter().filter(|fact| step.state[**fact as usize]);
            *fits &= holding.count() == 1;
        }
        let choosing = step.choices.iter().filter(|choices| **choices > 1).count();
        self.simultaneous |= choosing > 1;
        self.choices |= choosing > 0;
    }
}
