//! Plans the drawing of a game: the boards, the places of fluents, and the facts beside the boards.

use crate::argument_labels::{self, ArgumentLabels};
use crate::clicks::Clicks;
use crate::evidence::Evidence;
use crate::look::{BoardShape, Look};
use crate::move_effects::MoveEffects;
use crate::named_places::{self, RuleContext};
use crate::space::BoardSpace;
use crate::theme::{Colours, Theme};
use crate::{
    Fact, Owners, amounts, appearance, arrangement, background, grids, labels, levels, look, stacks,
};
use senet_gdl::{Deadline, Description, LetterCase, OutOfTime, Symbol, show};
use senet_structure::{Board, Structure, declared_facts, fluents, turn_fluents};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

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
    /// The colours that the names of roles choose.
    pub role_colours: Vec<Option<Colours>>,
    /// The theme; empty by default.
    pub theme: Theme,
    /// True if random matches were observed.
    pub is_observed: bool,
    /// True if the time did not suffice to find boards. All facts are then listed.
    pub is_simplified: bool,
}

/// The largest number of places in all boards together. Further boards are listed, not drawn.
const MAX_PLACES: usize = 40_000;

/// The time for a plan: people wait for the first picture.
const PLANNING: Duration = Duration::from_secs(2);

impl DrawingPlan {
    /// Makes the plan of a game. `possible` are all facts that can ever hold, if they are known.
    ///
    /// A simple picture is better than none: if the deadline is over first, the plan lists all facts.
    pub fn of(description: &Description, possible: &[Fact], deadline: &Deadline) -> DrawingPlan {
        let evidence = Evidence {
            possible: possible.to_vec(),
            steps: Vec::new(),
        };
        DrawingPlan::with_evidence(description, &evidence, deadline)
    }

    /// Makes the plan of a game with observations from random matches.
    pub fn with_evidence(
        description: &Description,
        evidence: &Evidence,
        deadline: &Deadline,
    ) -> DrawingPlan {
        let deadline = &deadline.within(PLANNING);
        let plan = DrawingPlan::with_boards(description, evidence, deadline);
        plan.unwrap_or_else(|OutOfTime| DrawingPlan::without_boards(description))
    }

    /// The plan that lists all facts.
    fn without_boards(description: &Description) -> DrawingPlan {
        let word = |symbol| description.symbols.key(symbol).to_string();
        DrawingPlan {
            spaces: Vec::new(),
            owners: Owners::default(),
            role_colours: Vec::new(),
            roles: description.roles().into_iter().map(word).collect(),
            clicks: Clicks::default(),
            move_effects: MoveEffects::default(),
            turns: Vec::new(),
            counters: BTreeSet::new(),
            amounts: BTreeMap::new(),
            argument_labels: ArgumentLabels::default(),
            theme: Theme::default(),
            is_observed: false,
            is_simplified: true,
        }
    }

    fn with_boards(
        description: &Description,
        evidence: &Evidence,
        deadline: &Deadline,
    ) -> Result<DrawingPlan, OutOfTime> {
        let structure = Structure::of(description, deadline)?;
        let word = |symbol| description.symbols.key(symbol).to_string();
        let initial = readable_facts(description, structure.initial.as_deref());
        let declared = declared_facts(description, deadline).ok().flatten();
        let possible = &evidence.possible;
        let known = match possible.is_empty() {
            true => readable_facts(description, declared.as_deref()),
            false => possible.to_vec(),
        };
        let mut owners = Owners::of(description);
        let turns = turn_fluents(description);
        let rules = RuleContext {
            description,
            structure: &structure,
            initial: &initial,
            evidence,
            moves: named_places::move_classes(description, &structure),
        };
        let mut spaces = two_dimensional(&rules, &word, deadline)?;
        let named = one_dimensional(&rules, &turns, &spaces, deadline)?;
        spaces.extend(named);
        for space in &mut spaces {
            space.find_existing_places(&known, &initial, evidence, deadline)?;
        }
        keep_drawable(&mut spaces);
        drop_pointers(&mut spaces, evidence);
        let roles: Vec<String> = description.roles().into_iter().map(word).collect();
        let clicks = Clicks::of(description, &structure, &spaces, deadline);
        background::find(&mut spaces, &clicks, evidence);
        owners.observe(&spaces, evidence, &roles);
        for (at, space) in spaces.iter_mut().enumerate() {
            space.look.chequered = clicks.move_between_places(at);
        }
        let spoken = if known.is_empty() { &initial } else { &known };
        for space in &mut spaces {
            deadline.check()?;
            space.labels = labels::of(space, &owners, &roles, spoken, &initial);
            space.abbreviations = space.has_abbreviations();
            space.draughts = appearance::is_draughts(space, &roles);
            match space.named.is_empty() {
                true => {
                    space.look = Look {
                        chequered: space.look.chequered,
                        ..look::find(description, &structure, space, deadline)
                    };
                    arrangement::turn_to_players(space, &owners, &initial);
                }
                false => arrangement::arrange_named_places(
                    description,
                    &structure,
                    &owners,
                    space,
                    deadline,
                ),
            }
        }
        for space in &mut spaces {
            find_stacks(space, evidence);
            space.find_layers_between(spoken);
            arrangement::turn_to_sides(space, &initial);
            draw_dots(space);
        }
        levels::find(description, &structure, &mut spaces, deadline);
        let counters = structure.counters.iter();
        let plan = DrawingPlan {
            clicks,
            role_colours: appearance::role_colours(&roles),
            move_effects: MoveEffects::of(description, &spaces, deadline),
            amounts: amounts::of(description, &structure),
            argument_labels: argument_labels::of(description),
            spaces,
            owners,
            roles,
            turns: turns.into_iter().map(word).collect(),
            counters: counters.map(|counter| word(counter.fluent)).collect(),
            theme: Theme::default(),
            is_observed: !evidence.steps.is_empty(),
            is_simplified: false,
        };
        deadline.check()?;
        Ok(plan)
    }
}

/// Drops boards that show nothing by themselves if there are others: a single mark that points to a part of another
/// board, or a list of places that is the same in every state. Their facts are written beside the boards.
fn drop_pointers(spaces: &mut Vec<BoardSpace>, evidence: &Evidence) {
    let tells = |space: &BoardSpace| {
        let own = |state: &Vec<Fact>| -> Vec<Fact> {
            let facts = state.iter().filter(|fact| space.find(fact).is_some());
            facts.cloned().collect()
        };
        let mut most = 0;
        let mut states = evidence.states().map(own);
        let first = states.next().unwrap_or_default();
        let mut changes = false;
        for facts in states {
            most = most.max(facts.len());
            changes |= facts != first;
        }
        let bare = space.layers.iter().all(|layer| layer.contents.is_empty());
        !bare || most.max(first.len()) > 1 && changes
    };
    let telling: Vec<bool> = spaces.iter().map(tells).collect();
    if evidence.steps.is_empty() || !telling.contains(&true) {
        return;
    }
    let mut telling = telling.into_iter();
    spaces.retain(|_| telling.next().unwrap_or(true));
}

/// Draws the places of named things on top of each other as stacks.
fn find_stacks(space: &mut BoardSpace, evidence: &Evidence) {
    let names = space.layers.iter().map(|layer| (&layer.name, layer.arity));
    let mut stacks = names.filter(|(name, arity)| stacks::is_stack(evidence, (name, *arity)));
    if space.same_class && !space.named.is_empty() {
        space.stacked = stacks.next().map(|(name, _)| name.clone());
    }
    if space.stacked.is_some() {
        space.look.shape = BoardShape::Squares;
        space.look.lines.clear();
    }
}

/// Draws places as dots if lines join them and nothing else lies on them.
fn draw_dots(space: &mut BoardSpace) {
    let has_lines = space.layers.iter().any(|layer| !layer.far.is_empty());
    let only_lines = space
        .layers
        .iter()
        .all(|layer| !layer.far.is_empty() || layer.between);
    if has_lines && only_lines {
        space.look.shape = BoardShape::Points;
    }
}

/// Drops boards that are too small, too large or too many.
fn keep_drawable(spaces: &mut Vec<BoardSpace>) {
    let mut left = MAX_PLACES;
    spaces.retain(|space| {
        let places = space.places.len().saturating_mul(space.boards.len());
        let fits = space.is_drawable() && places <= left;
        left -= if fits { places } else { 0 };
        fits
    });
}

fn two_dimensional(
    rules: &RuleContext,
    word: &impl Fn(Symbol) -> String,
    deadline: &Deadline,
) -> Result<Vec<BoardSpace>, OutOfTime> {
    // Places that a relation joins to a graph need no second coordinate.
    let is_grid = |board: &&Board| {
        let ordered = board.coordinates.iter().any(|c| c.order.is_some());
        let fluent = (board.fluent, board.arity);
        ordered || board.arity < 3 || named_places::joined_places(rules, fluent, deadline).is_none()
    };
    let boards: Vec<&Board> = rules.structure.boards.iter().filter(is_grid).collect();
    let (structure, evidence) = (rules.structure, rules.evidence);
    let mut spaces = grids::find(&boards, structure, evidence, word, deadline)?;
    let mut free = fluents(rules.description);
    free.retain(|fact| !is_on_board(&spaces, &word(fact.0), fact.1));
    grids::add_heights(&mut spaces, &mut free, structure, word);
    Ok(spaces)
}

fn one_dimensional(
    rules: &RuleContext,
    turns: &[Symbol],
    spaces: &[BoardSpace],
    deadline: &Deadline,
) -> Result<Vec<BoardSpace>, OutOfTime> {
    let mut free = fluents(rules.description);
    let counts = |name| rules.structure.counters.iter().any(|c| c.fluent == name);
    free.retain(|&(name, arity)| {
        let word = rules.description.symbols.key(name);
        !is_on_board(spaces, word, arity) && !counts(name) && !turns.contains(&name)
    });
    let taken: Vec<usize> = spaces
        .iter()
        .flat_map(|space| space.classes.clone())
        .collect();
    named_places::find(rules, &free, &taken, deadline)
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
