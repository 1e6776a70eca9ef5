//! Plans the drawing of a game: the boards, the places of fluents, and the facts beside the boards.

use crate::argument_labels::{self, ArgumentLabels};
use crate::clicks::Clicks;
use crate::move_effects::MoveEffects;
use crate::named_places::{self, RuleContext};
use crate::space::BoardSpace;
use crate::theme::Theme;
use crate::{Fact, Owners, amounts, arrangement, grids, labels, levels, look};
use senet_gdl::{Description, LetterCase, Symbol, show};
use senet_structure::{Structure, declared_facts, fluents, turn_fluents};
use std::collections::{BTreeMap, BTreeSet};

/// A plan for drawing all states of a game.
#[derive(Clone, Debug)]
pub struct DrawingPlan {
    /// The boards.
    pub spaces: Vec<BoardSpace>,
    /// The owners of pieces.
    pub owners: Owners,
    /// The roles, in order.
    pub roles: Vec<String>,
    /// The places that moves name.
    pub clicks: Clicks,
    /// The places that moves change without naming them.
    pub move_effects: MoveEffects,
    /// The unary fluents that tell whose turn it is.
    pub turns: Vec<String>,
    /// The unary fluents that count steps.
    pub counters: BTreeSet<String>,
    /// The ordered values of fluents about a role or about the whole game, by name.
    pub amounts: BTreeMap<String, Vec<String>>,
    /// The labels of move arguments.
    pub argument_labels: ArgumentLabels,
    /// The theme; empty by default.
    pub theme: Theme,
}

impl DrawingPlan {
    /// Makes the plan of a game. `possible` are all facts that can ever hold, if they are known.
    pub fn of(description: &Description, possible: &[Fact]) -> DrawingPlan {
        let structure = Structure::of(description);
        let word = |symbol| description.symbols.key(symbol).to_string();
        let initial = readable_facts(description, structure.initial.as_deref());
        let declared = declared_facts(description).ok().flatten();
        let known = match possible.is_empty() {
            true => readable_facts(description, declared.as_deref()),
            false => possible.to_vec(),
        };
        let owners = Owners::of(description);
        let turns = turn_fluents(description);
        let mut spaces = two_dimensional(description, &structure, &word);
        one_dimensional(description, &structure, &initial, &turns, &mut spaces);
        for space in &mut spaces {
            space.find_existing_places(&known, &initial);
        }
        spaces.retain(BoardSpace::is_drawable);
        let roles: Vec<String> = description.roles().into_iter().map(word).collect();
        let spoken = if known.is_empty() { &initial } else { &known };
        for space in &mut spaces {
            space.labels = labels::of(space, &owners, &roles, spoken, &initial);
            match space.named.is_empty() {
                true => {
                    space.look = look::find(description, &structure, space);
                    arrangement::turn_to_players(space, &owners, &initial);
                }
                false => arrangement::arrange_named_places(description, &structure, &owners, space),
            }
        }
        levels::find(description, &structure, &mut spaces);
        let counters = structure.counters.iter();
        DrawingPlan {
            clicks: Clicks::of(description, &structure, &spaces),
            move_effects: MoveEffects::of(description, &spaces),
            amounts: amounts::of(description, &structure),
            argument_labels: argument_labels::of(description),
            spaces,
            owners,
            roles,
            turns: turns.into_iter().map(word).collect(),
            counters: counters.map(|counter| word(counter.fluent)).collect(),
            theme: Theme::default(),
        }
    }
}

fn two_dimensional(
    description: &Description,
    structure: &Structure,
    word: &impl Fn(Symbol) -> String,
) -> Vec<BoardSpace> {
    let mut spaces = grids::find(structure, word);
    let mut free = fluents(description);
    free.retain(|fact| !is_on_board(&spaces, &word(fact.0), fact.1));
    grids::add_heights(&mut spaces, &mut free, structure, word);
    spaces
}

fn one_dimensional(
    description: &Description,
    structure: &Structure,
    initial: &[Fact],
    turns: &[Symbol],
    spaces: &mut Vec<BoardSpace>,
) {
    let mut free = fluents(description);
    let counts = |name| structure.counters.iter().any(|c| c.fluent == name);
    free.retain(|&(name, arity)| {
        let word = description.symbols.key(name);
        !is_on_board(spaces, word, arity) && !counts(name) && !turns.contains(&name)
    });
    let rules = RuleContext {
        description,
        structure,
        initial,
        moves: named_places::move_classes(description, structure),
    };
    let taken: Vec<usize> = spaces
        .iter()
        .flat_map(|space| space.classes.clone())
        .collect();
    spaces.extend(named_places::find(&rules, &free, &taken));
}

/// Returns true if a fluent is on one of the boards.
pub fn is_on_board(spaces: &[BoardSpace], name: &str, arity: usize) -> bool {
    let mut layers = spaces.iter().flat_map(|space| &space.layers);
    layers.any(|layer| layer.name == name && layer.arity == arity)
}

/// Converts ground facts to text.
fn readable_facts(
    description: &Description,
    facts: Option<&[senet_structure::GroundFact]>,
) -> Vec<Fact> {
    let text = |fact: &senet_structure::GroundFact| {
        show(&fact.term(), &description.symbols, LetterCase::Folded).to_string()
    };
    let facts = facts.unwrap_or_default().iter();
    facts.map(|fact| Fact::read(&text(fact))).collect()
}
