//! A game whose rules a network evaluates.

use crate::evaluate::{Evaluation, MAX_BATCH};
use crate::graph::RuleGraph;
use crate::network::ReasonerNetwork;
use senet_engine::{
    BuildFromGrounded, Game, Goal, JointMove, MoveId, MoveLists, RoleId, State, Stopped,
};
use senet_ground::{AtomKind, Grounded, RuleIndex};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that the vectors of one evaluation may take, if no smaller limit is given.
const MAX_BYTES: usize = 1 << 30;
/// Bytes that the vectors of a batch may take; larger batches would not fit into the cache.
const BATCH_BYTES: usize = 32 << 20;

/// The vectors of a game do not fit into memory.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the vectors of {atoms} atoms need {} MiB, more than {} MiB: use a network with smaller vectors, or raise the memory limit", .bytes.div_ceil(1 << 20), .limit >> 20)]
pub struct GameTooLarge {
    /// The number of atoms.
    pub atoms: usize,
    /// The bytes that one state needs.
    pub bytes: usize,
    /// The bytes that it may take.
    pub limit: usize,
}

/// Builds games that a network evaluates, for [`senet_engine::LoadOptions`].
#[derive(Clone, Debug)]
pub struct NeuralBackEnd(pub Arc<ReasonerNetwork>);

impl BuildFromGrounded for NeuralBackEnd {
    fn build(&self, grounded: &Grounded, memory: usize) -> Result<Box<dyn Game>, String> {
        let game = NeuralGame::within(grounded, self.0.clone(), memory);
        Ok(Box::new(game.map_err(|error| error.to_string())?))
    }

    fn describe(&self) -> String {
        self.0.claim()
    }
}

/// A grounded game. All answers come from the network.
pub struct NeuralGame {
    network: Arc<ReasonerNetwork>,
    graph: RuleGraph,
    atoms: QueryAtoms,
    roles: Vec<String>,
    fluents: Vec<String>,
    moves: Vec<Vec<String>>,
    initial: State,
    /// Evaluations of single states, one per thread at most. Each keeps the state that it saw last.
    idle: Mutex<Vec<Seen>>,
}

/// The atoms that queries ask for.
struct QueryAtoms {
    now: Vec<Option<u32>>,
    next: Vec<Option<u32>>,
    does: Vec<Vec<Option<u32>>>,
    legal: Vec<Vec<Option<u32>>>,
    terminal: Option<u32>,
    goals: Vec<Vec<(u32, String)>>,
    sees: Vec<Vec<(u32, String)>>,
}

/// An evaluation and the state that it holds.
struct Seen {
    state: Option<State>,
    evaluation: Evaluation,
}

impl NeuralGame {
    /// Makes a game of ground rules.
    pub fn new(
        grounded: &Grounded,
        network: Arc<ReasonerNetwork>,
    ) -> Result<NeuralGame, GameTooLarge> {
        NeuralGame::within(grounded, network, MAX_BYTES)
    }

    /// Makes a game whose vectors take at most these bytes, and never more than 1 GiB.
    fn within(
        grounded: &Grounded,
        network: Arc<ReasonerNetwork>,
        memory: usize,
    ) -> Result<NeuralGame, GameTooLarge> {
        let graph = RuleGraph::of(grounded);
        let (atoms, bytes) = (graph.atoms(), Evaluation::bytes(&network, &graph, 1));
        let limit = memory.min(MAX_BYTES);
        if bytes > limit {
            return Err(GameTooLarge {
                atoms,
                bytes,
                limit,
            });
        }
        let texts = |terms: &Vec<_>| {
            terms
                .iter()
                .map(|&term| grounded.text(term))
                .collect::<Vec<_>>()
        };
        Ok(NeuralGame {
            atoms: QueryAtoms::of(grounded),
            roles: texts(&grounded.roles),
            fluents: texts(&grounded.fluents),
            moves: grounded.moves.iter().map(texts).collect(),
            initial: pack(
                grounded.fluents.len(),
                grounded.initial.iter().map(|&fluent| fluent as usize),
            ),
            idle: Mutex::default(),
            network,
            graph,
        })
    }

    /// Asks about one state.
    fn ask<T>(&self, state: &State, question: impl FnOnce(&mut Seen) -> T) -> Result<T, Stopped> {
        self.check_state(state)?;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let same = idle
            .iter()
            .position(|seen| seen.state.as_ref() == Some(state));
        let seen = same.map(|at| idle.swap_remove(at)).or_else(|| idle.pop());
        drop(idle);
        let mut seen = seen.unwrap_or_else(|| Seen {
            state: None,
            evaluation: Evaluation::new(&self.network, &self.graph, 1),
        });
        if seen.state.as_ref() != Some(state) {
            self.look(&mut seen.evaluation, std::slice::from_ref(state));
            seen.state = Some(state.clone());
        }
        let answer = question(&mut seen);
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(seen);
        Ok(answer)
    }

    /// Asks about many states, in batches.
    fn ask_all(
        &self,
        states: &[State],
        mut question: impl FnMut(&mut Evaluation, usize, usize),
    ) -> Result<(), Stopped> {
        states
            .iter()
            .try_for_each(|state| self.check_state(state))?;
        let bytes = Evaluation::bytes(&self.network, &self.graph, 1).max(1);
        let batch = (BATCH_BYTES / bytes).clamp(1, MAX_BATCH);
        let mut evaluation = Evaluation::new(&self.network, &self.graph, batch.min(states.len()));
        for (number, chunk) in states.chunks(batch).enumerate() {
            self.look(&mut evaluation, chunk);
            question(&mut evaluation, number * batch, chunk.len());
        }
        Ok(())
    }

    /// Evaluates the atoms that do not depend on moves.
    fn look(&self, evaluation: &mut Evaluation, states: &[State]) {
        for (fluent, atom) in self.atoms.now.iter().enumerate() {
            if let Some(atom) = atom {
                let bits = states.iter().enumerate();
                let word = bits.fold(0, |word, (at, state)| {
                    word | u64::from(has(state, fluent)) << at
                });
                evaluation.set_input(*atom as usize, word);
            }
        }
        evaluation.run(&self.graph, false);
    }

    /// Evaluates the atoms that depend on moves, after [`NeuralGame::look`]. `joints` stores them one after another.
    fn act(&self, evaluation: &mut Evaluation, joints: &[MoveId]) {
        let roles = self.roles.len();
        for (role, atoms) in self.atoms.does.iter().enumerate() {
            for (number, atom) in atoms.iter().enumerate() {
                let Some(atom) = atom else { continue };
                let chosen = joints.iter().skip(role).step_by(roles.max(1)).enumerate();
                let word = chosen.fold(0, |word, (at, id)| {
                    word | u64::from(id.0 as usize == number) << at
                });
                evaluation.set_input(*atom as usize, word);
            }
        }
        evaluation.run(&self.graph, true);
    }

    fn next_state(&self, evaluation: &Evaluation, at: usize) -> State {
        let atoms = self.atoms.next.iter().enumerate();
        let holding = atoms.filter(|(_, atom)| holds(evaluation, **atom, at));
        pack(self.fluents.len(), holding.map(|(fluent, _)| fluent))
    }

    fn legal_moves(&self, evaluation: &Evaluation, role: RoleId, at: usize) -> Vec<MoveId> {
        let atoms = (0..).zip(&self.atoms.legal[role]);
        let legal = atoms.filter(|(_, atom)| holds(evaluation, **atom, at));
        legal.map(|(number, _)| MoveId(number)).collect()
    }

    fn goal_value(&self, evaluation: &Evaluation, role: RoleId, at: usize) -> Goal {
        Goal::from_texts(true_texts(evaluation, &self.atoms.goals[role], at))
    }

    fn check_state(&self, state: &State) -> Result<(), Stopped> {
        match state.words().len() == self.initial.words().len() {
            true => Ok(()),
            false => Err(Stopped::Misuse(
                "the state belongs to another game".to_string(),
            )),
        }
    }

    fn check_role(&self, role: RoleId) -> Result<(), Stopped> {
        match role < self.roles.len() {
            true => Ok(()),
            false => Err(Stopped::Misuse(format!("there is no role number {role}"))),
        }
    }

    /// Checks joint moves that are stored one after another, one for each state.
    fn check_joints(&self, joints: &[MoveId], states: usize) -> Result<(), Stopped> {
        if joints.len() != states * self.roles.len() {
            let message = format!(
                "{} moves are not one joint move for each of {states} states",
                joints.len()
            );
            return Err(Stopped::Misuse(message));
        }
        let roles = (0..self.roles.len()).cycle();
        match joints
            .iter()
            .zip(roles)
            .all(|(id, role)| (id.0 as usize) < self.moves[role].len())
        {
            true => Ok(()),
            false => Err(Stopped::Misuse(
                "a move belongs to another game".to_string(),
            )),
        }
    }
}

impl QueryAtoms {
    fn of(grounded: &Grounded) -> QueryAtoms {
        let index = RuleIndex::new(grounded);
        let mut goals = vec![Vec::new(); grounded.roles.len()];
        let mut sees = goals.clone();
        for (atom, kind) in (0..).zip(&grounded.atoms) {
            match *kind {
                AtomKind::Goal(role, term) => {
                    goals[role as usize].push((atom, grounded.text(term)))
                }
                AtomKind::Sees(role, term) => sees[role as usize].push((atom, grounded.text(term))),
                _ => {}
            }
        }
        sees.iter_mut()
            .for_each(|percepts| percepts.sort_by(|a, b| a.1.cmp(&b.1)));
        QueryAtoms {
            now: index.now,
            next: index.next,
            does: index.does,
            legal: index.legal,
            terminal: index.terminal,
            goals,
            sees,
        }
    }
}

/// True if an atom exists and holds in state `at` of the batch.
fn holds(evaluation: &Evaluation, atom: Option<u32>, at: usize) -> bool {
    atom.is_some_and(|atom| evaluation.word(atom as usize) >> at & 1 == 1)
}

fn true_texts(evaluation: &Evaluation, atoms: &[(u32, String)], at: usize) -> Vec<String> {
    let holding = atoms
        .iter()
        .filter(|(atom, _)| holds(evaluation, Some(*atom), at));
    holding.map(|(_, text)| text.clone()).collect()
}

fn has(state: &State, fluent: usize) -> bool {
    state.words()[fluent / 64] >> (fluent % 64) & 1 == 1
}

fn pack(fluents: usize, holding: impl Iterator<Item = usize>) -> State {
    let mut words = vec![0u64; fluents.div_ceil(64)];
    holding.for_each(|fluent| words[fluent / 64] |= 1 << (fluent % 64));
    State::from_words(words)
}

impl Game for NeuralGame {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn initial(&self) -> Result<State, Stopped> {
        Ok(self.initial.clone())
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.ask(state, |seen| {
            holds(&seen.evaluation, self.atoms.terminal, 0)
        })
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        self.check_role(role)?;
        self.ask(state, |seen| self.legal_moves(&seen.evaluation, role, 0))
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        self.check_joints(joint, 1)?;
        self.ask(state, |seen| {
            self.act(&mut seen.evaluation, joint);
            self.next_state(&seen.evaluation, 0)
        })
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        self.check_role(role)?;
        self.ask(state, |seen| self.goal_value(&seen.evaluation, role, 0))
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
        self.check_role(role)?;
        self.check_joints(joint, 1)?;
        self.ask(state, |seen| {
            self.act(&mut seen.evaluation, joint);
            true_texts(&seen.evaluation, &self.atoms.sees[role], 0)
        })
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        let fluents = self.fluents.iter().enumerate();
        let holding = fluents.filter(|(fluent, _)| has(state, *fluent));
        holding.map(|(_, text)| text.clone()).collect()
    }

    fn move_name(&self, role: RoleId, id: MoveId) -> String {
        let name = self
            .moves
            .get(role)
            .and_then(|moves| moves.get(id.0 as usize));
        name.cloned().unwrap_or_default()
    }

    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        let moves = self.moves.get(role)?;
        let position = moves
            .binary_search_by(|name| name.as_str().cmp(text))
            .ok()?;
        Some(MoveId(position as u32))
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        let positions = fluents
            .iter()
            .map(|text| self.fluents.binary_search(text).ok());
        let positions: Option<Vec<usize>> = positions.collect();
        Some(pack(self.fluents.len(), positions?.into_iter()))
    }

    fn fluent_names(&self) -> Option<&[String]> {
        Some(&self.fluents)
    }

    fn terminal_in(&self, states: &[State]) -> Result<Vec<bool>, Stopped> {
        let mut found = Vec::with_capacity(states.len());
        self.ask_all(states, |evaluation, _, count| {
            found.extend((0..count).map(|at| holds(evaluation, self.atoms.terminal, at)));
        })?;
        Ok(found)
    }

    fn legal_in(&self, states: &[State]) -> Result<MoveLists, Stopped> {
        let mut lists = MoveLists::new(self.roles.len());
        self.ask_all(states, |evaluation, _, count| {
            for at in 0..count {
                for role in 0..self.roles.len() {
                    lists.push(self.legal_moves(evaluation, role, at));
                }
            }
        })?;
        Ok(lists)
    }

    fn next_of(&self, states: &[State], joints: &[MoveId]) -> Result<Vec<State>, Stopped> {
        self.check_joints(joints, states.len())?;
        let roles = self.roles.len();
        let mut found = Vec::with_capacity(states.len());
        self.ask_all(states, |evaluation, first, count| {
            self.act(evaluation, &joints[first * roles..(first + count) * roles]);
            found.extend((0..count).map(|at| self.next_state(evaluation, at)));
        })?;
        Ok(found)
    }

    fn goals_in(&self, states: &[State]) -> Result<Vec<Goal>, Stopped> {
        let mut found = Vec::with_capacity(states.len() * self.roles.len());
        self.ask_all(states, |evaluation, _, count| {
            for at in 0..count {
                let roles = 0..self.roles.len();
                found.extend(roles.map(|role| self.goal_value(evaluation, role, at)));
            }
        })?;
        Ok(found)
    }
}
