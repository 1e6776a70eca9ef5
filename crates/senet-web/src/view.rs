//! The view of a match, live or recorded.

use serde::Serialize;
use utoipa::ToSchema;

/// A match in one of its states.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct View {
    /// The identifier of the table or record.
    pub id: String,
    /// The game.
    pub game: String,
    /// The title of the match.
    pub title: String,
    /// The roles; all lists over roles have this order.
    pub roles: Vec<String>,
    /// The players.
    pub seats: Vec<SeatView>,
    /// The number of joint moves before the shown state.
    pub step: usize,
    /// The number of joint moves made.
    pub steps: usize,
    /// The status of the match.
    pub status: Status,
    /// Why it failed, or another remark.
    pub reason: Option<String>,
    /// The facts of the state.
    pub facts: Vec<String>,
    /// The state as a picture.
    pub svg: String,
    /// The joint move that led here.
    pub last: Option<Vec<String>>,
    /// The legal moves; empty for past states.
    pub legal: Vec<Vec<MoveView>>,
    /// True for each role that has chosen, if several choose at the same time.
    pub chosen: Vec<Option<bool>>,
    /// The goals, when the match is over.
    pub goals: Option<Vec<i32>>,
    /// All joint moves.
    pub history: Vec<Vec<String>>,
    /// Substitute moves.
    pub troubles: Vec<TroubleView>,
    /// The seed of random choices; 0 while the match hides information.
    pub seed: u64,
    /// True if people at the table must not see everything. Then facts and picture are their last percepts, and other moves are hidden.
    pub hides: bool,
}

/// The status of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The rules are loading.
    Loading,
    /// A person must move.
    Waiting,
    /// Players think, and no person must move.
    Thinking,
    /// The match is over.
    Over,
    /// The match cannot go on.
    Failed,
}

/// The player of a role.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// The kind of holder.
    pub kind: SeatKind,
    /// Its name.
    pub name: String,
    /// The thinking time for each move; missing for people and chance.
    pub seconds: Option<f64>,
}

/// The kind of holder of a seat.
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

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// The move.
    pub text: String,
    /// The places of the picture that the move is about, in the order in which a person would click them; empty if unknown.
    pub places: Vec<String>,
}

/// A substitute move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TroubleView {
    /// The number of joint moves before it.
    pub step: usize,
    /// The role.
    pub role: usize,
    /// Why the player's own move was replaced.
    pub why: String,
}
