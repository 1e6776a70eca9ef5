//! The logic of a game's programs.

use super::choice::choose_move;
use super::layout::{ENDED, FAILED, HOLD, Layout, Places, STUCK};
use super::logic::{Array, Logic, Place};
use super::translate::Translator;
use crate::network::{Network, Wire};
use std::ops::Range;

/// Logic together with the memory that it was laid out for.
pub struct Laid {
    /// The logic.
    pub logic: Logic,
    /// Where its frame ends.
    pub frame_length: u32,
}

/// A step in one go: legal moves, choice, next states.
pub struct FusedStep {
    /// The logic.
    pub laid: Laid,
    /// The part of the frame to be filled with random bits before each step.
    pub random: Range<usize>,
}

/// A step in two stages, between which the caller chooses moves.
pub struct SplitStep {
    /// The logic.
    pub laid: Laid,
    /// Per role, the moves that may be legal, where it says so, and where the choice goes.
    pub moves: Vec<Vec<MovePlaces>>,
    /// Whether the match is over.
    pub terminal: Place,
}

/// Where a move's wires are in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovePlaces {
    /// The number of the move.
    pub number: u32,
    /// Whether it is legal.
    pub legal: Place,
    /// Whether it is made.
    pub made: Place,
}

/// Goals.
pub struct GoalLogic {
    /// The logic.
    pub laid: Laid,
    /// Fluents that matter, are not kept with the states and so are given in the frame.
    pub given: Vec<(u32, Place)>,
    /// Per role, each value and where it is marked; only lanes with a single value are.
    pub values: Vec<Vec<(i32, Place)>>,
    /// Per role, each text that stands for a goal and where it is marked, whatever else holds.
    pub texts: Vec<Vec<Place>>,
}

/// Sets the fluents of the present states as inputs; those that are not kept are false.
fn set_fluents(translator: &mut Translator, logic: &mut Logic, network: &Network, layout: &Layout) {
    for (fluent, node) in (0..).zip(network.fluents.clone()) {
        if let Some(place) = layout.place(fluent, Array::State) {
            let wire = logic.input(place);
            translator.set(node, wire);
        }
    }
}

/// The network's wires for whatever a step starts with.
fn start_wires(network: &Network) -> Vec<Wire> {
    let legal = network.legal.iter().flatten().copied();
    legal.chain([network.terminal]).collect()
}

/// The network's wires of the fluents that are kept.
fn next_wires(network: &Network, layout: &Layout) -> Vec<Wire> {
    let fluents = layout.fluents.iter();
    fluents
        .map(|&fluent| network.next[fluent as usize])
        .collect()
}

/// A step with the choice of moves inside; see [`super::choice`].
pub fn fused_step(network: &Network, layout: &Layout, trials: usize) -> FusedStep {
    let mut logic = Logic::default();
    let mut places = Places::default();
    let mut translator = Translator::new(network);
    set_fluents(&mut translator, &mut logic, network, layout);
    translator.translate(&mut logic, start_wires(network), &mut || places.take());
    let terminal = translator.wire(network.terminal);
    let (mut failed, mut stuck) = (Wire::FALSE, Wire::FALSE);
    let first_random = places.end as usize;
    for (moves, legal) in network.moves.iter().zip(&network.legal) {
        let pairs = moves
            .clone()
            .zip(legal)
            .map(|(node, &wire)| (node, translator.wire(wire)));
        let open: Vec<(u32, Wire)> = pairs.filter(|&(_, wire)| wire != Wire::FALSE).collect();
        let wires: Vec<Wire> = open.iter().map(|&(_, wire)| wire).collect();
        let mut draw = |logic: &mut Logic| logic.input(places.take());
        let before = logic.nodes().len();
        let choice = choose_move(&mut logic, &wires, trials, &mut draw);
        logic.keep_order_since(before);
        for (&(node, _), &chosen) in open.iter().zip(&choice.chosen) {
            translator.set(node, chosen);
        }
        failed = logic.or(failed, choice.failed);
        stuck = logic.or(stuck, choice.stuck);
    }
    let random = first_random..places.end as usize;
    let hold = logic.input(HOLD);
    let ended = logic.and(!hold, terminal);
    let open = logic.and(!hold, !terminal);
    stuck = logic.and(open, stuck);
    let open = logic.and(open, !stuck);
    failed = logic.and(open, failed);
    let moves_on = logic.and(open, !failed);
    for (wire, place) in [(ended, ENDED), (stuck, STUCK), (failed, FAILED)] {
        logic.output(wire, place);
    }
    translator.translate(&mut logic, next_wires(network, layout), &mut || {
        places.take()
    });
    write_next(&mut logic, &translator, network, layout, Some(moves_on));
    FusedStep {
        laid: Laid {
            logic,
            frame_length: places.end,
        },
        random,
    }
}

/// Writes the next states; lanes that do not move on keep theirs.
fn write_next(
    logic: &mut Logic,
    translator: &Translator,
    network: &Network,
    layout: &Layout,
    moves_on: Option<Wire>,
) {
    for &fluent in &layout.fluents {
        let next = translator.wire(network.next[fluent as usize]);
        let now = translator.wire(Wire::of(network.fluents.start + fluent));
        let value = match moves_on {
            Some(condition) => logic.choose(condition, next, now),
            None => next,
        };
        if let Some(place) = layout.place(fluent, Array::Next) {
            logic.output(value, place);
        }
    }
}

/// A step whose moves are chosen from outside. If `holding`, lanes of the mask [`HOLD`] keep their states.
pub fn split_step(network: &Network, layout: &Layout, holding: bool) -> SplitStep {
    let mut logic = Logic::default();
    let mut places = Places::default();
    let mut translator = Translator::new(network);
    set_fluents(&mut translator, &mut logic, network, layout);
    translator.translate(&mut logic, start_wires(network), &mut || places.take());
    let terminal = places.take();
    logic.output(translator.wire(network.terminal), terminal);
    let mut moves = Vec::new();
    for (nodes, legal) in network.moves.iter().zip(&network.legal) {
        let mut own = Vec::new();
        for ((number, node), &wire) in (0..).zip(nodes.clone()).zip(legal) {
            let wire = translator.wire(wire);
            if wire == Wire::FALSE {
                continue;
            }
            let (legal, made) = (places.take(), places.take());
            logic.output(wire, legal);
            let chosen = logic.input(made);
            translator.set(node, chosen);
            own.push(MovePlaces {
                number,
                legal,
                made,
            });
        }
        moves.push(own);
    }
    logic.begin_stage();
    translator.translate(&mut logic, next_wires(network, layout), &mut || {
        places.take()
    });
    let moves_on = holding.then(|| !logic.input(HOLD));
    write_next(&mut logic, &translator, network, layout, moves_on);
    SplitStep {
        laid: Laid {
            logic,
            frame_length: places.end,
        },
        moves,
        terminal,
    }
}

/// The goals of the present states.
pub fn goal_logic(network: &Network, layout: &Layout) -> GoalLogic {
    let mut logic = Logic::default();
    let mut places = Places::default();
    let mut translator = Translator::new(network);
    set_fluents(&mut translator, &mut logic, network, layout);
    let mut given = Vec::new();
    for fluent in network.fluents_of_goals() {
        if layout.place(fluent, Array::State).is_none() {
            let place = places.take();
            given.push((fluent, place));
            let wire = logic.input(place);
            translator.set(network.fluents.start + fluent, wire);
        }
    }
    let wires = network.goals.iter().flatten().map(|(_, wire)| *wire);
    translator.translate(&mut logic, wires, &mut || places.take());
    let (mut values, mut texts) = (Vec::new(), Vec::new());
    for goals in &network.goals {
        let wires: Vec<Wire> = goals
            .iter()
            .map(|(_, wire)| translator.wire(*wire))
            .collect();
        let mut all = Vec::new();
        for &wire in &wires {
            let place = places.take();
            logic.output(wire, place);
            all.push(place);
        }
        texts.push(all);
        let alone = alone(&mut logic, &wires);
        let mut own = Vec::new();
        for ((text, _), wire) in goals.iter().zip(alone) {
            if let Ok(value) = text.parse() {
                let place = places.take();
                logic.output(wire, place);
                own.push((value, place));
            }
        }
        values.push(own);
    }
    GoalLogic {
        laid: Laid {
            logic,
            frame_length: places.end,
        },
        given,
        values,
        texts,
    }
}

/// For each wire, whether it holds and no other does.
fn alone(logic: &mut Logic, wires: &[Wire]) -> Vec<Wire> {
    let mut before = vec![Wire::FALSE];
    for &wire in wires {
        let all = before.last().copied().unwrap_or(Wire::FALSE);
        before.push(logic.or(all, wire));
    }
    let mut after = Wire::FALSE;
    let mut alone = Vec::new();
    for (at, &wire) in wires.iter().enumerate().rev() {
        let others = logic.or(before[at], after);
        alone.push(logic.and(wire, !others));
        after = logic.or(after, wire);
    }
    alone.reverse();
    alone
}
