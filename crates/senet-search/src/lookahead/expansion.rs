//! A state with all its successors.

use super::meter::Abort;
use super::score::{Score, goal_score};
use crate::player::legal_moves;
use senet_engine::{Game, MoveId, RoleId, State};

/// States with more joint moves are not expanded.
const MAX_JOINT_MOVES: usize = 1 << 14;

/// The sides of a game: our role, chance, and the other roles.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Our role.
    pub own: RoleId,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// The number of roles.
    pub roles: usize,
}

impl Sides {
    /// The sides of a game, seen from our role. If we play the role `random`, it does not count as chance.
    pub fn of(game: &dyn Game, own: RoleId) -> Sides {
        Sides {
            own,
            chance: crate::chance_role(game).filter(|&chance| chance != own),
            roles: game.roles().len(),
        }
    }

    /// All roles except ours and chance.
    pub fn others(&self) -> impl DoubleEndedIterator<Item = RoleId> + use<> {
        let (own, chance) = (self.own, self.chance);
        (0..self.roles).filter(move |&role| role != own && Some(role) != chance)
    }

    /// The sum of the goals of all roles except chance.
    pub fn sum(&self, goals: &[Score]) -> Score {
        let others = self.others().map(|role| goals[role]);
        others.fold(goals[self.own], Score::saturating_add)
    }
}

/// The joint moves of a state. They are numbered by our move first, then the moves of the other roles, then the move
/// of chance.
pub struct JointMoves {
    sides: Sides,
    /// The legal moves of each role.
    pub legal: Vec<Vec<MoveId>>,
    /// The number of our moves.
    pub own: usize,
    /// The number of joint replies of the other roles.
    pub replies: usize,
    /// The number of moves of chance.
    pub chance_moves: usize,
}

impl JointMoves {
    /// The joint moves of a state that is not terminal.
    pub fn of(game: &dyn Game, sides: Sides, state: &State) -> Result<JointMoves, Abort> {
        let legal = (0..sides.roles).map(|role| legal_moves(game, state, role));
        let legal: Vec<Vec<MoveId>> = legal.collect::<Result<_, _>>()?;
        let replies = sides.others().map(|role| legal[role].len());
        Ok(JointMoves {
            own: legal[sides.own].len(),
            replies: replies.fold(1, usize::saturating_mul),
            chance_moves: sides.chance.map_or(1, |role| legal[role].len()),
            sides,
            legal,
        })
    }

    /// The sides of the game.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// The number of joint moves.
    pub fn count(&self) -> usize {
        let pairs = self.own.saturating_mul(self.replies);
        pairs.saturating_mul(self.chance_moves)
    }

    /// True if at most one role, not counting chance, has a choice.
    pub fn takes_turns(&self) -> bool {
        let choosing = |role: &usize| self.legal[*role].len() > 1;
        usize::from(self.own > 1) + self.sides.others().filter(choosing).count() <= 1
    }

    /// The number of a joint move.
    pub fn number(&self, own: usize, reply: usize, chance: usize) -> usize {
        (own * self.replies + reply) * self.chance_moves + chance
    }

    /// The joint move with this number.
    pub fn joint(&self, number: usize) -> Vec<MoveId> {
        let mut joint = vec![MoveId(0); self.sides.roles];
        let pair = number / self.chance_moves;
        if let Some(chance) = self.sides.chance {
            joint[chance] = self.legal[chance][number % self.chance_moves];
        }
        let (own, mut reply) = (pair / self.replies, pair % self.replies);
        joint[self.sides.own] = self.legal[self.sides.own][own];
        for role in self.sides.others().rev() {
            let legal = &self.legal[role];
            joint[role] = legal[reply % legal.len()];
            reply /= legal.len();
        }
        joint
    }
}

/// A state with its successors.
pub struct ExpandedState {
    /// The joint moves.
    pub joints: JointMoves,
    /// The successors, by the number of the joint move.
    pub children: Vec<State>,
    /// Which successors are terminal.
    pub terminal: Vec<bool>,
    /// The goals of all roles in the terminal successors, successor by successor; empty if none is terminal.
    pub goals: Vec<Score>,
}

impl ExpandedState {
    /// Expands a state; `None` if it has too many joint moves.
    pub fn new(
        game: &dyn Game,
        sides: Sides,
        state: &State,
    ) -> Result<Option<ExpandedState>, Abort> {
        let joints = JointMoves::of(game, sides, state)?;
        let count = joints.count();
        if count > MAX_JOINT_MOVES {
            return Ok(None);
        }
        let next = |number| game.next(state, &joints.joint(number));
        let children: Vec<State> = (0..count).map(next).collect::<Result<_, _>>()?;
        let terminal = game.terminal_in(&children)?;
        let mut node = ExpandedState {
            goals: Vec::new(),
            joints,
            children,
            terminal,
        };
        if node.terminal.contains(&true) {
            node.read_goals(game, sides.roles)?;
        }
        Ok(Some(node))
    }

    fn read_goals(&mut self, game: &dyn Game, roles: usize) -> Result<(), Abort> {
        self.goals = vec![0; self.children.len() * roles];
        for child in 0..self.children.len() {
            if !self.terminal[child] {
                continue;
            }
            for role in 0..roles {
                self.goals[child * roles + role] =
                    goal_score(&game.goal(&self.children[child], role)?);
            }
        }
        Ok(())
    }

    /// The numbers of the terminal successors.
    pub fn terminal_children(&self) -> impl Iterator<Item = usize> {
        (0..self.children.len()).filter(|&child| self.terminal[child])
    }

    /// The goals in a terminal successor.
    pub fn goals_of(&self, child: usize) -> &[Score] {
        let roles = self.joints.sides.roles;
        &self.goals[child * roles..(child + 1) * roles]
    }
}
