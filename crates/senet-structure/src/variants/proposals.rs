//! Chooses the transformations to try on a game, and tries them.

use super::axis::axes;
use super::{
    AxisSize, NotApplicable, Transformation, Variant, number_of_markers, piece_configuration,
    step_limit,
};
use crate::{Board, Structure, fluents};
use rustc_hash::FxHashSet;
use senet_gdl::{Deadline, Description, Notation, OutOfTime, Symbol, write};
use serde::Serialize;

/// The results of all sensible transformations of a game.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The variants.
    pub variants: Vec<Variant>,
    /// The transformations and classes that do not apply.
    pub refused: Vec<Refused>,
    /// False if the deadline was over before all transformations were tried.
    pub is_complete: bool,
}

/// A transformation, or a whole class, that does not apply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    /// The class.
    pub class: String,
    /// The transformation; `None` if the game has nothing that the class changes.
    pub transformation: Option<Transformation>,
    /// The reason.
    pub why: NotApplicable,
}

/// Tries all classes of variants on a game, until the deadline is over.
pub fn survey(description: &Description, deadline: &Deadline) -> Survey {
    let mut survey = Survey::default();
    survey.is_complete = survey.fill(description, deadline).is_ok();
    survey
}

impl Survey {
    fn fill(&mut self, description: &Description, deadline: &Deadline) -> Result<(), OutOfTime> {
        let structure = Structure::of(description, deadline)?;
        let mut seen = FxHashSet::default();
        seen.insert(write(description, Notation::Prefix));
        for (class, proposals) in proposals(description, &structure, deadline) {
            match proposals {
                Err(why) => self.refuse(class, None, why),
                Ok(proposals) => {
                    for proposal in proposals {
                        deadline.check()?;
                        self.try_out(description, proposal, &mut seen, deadline);
                    }
                }
            }
        }
        deadline.check()
    }

    fn refuse(&mut self, class: &str, transformation: Option<Transformation>, why: NotApplicable) {
        self.refused.push(Refused {
            class: class.into(),
            transformation,
            why,
        });
    }

    fn try_out(
        &mut self,
        description: &Description,
        proposal: Transformation,
        seen: &mut FxHashSet<String>,
        deadline: &Deadline,
    ) {
        match proposal.apply(description, deadline) {
            Err(why) => self.refuse(proposal.class(), Some(proposal.clone()), why),
            Ok(changed) => {
                if seen.insert(write(&changed, Notation::Prefix)) {
                    self.variants.push(Variant {
                        number: self.variants.len() + 1,
                        transformations: vec![proposal],
                        description: changed,
                    });
                }
            }
        }
    }
}

type Proposals = Result<Vec<Transformation>, NotApplicable>;

fn proposals(
    description: &Description,
    structure: &Structure,
    deadline: &Deadline,
) -> Vec<(&'static str, Proposals)> {
    let some = |found: Vec<Transformation>, what: &str| match found.is_empty() {
        true => Err(NotApplicable::nothing(what)),
        false => Ok(found),
    };
    let markers = number_of_markers::proposals(description, structure);
    let pieces = piece_configuration::proposals(description, structure, deadline);
    let mut found = vec![
        (
            "number_of_markers",
            some(markers, "marker on several cells of a board"),
        ),
        (
            "piece_configuration",
            some(pieces, "board with movable markers"),
        ),
        (
            "step_limit",
            some(step_limits(description, structure), "step limit"),
        ),
        ("inverted_goal", Ok(vec![Transformation::InvertedGoal])),
        (
            "missing_feature",
            some(missing_features(description), "removable fluent"),
        ),
    ];
    found.extend(board_proposals(description, structure, deadline));
    found
}

/// Proposes half, one less, one more and twice the number of steps.
fn step_limits(description: &Description, structure: &Structure) -> Vec<Transformation> {
    let mut found = Vec::new();
    for counter in &structure.counters {
        let Some(from) = step_limit(structure, counter) else {
            continue;
        };
        for to in [from / 2, from.saturating_sub(1), from + 1, 2 * from] {
            if to > 0 {
                found.push(Transformation::StepLimit {
                    counter: description.symbols.spelling(counter.fluent).into(),
                    from,
                    to,
                });
            }
        }
    }
    found
}

fn missing_features(description: &Description) -> Vec<Transformation> {
    let fluents = fluents(description).into_iter();
    let feature = |(name, arity): (Symbol, usize)| Transformation::MissingFeature {
        feature: description.symbols.spelling(name).into(),
        arity,
    };
    fluents.map(feature).collect()
}

/// Proposes sizes and cyclic axes for all boards. Boards with the same axes are treated once.
fn board_proposals(
    description: &Description,
    structure: &Structure,
    deadline: &Deadline,
) -> Vec<(&'static str, Proposals)> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<Vec<AxisSize>> = FxHashSet::default();
    let boards = structure.boards.iter();
    for board in boards.take_while(|_| !deadline.is_over()) {
        let mut sizes = Vec::new();
        for axis in axes(description, structure, board.fluent) {
            match axis {
                Ok(axis) => sizes.push(AxisSize {
                    relation: description.symbols.spelling(axis.relation).into(),
                    first: description.symbols.spelling(axis.chain.elements[0]).into(),
                    from: axis.len(),
                    to: axis.len(),
                }),
                Err(why) => {
                    found.push(("board_size", Err(why.clone())));
                    found.push(("cyclic_board", Err(why)));
                }
            }
        }
        if seen.insert(sizes.clone()) && !sizes.is_empty() {
            let name = description.symbols.spelling(board.fluent);
            found.push(("board_size", Ok(resized(name, &sizes))));
            found.push(("cyclic_board", Ok(cyclic(name, board, &sizes))));
        }
    }
    if found.is_empty() {
        for class in ["board_size", "cyclic_board"] {
            let what = "board whose coordinates are ordered by a successor relation";
            found.push((class, Err(NotApplicable::nothing(what))));
        }
    }
    found
}

/// Proposes up to four coordinates less or more, half, and twice the number: along each axis, and along all axes at
/// once.
fn resized(board: &str, sizes: &[AxisSize]) -> Vec<Transformation> {
    let mut parts: Vec<Vec<&AxisSize>> = sizes.iter().map(|size| vec![size]).collect();
    if sizes.len() > 1 {
        parts.push(sizes.iter().collect());
    }
    let mut found = Vec::new();
    for axes in parts {
        let least = axes.iter().map(|a| a.from).min().unwrap_or(0);
        let mut changes: Vec<isize> = (-4..=4).collect();
        changes.extend([least as isize, -(least as isize / 2)]);
        changes.sort_unstable();
        changes.dedup();
        let enough = |by: &isize| *by != 0 && least as isize + by >= 3;
        for by in changes.into_iter().filter(enough) {
            let change = |a: &&AxisSize| AxisSize {
                to: a.from.saturating_add_signed(by),
                ..(*a).clone()
            };
            found.push(Transformation::BoardSize {
                board: board.into(),
                axes: axes.iter().map(change).collect(),
            });
        }
    }
    found
}

/// Proposes to make each axis cyclic, and all axes at once. A board with one axis for all coordinates becomes a torus.
fn cyclic(board_name: &str, board: &Board, sizes: &[AxisSize]) -> Vec<Transformation> {
    let ordered = board
        .coordinates
        .iter()
        .filter(|c| c.order.is_some())
        .count();
    let with = |axes: Vec<AxisSize>, is_torus| Transformation::CyclicBoard {
        board: board_name.into(),
        is_torus,
        axes,
    };
    let mut found: Vec<_> = match sizes {
        [only] => vec![with(vec![only.clone()], ordered > 1)],
        _ => sizes.iter().map(|s| with(vec![s.clone()], false)).collect(),
    };
    if sizes.len() > 1 {
        found.push(with(sizes.to_vec(), true));
    }
    found
}
