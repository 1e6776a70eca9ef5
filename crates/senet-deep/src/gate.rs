//! The gate: a new network plays against the best one so far.

use crate::expansion::expand;
use crate::search::{Leaf, RootPlan, Search};
use crate::{DeepError, DeepPlan, GameModel};
use fastrand::Rng;
use senet_engine::{State, Stopped, spread_seed};
use senet_gdl::Deadline;

/// The maximum number of moves of a match. Longer matches are cut off.
const MOST_MOVES: usize = 1_000;

/// The scores of the new network and of the best one in the same seats.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GateScore {
    /// The sum of values of the new network, one for each seat it took.
    pub new: f64,
    /// The sum of values of the best network in the same seats.
    pub best: f64,
}

impl GateScore {
    /// True if the new network is as good as the best one, or better.
    pub fn passes(&self) -> bool {
        self.new >= self.best
    }

    /// The share of the new network: one half if both are equal.
    pub fn share(&self) -> f64 {
        match self.new + self.best {
            sum if sum > 0.0 => self.new / sum,
            _ => 0.5,
        }
    }
}

/// Plays the matches of the gate. With one role each network plays alone. With more, each pair of matches swaps all seats.
pub fn gate(
    new: &GameModel,
    best: &GameModel,
    plan: &DeepPlan,
    seed: u64,
    deadline: &Deadline,
) -> Result<GateScore, DeepError> {
    let initial = new.game.initial()?;
    let mut matches: Vec<GateMatch> = (0..plan.gate_matches.next_multiple_of(2))
        .map(|number| GateMatch::start([new, best], plan, &initial, seed, number))
        .collect();
    while matches.iter().any(|one| !one.is_over) {
        if deadline.is_over() {
            return Err(Stopped::Signalled.into());
        }
        for (side, model) in [new, best].into_iter().enumerate() {
            let mut leaves = Vec::new();
            for (at, one) in matches.iter_mut().enumerate() {
                leaves.extend(one.next_leaf(side).map(|leaf| (at, leaf)));
            }
            let mut searches: Vec<&mut Search> = matches
                .iter_mut()
                .map(|one| &mut one.searches[side])
                .collect();
            expand(model, &mut searches, &leaves)?;
        }
        matches.iter_mut().for_each(|one| one.move_if_ready(plan));
    }
    let mut score = GateScore::default();
    matches.iter().for_each(|one| one.add_to(&mut score));
    Ok(score)
}

/// A match between two networks. Each has a tree of its own.
struct GateMatch {
    searches: [Search; 2],
    /// For each role, the side that plays it: 0 for the new network.
    seats: Vec<usize>,
    chance: Option<usize>,
    rng: Rng,
    moves: usize,
    is_over: bool,
}

impl GateMatch {
    fn start(
        models: [&GameModel; 2],
        plan: &DeepPlan,
        initial: &State,
        seed: u64,
        number: usize,
    ) -> GateMatch {
        // A pair of matches has the same random numbers and opposite seats.
        let pair = number as u64 / 2;
        let seats = (0..models[0].roles()).map(|role| (role + number + number / 2) % 2);
        let root = root_plan(plan);
        GateMatch {
            searches: models.map(|model| Search::new(model, initial, plan.exploration, root)),
            seats: seats.collect(),
            chance: models[0].chance,
            rng: Rng::with_seed(spread_seed(seed, pair)),
            moves: 0,
            is_over: false,
        }
    }

    /// True if a side has a choice at the root. A side without a choice needs no search.
    fn chooses(&self, side: usize) -> bool {
        let search = &self.searches[side];
        let own = (0..self.seats.len()).filter(|&role| self.seats[role] == side);
        own.filter(|&role| Some(role) != self.chance)
            .any(|role| search.tree.actions(search.root, role).len() > 1)
    }

    fn next_leaf(&mut self, side: usize) -> Option<Leaf> {
        if self.is_over || (!self.searches[side].is_waiting() && !self.chooses(side)) {
            return None;
        }
        self.searches[side].next_leaf(&mut self.rng)
    }

    fn is_ready(&self, side: usize) -> bool {
        let search = &self.searches[side];
        let idle = search.is_forced() || !self.chooses(side);
        !search.is_waiting() && (search.is_over() || idle || search.is_done())
    }

    fn move_if_ready(&mut self, plan: &DeepPlan) {
        if self.is_over || !(self.is_ready(0) && self.is_ready(1)) {
            return;
        }
        self.is_over = self.searches[0].is_over() || self.moves >= MOST_MOVES;
        if self.is_over {
            return;
        }
        let drawn = self.moves < plan.drawn_moves;
        let mut choice = Vec::new();
        for (role, &side) in self.seats.iter().enumerate() {
            choice.push(self.searches[side].pick(role, drawn, &mut self.rng) as u32);
        }
        for search in &mut self.searches {
            search.advance(&choice, root_plan(plan));
        }
        self.moves += 1;
    }

    fn add_to(&self, score: &mut GateScore) {
        let search = &self.searches[0];
        let values = search.tree.values(search.root);
        for (role, &side) in self.seats.iter().enumerate() {
            if Some(role) == self.chance {
                continue;
            }
            match side {
                0 => score.new += f64::from(values[role]),
                _ => score.best += f64::from(values[role]),
            }
        }
    }
}

fn root_plan(plan: &DeepPlan) -> RootPlan {
    RootPlan {
        simulations: plan.simulations,
        noise: 0.0,
        gumbel: false,
    }
}
