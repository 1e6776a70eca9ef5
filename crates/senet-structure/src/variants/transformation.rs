//! The classes of variants and their parameters.

use super::{
    Correspondence, NotApplicable, board_size, cyclic_board, initial_state, inverted_goal,
    missing_feature, step_limit, switched_role,
};
use senet_gdl::{Description, Notation, Severity, Sheet, check, write};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What makes a variant of a game. Names are those of the sheet that it is applied to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum Transformation {
    /// Other facts in the beginning, more or fewer of some marker.
    NumberOfMarkers {
        /// The name of the facts.
        board: String,
        /// Facts that are no longer in the initial state.
        removed: Vec<String>,
        /// Facts that are new in it.
        added: Vec<String>,
    },
    /// The same markers on other cells in the beginning.
    PieceConfiguration {
        /// The name of the facts.
        board: String,
        /// Facts that are no longer in the initial state.
        removed: Vec<String>,
        /// Facts that are new in it.
        added: Vec<String>,
    },
    /// More or fewer coordinates.
    BoardSize {
        /// The name of the board's facts.
        board: String,
        /// The axes that change.
        axes: Vec<AxisSize>,
    },
    /// The last coordinate is followed by the first.
    CyclicBoard {
        /// The name of the board's facts.
        board: String,
        /// Whether all axes of the board are circles (a torus) or just one of them (a cylinder).
        is_torus: bool,
        /// The axes that become circles; their sizes stay.
        axes: Vec<AxisSize>,
    },
    /// Another number of steps.
    StepLimit {
        /// The name of the fact that counts.
        counter: String,
        /// The number of steps in the original.
        from: usize,
        /// The number of steps in the variant.
        to: usize,
    },
    /// A goal of v is a goal of 100 − v.
    InvertedGoal,
    /// The same rules for a player with another role.
    SwitchedRole {
        /// The role in the original.
        from: String,
        /// The role in the variant.
        to: String,
    },
    /// One kind of fact is not part of the state.
    MissingFeature {
        /// The name of the facts.
        feature: String,
        /// How many arguments they have.
        arity: usize,
    },
}

/// The size of a board along an axis, before and after.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AxisSize {
    /// The successor relation that orders the coordinates.
    pub relation: String,
    /// The first constant of its row; it tells rows of one relation apart.
    pub first: String,
    /// How many coordinates there were.
    pub from: usize,
    /// How many there are.
    pub to: usize,
}

impl Transformation {
    /// The sheet that the transformation makes of another, or why it makes none.
    pub fn apply(&self, description: &Description) -> Result<Description, NotApplicable> {
        let changed = self.unchecked(description)?;
        valid(&changed)?;
        Ok(changed)
    }

    /// As [`Transformation::apply`], without the check that the result is valid: for callers that compare it with a valid sheet.
    pub fn unchecked(&self, description: &Description) -> Result<Description, NotApplicable> {
        match self {
            Transformation::NumberOfMarkers { removed, added, .. }
            | Transformation::PieceConfiguration { removed, added, .. } => {
                initial_state::apply(description, removed, added)
            }
            Transformation::BoardSize { axes, .. } => board_size::apply(description, axes),
            Transformation::CyclicBoard { axes, .. } => cyclic_board::apply(description, axes),
            Transformation::StepLimit { counter, from, to } => {
                step_limit::apply(description, counter, *from, *to)
            }
            Transformation::InvertedGoal => inverted_goal::apply(description),
            Transformation::SwitchedRole { from, to } => {
                switched_role::apply(description, from, to)
            }
            Transformation::MissingFeature { feature, arity } => {
                missing_feature::apply(description, feature, *arity)
            }
        }
    }

    /// How states of the variant relate to states of the sheet that the transformation is applied to.
    pub fn correspondence(
        &self,
        description: &Description,
    ) -> Result<Correspondence, NotApplicable> {
        match self {
            Transformation::NumberOfMarkers { .. }
            | Transformation::PieceConfiguration { .. }
            | Transformation::CyclicBoard { .. }
            | Transformation::StepLimit { .. } => Ok(Correspondence::direct()),
            Transformation::InvertedGoal | Transformation::SwitchedRole { .. } => {
                Ok(Correspondence::inverse())
            }
            Transformation::BoardSize { axes, .. } => board_size::correspondence(description, axes),
            Transformation::MissingFeature { feature, arity } => {
                Ok(Correspondence::hiding(feature.to_lowercase(), *arity))
            }
        }
    }

    /// The name of the class, as in JSON.
    pub fn class(&self) -> &'static str {
        match self {
            Transformation::NumberOfMarkers { .. } => "number_of_markers",
            Transformation::PieceConfiguration { .. } => "piece_configuration",
            Transformation::BoardSize { .. } => "board_size",
            Transformation::CyclicBoard { .. } => "cyclic_board",
            Transformation::StepLimit { .. } => "step_limit",
            Transformation::InvertedGoal => "inverted_goal",
            Transformation::SwitchedRole { .. } => "switched_role",
            Transformation::MissingFeature { .. } => "missing_feature",
        }
    }

    /// Whether only the initial state changes, so that recognition compares the rules without it.
    pub fn is_initial_only(&self) -> bool {
        matches!(
            self,
            Transformation::NumberOfMarkers { .. } | Transformation::PieceConfiguration { .. }
        )
    }
}

/// All classes, in the order of the paper.
pub const CLASSES: [&str; 8] = [
    "number_of_markers",
    "piece_configuration",
    "board_size",
    "cyclic_board",
    "step_limit",
    "inverted_goal",
    "switched_role",
    "missing_feature",
];

/// Whether the checks find no error in what was made.
fn valid(changed: &Description) -> Result<(), NotApplicable> {
    let sheet = Sheet::read(write(changed, Notation::Prefix));
    let errors = check(&sheet).into_iter().chain(sheet.problems.clone());
    let mut errors = errors.filter(|p| p.severity() == Severity::Error);
    match errors.next() {
        Some(problem) => Err(NotApplicable::Invalid {
            message: problem.message,
        }),
        None => Ok(()),
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Transformation::NumberOfMarkers {
                board,
                removed,
                added,
            } => {
                write!(f, "number of markers: ")?;
                changes(f, board, removed, added)
            }
            Transformation::PieceConfiguration {
                board,
                removed,
                added,
            } => {
                write!(f, "piece configuration: ")?;
                changes(f, board, removed, added)
            }
            Transformation::BoardSize { board, axes } => {
                let size =
                    |a: &AxisSize| format!("{} instead of {} along `{}`", a.to, a.from, a.relation);
                let sizes: Vec<_> = axes.iter().map(size).collect();
                write!(f, "board size: `{board}` with {}", sizes.join(" and "))
            }
            Transformation::CyclicBoard {
                board,
                is_torus,
                axes,
            } => {
                let shape = if *is_torus { "toroidal" } else { "cylindrical" };
                let along: Vec<_> = axes.iter().map(|a| format!("`{}`", a.relation)).collect();
                write!(
                    f,
                    "{shape} board: `{board}` closed along {}",
                    along.join(" and ")
                )
            }
            Transformation::StepLimit { counter, from, to } => {
                write!(f, "step limit: {to} instead of {from} by `{counter}`")
            }
            Transformation::InvertedGoal => write!(f, "inverted goal: v becomes 100 - v"),
            Transformation::SwitchedRole { from, to } => {
                write!(f, "switched role: `{to}` instead of `{from}`")
            }
            Transformation::MissingFeature { feature, .. } => {
                write!(f, "missing feature: no `{feature}` in the state")
            }
        }
    }
}

/// At most this many facts are told one by one.
const MOST_TOLD: usize = 4;

fn changes(
    f: &mut fmt::Formatter,
    board: &str,
    removed: &[String],
    added: &[String],
) -> fmt::Result {
    if removed.len() + added.len() > MOST_TOLD {
        let (gone, new) = (removed.len(), added.len());
        return write!(
            f,
            "{gone} facts of `{board}` less and {new} more in the beginning"
        );
    }
    let told = |sign: &'static str, facts: &[String]| -> Vec<String> {
        facts.iter().map(|fact| format!("{sign} {fact}")).collect()
    };
    let all = [told("without", removed), told("with", added)].concat();
    write!(f, "{}", all.join(", "))
}
