//! A state with everything that may follow it.

use super::halt::Halt;
use super::score::{Score, of_goal};
use crate::player::legal_moves;
use senet_engine::{Game, MoveId, RoleId, State};

/// States with more joint moves are not looked into.
const MOST_CHILDREN: usize = 1 << 14;

/// Who sits where: us, chance, and the others.
#[derive(Clone, Copy, Debug)]
pub struct Seats {
    /// Our role.
    pub own: RoleId,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// How many roles there are.
    pub roles: usize,
}

impl Seats {
    /// The seats of a game. Chance is not chance where we are to play it.
    pub fn of(game: &dyn Game, own: RoleId) -> Seats {
        Seats {
            own,
            chance: crate::chance_role(game).filter(|&chance| chance != own),
            roles: game.roles().len(),
        }
    }

    /// The roles that are neither ours nor that of chance.
    pub fn others(&self) -> impl DoubleEndedIterator<Item = RoleId> + use<> {
        let (own, chance) = (self.own, self.chance);
        (0..self.roles).filter(move |&role| role != own && Some(role) != chance)
    }

    /// The sum of the goals of all roles but that of chance.
    pub fn sum(&self, goals: &[Score]) -> Score {
        let others = self.others().map(|role| goals[role]);
        others.fold(goals[self.own], Score::saturating_add)
    }
}

/// The joint moves of a state, in an order of layers: our move, the moves of the others, role after role, and that of chance.
pub struct Joints {
    seats: Seats,
    /// Per role, its legal moves.
    pub legal: Vec<Vec<MoveId>>,
    /// How many moves we have.
    pub own: usize,
    /// How many joint moves the others have.
    pub replies: usize,
    /// How many moves chance has.
    pub chances: usize,
}

impl Joints {
    /// The joint moves of a state that is not terminal.
    pub fn of(game: &dyn Game, seats: Seats, state: &State) -> Result<Joints, Halt> {
        let legal = (0..seats.roles).map(|role| legal_moves(game, state, role));
        let legal: Vec<Vec<MoveId>> = legal.collect::<Result<_, _>>()?;
        let replies = seats.others().map(|role| legal[role].len());
        Ok(Joints {
            own: legal[seats.own].len(),
            replies: replies.fold(1, usize::saturating_mul),
            chances: seats.chance.map_or(1, |role| legal[role].len()),
            seats,
            legal,
        })
    }

    /// Who sits where.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let pairs = self.own.saturating_mul(self.replies);
        pairs.saturating_mul(self.chances)
    }

    /// Whether at most one role, chance aside, has a choice.
    pub fn takes_turns(&self) -> bool {
        let choosing = |role: &usize| self.legal[*role].len() > 1;
        usize::from(self.own > 1) + self.seats.others().filter(choosing).count() <= 1
    }

    /// The number of a joint move.
    pub fn number(&self, own: usize, reply: usize, chance: usize) -> usize {
        (own * self.replies + reply) * self.chances + chance
    }

    /// The joint move with this number.
    pub fn joint(&self, number: usize) -> Vec<MoveId> {
        let mut joint = vec![MoveId(0); self.seats.roles];
        let pair = number / self.chances;
        if let Some(chance) = self.seats.chance {
            joint[chance] = self.legal[chance][number % self.chances];
        }
        let (own, mut reply) = (pair / self.replies, pair % self.replies);
        joint[self.seats.own] = self.legal[self.seats.own][own];
        for role in self.seats.others().rev() {
            let legal = &self.legal[role];
            joint[role] = legal[reply % legal.len()];
            reply /= legal.len();
        }
        joint
    }
}

/// A state that was looked into.
pub struct Node {
    /// Its joint moves.
    pub joints: Joints,
    /// The states that follow, by the numbers of the joint moves.
    pub children: Vec<State>,
    /// Which of them are terminal.
    pub ended: Vec<bool>,
    /// The goals of all roles in those that are terminal, child after child.
    pub goals: Vec<Score>,
}

impl Node {
    /// Looks into a state; `None` if too much follows it.
    pub fn expand(game: &dyn Game, seats: Seats, state: &State) -> Result<Option<Node>, Halt> {
        let joints = Joints::of(game, seats, state)?;
        let count = joints.count();
        if count > MOST_CHILDREN {
            return Ok(None);
        }
        let next = |number| game.next(state, &joints.joint(number));
        let children: Vec<State> = (0..count).map(next).collect::<Result<_, _>>()?;
        let ended = game.terminal_in(&children)?;
        let mut node = Node {
            goals: Vec::new(),
            joints,
            children,
            ended,
        };
        if node.ended.contains(&true) {
            node.read_goals(game, seats.roles)?;
        }
        Ok(Some(node))
    }

    fn read_goals(&mut self, game: &dyn Game, roles: usize) -> Result<(), Halt> {
        self.goals = vec![0; self.children.len() * roles];
        for child in 0..self.children.len() {
            if !self.ended[child] {
                continue;
            }
            for role in 0..roles {
                self.goals[child * roles + role] =
                    of_goal(&game.goal(&self.children[child], role)?);
            }
        }
        Ok(())
    }

    /// The children that are terminal.
    pub fn ends(&self) -> impl Iterator<Item = usize> {
        (0..self.children.len()).filter(|&child| self.ended[child])
    }

    /// The goals in a child that is terminal.
    pub fn goals_of(&self, child: usize) -> &[Score] {
        let roles = self.joints.seats.roles;
        &self.goals[child * roles..(child + 1) * roles]
    }
}
