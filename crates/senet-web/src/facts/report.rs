//! Facts about a game, as they are sent.

use serde::Serialize;
use utoipa::ToSchema;

/// The facts about a game so far.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct FactSheet {
    /// The overall progress.
    pub status: Progress,
    /// The sections.
    pub sections: Sections,
}

/// The progress of the work.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// Running or waiting.
    Working,
    /// Finished.
    Ready,
}

/// The sections of a fact sheet.
#[derive(Clone, Default, Serialize, ToSchema, Debug)]
pub struct Sections {
    /// Boards: what is the same in every state.
    pub boards: Section<BoardFacts>,
    /// The structure of the game.
    pub structure: Section<StructureFacts>,
    /// Similar games.
    pub nearest: Section<NearestFacts>,
    /// The learned evaluation.
    pub evaluation: Section<EvaluationFacts>,
}

/// One section: its results, or how far the work is.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[serde(untagged)]
pub enum Section<T> {
    /// The work is finished.
    Finished(FinishedSection<T>),
    /// The work is running, or it failed.
    Unfinished(UnfinishedSection),
}

/// A section with its results.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct FinishedSection<T> {
    /// Always `ready`.
    pub status: Finished,
    /// Why some results are missing; `None` if the section is complete.
    pub reason: Option<String>,
    /// The results.
    #[serde(flatten)]
    pub found: T,
}

/// A section without results.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct UnfinishedSection {
    /// The progress of the section.
    pub status: Unfinished,
    /// The reason for a failure.
    pub reason: Option<String>,
}

/// The progress of a section with results.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Finished {
    /// Finished.
    Ready,
}

/// The progress of a section without results.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Unfinished {
    /// Running or waiting.
    Working,
    /// Failed.
    Failed,
}

impl<T> Default for Section<T> {
    fn default() -> Section<T> {
        Section::Unfinished(UnfinishedSection {
            status: Unfinished::Working,
            reason: None,
        })
    }
}

impl<T> Section<T> {
    /// A finished section, perhaps incomplete.
    pub fn ready(found: T, reason: Option<String>) -> Section<T> {
        Section::Finished(FinishedSection {
            status: Finished::Ready,
            reason,
            found,
        })
    }

    /// A failed section.
    pub fn failed(reason: impl Into<String>) -> Section<T> {
        Section::Unfinished(UnfinishedSection {
            status: Unfinished::Failed,
            reason: Some(reason.into()),
        })
    }

    fn is_working(&self) -> bool {
        matches!(self, Section::Unfinished(section) if section.status == Unfinished::Working)
    }

    fn give_up(&mut self, reason: &str) {
        if self.is_working() {
            *self = Section::failed(reason);
        }
    }
}

impl Sections {
    /// Marks a section as failed unless it is finished.
    pub fn give_up(&mut self, reason: &str) {
        self.boards.give_up(reason);
        self.structure.give_up(reason);
        self.nearest.give_up(reason);
        self.evaluation.give_up(reason);
    }
}

impl FactSheet {
    /// A fact sheet; it is ready when no section is running.
    pub fn of(sections: Sections) -> FactSheet {
        let is_working = sections.boards.is_working()
            || sections.structure.is_working()
            || sections.nearest.is_working()
            || sections.evaluation.is_working();
        FactSheet {
            status: match is_working {
                true => Progress::Working,
                false => Progress::Ready,
            },
            sections,
        }
    }
}

/// The boards of a game.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct BoardFacts {
    /// The projections examined.
    pub projections: Vec<ProjectionFact>,
    /// The maximal proved projections: the boards.
    pub maximal: Vec<String>,
    /// Boards that list only occupied cells.
    pub occupied: Vec<String>,
    /// The number of solver calls.
    pub calls: usize,
    /// The CPU time in milliseconds.
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
    /// The invariants that the proof uses.
    pub lemmas: Vec<String>,
    /// The evidence, or a counterexample.
    pub why: String,
}

/// The structure of a game.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct StructureFacts {
    /// The findings.
    pub items: Vec<StructureItem>,
}

/// A finding about the structure.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct StructureItem {
    /// The kind of finding.
    pub kind: String,
    /// The finding in words.
    pub text: String,
    /// The finding as a person would say it; missing if there is no plain sentence.
    pub plain: Option<String>,
}

/// Similar games.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct NearestFacts {
    /// `same`, `variant`, `nearest` or `unknown`.
    pub verdict: &'static str,
    /// The games, the nearest first.
    pub games: Vec<NearGame>,
}

/// A similar game.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct NearGame {
    /// The name.
    pub name: String,
    /// The distance from 0 to 1; missing if it was not measured.
    pub distance: Option<f64>,
    /// The evidence, or the difference between the games.
    pub how: String,
}

/// A learned evaluation.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct EvaluationFacts {
    /// For each role.
    pub roles: Vec<RoleFeatures>,
}

/// The features of a role.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RoleFeatures {
    /// The role.
    pub role: String,
    /// The features, the heaviest first.
    pub features: Vec<FeatureFact>,
}

/// A feature: the number of facts of a kind.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct FeatureFact {
    /// The pattern of the facts.
    pub pattern: String,
    /// The meaning for the role, as a person would say it.
    pub plain: String,
    /// The value of each fact.
    pub weight: f64,
    /// The correlation of the number of these facts with the goal.
    pub correlation: f64,
    /// The stability of the number of these facts.
    pub stability: f64,
}
