//! The facts and moves that a question considers.

use rustc_hash::FxHashSet;
use senet_ground::Grounded;

/// The facts and moves in scope.
pub struct Scope {
    /// Per fluent, whether it is in scope.
    pub facts: Vec<bool>,
    /// Per role and move, whether it is in scope.
    pub moves: Vec<Vec<bool>>,
}

impl Scope {
    /// The declared facts and moves; without declarations everything that grounding found.
    pub fn declared(grounded: &Grounded) -> Scope {
        let base: Option<FxHashSet<_>> = grounded.base.as_ref().map(|b| b.iter().collect());
        let input: Option<FxHashSet<_>> = grounded.input.as_ref().map(|i| i.iter().collect());
        let is_fact = |fact| base.as_ref().is_none_or(|base| base.contains(fact));
        let is_move = |made| input.as_ref().is_none_or(|input| input.contains(&made));
        let of_role = |(&role, moves): (_, &Vec<_>)| {
            let made = moves.iter().map(|&term| is_move((role, term)));
            made.collect()
        };
        let roles = grounded.roles.iter().zip(&grounded.moves);
        Scope {
            facts: grounded.fluents.iter().map(is_fact).collect(),
            moves: roles.map(of_role).collect(),
        }
    }
}
