//! The options of `uct` in its player name.

use crate::option_reader::{Switch, Threads};
use crate::{OptionReader, PlayerError};
use std::str::FromStr;

/// The options of the player. Search parameters that are `None` are chosen by measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct UctOptions {
    /// The weight of exploration.
    pub exploration: Option<f32>,
    /// The number of leaves per batch.
    pub batch: Option<usize>,
    /// The number of playouts per leaf.
    pub playouts: Option<u32>,
    /// The number of visits at which a leaf is expanded.
    pub expand: Option<u32>,
    /// The number of threads.
    pub threads: usize,
    /// The kind of parallelisation.
    pub parallel: Parallel,
    /// True if the tree is reused from move to move.
    pub reuse: bool,
    /// True if transpositions share one node.
    pub transpositions: bool,
    /// True if proven values are used.
    pub solver: bool,
    /// True if playouts use MAST.
    pub mast: bool,
    /// True if RAVE is used.
    pub rave: bool,
    /// The memory limit of the tree in bytes, if lower than that of the budget.
    pub memory: Option<usize>,
}

/// The kind of parallelisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// Tree parallelisation: one shared tree.
    Tree,
    /// Root parallelisation: each thread has its own tree, and the root statistics are summed at the end.
    Root,
}

impl UctOptions {
    /// Reads the options.
    pub fn read(options: &mut OptionReader) -> Result<UctOptions, PlayerError> {
        let number = "it must be a number, at least 1";
        let memory: Option<Positive> =
            options.get("memory", "it must be a number of MiB, at least 1")?;
        Ok(UctOptions {
            exploration: options
                .get("c", "it must be a number from 0 to 100")?
                .map(|Weight(weight)| weight),
            batch: options.get("batch", number)?.map(|Positive(n)| n as usize),
            playouts: options.get("playouts", number)?.map(|Positive(n)| n),
            expand: options.get("expand", number)?.map(|Positive(n)| n),
            threads: options
                .get("threads", Threads::EXPECTED)?
                .map_or(1, |Threads(threads)| threads),
            parallel: options
                .get("parallel", "it must be `tree` or `root`")?
                .unwrap_or(Parallel::Tree),
            reuse: switch(options, "reuse", true)?,
            transpositions: switch(options, "transpositions", true)?,
            solver: switch(options, "solver", true)?,
            mast: options
                .get("policy", "it must be `uniform` or `mast`")?
                .is_some_and(|policy: PlayoutPolicy| policy == PlayoutPolicy::Mast),
            rave: switch(options, "rave", false)?,
            memory: memory.map(|Positive(mib)| (mib as usize).saturating_mul(1 << 20)),
        })
    }
}

fn switch(
    options: &mut OptionReader,
    key: &'static str,
    default: bool,
) -> Result<bool, PlayerError> {
    let given = options.get(key, "it must be `on` or `off`")?;
    Ok(given.map_or(default, |Switch(on)| on))
}

#[derive(PartialEq)]
enum PlayoutPolicy {
    Uniform,
    Mast,
}

impl FromStr for PlayoutPolicy {
    type Err = ();

    fn from_str(text: &str) -> Result<PlayoutPolicy, ()> {
        match text {
            "uniform" => Ok(PlayoutPolicy::Uniform),
            "mast" => Ok(PlayoutPolicy::Mast),
            _ => Err(()),
        }
    }
}

struct Positive(u32);

impl FromStr for Positive {
    type Err = ();

    fn from_str(text: &str) -> Result<Positive, ()> {
        let number = text.parse().map_err(|_| ())?;
        let fine = (1..=1 << 20).contains(&number);
        fine.then_some(Positive(number)).ok_or(())
    }
}

/// A number from 0 to 1.
pub struct Fraction(pub f64);

impl FromStr for Fraction {
    type Err = ();

    fn from_str(text: &str) -> Result<Fraction, ()> {
        let number: f64 = text.parse().map_err(|_| ())?;
        let fine = (0.0..=1.0).contains(&number);
        fine.then_some(Fraction(number)).ok_or(())
    }
}

struct Weight(f32);

impl FromStr for Weight {
    type Err = ();

    fn from_str(text: &str) -> Result<Weight, ()> {
        let number: f32 = text.parse().map_err(|_| ())?;
        let fine = (0.0..=100.0).contains(&number);
        fine.then_some(Weight(number)).ok_or(())
    }
}

impl FromStr for Parallel {
    type Err = ();

    fn from_str(text: &str) -> Result<Parallel, ()> {
        match text {
            "tree" => Ok(Parallel::Tree),
            "root" => Ok(Parallel::Root),
            _ => Err(()),
        }
    }
}
