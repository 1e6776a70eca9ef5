//! The options of `uct`, as they stand in its name.

use crate::{Options, PlayerError};
use std::str::FromStr;

/// What the name of the player says; what it leaves open is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct UctOptions {
    /// The weight of exploration.
    pub exploration: Option<f32>,
    /// Leaves of a batch.
    pub batch: Option<usize>,
    /// Random matches from each leaf.
    pub playouts: Option<u32>,
    /// A leaf gets children when it has so many visits.
    pub expand: Option<u32>,
    /// How many threads search.
    pub threads: usize,
    /// What they share.
    pub parallel: Parallel,
    /// Whether the tree is kept from move to move.
    pub reuse: bool,
    /// Whether states that are reached in several ways are one node.
    pub transpositions: bool,
    /// Whether proven values are used.
    pub solver: bool,
    /// Whether random matches prefer moves that were good elsewhere.
    pub mast: bool,
    /// Whether moves count that are made later.
    pub rave: bool,
    /// Bytes that the tree may take, if less than the budget allows.
    pub memory: Option<usize>,
}

/// What several threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// One tree.
    Tree,
    /// Nothing: each has a tree of its own, and the statistics of their roots are added up in the end.
    Root,
}

impl UctOptions {
    /// Reads the options.
    pub fn read(options: &mut Options) -> Result<UctOptions, PlayerError> {
        let number = "it is a number from 1 on";
        let memory: Option<Positive> = options.get("memory", "it is a number of MiB from 1 on")?;
        Ok(UctOptions {
            exploration: options
                .get("c", "it is a number from 0 to 100")?
                .map(|Weight(weight)| weight),
            batch: options.get("batch", number)?.map(|Positive(n)| n as usize),
            playouts: options.get("playouts", number)?.map(|Positive(n)| n),
            expand: options.get("expand", number)?.map(|Positive(n)| n),
            threads: options
                .get("threads", "it is a number from 1 to 256")?
                .map_or(1, |Threads(threads)| threads),
            parallel: options
                .get("parallel", "it is tree or root")?
                .unwrap_or(Parallel::Tree),
            reuse: switch(options, "reuse", true)?,
            transpositions: switch(options, "transpositions", true)?,
            solver: switch(options, "solver", true)?,
            mast: options
                .get("policy", "it is uniform or mast")?
                .is_some_and(|policy: MatchPolicy| policy == MatchPolicy::Mast),
            rave: switch(options, "rave", false)?,
            memory: memory.map(|Positive(mib)| (mib as usize).saturating_mul(1 << 20)),
        })
    }
}

fn switch(options: &mut Options, key: &'static str, default: bool) -> Result<bool, PlayerError> {
    let given = options.get(key, "it is on or off")?;
    Ok(given.map_or(default, |Switch(on)| on))
}

struct Switch(bool);

impl FromStr for Switch {
    type Err = ();

    fn from_str(text: &str) -> Result<Switch, ()> {
        match text {
            "on" => Ok(Switch(true)),
            "off" => Ok(Switch(false)),
            _ => Err(()),
        }
    }
}

#[derive(PartialEq)]
enum MatchPolicy {
    Uniform,
    Mast,
}

impl FromStr for MatchPolicy {
    type Err = ();

    fn from_str(text: &str) -> Result<MatchPolicy, ()> {
        match text {
            "uniform" => Ok(MatchPolicy::Uniform),
            "mast" => Ok(MatchPolicy::Mast),
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

struct Threads(usize);

impl FromStr for Threads {
    type Err = ();

    fn from_str(text: &str) -> Result<Threads, ()> {
        let number = text.parse().map_err(|_| ())?;
        let fine = (1..=256).contains(&number);
        fine.then_some(Threads(number)).ok_or(())
    }
}

/// A number from 0 to 1.
pub struct Share(pub f64);

impl FromStr for Share {
    type Err = ();

    fn from_str(text: &str) -> Result<Share, ()> {
        let number: f64 = text.parse().map_err(|_| ())?;
        let fine = (0.0..=1.0).contains(&number);
        fine.then_some(Share(number)).ok_or(())
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
