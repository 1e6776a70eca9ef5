//! Builds the logic of a game's programs.

use super::layout::{ENDED, FAILED, FluentLayout, FrameAllocator, HOLD, STUCK};
use super::logic::{Address, Array, Logic};
use super::move_choice::choose_move;
use super::translate::Translator;
use crate::network::{Network, Wire};
use std::ops::Range;

/// Logic and the length of its frame.
pub struct PlacedLogic {
    /// The logic.
    pub logic: Logic,
    /// The used length of the frame.
    pub frame_length: u32,
}

/// A step in one stage: legal moves, move choice and next states.
pub struct FusedStep {
    /// The logic.
    pub placed: PlacedLogic,
    /// The frame range to fill with random bits before each step.
    pub random: Range<usize>,
}

/// A step in two stages; the caller chooses moves between them.
pub struct SplitStep {
    /// The logic.
    pub placed: PlacedLogic,
    /// Per role, the addresses of the moves that may be legal.
    pub moves: Vec<Vec<MoveAddresses>>,
    /// True if the match is over.
    pub terminal: Address,
}

/// The frame addresses of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveAddresses {
    /// The number of the move.
    pub number: u32,
    /// True if the move is legal.
    pub legal: Address,
    /// True if the move is made.
    pub made: Address,
}

/// The logic of the goals.
pub struct GoalLogic {
    /// The logic.
    pub placed: PlacedLogic,
    /// Fluents that the goals read but the state array omits; the caller writes them into the
    /// frame.
    pub given: Vec<(u32, Address)>,
    /// Per role, each value and the address of the lanes in which it is the only goal value.
    pub values: Vec<Vec<(i32, Address)>>,
    /// Per role, the address of each goal text, whether or not other goals are derived.
    pub texts: Vec<Vec<Address>>,
}

/// Sets the fluents of the current states to inputs of the logic. Fluents that are not stored stay
/// false.
fn set_fluents(
    translator: &mut Translator,
    logic: &mut Logic,
    network: &Network,
    layout: &FluentLayout,
) {
    for (fluent, node) in (0..).zip(network.fluents.clone()) {
        if let Some(address) = layout.address(fluent, Array::State) {
            let wire = logic.input(address);
            translator.set(node, wire);
        }
    }
}

/// The wires that a step evaluates first.
fn start_wires(network: &Network) -> Vec<Wire> {
    let legal = network.legal.iter().flatten().copied();
    legal.chain([network.terminal]).collect()
}

/// The wires of the next values of the stored fluents.
fn next_wires(network: &Network, layout: &FluentLayout) -> Vec<Wire> {
    let fluents = layout.fluents.iter();
    fluents
        .map(|&fluent| network.next[fluent as usize])
        .collect()
}

/// A step that chooses the moves itself; see [`super::move_choice`].
pub fn fused_step(network: &Network, layout: &FluentLayout, trials: usize) -> FusedStep {
    let mut logic = Logic::default();
    let mut addresses = FrameAllocator::default();
    let mut translator = Translator::new(network);
    set_fluents(&mut translator, &mut logic, network, layout);
    translator.translate(&mut logic, start_wires(network), &mut || addresses.take());
    let terminal = translator.wire(network.terminal);
    let (mut failed, mut stuck) = (Wire::FALSE, Wire::FALSE);
    let first_random = addresses.end as usize;
    for (moves, legal) in network.moves.iter().zip(&network.legal) {
        let pairs = moves
            .clone()
            .zip(legal)
            .map(|(node, &wire)| (node, translator.wire(wire)));
        let open: Vec<(u32, Wire)> = pairs.filter(|&(_, wire)| wire != Wire::FALSE).collect();
        let wires: Vec<Wire> = open.iter().map(|&(_, wire)| wire).collect();
        let mut draw = |logic: &mut Logic| logic.input(addresses.take());
        let before = logic.nodes().len();
        let choice = choose_move(&mut logic, &wires, trials, &mut draw);
        logic.keep_order_since(before);
        for (&(node, _), &chosen) in open.iter().zip(&choice.chosen) {
            translator.set(node, chosen);
        }
        failed = logic.or(failed, choice.failed);
        stuck = logic.or(stuck, choice.stuck);
    }
    let random = first_random..addresses.end as usize;
    let hold = logic.input(HOLD);
    let ended = logic.and(!hold, terminal);
    let open = logic.and(!hold, !terminal);
    stuck = logic.and(open, stuck);
    let open = logic.and(open, !stuck);
    failed = logic.and(open, failed);
    let moves_on = logic.and(open, !failed);
    for (wire, address) in [(ended, ENDED), (stuck, STUCK), (failed, FAILED)] {
        logic.output(wire, address);
    }
    translator.translate(&mut logic, next_wires(network, layout), &mut || {
        addresses.take()
    });
    write_next(&mut logic, &translator, network, layout, Some(moves_on));
    FusedStep {
        placed: PlacedLogic {
            logic,
            frame_length: addresses.end,
        },
        random,
    }
}

/// Writes the next states; lanes that do not move keep their state.
fn write_next(
    logic: &mut Logic,
    translator: &Translator,
    network: &Network,
    layout: &FluentLayout,
    moves_on: Option<Wire>,
) {
    for &fluent in &layout.fluents {
        let next = translator.wire(network.next[fluent as usize]);
        let now = translator.wire(Wire::of(network.fluents.start + fluent));
        let value = match moves_on {
            Some(condition) => logic.choose(condition, next, now),
            None => next,
        };
        if let Some(address) = layout.address(fluent, Array::Next) {
            logic.output(value, address);
        }
    }
}

/// A step whose moves the caller chooses. If `holding`, the lanes in the mask [`HOLD`] keep their
/// state.
pub fn split_step(network: &Network, layout: &FluentLayout, holding: bool) -> SplitStep {
    let mut logic = Logic::default();
    let mut addresses = FrameAllocator::default();
    let mut translator = Translator::new(network);
    set_fluents(&mut translator, &mut logic, network, layout);
    translator.translate(&mut logic, start_wires(network), &mut || addresses.take());
    let terminal = addresses.take();
    logic.output(translator.wire(network.terminal), terminal);
    let mut moves = Vec::new();
    for (nodes, legal) in network.moves.iter().zip(&network.legal) {
        let mut own = Vec::new();
        for ((number, node), &wire) in (0..).zip(nodes.clone()).zip(legal) {
            let wire = translator.wire(wire);
            if wire == Wire::FALSE {
                continue;
            }
            let (legal, made) = (addresses.take(), addresses.take());
            logic.output(wire, legal);
            let chosen = logic.input(made);
            translator.set(node, chosen);
            own.push(MoveAddresses {
                number,
                legal,
                made,
            });
        }
        moves.push(own);
    }
    logic.begin_stage();
    translator.translate(&mut logic, next_wires(network, layout), &mut || {
        addresses.take()
    });
    let moves_on = holding.then(|| !logic.input(HOLD));
    write_next(&mut logic, &translator, network, layout, moves_on);
    SplitStep {
        placed: PlacedLogic {
            logic,
            frame_length: addresses.end,
        },
        moves,
        terminal,
    }
}

/// The goals of the current states.
pub fn goal_logic(network: &Network, layout: &FluentLayout) -> GoalLogic {
    let mut logic = Logic::default();
    let mut addresses = FrameAllocator::default();
    let mut translator = Translator::new(network);
    set_fluents(&mut translator, &mut logic, network, layout);
    let mut given = Vec::new();
    for fluent in network.fluents_of_goals() {
        if layout.address(fluent, Array::State).is_none() {
            let address = addresses.take();
            given.push((fluent, address));
            let wire = logic.input(address);
            translator.set(network.fluents.start + fluent, wire);
        }
    }
    let wires = network.goals.iter().flatten().map(|(_, wire)| *wire);
    translator.translate(&mut logic, wires, &mut || addresses.take());
    let (mut values, mut texts) = (Vec::new(), Vec::new());
    for goals in &network.goals {
        let wires: Vec<Wire> = goals
            .iter()
            .map(|(_, wire)| translator.wire(*wire))
            .collect();
        let mut all = Vec::new();
        for &wire in &wires {
            let address = addresses.take();
            logic.output(wire, address);
            all.push(address);
        }
        texts.push(all);
        let only_one = only_one(&mut logic, &wires);
        let mut own = Vec::new();
        for ((text, _), wire) in goals.iter().zip(only_one) {
            if let Ok(value) = text.parse() {
                let address = addresses.take();
                logic.output(wire, address);
                own.push((value, address));
            }
        }
        values.push(own);
    }
    GoalLogic {
        placed: PlacedLogic {
            logic,
            frame_length: addresses.end,
        },
        given,
        values,
        texts,
    }
}

/// For each wire, whether it is the only true one.
fn only_one(logic: &mut Logic, wires: &[Wire]) -> Vec<Wire> {
    let mut before = vec![Wire::FALSE];
    for &wire in wires {
        let all = before.last().copied().unwrap_or(Wire::FALSE);
        before.push(logic.or(all, wire));
    }
    let mut after = Wire::FALSE;
    let mut only_one = Vec::new();
    for (at, &wire) in wires.iter().enumerate().rev() {
        let others = logic.or(before[at], after);
        only_one.push(logic.and(wire, !others));
        after = logic.or(after, wire);
    }
    only_one.reverse();
    only_one
}
