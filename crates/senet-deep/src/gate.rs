//! The gate: a new network plays against the best one so far.

use crate::expansion::expand;
use crate::search::{Leaf, RootPlan, Search};
use crate::tree::Tree;
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
    while matches.iter().any(|one| one.end.is_none()) {
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
        for one in &mut matches {
            one.move_if_ready([new, best], plan);
        }
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
    /// The values of all roles at the end.
    end: Option<Vec<f32>>,
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
            end: None,
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
        if self.end.is_some() || (!self.searches[side].is_waiting() && !self.chooses(side)) {
            return None;
        }
        self.searches[side].next_leaf(&mut self.rng)
    }

    fn is_ready(&self, side: usize) -> bool {
        let search = &self.searches[side];
        let idle = search.is_forced() || !self.chooses(side);
        !search.is_waiting() && (search.is_over() || idle || search.is_done())
    }

    fn move_if_ready(&mut self, models: [&GameModel; 2], plan: &DeepPlan) {
        if self.end.is_some() || !(self.is_ready(0) && self.is_ready(1)) {
            return;
        }
        if self.searches[0].is_over() || self.moves >= MOST_MOVES {
            self.finish();
            return;
        }
        let drawn = self.moves < plan.drawn_moves;
        let mut choice = Vec::new();
        for (role, &side) in self.seats.iter().enumerate() {
            choice.push(self.searches[side].pick(role, drawn, &mut self.rng) as u32);
        }
        // Each match has two trees.
        let most = plan.memory_bytes / 4 / plan.gate_matches.max(1);
        for (search, model) in self.searches.iter_mut().zip(models) {
            search.advance(&choice, root_plan(plan));
            search.shed_tree(model, most);
        }
        self.moves += 1;
    }

    /// Keeps the values of the end, and gives the memory of the trees back.
    fn finish(&mut self) {
        let search = &self.searches[0];
        self.end = Some(search.tree.values(search.root).to_vec());
        for search in &mut self.searches {
            search.tree = Tree::new(0, 0);
        }
    }

    fn add_to(&self, score: &mut GateScore) {
        let values = self.end.iter().flatten();
        for ((role, &side), &value) in self.seats.iter().enumerate().zip(values) {
            if Some(role) == self.chance {
                continue;
            }
            match side {
                0 => score.new += f64::from(value),
                _ => score.best += f64::from(value),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Model, NetworkKind};
    use senet_engine::{Game, LoadOptions, load};
    use senet_gdl::Sheet;
    use std::sync::Arc;

    fn untrained(rules: &str) -> GameModel {
        let loaded = load(&Sheet::read(rules), &LoadOptions::default()).unwrap();
        let identity = Identity::of(&loaded.description, &Deadline::never()).unwrap();
        let game: Arc<dyn Game> = loaded.game.into();
        let kind = NetworkKind {
            layers: 1,
            width: 16,
            ..NetworkKind::default()
        };
        let model = Model::new(&*game, &identity, &kind, 5).unwrap();
        model.join_own(game).unwrap()
    }

    #[test]
    fn gate_keeps_its_memory_limit() {
        let model = untrained(senet_library::find("tic-tac-toe").unwrap().rules);
        let plan = DeepPlan {
            gate_matches: 2,
            memory_bytes: 1 << 16,
            ..DeepPlan::default()
        };
        let initial = model.game.initial().unwrap();
        let mut one = GateMatch::start([&model, &model], &plan, &initial, 1, 0);
        while one.end.is_none() {
            for side in 0..2 {
                let leaf: Vec<_> = one
                    .next_leaf(side)
                    .map(|leaf| (0, leaf))
                    .into_iter()
                    .collect();
                expand(&model, &mut [&mut one.searches[side]], &leaf).unwrap();
            }
            let moves = one.moves;
            one.move_if_ready([&model, &model], &plan);
            let is_fresh = one.moves > moves && !one.searches[0].is_waiting();
            let bytes = one.searches[0].tree.bytes();
            assert!(
                !is_fresh || bytes <= (1 << 16) / 8,
                "{bytes} at move {moves}"
            );
        }
        assert_eq!(
            one.searches[0].tree.bytes() + one.searches[1].tree.bytes(),
            0
        );
        assert_eq!(one.end.map(|values| values.iter().sum()), Some(1.0));
    }
}
