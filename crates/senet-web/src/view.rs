//! The view of a match, live or recorded.

use serde::{Deserialize, Serialize};
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
    /// The reason why the match failed, or another remark.
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
    /// The moves as people write them, in the order of `history`; missing for a role that only waits, and for hidden moves.
    pub notation: Vec<Vec<Option<String>>>,
    /// The pieces that have left the board before the shown state.
    pub gone: Vec<PieceView>,
    /// For each state, the expected goals that players reported there; missing if none did.
    pub values: Vec<Option<Vec<Option<f64>>>>,
    /// The places that decided the match, if the shown state is its end and they were found.
    pub decisive: Vec<String>,
    /// Who ended the match before its rules did.
    pub ending: Option<EndingView>,
    /// The clocks of people; empty if they have none.
    pub clocks: Vec<Option<ClockView>>,
    /// The offer of a rematch.
    pub rematch: RematchView,
    /// The identifier of the stored record of the finished match.
    pub record: Option<String>,
    /// True if the board can be turned.
    pub turnable: bool,
    /// For each role, true if its pieces begin on the far side of the board.
    pub far: Vec<bool>,
}

/// A kind of piece that has left the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PieceView {
    /// The owner of the piece, if it has one.
    pub owner: Option<usize>,
    /// The name of the piece.
    pub title: String,
    /// The number of pieces of this kind.
    pub count: usize,
    /// The piece as a picture.
    pub svg: String,
}

/// How a person ended the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EndingView {
    /// The role of the person.
    pub role: usize,
    /// Why the match ended.
    pub why: EndingKind,
}

/// Why a match ended before its rules ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndingKind {
    /// A person resigned.
    Resigned,
    /// The clock of a person ran out.
    Time,
}

/// The clock of a person.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// The seconds left when the view was made.
    pub left: f64,
    /// True if the clock runs.
    pub running: bool,
}

/// The offer of a rematch.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RematchView {
    /// For each role, true if its person wants a rematch.
    pub wanted: Vec<bool>,
    /// The table of the rematch.
    pub table: Option<String>,
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
    /// The name of the holder.
    pub name: String,
    /// The thinking time for each move; missing for people and chance.
    pub seconds: Option<f64>,
    /// The level of the player, if the player was chosen by level.
    pub level: Option<String>,
    /// For a seat with a link: true if a person has taken it.
    pub joined: Option<bool>,
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
    /// The move as people write it.
    pub words: String,
    /// The piece that the move makes, if other moves share its places.
    pub svg: Option<String>,
}

/// A substitute move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TroubleView {
    /// The number of joint moves before the substitute move.
    pub step: usize,
    /// The role.
    pub role: usize,
    /// Why the player's own move was replaced.
    pub why: String,
}
