//! The native part of `senet.VectorEnv`: steps lanes and fills arrays of NumPy.

#![allow(unsafe_code)]

use crate::errors::of_env;
use crate::game::{Game, GameData};
use crate::interrupt::check_stop;
use crate::state::State;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::ffi::Py_REFCNT;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use senet_engine::{
    ActionRows, Autoreset, BitRows, EnvError, EnvOptions, LaneKind, RewardScale, StepArrays,
    VectorEnv, Width,
};
use std::sync::Arc;

/// Maximum number of sets of arrays that are kept for reuse.
const KEPT_SETS: usize = 8;

/// How rows of bits are written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Bytes,
    Packed,
    Skip,
}

/// An array of NumPy that starts at a multiple of 64 bytes.
struct Slot {
    /// The array that owns the memory.
    owner: Py<PyAny>,
    /// The aligned part of the array, which callers get.
    view: Py<PyAny>,
    address: usize,
    length: usize,
}

impl Slot {
    fn new(py: Python, shape: &[usize], dtype: &str) -> PyResult<Slot> {
        let aligned = py.import("senet._arrays")?.getattr("aligned")?;
        let (owner, view, address): (Py<PyAny>, Py<PyAny>, usize) = aligned
            .call1((PyTuple::new(py, shape)?, dtype))?
            .extract()?;
        Ok(Slot {
            owner,
            view,
            address,
            length: shape.iter().product(),
        })
    }

    /// Returns true if no caller can see the memory any more. Views of views refer to the owner.
    fn is_free(&self, _: Python) -> bool {
        // SAFETY: both pointers are to live objects, and the interpreter lock is held.
        let counts = [&self.view, &self.owner].map(|object| unsafe { Py_REFCNT(object.as_ptr()) });
        counts == [1, 2]
    }

    /// The elements.
    ///
    /// # Safety
    /// `T` must be the type of the elements, and no other code may use the memory during `'a`.
    unsafe fn elements<'a, T>(&self) -> &'a mut [T] {
        // SAFETY: `aligned` made the array with this length and this alignment; the caller promises the rest.
        unsafe { std::slice::from_raw_parts_mut(self.address as *mut T, self.length) }
    }

    /// Rows of bits.
    ///
    /// # Safety
    /// The array must have the element type of the form, and no other code may use the memory during `'a`.
    unsafe fn rows<'a>(&self, form: Form) -> BitRows<'a> {
        // SAFETY: the caller promises what `elements` requires.
        unsafe {
            match form {
                Form::Bytes => BitRows::Bytes(self.elements()),
                Form::Packed => BitRows::Packed(self.elements()),
                Form::Skip => BitRows::Skip,
            }
        }
    }
}

/// The arrays of one step.
struct ArraySet {
    observations: Slot,
    rewards: Slot,
    terminated: Slot,
    truncated: Slot,
    masks: Slot,
    movers: Slot,
    choosers: Slot,
    finals: Slot,
}

impl ArraySet {
    fn slots(&self) -> [&Slot; 8] {
        [
            &self.observations,
            &self.rewards,
            &self.terminated,
            &self.truncated,
            &self.masks,
            &self.movers,
            &self.choosers,
            &self.finals,
        ]
    }
}

/// Lanes with arrays of NumPy. `senet.VectorEnv` is the friendly form.
#[pyclass(module = "senet._senet")]
pub struct LaneEnv {
    data: Arc<GameData>,
    env: VectorEnv,
    observation: Form,
    mask: Form,
    finals: Form,
    /// If true, masks have a row for every role.
    joint: bool,
    /// If false, every step writes the same arrays.
    copies: bool,
    sets: Vec<ArraySet>,
}

fn form(name: &str, what: &str) -> PyResult<Form> {
    match name {
        "bytes" => Ok(Form::Bytes),
        "packed" => Ok(Form::Packed),
        "none" => Ok(Form::Skip),
        _ => Err(PyValueError::new_err(format!(
            "{what} `{name}` is unknown: choose bytes, packed or none"
        ))),
    }
}

fn kind(name: &str) -> PyResult<LaneKind> {
    match name {
        "single" => Ok(LaneKind::Single),
        width => Ok(LaneKind::Vector(width.parse::<Width>().map_err(|_| {
            PyValueError::new_err(format!(
                "lanes `{name}` are unknown: choose avx512, avx2, portable or single"
            ))
        })?)),
    }
}

fn autoreset(name: &str) -> PyResult<Autoreset> {
    match name {
        "next_step" => Ok(Autoreset::NextStep),
        "same_step" => Ok(Autoreset::SameStep),
        "disabled" => Ok(Autoreset::Disabled),
        _ => Err(PyValueError::new_err(format!(
            "autoreset `{name}` is unknown: choose next_step, same_step or disabled"
        ))),
    }
}

fn scale(name: &str) -> PyResult<RewardScale> {
    match name {
        "signed" => Ok(RewardScale::Signed),
        "unit" => Ok(RewardScale::Unit),
        "goal" => Ok(RewardScale::Goal),
        _ => Err(PyValueError::new_err(format!(
            "reward `{name}` is unknown: choose signed, unit or goal"
        ))),
    }
}

impl LaneEnv {
    /// The number of a set whose arrays no caller uses.
    fn free_set(&mut self, py: Python) -> PyResult<usize> {
        if !self.copies && !self.sets.is_empty() {
            return Ok(0);
        }
        let free = self
            .sets
            .iter()
            .position(|set| set.slots().iter().all(|slot| slot.is_free(py)));
        if let Some(free) = free {
            return Ok(free);
        }
        let set = self.make_set(py)?;
        if self.sets.len() == KEPT_SETS {
            self.sets.remove(0);
        }
        self.sets.push(set);
        Ok(self.sets.len() - 1)
    }

    fn make_set(&self, py: Python) -> PyResult<ArraySet> {
        let (lanes, rows) = (self.env.lanes(), self.env.row_lengths());
        let actions = self.env.actions().len();
        let bits = |form, shape: &[usize], bytes: &str| match form {
            Form::Bytes => Slot::new(py, shape, bytes),
            Form::Packed => {
                let mut shape = shape.to_vec();
                // A joint mask is packed as one row: roles one after another.
                let bits: usize = shape.drain(1..).product();
                shape.push(bits.div_ceil(64));
                Slot::new(py, &shape, "uint64")
            }
            Form::Skip => Slot::new(py, &[lanes, 0], "uint8"),
        };
        let mask_shape = match self.joint {
            true => vec![lanes, rows.roles, actions],
            false => vec![lanes, rows.mask],
        };
        Ok(ArraySet {
            observations: bits(self.observation, &[lanes, rows.fluents], "uint8")?,
            rewards: Slot::new(py, &[lanes, rows.roles], "float32")?,
            terminated: Slot::new(py, &[lanes], "bool")?,
            truncated: Slot::new(py, &[lanes], "bool")?,
            masks: bits(self.mask, &mask_shape, "bool")?,
            movers: Slot::new(py, &[lanes], "int8")?,
            choosers: Slot::new(py, &[lanes, rows.roles], "bool")?,
            finals: bits(self.finals, &[lanes, rows.fluents], "uint8")?,
        })
    }

    /// Runs a step without the interpreter lock and returns its arrays.
    fn fill<'py>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut VectorEnv, StepArrays) -> Result<(), EnvError> + Send,
    ) -> PyResult<Bound<'py, PyTuple>> {
        check_stop()?;
        let number = self.free_set(py)?;
        let set = &self.sets[number];
        // SAFETY: `make_set` made the arrays with these types. With copies, there is no other reference to them.
        // Without copies, the documentation says that a step overwrites them. This object is borrowed mutably until the step is done.
        let arrays = unsafe {
            StepArrays {
                observations: set.observations.rows(self.observation),
                final_observations: set.finals.rows(self.finals),
                masks: set.masks.rows(self.mask),
                movers: set.movers.elements(),
                choosers: set.choosers.elements(),
                rewards: set.rewards.elements(),
                terminated: set.terminated.elements(),
                truncated: set.truncated.elements(),
            }
        };
        let env = &mut self.env;
        py.detach(|| work(env, arrays)).map_err(of_env)?;
        PyTuple::new(py, set.slots().map(|slot| slot.view.clone_ref(py)))
    }
}

#[pymethods]
impl LaneEnv {
    #[new]
    #[pyo3(signature = (game, lanes, seed, threads, autoreset, max_steps, joint, reward, observation, mask, final_obs, copy, kind, memory))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python,
        game: &Game,
        lanes: Option<usize>,
        seed: u64,
        threads: usize,
        autoreset: &str,
        max_steps: Option<u32>,
        joint: bool,
        reward: &str,
        observation: &str,
        mask: &str,
        final_obs: bool,
        copy: bool,
        kind: Option<&str>,
        memory: usize,
    ) -> PyResult<LaneEnv> {
        let options = EnvOptions {
            lanes,
            seed,
            threads,
            autoreset: self::autoreset(autoreset)?,
            step_limit: max_steps,
            joint,
            rewards: scale(reward)?,
            kind: kind.map(self::kind).transpose()?,
            final_observations: final_obs,
            memory_bytes: memory,
            ..EnvOptions::default()
        };
        let observation = form(observation, "observation")?;
        let engine = game.data.engine().clone();
        let env = py
            .detach(|| VectorEnv::new(engine, &options))
            .map_err(of_env)?;
        Ok(LaneEnv {
            data: game.data.clone(),
            env,
            observation,
            mask: form(mask, "mask")?,
            finals: if final_obs { observation } else { Form::Skip },
            joint,
            copies: copy,
            sets: Vec::new(),
        })
    }

    #[getter]
    fn lanes(&self) -> usize {
        self.env.lanes()
    }

    #[getter]
    fn kind(&self) -> &'static str {
        match self.env.kind() {
            LaneKind::Vector(width) => width.name(),
            LaneKind::Single => "single",
        }
    }

    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
        chosen: Option<PyReadonlyArray1<bool>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let chosen = chosen.map(|chosen| Ok::<_, PyErr>(chosen.as_slice()?.to_vec()));
        let chosen = chosen.transpose()?;
        self.fill(py, |env, arrays| env.reset(chosen.as_deref(), seed, arrays))
    }

    fn step_movers<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArrayDyn<i32>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A copy, because another thread of Python may write to the array meanwhile.
        let actions = actions.as_slice()?.to_vec();
        self.fill(py, |env, arrays| {
            env.step(ActionRows::Movers(&actions), arrays)
        })
    }

    fn step_joint<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArrayDyn<i32>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let actions = actions.as_slice()?.to_vec();
        self.fill(py, |env, arrays| {
            env.step(ActionRows::Joint(&actions), arrays)
        })
    }

    /// A random legal action for each lane, or for each lane and role.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut actions = vec![0; self.env.lanes() * self.env.actions_of_lane()];
        let env = &mut self.env;
        py.detach(|| env.sample(&mut actions)).map_err(of_env)?;
        Ok(PyArray1::from_vec(py, actions))
    }

    fn states(&self, py: Python) -> PyResult<Vec<State>> {
        let states = py.detach(|| self.env.states());
        states
            .into_iter()
            .map(|state| State::new(self.data.clone(), state))
            .collect()
    }
}
