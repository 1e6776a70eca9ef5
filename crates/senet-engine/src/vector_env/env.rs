//! The environment: blocks of lanes on threads.

use super::arrays::check_length;
use super::block::EnvBlock;
use super::env_plan::EnvPlan;
use super::single_block::SingleBlock;
use super::vector_programs::VectorPrograms;
use super::widths::vector_block;
use super::workers::{Workers, check_threads};
use super::{ActionRows, ActionSpace, EnvError, EnvOptions, LaneKind, RowLengths, StepArrays};
use crate::{Circuit, Game, State, Width, spread_seed};
use std::sync::Arc;

/// With fewer lanes, stepping one lane after another is faster than vector code.
const FEW_LANES: usize = 16;
/// Lanes that are stepped one after another form blocks of this size.
const SINGLE_BLOCK: usize = 64;
/// The default number of lanes gives each thread about this many bytes of arrays in a step.
const DEFAULT_BYTES: usize = 1 << 20;
/// The largest default number of blocks for a thread.
const DEFAULT_BLOCKS: usize = 8;

/// Many matches of one game that persist between steps.
///
/// ```
/// use senet_engine::{ActionRows, BitRows, EnvOptions, LoadOptions, StepArrays, VectorEnv, load};
/// use std::sync::Arc;
///
/// let sheet = senet_gdl::Sheet::read(
///     "(role you) (init (points 0)) (legal you take) (legal you leave)
///      (<= (next (points 100)) (does you take))
///      (<= (next (points 0)) (does you leave))
///      (<= (next done) (true (points ?p)))
///      (<= terminal (true done))
///      (<= (goal you ?p) (true (points ?p)))",
/// );
/// let game = Arc::from(load(&sheet, &LoadOptions::default())?.game);
/// let mut env = VectorEnv::new(game, &EnvOptions { lanes: Some(3), ..EnvOptions::default() })?;
/// assert_eq!(env.actions().names(), ["leave", "take"]);
///
/// let (mut movers, mut rewards, mut terminated, mut truncated) = ([0; 3], [0.0; 3], [0; 3], [0; 3]);
/// env.step(ActionRows::Movers(&[0, 1, -1]), StepArrays {
///     observations: BitRows::Skip,
///     final_observations: BitRows::Skip,
///     masks: BitRows::Skip,
///     movers: &mut movers,
///     choosers: &mut [],
///     rewards: &mut rewards,
///     terminated: &mut terminated,
///     truncated: &mut truncated,
/// })?;
/// assert_eq!(terminated, [1, 1, 1]);
/// assert_eq!(rewards[..2], [-1.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct VectorEnv {
    plan: EnvPlan,
    lanes: usize,
    kind: LaneKind,
    /// The number of lanes in each block except the last.
    block_lanes: usize,
    blocks: Vec<Box<dyn EnvBlock>>,
    workers: Workers,
}

impl VectorEnv {
    /// Makes an environment whose lanes are at the initial state.
    pub fn new(game: Arc<dyn Game>, options: &EnvOptions) -> Result<VectorEnv, EnvError> {
        let circuit = game.circuit().ok_or(EnvError::NotGrounded)?;
        check_request(game.roles().len(), options)?;
        let initial = circuit.initial()?;
        if circuit.is_terminal(&initial)? {
            return Err(EnvError::OverAtStart);
        }
        let plan = EnvPlan {
            actions: ActionSpace::of(circuit),
            fluents: circuit.fluent_names().unwrap_or_default().len(),
            initial,
            chance: game.roles().iter().position(|role| role == "random"),
            autoreset: options.autoreset,
            step_limit: options.step_limit,
            joint: options.joint,
            rewards: options.rewards,
            game: game.clone(),
        };
        let (kind, programs) = choose_kind(circuit, &plan, options)?;
        let block_lanes = match kind {
            LaneKind::Vector(width) => width.lanes(),
            LaneKind::Single => SINGLE_BLOCK,
        };
        let lanes = options
            .lanes
            .unwrap_or_else(|| default_lanes(&plan, block_lanes, options.threads));
        check_memory(&plan, &programs, lanes, block_lanes, options)?;
        let blocks = (0..lanes.div_ceil(block_lanes)).map(|number| {
            let count = block_lanes.min(lanes - number * block_lanes);
            let seed = spread_seed(options.seed, number as u64);
            match (kind, &programs) {
                (LaneKind::Vector(width), Some(programs)) => {
                    vector_block(programs.clone(), width, count, seed)
                        .ok_or_else(|| unsupported(width))
                }
                _ => Ok(Box::new(SingleBlock::new(&plan, count, seed)) as Box<dyn EnvBlock>),
            }
        });
        let blocks = blocks.collect::<Result<Vec<_>, EnvError>>()?;
        let mut env = VectorEnv {
            workers: Workers::new(options.threads, blocks.len())?,
            blocks,
            lanes,
            kind,
            block_lanes,
            plan,
        };
        env.reset_silently()?;
        Ok(env)
    }

    /// The number of lanes.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// How lanes are stepped.
    pub fn kind(&self) -> LaneKind {
        self.kind
    }

    /// The actions.
    pub fn actions(&self) -> &ActionSpace {
        &self.plan.actions
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.plan.game
    }

    /// The number of elements that a lane has in each array.
    pub fn row_lengths(&self) -> RowLengths {
        RowLengths {
            fluents: self.plan.fluents,
            mask: self.plan.actions.len() * self.plan.mask_rows(),
            roles: self.plan.roles(),
        }
    }

    /// The number of actions that [`VectorEnv::sample`] writes for a lane.
    pub fn actions_of_lane(&self) -> usize {
        self.plan.mask_rows()
    }

    /// Starts new matches in the chosen lanes, or in all, and shows all lanes. A seed starts the
    /// random numbers of all lanes anew.
    pub fn reset(
        &mut self,
        chosen: Option<&[bool]>,
        seed: Option<u64>,
        arrays: StepArrays,
    ) -> Result<(), EnvError> {
        arrays.check(self.row_lengths(), self.lanes)?;
        if let Some(chosen) = chosen {
            check_length("chosen", self.lanes, chosen.len())?;
        }
        if let Some(seed) = seed {
            for (number, block) in self.blocks.iter_mut().enumerate() {
                block.seed(spread_seed(seed, number as u64));
            }
        }
        let size = self.block_lanes;
        let of_block = |number: usize| {
            let first = number * size;
            chosen.map(|chosen| &chosen[first..(first + size).min(chosen.len())])
        };
        self.on_blocks(arrays, |plan, number, block, arrays| {
            block.reset(plan, of_block(number), arrays)
        })
    }

    /// Makes one joint move in every lane. If an action is not legal, no lane moves.
    pub fn step(&mut self, actions: ActionRows, arrays: StepArrays) -> Result<(), EnvError> {
        arrays.check(self.row_lengths(), self.lanes)?;
        let roles = self.plan.roles();
        actions.check(roles, self.lanes)?;
        let (size, lanes) = (self.block_lanes, self.lanes);
        let placed = self.map(vec![(); self.blocks.len()], |plan, number, block, ()| {
            let first = number * size;
            block.place(
                plan,
                actions.of_lanes(roles, first, size.min(lanes - first)),
            )
        });
        if placed.is_err() {
            self.blocks.iter_mut().for_each(|block| block.forget());
            return placed;
        }
        self.on_blocks(arrays, |plan, _, block, arrays| block.advance(plan, arrays))
    }

    /// Draws a legal action for the mover of every lane, or for every role if masks are joint. Lanes
    /// that are over get action 0.
    pub fn sample(&mut self, actions: &mut [i32]) -> Result<(), EnvError> {
        let rows = self.plan.mask_rows();
        check_length("actions", self.lanes * rows, actions.len())?;
        let parts: Vec<&mut [i32]> = actions.chunks_mut(self.block_lanes * rows).collect();
        self.map(parts, |plan, _, block, actions| {
            block.sample(plan, actions);
            Ok(())
        })
    }

    /// The states of all lanes.
    pub fn states(&self) -> Vec<State> {
        let blocks = self.blocks.iter();
        blocks.flat_map(|block| block.states(&self.plan)).collect()
    }

    /// Resets all lanes without showing them to the caller.
    fn reset_silently(&mut self) -> Result<(), EnvError> {
        let (lanes, roles) = (self.lanes, self.plan.roles());
        let (mut movers, mut rewards) = (vec![0; lanes], vec![0.0; lanes * roles]);
        let (mut terminated, mut truncated) = (vec![0; lanes], vec![0; lanes]);
        let arrays = StepArrays {
            observations: super::BitRows::Skip,
            final_observations: super::BitRows::Skip,
            masks: super::BitRows::Skip,
            movers: &mut movers,
            choosers: &mut [],
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        self.reset(None, None, arrays)
    }

    fn on_blocks(
        &mut self,
        arrays: StepArrays,
        work: impl Fn(&EnvPlan, usize, &mut dyn EnvBlock, StepArrays) -> Result<(), EnvError> + Sync,
    ) -> Result<(), EnvError> {
        let parts = arrays.blocks(self.row_lengths(), self.block_lanes);
        self.map(parts, work)
    }

    /// Runs the work on each block with its part. Returns the error of the lowest lane with an
    /// error.
    fn map<P: Send>(
        &mut self,
        parts: Vec<P>,
        work: impl Fn(&EnvPlan, usize, &mut dyn EnvBlock, P) -> Result<(), EnvError> + Sync,
    ) -> Result<(), EnvError> {
        let (plan, size) = (&self.plan, self.block_lanes);
        let jobs = self.blocks.iter_mut().zip(parts).collect();
        self.workers.run(jobs, |number, (block, part)| {
            let done = work(plan, number, &mut **block, part);
            done.map_err(|error| error.with_first_lane(number * size))
        })
    }
}

/// Rejects requests that no environment can fulfil.
fn check_request(roles: usize, options: &EnvOptions) -> Result<(), EnvError> {
    let most = i8::MAX as usize;
    check_threads(options.threads)?;
    match (options.lanes, options.step_limit) {
        (Some(0), _) => Err(EnvError::NoLanes),
        (_, Some(0)) => Err(EnvError::NoSteps),
        _ if roles > most => Err(EnvError::TooManyRoles { roles, most }),
        _ => Ok(()),
    }
}

/// The requested kind of lanes. Without a request: vector code if there are enough lanes for it and
/// the rules can be compiled, else single lanes.
fn choose_kind(
    circuit: &Circuit,
    plan: &EnvPlan,
    options: &EnvOptions,
) -> Result<(LaneKind, Option<Arc<VectorPrograms>>), EnvError> {
    let width = match options.kind {
        Some(LaneKind::Single) => return Ok((LaneKind::Single, None)),
        Some(LaneKind::Vector(width)) => width,
        None => Width::best_for(plan.actions.len() * plan.roles()),
    };
    if options.kind.is_none() && options.lanes.is_some_and(|lanes| lanes < FEW_LANES) {
        return Ok((LaneKind::Single, None));
    }
    if !width.is_available() {
        return Err(unsupported(width));
    }
    match VectorPrograms::compile(circuit, plan, width, &options.code, &options.build) {
        Ok(programs) => Ok((LaneKind::Vector(width), Some(Arc::new(programs)))),
        Err(reason) if options.kind.is_some() => Err(EnvError::Compile(reason)),
        Err(_) => Ok((LaneKind::Single, None)),
    }
}

fn unsupported(width: Width) -> EnvError {
    let name = width.name();
    EnvError::Compile(format!("this processor does not support {name}"))
}

/// The default number of lanes: each thread gets as many whole blocks as keep its share of the arrays in its cache.
fn default_lanes(plan: &EnvPlan, block_lanes: usize, threads: usize) -> usize {
    let row = plan.fluents + plan.actions.len() * plan.mask_rows();
    let blocks = DEFAULT_BYTES / (row * block_lanes).max(1);
    blocks.clamp(1, DEFAULT_BLOCKS) * block_lanes * threads.max(1)
}

/// Fails if the lanes and the arrays of one step, in bytes, need more than the limit.
fn check_memory(
    plan: &EnvPlan,
    programs: &Option<Arc<VectorPrograms>>,
    lanes: usize,
    block_lanes: usize,
    options: &EnvOptions,
) -> Result<(), EnvError> {
    let of_block = match programs {
        Some(programs) => programs.vectors() * block_lanes / 8,
        None => block_lanes * (plan.fluents / 8 + 4 * plan.actions.len()),
    };
    let observations = 1 + usize::from(options.final_observations);
    let of_row =
        observations * plan.fluents + plan.actions.len() * plan.mask_rows() + 5 * plan.roles() + 3;
    let of_arrays = lanes.saturating_mul(of_row);
    let needed = lanes.div_ceil(block_lanes).saturating_mul(of_block);
    let needed = needed.saturating_add(of_arrays);
    // A sum that saturates exceeds every limit.
    let limit = options.memory_bytes.min(isize::MAX as usize);
    match needed > limit {
        true => Err(EnvError::TooMuchMemory {
            lanes,
            needed,
            limit,
        }),
        false => Ok(()),
    }
}
