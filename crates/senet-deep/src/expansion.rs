//! Evaluates leaves of many searches at once: one batch for the engine, one for the network.

use crate::search::{Leaf, Search};
use crate::tree::{Action, Status};
use crate::{DeepError, GameModel};
use senet_engine::{Goal, MoveId, MoveLists, State, Stopped};

/// Evaluates leaves, and backs up their values. Each leaf comes with the index of its search. If a query is stopped, all
/// trees stay as they were.
pub fn expand(
    model: &GameModel,
    searches: &mut [&mut Search],
    leaves: &[(usize, Leaf)],
) -> Result<(), DeepError> {
    if leaves.is_empty() {
        return Ok(());
    }
    let (states, terminal) = states_of(model, searches, leaves)?;
    let of = |end: bool| {
        let pairs = states.iter().zip(&terminal);
        let chosen = pairs.filter(move |&(_, &is_end)| is_end == end);
        chosen.map(|(state, _)| state.clone()).collect::<Vec<_>>()
    };
    let (ends, open) = (of(true), of(false));
    let goals = model.game.goals_in(&ends)?;
    let lists = model.game.legal_in(&open)?;
    let outputs = Evaluated::of(model, &open, lists)?;
    let (mut next_end, mut next_open) = (goals.chunks_exact(model.roles()), 0);
    for ((number, leaf), (state, is_end)) in leaves.iter().zip(states.iter().zip(&terminal)) {
        let search = &mut *searches[*number];
        match is_end {
            true => {
                let values = goal_values(model, next_end.next().unwrap_or(&[]));
                let tree = &mut search.tree;
                tree.fill(leaf.node(), state.words(), Status::Terminal, &values);
            }
            false => {
                outputs.fill(model, search, leaf.node(), state, next_open);
                next_open += 1;
            }
        }
        // The first state of a tree has no path, and a child that became the root needs no back-up.
        if let Leaf::Child(node, path) = leaf
            && *node != search.root
        {
            search.back_up(path, *node);
        }
    }
    Ok(())
}

/// The states of leaves, and whether they are terminal.
fn states_of(
    model: &GameModel,
    searches: &[&mut Search],
    leaves: &[(usize, Leaf)],
) -> Result<(Vec<State>, Vec<bool>), DeepError> {
    let (mut parents, mut joints) = (Vec::new(), Vec::new());
    for (number, leaf) in leaves {
        if let Leaf::Child(_, path) = leaf
            && let Some(last) = path.last()
        {
            let tree = &searches[*number].tree;
            parents.push(State::from_words(tree.words(last.node).to_vec()));
            let first = joints.len();
            joints.resize(first + model.roles(), MoveId(0));
            for (role, &at) in last.choice.iter().enumerate() {
                let action = tree.actions(last.node, role)[at as usize];
                joints[first + model.translation.roles[role]] = action.id;
            }
        }
    }
    let from: Vec<u32> = (0..parents.len() as u32).collect();
    let children = model.game.children_of(&parents, &from, &joints)?;
    let mut next = 0;
    let (mut states, mut terminal) = (Vec::new(), Vec::new());
    for (_, leaf) in leaves {
        match leaf {
            Leaf::First(_, state) => {
                terminal.push(model.game.is_terminal(state)?);
                states.push(state.clone());
            }
            Leaf::Child(..) => {
                terminal.push(children.terminal()[next]);
                states.push(children.state(next));
                next += 1;
            }
        }
    }
    Ok((states, terminal))
}

/// The goals of a terminal state as values from 0 to 1, in the order of the model's roles.
pub fn goal_values(model: &GameModel, goals: &[Goal]) -> Vec<f32> {
    let value = |&role: &usize| {
        let goal = goals.get(role).and_then(Goal::value).unwrap_or(0);
        goal.clamp(0, 100) as f32 / 100.0
    };
    model.translation.roles.iter().map(value).collect()
}

/// The outputs of the network for some states.
struct Evaluated {
    lists: MoveLists,
    outputs: senet_value_net::policy::Outputs,
}

impl Evaluated {
    fn of(model: &GameModel, states: &[State], lists: MoveLists) -> Result<Evaluated, DeepError> {
        for state in 0..states.len() {
            if (0..model.roles()).any(|role| lists.of(state, role).is_empty()) {
                let problem = "a role has no legal move before the end of the match".to_string();
                return Err(Stopped::Misuse(problem).into());
            }
        }
        let length = states.first().map_or(1, |state| state.words().len().max(1));
        let mut words = Vec::with_capacity(states.len() * length);
        for state in states {
            model.translation.push_state(state.words(), &mut words);
        }
        let rows: Vec<&[u64]> = words.chunks_exact(length).collect();
        Ok(Evaluated {
            lists,
            outputs: model.net.evaluate(&rows),
        })
    }

    /// Fills a node that is not terminal.
    fn fill(&self, model: &GameModel, search: &mut Search, node: u32, state: &State, at: usize) {
        let roles = 0..model.roles();
        let values: Vec<f32> = roles.map(|role| self.outputs.value(at, role)).collect();
        let tree = &mut search.tree;
        tree.fill(node, state.words(), Status::Open, &values);
        for role in 0..model.roles() {
            let legal = self.lists.of(at, model.translation.roles[role]);
            let mut numbered: Vec<(u32, MoveId)> = legal
                .iter()
                .map(|&id| (model.translation.move_of(role, id), id))
                .collect();
            numbered.sort_unstable();
            let priors = softmax(self.outputs.logits(at, role), &numbered);
            let actions = numbered.iter().zip(priors);
            let actions = actions.map(|(&(number, id), prior)| Action::new(number, id, prior));
            tree.push_actions(node, role, actions);
        }
    }
}

/// The probabilities of legal moves.
fn softmax(logits: &[f32], legal: &[(u32, MoveId)]) -> Vec<f32> {
    let of = |&(number, _): &(u32, MoveId)| logits[number as usize];
    let most = legal.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = legal.iter().map(|one| (of(one) - most).exp()).collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
