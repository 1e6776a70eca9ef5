//! Finds the pieces that decided a match, such as four discs in a row.
//!
//! A piece did not matter if the match would be over with the same goals without it. These pieces are removed one by one; the remaining pieces
//! decided the match. They are marked if they are few and all belong to the winner.

use crate::drawing::Boards;
use senet_arena::Rules;
use senet_draw::Fact;
use senet_engine::{State, Stopped, final_goals};
use senet_search::Budget;

/// The time limit in seconds.
const PATIENCE: f64 = 0.5;
/// Larger boards are not examined.
const MOST_PIECES: usize = 300;
/// More pieces than this are no line.
const MOST_MARKED: usize = 12;

/// The places of the pieces that decided a match, or nothing.
pub fn decisive_places(boards: &Boards, rules: &Rules, end: &State, goals: &[i32]) -> Vec<String> {
    let _watch = Budget::seconds(PATIENCE).watch();
    let Some(winner) = only_winner(goals) else {
        return Vec::new();
    };
    // If the rules take too long, nothing is marked.
    places_of_needed_pieces(boards, rules, end, goals, winner).unwrap_or_default()
}

fn only_winner(goals: &[i32]) -> Option<usize> {
    let best = goals.iter().max()?;
    let mut winners = (0..goals.len()).filter(|&role| goals[role] == *best);
    let first = winners.next()?;
    (winners.next().is_none() && goals.len() > 1).then_some(first)
}

fn places_of_needed_pieces(
    boards: &Boards,
    rules: &Rules,
    end: &State,
    goals: &[i32],
    winner: usize,
) -> Result<Vec<String>, Stopped> {
    let facts = rules.game.fluents(end);
    let placed = |fact: &String| boards.piece_at(&Fact::read(&rules.in_own_words(fact)));
    let pieces: Vec<&String> = facts.iter().filter(|f| placed(f).is_some()).collect();
    if pieces.len() > MOST_PIECES {
        return Ok(Vec::new());
    }
    let mut kept: Vec<String> = facts.clone();
    for &piece in &pieces {
        let fewer: Vec<String> = kept.iter().filter(|f| *f != piece).cloned().collect();
        if has_same_end(rules, &fewer, goals)? {
            kept = fewer;
        }
    }
    let left = pieces.into_iter().filter(|piece| kept.contains(piece));
    let left: Vec<(String, Option<usize>)> = left.filter_map(placed).collect();
    let is_line = !left.is_empty() && left.len() <= MOST_MARKED;
    let is_winners = left.iter().all(|(_, owner)| *owner == Some(winner));
    Ok(match is_line && is_winners {
        true => left.into_iter().map(|(place, _)| place).collect(),
        false => Vec::new(),
    })
}

fn has_same_end(rules: &Rules, facts: &[String], goals: &[i32]) -> Result<bool, Stopped> {
    let game = &*rules.game;
    let Some(state) = game.find_state(facts) else {
        return Ok(false);
    };
    if !game.is_terminal(&state)? {
        return Ok(false);
    }
    Ok(final_goals(game, &state)?.is_ok_and(|found| found == goals))
}
