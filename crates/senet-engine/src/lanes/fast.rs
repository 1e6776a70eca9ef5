//! The programs that play random matches: one step for each phase, and the goals.

use super::build::{Laid, MovePlaces, SplitStep, fused_step, goal_logic, split_step};
use super::layout::Layout;
use super::logic::{Array, Place};
use super::program::{CodeLimits, Program, Width};
use crate::network::{JointMoves, Network, Phases, Wire, live_in_cycle};
use std::ops::Range;

/// Up to so many moves of a role the choice is part of the step; beyond, most moves are out of reach of every lane, and a
/// walk that skips them is faster.
const FUSED_MOVES: usize = 8192;
/// How often a draw fails, about: never more than every second time, and not at all for powers of two.
const FAILURE: f64 = 0.28;
/// Instructions of a draw for each bit of the rank.
const DRAW: f64 = 16.0;

/// Everything that random matches need.
pub struct Fast {
    /// The phases of the game.
    pub phases: Phases,
    /// The fluents that matter.
    pub layout: Layout,
    /// One step for each phase.
    pub steps: Vec<Step>,
    /// The goals.
    pub goals: Goals,
    /// What the goals are told of the phase in which a match ended.
    pub given: Vec<Given>,
}

/// A fluent that goes by the phase and is not kept with the states.
pub struct Given {
    /// Where the goals expect it.
    pub place: Place,
    /// The phases in which it holds.
    pub phases: Vec<usize>,
}

/// A step as a program.
pub enum Step {
    /// The choice of moves is part of the program.
    Fused {
        /// The program; it has one stage.
        program: Program,
        /// The part of the frame to be filled with random bits.
        random: Range<usize>,
    },
    /// Moves are chosen between the stages.
    Split {
        /// The program; its stages are the questions about the present states and the next states.
        program: Program,
        /// Per role, the moves that may be legal.
        moves: Vec<Vec<MovePlaces>>,
        /// Whether the match is over.
        terminal: Place,
    },
}

/// The goals as a program of one stage.
pub struct Goals {
    /// The program.
    pub program: Program,
    /// Fluents that are given in the frame since they are not kept with the states.
    pub given: Vec<(u32, Place)>,
    /// Per role, each value and where the lanes that have it, and no other, are marked.
    pub values: Vec<Vec<(i32, Place)>>,
    /// Per role, where each text that stands for a goal is marked.
    pub texts: Vec<Vec<Place>>,
}

impl Step {
    /// The program.
    pub fn program(&self) -> &Program {
        match self {
            Step::Fused { program, .. } | Step::Split { program, .. } => program,
        }
    }

    /// Instructions of a whole step.
    pub fn instructions(&self) -> usize {
        match self {
            Step::Fused { program, random } => program.instructions(0) + 9 * random.len(),
            Step::Split { program, moves, .. } => {
                let choices: usize = moves.iter().map(Vec::len).sum();
                program.instructions(0) + program.instructions(1) + 8 * choices
            }
        }
    }
}

impl Goals {
    /// Compiles the goals for states of a layout.
    pub fn compile(
        network: &Network,
        layout: &Layout,
        width: Width,
        limits: &CodeLimits,
    ) -> Result<Goals, String> {
        let goals = goal_logic(network, layout);
        let laid = &goals.laid;
        Ok(Goals {
            program: Program::compile(&laid.logic, width, laid.frame_length, limits)?,
            given: goals.given,
            values: goals.values,
            texts: goals.texts,
        })
    }
}

impl Fast {
    /// Compiles the programs of a game.
    pub fn compile(
        network: &Network,
        phases: Phases,
        width: Width,
        limits: &CodeLimits,
    ) -> Result<Fast, String> {
        let networks = network.specialise_to(&phases);
        let mut kept = vec![false; network.next.len()];
        for fluent in live_in_cycle(&networks).into_iter().flatten() {
            kept[fluent as usize] = true;
        }
        for fixed in &phases.fixed {
            kept[fixed.fluent as usize] = false;
        }
        let layout = Layout::of(&kept);
        let steps = networks
            .iter()
            .map(|network| network.for_steps().rewrite(JointMoves::Legal))
            .map(|network| step(&network, &layout, phases.period, width, limits))
            .collect::<Result<_, _>>()?;
        let goals = network.for_goals().rewrite(JointMoves::Any);
        let goals = Goals::compile(&goals, &layout, width, limits)?;
        Ok(Fast {
            given: given(&goals, &phases),
            goals,
            phases,
            layout,
            steps,
        })
    }

    /// How long the frame must be for every step that chooses moves itself.
    pub fn frame_length(&self) -> usize {
        let fused = self.steps.iter().filter_map(|step| match step {
            Step::Fused { program, .. } => Some(program.length(Array::Frame)),
            Step::Split { .. } => None,
        });
        fused.max().unwrap_or(2)
    }

    /// Vectors of working memory.
    pub fn vectors(&self) -> usize {
        let split = self.steps.iter().map(|step| match step {
            Step::Fused { .. } => 0,
            Step::Split { program, .. } => program.length(Array::Frame),
        });
        let goals = self.goals.program.length(Array::Frame);
        self.frame_length() + split.sum::<usize>() + goals + 3 * self.layout.len()
    }

    /// Bytes of code.
    pub fn code_bytes(&self) -> usize {
        let steps = self.steps.iter().map(|step| step.program().bytes());
        steps.sum::<usize>() + self.goals.program.bytes()
    }
}

/// When each fluent holds that the goals are told. Those that are not known by phase matter to nothing, and never hold.
fn given(goals: &Goals, phases: &Phases) -> Vec<Given> {
    let holds = |fluent: u32| {
        let known = phases.fixed.iter().find(|fixed| fixed.fluent == fluent);
        let values = known.into_iter().flat_map(|fixed| &fixed.values);
        let holding = values.enumerate().filter(|(_, holds)| **holds);
        holding.map(|(phase, _)| phase).collect()
    };
    let all = goals.given.iter();
    all.map(|&(fluent, place)| Given {
        place,
        phases: holds(fluent),
    })
    .collect()
}

/// How often a rank is drawn before the lane waits until its phase comes again. Another draw costs every lane a little, waiting
/// costs the unlucky ones much: the sum is least for few draws in small games and for more in large ones.
fn trials(network: &Network, moves: usize, period: usize) -> usize {
    let nodes = 0..network.gates.len() as u32;
    let gates: usize = nodes.map(|node| network.gates.inputs(node).len()).sum();
    let step = (gates + 16 * moves) as f64;
    let draw = DRAW * f64::from(moves.max(2).ilog2() + 1);
    let cost = |trials: usize| {
        let waiting = period as f64 * FAILURE.powi(trials as i32);
        (step + draw * trials as f64) * (1.0 + waiting)
    };
    (1..=8)
        .min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
        .unwrap_or(1)
}

fn step(
    network: &Network,
    layout: &Layout,
    period: usize,
    width: Width,
    limits: &CodeLimits,
) -> Result<Step, String> {
    let compile = |laid: &Laid| Program::compile(&laid.logic, width, laid.frame_length, limits);
    let open = |legal: &Vec<Wire>| {
        let wires = legal.iter();
        wires.filter(|&&wire| wire != Wire::FALSE).count()
    };
    if network.legal.iter().all(|legal| open(legal) <= FUSED_MOVES) {
        let moves = network.legal.iter().map(open).max().unwrap_or(0);
        let fused = fused_step(network, layout, trials(network, moves, period));
        Ok(Step::Fused {
            program: compile(&fused.laid)?,
            random: fused.random,
        })
    } else {
        let SplitStep {
            laid,
            moves,
            terminal,
        } = split_step(network, layout, true);
        Ok(Step::Split {
            program: compile(&laid)?,
            moves,
            terminal,
        })
    }
}
