//! The programs for random matches: one step program per phase, and the goal program.

use super::bytes_of_logic;
use super::layout::FluentLayout;
use super::logic::{Address, Array};
use super::program::{CodeLimits, VectorProgram, Width};
use super::step_logic::{
    MoveAddresses, PlacedLogic, SplitStep, fused_step, goal_logic, split_step,
};
use crate::BuildLimits;
use crate::network::{JointMoves, Network, Phases, Wire, live_in_cycle};
use senet_gdl::OverBudget;
use std::ops::Range;

/// If every role has at most this number of moves, the move choice is part of the step program.
/// With more moves, most are illegal in every lane, and a loop that skips them is faster.
const MAX_FUSED_MOVES: usize = 8192;
/// The approximate probability that a draw is rejected. It is below one half, and zero for powers
/// of two.
const REJECTION_RATE: f64 = 0.28;
/// Instructions of a draw per bit of the rank.
const DRAW_COST_PER_BIT: f64 = 16.0;

/// The programs for random matches.
pub struct PlayoutPrograms {
    /// The phases of the game.
    pub phases: Phases,
    /// The stored fluents.
    pub layout: FluentLayout,
    /// One step program per phase.
    pub steps: Vec<StepProgram>,
    /// The goal program.
    pub goals: GoalProgram,
    /// The fluents that the goal program gets from the phase in which a match ended.
    pub phase_fluents: Vec<PhaseFluent>,
}

/// A fluent that is not stored because its value follows from the phase.
pub struct PhaseFluent {
    /// The address that the goal program reads.
    pub address: Address,
    /// The phases in which the fluent holds.
    pub phases: Vec<usize>,
}

/// A step as a program.
pub enum StepProgram {
    /// The program chooses the moves.
    Fused {
        /// The program; it has one stage.
        program: VectorProgram,
        /// The frame range to fill with random bits.
        random: Range<usize>,
    },
    /// The caller chooses the moves between the stages.
    Split {
        /// The program; the first stage evaluates the current states, the second computes the next
        /// states.
        program: VectorProgram,
        /// Per role, the moves that may be legal.
        moves: Vec<Vec<MoveAddresses>>,
        /// True if the match is over.
        terminal: Address,
    },
}

/// The goals as a program with one stage.
pub struct GoalProgram {
    /// The program.
    pub program: VectorProgram,
    /// Fluents that the caller writes into the frame because they are not stored.
    pub given: Vec<(u32, Address)>,
    /// Per role, each value and the address of the lanes in which it is the only goal value.
    pub values: Vec<Vec<(i32, Address)>>,
    /// Per role, the address of each goal text.
    pub texts: Vec<Vec<Address>>,
}

impl StepProgram {
    /// The program.
    pub fn program(&self) -> &VectorProgram {
        match self {
            StepProgram::Fused { program, .. } | StepProgram::Split { program, .. } => program,
        }
    }

    /// The approximate number of instructions of a step.
    pub fn instructions(&self) -> usize {
        match self {
            StepProgram::Fused { program, random } => program.instructions(0) + 9 * random.len(),
            StepProgram::Split { program, moves, .. } => {
                let choices: usize = moves.iter().map(Vec::len).sum();
                program.instructions(0) + program.instructions(1) + 8 * choices
            }
        }
    }
}

impl GoalProgram {
    /// Compiles the goals for states with a layout.
    pub fn compile(
        network: &Network,
        layout: &FluentLayout,
        width: Width,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<GoalProgram, String> {
        let goals = goal_logic(network, layout);
        let placed = &goals.placed;
        Ok(GoalProgram {
            program: VectorProgram::compile(
                &placed.logic,
                width,
                placed.frame_length,
                limits,
                build,
            )?,
            given: goals.given,
            values: goals.values,
            texts: goals.texts,
        })
    }
}

impl PlayoutPrograms {
    /// Compiles the programs of a game.
    pub fn compile(
        network: &Network,
        phases: Phases,
        width: Width,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<PlayoutPrograms, String> {
        let over_budget = |error: OverBudget| error.to_string();
        let mut charge = build.memory.charge("the networks of the phases");
        let bytes = network.bytes().saturating_mul(phases.period);
        charge.set(bytes).map_err(over_budget)?;
        let networks = network.specialise_to(&phases, build)?;
        let mut kept = vec![false; network.next.len()];
        for fluent in live_in_cycle(&networks).into_iter().flatten() {
            kept[fluent as usize] = true;
        }
        for fixed in &phases.fixed {
            kept[fixed.fluent as usize] = false;
        }
        let layout = FluentLayout::of(&kept);
        let mut steps = Vec::with_capacity(networks.len());
        for network in networks {
            let part = network
                .for_steps(build)?
                .rewrite(JointMoves::Legal, build)?;
            let mut charge = build.memory.charge("the logic of a step");
            charge.set(bytes_of_logic(&part)).map_err(over_budget)?;
            let step = compile_step(&part, &layout, phases.period, width, limits, build)?;
            steps.push(step);
        }
        let goals = network.for_goals(build)?.rewrite(JointMoves::Any, build)?;
        let goals = GoalProgram::compile(&goals, &layout, width, limits, build)?;
        Ok(PlayoutPrograms {
            phase_fluents: phase_fluents(&goals, &phases),
            goals,
            phases,
            layout,
            steps,
        })
    }

    /// The frame length that all fused steps need.
    pub fn frame_length(&self) -> usize {
        let fused = self.steps.iter().filter_map(|step| match step {
            StepProgram::Fused { program, .. } => Some(program.length(Array::Frame)),
            StepProgram::Split { .. } => None,
        });
        fused.max().unwrap_or(2)
    }

    /// The number of vectors of working memory.
    pub fn vectors(&self) -> usize {
        let split = self.steps.iter().map(|step| match step {
            StepProgram::Fused { .. } => 0,
            StepProgram::Split { program, .. } => program.length(Array::Frame),
        });
        let goals = self.goals.program.length(Array::Frame);
        self.frame_length() + split.sum::<usize>() + goals + 3 * self.layout.len()
    }

    /// The size of the code in bytes.
    pub fn code_bytes(&self) -> usize {
        let steps = self.steps.iter().map(|step| step.program().bytes());
        steps.sum::<usize>() + self.goals.program.bytes()
    }
}

/// For each fluent that the goal program reads but that is not stored, the phases in which it
/// holds. Fluents that are neither stored nor known by phase affect nothing and count as false.
fn phase_fluents(goals: &GoalProgram, phases: &Phases) -> Vec<PhaseFluent> {
    let holds = |fluent: u32| {
        let known = phases.fixed.iter().find(|fixed| fixed.fluent == fluent);
        let values = known.into_iter().flat_map(|fixed| &fixed.values);
        let holding = values.enumerate().filter(|(_, holds)| **holds);
        holding.map(|(phase, _)| phase).collect()
    };
    let all = goals.given.iter();
    all.map(|&(fluent, address)| PhaseFluent {
        address,
        phases: holds(fluent),
    })
    .collect()
}

/// The number of draws before a lane waits for its phase to come again. A further draw costs every
/// lane a little; waiting costs the rejected lanes much. Small games need few draws, large ones
/// more.
fn draws(network: &Network, moves: usize, period: usize) -> usize {
    let nodes = 0..network.gates.len() as u32;
    let gates: usize = nodes.map(|node| network.gates.inputs(node).len()).sum();
    let step = (gates + 16 * moves) as f64;
    let draw = DRAW_COST_PER_BIT * f64::from(moves.max(2).ilog2() + 1);
    let cost = |draws: usize| {
        let waiting = period as f64 * REJECTION_RATE.powi(draws as i32);
        (step + draw * draws as f64) * (1.0 + waiting)
    };
    (1..=8)
        .min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
        .unwrap_or(1)
}

fn compile_step(
    network: &Network,
    layout: &FluentLayout,
    period: usize,
    width: Width,
    limits: &CodeLimits,
    build: &BuildLimits,
) -> Result<StepProgram, String> {
    let compile = |placed: &PlacedLogic| {
        VectorProgram::compile(&placed.logic, width, placed.frame_length, limits, build)
    };
    let open = |legal: &Vec<Wire>| {
        let wires = legal.iter();
        wires.filter(|&&wire| wire != Wire::FALSE).count()
    };
    if network
        .legal
        .iter()
        .all(|legal| open(legal) <= MAX_FUSED_MOVES)
    {
        let moves = network.legal.iter().map(open).max().unwrap_or(0);
        let fused = fused_step(network, layout, draws(network, moves, period));
        Ok(StepProgram::Fused {
            program: compile(&fused.placed)?,
            random: fused.random,
        })
    } else {
        let SplitStep {
            placed,
            moves,
            terminal,
        } = split_step(network, layout, true);
        Ok(StepProgram::Split {
            program: compile(&placed)?,
            moves,
            terminal,
        })
    }
}
