//! Times that callers give in seconds.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;

/// The time of the parameter `name`. Infinity means no limit.
pub fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    if seconds.is_nan() || seconds < 0.0 {
        let message = format!("`{name}` is {seconds}, but must be a number of seconds, 0 or more");
        return Err(PyValueError::new_err(message));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
