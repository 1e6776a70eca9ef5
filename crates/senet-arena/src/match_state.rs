//! A match as a state machine: rules, the joint moves so far, and the moves chosen for the next one.
//!
//! A match starts no threads and reads no clocks. Its users drive it in a cycle:
//!
//! 1. [`Match::ask`] finds the legal moves and returns the roles to ask. It chooses the moves of chance and of roles with one legal move itself.
//! 2. [`Match::submit`] takes the reply of a player; [`Match::submit_legal`] takes the move of a person.
//! 3. [`Match::advance`] makes the joint move once every role has a move.
//!
//! [`Match::undo`] goes back to an earlier state. [`Match::record`] makes the record, and [`Match::replay`] rebuilds the match from it.
//! Chance and substitute moves depend only on the seed, the step and the role. So a replayed match continues as the original would.

use crate::chance::{Purpose, draw};
use crate::choice::{ChosenMove, Reply};
use crate::seat::{ProposedMove, TurnInfo};
use crate::setup::{MatchOutcome, MatchTurn, Readiness, Substitute};
use crate::{Clocks, PlayerFault, Rules};
use senet_engine::{MoveId, RoleId, State, Stopped, UndefinedResult, final_goals};
use senet_search::{SearchReport, Stop, chance_role};

/// The player of a role, as the record names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInfo {
    /// The name of the player.
    pub name: String,
    /// True for a person.
    pub human: bool,
}

/// All properties of a match that do not follow from its moves.
#[derive(Clone, Debug)]
pub struct MatchInfo {
    /// The identifier of the match: one word.
    pub id: String,
    /// When the match started: milliseconds since 1970.
    pub started: u64,
    /// The players, in role order.
    pub seats: Vec<SeatInfo>,
    /// The clocks.
    pub clocks: Clocks,
    /// The seed of every random choice.
    pub seed: u64,
    /// The number of joint moves in the opening, which no player chose.
    pub opening: usize,
    /// True if players got a scrambled rule sheet.
    pub scrambled: bool,
    /// The tournament that the match belongs to.
    pub tournament: Option<String>,
    /// The address of the rule sheet in a repository.
    pub address: Option<String>,
    /// How the players used the start clock.
    pub readiness: Readiness,
    /// The move that replaces a late or illegal one.
    pub substitute: Substitute,
    /// The match is aborted after this number of joint moves.
    pub max_steps: usize,
}

impl MatchInfo {
    /// A match of unnamed players without clocks and without a limit on its length.
    pub fn new(rules: &Rules, seed: u64) -> MatchInfo {
        let roles = rules.game.roles().len();
        let unnamed = SeatInfo {
            name: String::new(),
            human: false,
        };
        MatchInfo {
            id: rules.name.clone(),
            started: 0,
            seats: vec![unnamed; roles],
            clocks: Clocks::seconds(0.0, 0.0),
            seed,
            opening: 0,
            scrambled: false,
            tournament: None,
            address: None,
            readiness: Readiness::none(roles),
            substitute: Substitute::default(),
            max_steps: usize::MAX,
        }
    }
}

/// A match: its rules, its joint moves, and the moves chosen for the next joint move.
#[derive(Clone)]
pub struct Match {
    /// Properties that do not follow from the moves. Seats and readiness may change while the match runs.
    pub info: MatchInfo,
    rules: Rules,
    initial: State,
    chance: Option<RoleId>,
    turns: Vec<MatchTurn>,
    chosen: Vec<Option<ChosenMove>>,
    /// The legal moves of every role; `None` until [`Match::look`] has asked the rules about the current state.
    legal: Option<Vec<Vec<MoveId>>>,
    outcome: Option<MatchOutcome>,
}

impl Match {
    /// A match in its first state.
    pub fn new(rules: Rules, info: MatchInfo) -> Result<Match, Stopped> {
        Ok(Match {
            initial: rules.game.initial()?,
            chance: chance_role(&*rules.game),
            turns: Vec::new(),
            chosen: vec![None; rules.game.roles().len()],
            legal: None,
            outcome: None,
            rules,
            info,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of joint moves made.
    pub fn steps(&self) -> usize {
        self.turns.len()
    }

    /// The joint moves made.
    pub fn turns(&self) -> &[MatchTurn] {
        &self.turns
    }

    /// The current state.
    pub fn state(&self) -> &State {
        self.state_at(self.steps())
    }

    /// The state after `step` joint moves, or the current state if fewer were made.
    pub fn state_at(&self, step: usize) -> &State {
        let last = step.min(self.steps()).checked_sub(1);
        last.map_or(&self.initial, |last| &self.turns[last].next)
    }

    /// All states, from the first to the current one.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.initial).chain(self.turns.iter().map(|turn| &turn.next))
    }

    /// The legal moves of a role. Empty before [`Match::look`] and when the match is over.
    pub fn legal(&self, role: RoleId) -> &[MoveId] {
        self.legal_moves().get(role).map_or(&[], Vec::as_slice)
    }

    /// The legal moves of all roles, in role order. Empty before [`Match::look`] and when the match is over.
    pub fn legal_moves(&self) -> &[Vec<MoveId>] {
        self.legal.as_deref().unwrap_or_default()
    }

    /// How the match ended; `None` while it goes on, and before [`Match::look`].
    pub fn outcome(&self) -> Option<&MatchOutcome> {
        self.outcome.as_ref()
    }

    /// Asks the rules about the current state: its legal moves, or how the match ended there.
    pub fn look(&mut self) -> Result<(), Stopped> {
        if self.legal.is_some() || self.outcome.is_some() {
            return Ok(());
        }
        let (rules, state, step) = (&self.rules, self.state(), self.steps());
        if rules.game.is_terminal(state)? {
            self.outcome = Some(goals(rules, state)?);
        } else if step >= self.info.max_steps {
            self.abort(format!("cut short after {step} moves"));
        } else {
            let legal = rules.legal(state)?;
            match legal.iter().position(Vec::is_empty) {
                None => self.legal = Some(legal),
                Some(role) => {
                    let lack = UndefinedResult::no_move(&*rules.game, state, role);
                    self.abort(undefined(rules, lack));
                }
            }
        }
        Ok(())
    }

    /// Decides every move that needs no player, and names the roles that still need a move.
    ///
    /// Chance moves are drawn from the seed. A role with one legal move gets it; its player need not be asked, but may be.
    pub fn ask(&mut self) -> Result<Vec<RoleId>, Stopped> {
        self.look()?;
        if self.outcome.is_some() {
            return Ok(Vec::new());
        }
        for role in 0..self.chosen.len() {
            if self.chosen[role].is_none() {
                self.chosen[role] = self.decide_unasked(role);
            }
        }
        let roles = 0..self.chosen.len();
        Ok(roles.filter(|&role| self.chosen[role].is_none()).collect())
    }

    /// The move of a role that needs no player.
    fn decide_unasked(&self, role: RoleId) -> Option<ChosenMove> {
        let legal = self.legal(role);
        let is_human = self.info.seats.get(role).is_some_and(|seat| seat.human);
        if self.chance == Some(role) {
            let drawn = draw(self.info.seed, Purpose::Chance, self.steps(), role, legal);
            return Some(ChosenMove::plain(drawn));
        }
        match legal {
            [only] if is_human => Some(ChosenMove::plain(*only)),
            [only] => Some(ChosenMove {
                report: Some(SearchReport::stopped(Stop::OnlyMove)),
                ..ChosenMove::plain(*only)
            }),
            _ => None,
        }
    }

    /// The move chosen for a role, if there is one.
    pub fn chosen(&self, role: RoleId) -> Option<&ChosenMove> {
        self.chosen.get(role).and_then(Option::as_ref)
    }

    /// Takes a player's reply. A late or illegal move is replaced; the result says which move counts and why.
    pub fn submit(&mut self, role: RoleId, reply: Reply) -> &ChosenMove {
        let chosen = self.own_or_substitute_move(role, reply);
        self.chosen[role].insert(chosen)
    }

    /// Takes a move that was chosen in an earlier match, which is now replayed.
    pub(crate) fn restore(&mut self, role: RoleId, chosen: ChosenMove) {
        self.chosen[role] = Some(chosen);
    }

    /// Takes a move that must be legal, such as the choice of a person or a move of an opening.
    pub fn submit_legal(
        &mut self,
        role: RoleId,
        proposal: ProposedMove,
    ) -> Result<(), PlayerFault> {
        let id = self.legal_move(role, proposal)?;
        self.chosen[role] = Some(ChosenMove::plain(id));
        Ok(())
    }

    /// Withdraws the move chosen for a role.
    pub fn withdraw(&mut self, role: RoleId) {
        if let Some(chosen) = self.chosen.get_mut(role) {
            *chosen = None;
        }
    }

    /// Makes the joint move if every role has chosen a move. Returns true if it did. `time` is in milliseconds since
    /// 1970.
    ///
    /// If the rules fail, the match stays as it was.
    pub fn advance(&mut self, time: u64) -> Result<bool, Stopped> {
        let joint: Option<Vec<MoveId>> = self.chosen.iter().map(|c| Some(c.as_ref()?.id)).collect();
        let (Some(joint), Some(legal)) = (joint, &self.legal) else {
            return Ok(false);
        };
        let (game, state) = (&self.rules.game, self.state());
        let percepts = match self.rules.hides {
            true => (0..joint.len())
                .map(|role| game.sees(state, &joint, role))
                .collect::<Result<_, _>>()?,
            false => Vec::new(),
        };
        let next = game.next(state, &joint)?;
        let mut turn = MatchTurn {
            step: self.steps(),
            moves: self.rules.move_texts(&joint),
            choices: legal.iter().map(Vec::len).collect(),
            faults: Vec::new(),
            reports: Vec::new(),
            thinking: Vec::new(),
            percepts,
            next,
            time,
            joint,
        };
        for chosen in self.chosen.iter_mut().filter_map(Option::take) {
            turn.faults.push(chosen.fault);
            turn.reports.push(chosen.report);
            turn.thinking.push(chosen.thinking);
        }
        self.turns.push(turn);
        self.legal = None;
        Ok(true)
    }

    /// Goes back to the state after `step` joint moves, and withdraws all chosen moves.
    pub fn undo(&mut self, step: usize) {
        self.turns.truncate(step);
        self.chosen.fill(None);
        (self.legal, self.outcome) = (None, None);
    }

    /// Ends the match for a reason outside its rules.
    pub fn abort(&mut self, reason: String) {
        self.outcome = Some(MatchOutcome::Aborted(reason));
        self.legal = None;
    }

    /// The facts that a role is told in the current state.
    pub fn turn_info(&self, role: RoleId) -> TurnInfo {
        self.turn_info_at(role, self.steps())
    }

    /// The facts that a role was told after `step` joint moves.
    pub fn turn_info_at(&self, role: RoleId, step: usize) -> TurnInfo {
        let last = step.checked_sub(1).map(|last| &self.turns[last]);
        TurnInfo {
            step,
            state: self.state_at(step).clone(),
            last: last.map(|turn| turn.joint.clone()),
            own: last.map(|turn| Some(turn.joint[role])),
            percepts: last
                .and_then(|turn| turn.percepts.get(role).cloned())
                .unwrap_or_default(),
        }
    }

    /// The joint moves made.
    pub fn into_turns(self) -> Vec<MatchTurn> {
        self.turns
    }
}

/// The outcome in a terminal state: every role must have one goal value.
fn goals(rules: &Rules, state: &State) -> Result<MatchOutcome, Stopped> {
    Ok(match final_goals(&*rules.game, state)? {
        Ok(goals) => MatchOutcome::Completed(goals),
        Err(lack) => MatchOutcome::Aborted(undefined(rules, lack)),
    })
}

/// Describes the missing or invalid results of the rules, with the original names.
fn undefined(rules: &Rules, lack: UndefinedResult) -> String {
    lack.in_words(|text| rules.in_own_words(text)).to_string()
}
