//! The classes of variants and their parameters.

use super::{
    NotApplicable, VariantCorrespondence, board_size, cyclic_board, initial_state, inverted_goal,
    missing_feature, step_limit, switched_role,
};
use senet_gdl::{Deadline, Description, Notation, Severity, Sheet, check, write};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A transformation of a game. Names refer to the rule sheet that it is applied to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum Transformation {
    /// More or fewer of some markers in the initial state.
    NumberOfMarkers {
        /// The name of the fluent.
        board: String,
        /// The facts that leave the initial state.
        removed: Vec<String>,
        /// The facts that join the initial state.
        added: Vec<String>,
    },
    /// The same markers on other cells in the initial state.
    PieceConfiguration {
        /// The name of the fluent.
        board: String,
        /// The facts that leave the initial state.
        removed: Vec<String>,
        /// The facts that join the initial state.
        added: Vec<String>,
    },
    /// The board has more or fewer coordinates on some axes.
    BoardSize {
        /// The name of the board's fluent.
        board: String,
        /// The axes that change.
        axes: Vec<AxisSize>,
    },
    /// On some axes, the first coordinate follows the last one.
    CyclicBoard {
        /// The name of the board's fluent.
        board: String,
        /// True if all axes of the board are cyclic (a torus), false if only one is (a cylinder).
        is_torus: bool,
        /// The axes that become cyclic; their sizes stay.
        axes: Vec<AxisSize>,
    },
    /// The match ends after another number of steps.
    StepLimit {
        /// The name of the counter.
        counter: String,
        /// The number of steps in the original.
        from: usize,
        /// The number of steps in the variant.
        to: usize,
    },
    /// A goal of v becomes a goal of 100 − v.
    InvertedGoal,
    /// The rules stay the same, but the player has another role.
    SwitchedRole {
        /// The role in the original.
        from: String,
        /// The role in the variant.
        to: String,
    },
    /// One fluent is removed from the state.
    MissingFeature {
        /// The name of the fluent.
        feature: String,
        /// The arity of the fluent.
        arity: usize,
    },
}

/// The size of a board along an axis, before and after.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AxisSize {
    /// The successor relation that orders the coordinates.
    pub relation: String,
    /// The first constant of the relation's chain, which identifies the chain.
    pub first: String,
    /// The number of coordinates before.
    pub from: usize,
    /// The number of coordinates after.
    pub to: usize,
}

impl Transformation {
    /// Applies the transformation to a description.
    pub fn apply(
        &self,
        description: &Description,
        deadline: &Deadline,
    ) -> Result<Description, NotApplicable> {
        let changed = self.apply_unchecked(description, deadline)?;
        valid(&changed)?;
        Ok(changed)
    }

    /// As [`Transformation::apply`], but does not check the result. For callers that compare it with a valid rule
    /// sheet.
    pub fn apply_unchecked(
        &self,
        description: &Description,
        deadline: &Deadline,
    ) -> Result<Description, NotApplicable> {
        match self {
            Transformation::NumberOfMarkers { removed, added, .. }
            | Transformation::PieceConfiguration { removed, added, .. } => {
                initial_state::apply(description, removed, added, deadline)
            }
            Transformation::BoardSize { axes, .. } => {
                board_size::apply(description, axes, deadline)
            }
            Transformation::CyclicBoard { axes, .. } => {
                cyclic_board::apply(description, axes, deadline)
            }
            Transformation::StepLimit { counter, from, to } => {
                step_limit::apply(description, counter, *from, *to, deadline)
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

    /// Relates the states of the variant to the states of the given description.
    pub fn correspondence(
        &self,
        description: &Description,
        deadline: &Deadline,
    ) -> Result<VariantCorrespondence, NotApplicable> {
        match self {
            Transformation::NumberOfMarkers { .. }
            | Transformation::PieceConfiguration { .. }
            | Transformation::CyclicBoard { .. }
            | Transformation::StepLimit { .. } => Ok(VariantCorrespondence::direct()),
            Transformation::InvertedGoal | Transformation::SwitchedRole { .. } => {
                Ok(VariantCorrespondence::inverse())
            }
            Transformation::BoardSize { axes, .. } => {
                board_size::correspondence(description, axes, deadline)
            }
            Transformation::MissingFeature { feature, arity } => Ok(VariantCorrespondence::hiding(
                feature.to_lowercase(),
                *arity,
            )),
        }
    }

    /// Returns the name of the class, as in JSON.
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

    /// Returns true if only the initial state changes. Recognition then compares the rules without it.
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

/// Fails if the checks find an error in the result.
fn valid(changed: &Description) -> Result<(), NotApplicable> {
    let sheet = Sheet::read_as(Notation::Prefix, write(changed, Notation::Prefix));
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

/// More facts than this are counted instead of listed.
const MOST_LISTED: usize = 4;

fn changes(
    f: &mut fmt::Formatter,
    board: &str,
    removed: &[String],
    added: &[String],
) -> fmt::Result {
    if removed.len() + added.len() > MOST_LISTED {
        let (gone, new) = (removed.len(), added.len());
        return write!(
            f,
            "{gone} facts of `{board}` removed from and {new} added to the initial state"
        );
    }
    let list = |sign: &'static str, facts: &[String]| -> Vec<String> {
        facts.iter().map(|fact| format!("{sign} {fact}")).collect()
    };
    let all = [list("without", removed), list("with", added)].concat();
    write!(f, "{}", all.join(", "))
}
