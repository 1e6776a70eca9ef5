//! New arrays of NumPy.

#![allow(unsafe_code)]

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// A new array of zeros, which `fill` then fills in.
pub fn filled<T: Element>(
    py: Python,
    length: usize,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<PyArray1<T>>> {
    let array = PyArray1::zeros(py, length, false);
    // SAFETY: the array is new, so there is no other reference to its memory.
    fill(unsafe { array.as_slice_mut() }?);
    Ok(array)
}
