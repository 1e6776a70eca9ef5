//! Plays a match on the calling thread, for experiments that give each player its own budget.

use crate::Match;
use crate::seat::ProposedMove;
use senet_engine::{RoleId, Stopped};
use senet_search::{MoveChoice, Player};

/// Asks a player for a move: the index of the player, the player, and the match.
pub type ThinkFn<'a> =
    dyn FnMut(usize, &mut dyn Player, &Match) -> Result<MoveChoice, Stopped> + 'a;

/// Plays a match to its end on the calling thread. Every player is asked in every state, one after the other; an illegal move is an error.
///
/// `players` has the player of each role except chance.
pub fn play_inline(
    game: &mut Match,
    players: &mut [(RoleId, Box<dyn Player>)],
    think: &mut ThinkFn,
) -> Result<(), Stopped> {
    loop {
        game.ask()?;
        if game.outcome().is_some() {
            return Ok(());
        }
        for (index, (role, player)) in players.iter_mut().enumerate() {
            let choice = think(index, &mut **player, game)?;
            let submitted = game.submit_legal(*role, ProposedMove::Move(choice.chosen));
            submitted.map_err(|fault| Stopped::Misuse(fault.to_string()))?;
        }
        if !game.advance(0)? {
            return Err(Stopped::Misuse("a role has no player".to_string()));
        }
        if let Some(turn) = game.turns().last() {
            for (_, player) in players.iter_mut() {
                player.observe(&turn.joint, &turn.next);
            }
        }
    }
}
