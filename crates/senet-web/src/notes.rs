//! Notes about the joint moves of a match: how people write them, and the pieces that left the board.

use crate::drawing::Boards;
use crate::view::PieceView;
use senet_arena::{Match, Rules};
use senet_engine::{MoveId, State};
use senet_gdl::Deadline;

/// The largest number of legal moves of a role for which short forms are searched.
const MOST_COMPARED: usize = 300;

/// A note about a joint move.
#[derive(Clone, Debug, Default)]
pub struct TurnNote {
    /// The moves, in role order; `None` for a role that only waits.
    pub notation: Vec<Option<String>>,
    /// The pieces that left the board.
    pub gone: Vec<PieceView>,
}

/// A joint move to make a note about.
pub struct NotedTurn<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The state before the move.
    pub before: &'a State,
    /// The state after the move.
    pub after: &'a State,
    /// The moves as texts.
    pub moves: &'a [String],
    /// The number of legal moves of each role.
    pub choices: &'a [usize],
}

impl NotedTurn<'_> {
    /// True for a role that had a choice. If no role had one, true for the roles whose moves have arguments, or for all roles if no move has any.
    pub fn is_active(&self, role: usize) -> bool {
        let has_choice = |role: usize| self.choices.get(role).is_some_and(|&count| count > 1);
        if (0..self.moves.len()).any(has_choice) {
            return has_choice(role);
        }
        let is_long = |role: usize| self.moves[role].starts_with('(');
        is_long(role) || !(0..self.moves.len()).any(is_long)
    }

    /// The legal moves of a role as texts. None if there are too many, or if the rules take too long.
    pub fn legal(&self, role: usize) -> Vec<String> {
        let few = self.choices[role] <= MOST_COMPARED;
        let legal = few.then(|| self.rules.game.legal(self.before, role));
        let text = |&id: &MoveId| self.rules.move_text(role, id);
        let legal = legal.and_then(Result::ok).unwrap_or_default();
        legal.iter().map(text).collect()
    }
}

/// The notes about all joint moves of a match, as far as the time suffices.
pub fn notes_of(game: &Match, boards: &Boards, deadline: &Deadline) -> Vec<TurnNote> {
    let steps = (0..game.steps()).take_while(|_| !deadline.is_over());
    steps.map(|step| note_of(game, boards, step)).collect()
}

/// The note about one joint move of a match.
pub fn note_of(game: &Match, boards: &Boards, step: usize) -> TurnNote {
    let turn = &game.turns()[step];
    boards.note(&NotedTurn {
        rules: game.rules(),
        before: game.state_at(step),
        after: &turn.next,
        moves: &turn.moves,
        choices: &turn.choices,
    })
}

/// All pieces that left the board in these moves, by kind.
pub fn gone_in(notes: &[TurnNote]) -> Vec<PieceView> {
    let mut found: Vec<PieceView> = Vec::new();
    for piece in notes.iter().flat_map(|note| &note.gone) {
        let mut known = found.iter_mut();
        let alike = |known: &&mut PieceView| known.owner == piece.owner && known.svg == piece.svg;
        match known.find(alike) {
            Some(known) => known.count += piece.count,
            None => found.push(piece.clone()),
        }
    }
    found.sort_by_key(|piece| piece.owner);
    found
}

/// For each state, the expected goals that players reported there.
pub fn reported_values(game: &Match) -> Vec<Option<Vec<Option<f64>>>> {
    let roles = game.rules().game.roles().len();
    let of_turn = |turn: &senet_arena::MatchTurn| {
        let mut values = vec![None; roles];
        for (role, report) in turn.reports.iter().enumerate() {
            let Some(report) = report else { continue };
            let is_whole = report.values.len() == roles;
            for (other, slot) in values.iter_mut().enumerate() {
                let value = report.value(other).filter(|value| value.is_finite());
                if other == role || (is_whole && slot.is_none()) {
                    *slot = value.or(*slot);
                }
            }
        }
        values.iter().any(Option::is_some).then_some(values)
    };
    game.turns().iter().map(of_turn).collect()
}
