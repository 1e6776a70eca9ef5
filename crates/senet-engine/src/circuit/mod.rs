//! The network evaluated for one state at a time.
//!
//! Each question has its own section of the network. A thread remembers what it evaluated last, so that asking whether a state is
//! terminal, then for its legal moves, then for its successor evaluates nothing twice.

mod scratch;

use crate::network::{Network, Section, Wire};
use crate::{Game, Goal, Joint, MoveId, RoleId, State, Stopped};
use scratch::{Scratch, with_scratch};
use senet_ground::Grounded;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game played by evaluating its network of gates.
#[derive(Debug)]
pub struct Circuit {
    /// Tells the threads' memories of different games apart.
    id: u64,
    network: Network,
    terminal: Section,
    legal: Section,
    goal: Section,
    next: Section,
    sees: Section,
    roles: Vec<String>,
    fluents: Vec<String>,
    moves: Vec<Vec<String>>,
    goals: Vec<Vec<(Goal, Wire)>>,
    initial: State,
}

/// How far a thread has evaluated the state that it remembers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Question {
    Terminal,
    Legal,
    Goal,
}

impl Circuit {
    /// Builds the network of a grounded game and prepares the answers.
    pub fn new(grounded: &Grounded) -> Circuit {
        static GAMES: AtomicU64 = AtomicU64::new(0);
        let network = Network::build(grounded);
        let mut known = vec![false; network.gates.len()];
        let terminal = Section::of(&network, [network.terminal], &mut known);
        let goal_wires = network.goals.iter().flatten().map(|(_, wire)| *wire);
        let goal = Section::of(&network, goal_wires, &mut known.clone());
        let legal = Section::of(
            &network,
            network.legal.iter().flatten().copied(),
            &mut known,
        );
        let sees_wires = network.sees.iter().flatten().map(|(_, wire)| *wire);
        let sees = Section::of(&network, sees_wires, &mut known.clone());
        let next = Section::of(&network, network.next.iter().copied(), &mut known);
        let texts = |terms: &Vec<_>| {
            terms
                .iter()
                .map(|&term| grounded.text(term))
                .collect::<Vec<_>>()
        };
        Circuit {
            id: GAMES.fetch_add(1, Ordering::Relaxed),
            roles: texts(&grounded.roles),
            fluents: texts(&grounded.fluents),
            moves: grounded.moves.iter().map(texts).collect(),
            goals: network
                .goals
                .iter()
                .map(|answers| parse_goals(answers))
                .collect(),
            initial: pack(grounded.fluents.len(), grounded.initial.iter().copied()),
            network,
            terminal,
            legal,
            goal,
            next,
            sees,
        }
    }

    /// How many gates the network has.
    pub fn gates(&self) -> usize {
        self.network.gate_count()
    }

    /// Runs the action on the wires of a state, evaluated as far as the question needs.
    fn ask<T>(
        &self,
        state: &State,
        question: Question,
        action: impl FnOnce(&mut Scratch) -> T,
    ) -> Result<T, Stopped> {
        if !self.is_own(state) {
            return Err(Stopped::Misuse("the state belongs to another game".into()));
        }
        Ok(with_scratch(self.id, |scratch| {
            scratch.load(&self.network, state);
            scratch.section(&self.network, &self.terminal, Question::Terminal);
            match question {
                Question::Terminal => {}
                Question::Legal => scratch.section(&self.network, &self.legal, Question::Legal),
                Question::Goal => scratch.section(&self.network, &self.goal, Question::Goal),
            }
            action(scratch)
        }))
    }

    /// Whether a state can be one of this game: as many words as the fluents need, and no bit beyond them.
    fn is_own(&self, state: &State) -> bool {
        let (whole, rest) = (self.fluents.len() / 64, self.fluents.len() % 64);
        match state.words().get(whole..) {
            Some([]) => rest == 0,
            Some([last]) => rest > 0 && last >> rest == 0,
            _ => false,
        }
    }

    fn check_role(&self, role: RoleId) -> Result<(), Stopped> {
        if role < self.roles.len() {
            return Ok(());
        }
        Err(Stopped::Misuse(format!("there is no role number {role}")))
    }

    /// Runs the action on the wires of a state and a joint move.
    fn ask_with_moves<T>(
        &self,
        state: &State,
        joint: &Joint,
        section: &Section,
        action: impl FnOnce(&Scratch) -> T,
    ) -> Result<T, Stopped> {
        let nodes: Vec<u32> = self.check_joint(joint)?;
        self.ask(state, Question::Legal, |scratch| {
            scratch.with_inputs(&nodes, |scratch| {
                scratch.evaluate(&self.network, section);
                action(scratch)
            })
        })
    }

    /// The input nodes of a joint move.
    fn check_joint(&self, joint: &Joint) -> Result<Vec<u32>, Stopped> {
        let fits = joint.len() == self.roles.len()
            && joint
                .iter()
                .zip(&self.moves)
                .all(|(chosen, moves)| (chosen.0 as usize) < moves.len());
        if !fits {
            return Err(Stopped::Misuse(format!(
                "a joint move needs one known move for each of {} roles",
                self.roles.len()
            )));
        }
        Ok(joint
            .iter()
            .zip(&self.network.moves)
            .map(|(chosen, nodes)| nodes.start + chosen.0)
            .collect())
    }
}

impl Game for Circuit {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn initial(&self) -> Result<State, Stopped> {
        Ok(self.initial.clone())
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.ask(state, Question::Terminal, |scratch| {
            scratch.value(self.network.terminal)
        })
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        self.check_role(role)?;
        self.ask(state, Question::Legal, |scratch| {
            let wires = (0..).zip(&self.network.legal[role]);
            wires
                .filter(|(_, wire)| scratch.value(**wire))
                .map(|(number, _)| MoveId(number))
                .collect()
        })
    }

    fn next(&self, state: &State, joint: &Joint) -> Result<State, Stopped> {
        self.ask_with_moves(state, joint, &self.next, |scratch| {
            let wires = (0..).zip(&self.network.next);
            pack(
                self.fluents.len(),
                wires
                    .filter(|(_, wire)| scratch.value(**wire))
                    .map(|(number, _)| number),
            )
        })
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        self.check_role(role)?;
        self.ask(state, Question::Goal, |scratch| {
            let mut derived =
                (0..self.goals[role].len()).filter(|&at| scratch.value(self.goals[role][at].1));
            match (derived.next(), derived.next()) {
                (Some(only), None) => self.goals[role][only].0.clone(),
                _ => {
                    let answers = &self.network.goals[role];
                    let texts = answers.iter().filter(|(_, wire)| scratch.value(*wire));
                    Goal::from_texts(texts.map(|(text, _)| text.clone()).collect())
                }
            }
        })
    }

    fn sees(&self, state: &State, joint: &Joint, role: RoleId) -> Result<Vec<String>, Stopped> {
        self.check_role(role)?;
        self.ask_with_moves(state, joint, &self.sees, |scratch| {
            let seen = self.network.sees[role]
                .iter()
                .filter(|(_, wire)| scratch.value(*wire));
            seen.map(|(text, _)| text.clone()).collect()
        })
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        let holds = |fluent: usize| {
            state
                .words()
                .get(fluent / 64)
                .is_some_and(|word| word >> (fluent % 64) & 1 == 1)
        };
        (0..self.fluents.len())
            .filter(|&fluent| holds(fluent))
            .map(|fluent| self.fluents[fluent].clone())
            .collect()
    }

    fn move_name(&self, role: RoleId, id: MoveId) -> String {
        let moves = self.moves.get(role);
        moves
            .and_then(|moves| moves.get(id.0 as usize))
            .cloned()
            .unwrap_or_default()
    }

    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        let moves = self.moves.get(role)?;
        let position = moves
            .binary_search_by(|name| name.as_str().cmp(text))
            .ok()?;
        Some(MoveId(position as u32))
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        let positions: Option<Vec<u32>> = fluents
            .iter()
            .map(|text| self.fluents.binary_search(text).ok().map(|at| at as u32))
            .collect();
        Some(pack(self.fluents.len(), positions?.into_iter()))
    }
}

/// A state from the numbers of the fluents that hold.
fn pack(fluents: usize, holding: impl Iterator<Item = u32>) -> State {
    let mut words = vec![0; fluents.div_ceil(64)];
    holding.for_each(|fluent| words[fluent as usize / 64] |= 1 << (fluent % 64));
    State::from_words(words)
}

fn parse_goals(answers: &[(String, Wire)]) -> Vec<(Goal, Wire)> {
    answers
        .iter()
        .map(|(text, wire)| (Goal::from_texts(vec![text.clone()]), *wire))
        .collect()
}
