//! What is known of a game, as it is sent.

use serde::Serialize;
use utoipa::ToSchema;

/// What is known of a game by now.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct FactSheet {
    /// Whether everything is finished.
    pub status: Progress,
    /// What was looked at.
    pub sections: Sections,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// It is going on or waits for its turn.
    Working,
    /// It is finished.
    Ready,
    /// It came to nothing.
    Failed,
}

/// What was looked at.
#[derive(Clone, Default, Serialize, ToSchema, Debug)]
pub struct Sections {
    /// What is the same in every state.
    pub boards: Section<BoardFacts>,
    /// What the game is made of.
    pub structure: Section<StructureFacts>,
    /// Games that are like it.
    pub nearest: Section<NearestFacts>,
    /// What good positions have in common.
    pub evaluation: Section<EvaluationFacts>,
}

/// One thing that was looked at.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Section<T> {
    /// How far it is.
    pub status: Progress,
    /// Why it failed, or what is missing.
    pub reason: Option<String>,
    /// What was found.
    #[serde(flatten)]
    pub found: Option<T>,
}

impl<T> Default for Section<T> {
    fn default() -> Section<T> {
        Section {
            status: Progress::Working,
            reason: None,
            found: None,
        }
    }
}

impl<T> Section<T> {
    /// Something was found; perhaps not all.
    pub fn ready(found: T, reason: Option<String>) -> Section<T> {
        Section {
            status: Progress::Ready,
            reason,
            found: Some(found),
        }
    }

    /// Nothing was found, for this reason.
    pub fn failed(reason: impl Into<String>) -> Section<T> {
        Section {
            status: Progress::Failed,
            reason: Some(reason.into()),
            found: None,
        }
    }

    fn give_up(&mut self, reason: &str) {
        if self.status == Progress::Working {
            *self = Section::failed(reason);
        }
    }
}

impl Sections {
    /// What was not finished will not be.
    pub fn give_up(&mut self, reason: &str) {
        self.boards.give_up(reason);
        self.structure.give_up(reason);
        self.nearest.give_up(reason);
        self.evaluation.give_up(reason);
    }
}

impl FactSheet {
    /// The whole is ready when no part is being worked on.
    pub fn of(sections: Sections) -> FactSheet {
        let all = [
            sections.boards.status,
            sections.structure.status,
            sections.nearest.status,
            sections.evaluation.status,
        ];
        FactSheet {
            status: match all.contains(&Progress::Working) {
                true => Progress::Working,
                false => Progress::Ready,
            },
            sections,
        }
    }
}

/// What is the same in every state.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct BoardFacts {
    /// The projections that were looked at.
    pub projections: Vec<ProjectionFact>,
    /// The largest of those that are proved: the boards.
    pub maximal: Vec<String>,
    /// Boards of which only occupied cells are told.
    pub occupied: Vec<String>,
    /// How often the solver was asked.
    pub calls: usize,
    /// The processor time that it took, in milliseconds.
    pub total_ms: f64,
}

/// A projection: a relation and some of its argument positions.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct ProjectionFact {
    /// The relation.
    pub relation: String,
    /// The positions, from 1 on.
    pub positions: Vec<usize>,
    /// `proved`, `refuted` or `undecided`.
    pub verdict: &'static str,
    /// The properties of all states on which a proof rests.
    pub lemmas: Vec<String>,
    /// How that was found out, or what contradicts it.
    pub why: String,
}

/// What a game is made of.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct StructureFacts {
    /// One thing after the other.
    pub items: Vec<StructureItem>,
}

/// Something that a game is made of.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct StructureItem {
    /// What kind of thing.
    pub kind: String,
    /// In words.
    pub text: String,
}

/// Games that are like another.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct NearestFacts {
    /// `same`, `variant`, `nearest` or `unknown`.
    pub verdict: &'static str,
    /// The games, the nearest first.
    pub games: Vec<NearGame>,
}

/// A game that is like another.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct NearGame {
    /// Its name.
    pub name: String,
    /// How far it is, from 0 to 1; nothing if it was not measured.
    pub distance: Option<f64>,
    /// How it is known, or what makes one game of the other.
    pub how: String,
}

/// What good positions have in common.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct EvaluationFacts {
    /// For each role.
    pub roles: Vec<RoleFeatures>,
}

/// What is good for a role.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RoleFeatures {
    /// The role.
    pub role: String,
    /// What counts, the heaviest first.
    pub features: Vec<FeatureFact>,
}

/// Facts of a kind, whose number counts.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct FeatureFact {
    /// Which facts.
    pub pattern: String,
    /// What each of them adds to the worth of a position.
    pub weight: f64,
    /// How well their number goes with the goal.
    pub correlation: f64,
    /// How steady their number is.
    pub stability: f64,
}
