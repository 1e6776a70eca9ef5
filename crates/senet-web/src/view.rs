//! What a page shows of a match, live or recorded.

use serde::Serialize;
use utoipa::ToSchema;

/// A match at one of its states.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct View {
    /// The table, or the record.
    pub id: String,
    /// The game.
    pub game: String,
    /// What the match is called.
    pub title: String,
    /// The roles, in order; all lists over roles have this order.
    pub roles: Vec<String>,
    /// Who plays.
    pub seats: Vec<SeatView>,
    /// The state that is shown comes after so many joint moves.
    pub step: usize,
    /// How many joint moves were made.
    pub steps: usize,
    /// What the match is doing.
    pub status: Status,
    /// Why it failed, or what else has to be said.
    pub reason: Option<String>,
    /// The facts of the state.
    pub facts: Vec<String>,
    /// The state as a picture.
    pub svg: String,
    /// The joint move that led here.
    pub last: Option<Vec<String>>,
    /// The moves that can be made; of past states none.
    pub legal: Vec<Vec<MoveView>>,
    /// Who has chosen already where several choose at once.
    pub chosen: Vec<Option<bool>>,
    /// The goals, when the match is over.
    pub goals: Option<Vec<i32>>,
    /// All joint moves.
    pub history: Vec<Vec<String>>,
    /// Moves that were made in place of others.
    pub troubles: Vec<TroubleView>,
    /// Where random choices come from; 0 while the match hides something.
    pub seed: u64,
    /// Whether there is something that people at the table must not see: then facts and picture are what they saw last, and others' moves are hidden.
    pub hides: bool,
}

/// What a match is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The rules are being read.
    Loading,
    /// A person is to move.
    Waiting,
    /// Players think, and no person is to move.
    Thinking,
    /// It has ended.
    Over,
    /// It cannot go on.
    Failed,
}

/// Who plays a role.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// What sits there.
    pub kind: SeatKind,
    /// What it is called.
    pub name: String,
    /// How long it may think for a move; nothing for people and for chance.
    pub seconds: Option<f64>,
}

/// What sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// A player.
    Player,
    /// Chance.
    Chance,
}

/// A move that can be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// The move.
    pub text: String,
    /// The places of the picture that it is about, in the order in which a person would click them; empty if it could not be matched.
    pub places: Vec<String>,
}

/// A move that was made in place of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TroubleView {
    /// How many joint moves were made before.
    pub step: usize,
    /// The role.
    pub role: usize,
    /// What went wrong.
    pub why: String,
}
