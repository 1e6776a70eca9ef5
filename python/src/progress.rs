//! Reports the progress of long calls.

use pyo3::prelude::*;

/// A callable `progress(done, total)`, or nothing.
pub struct Progress(Option<Py<PyAny>>);

impl Progress {
    /// `None` and `False` report nothing, and `True` shows a bar on standard error. Any other value is called.
    pub fn of(given: Option<&Bound<PyAny>>, what: &str) -> PyResult<Progress> {
        let Some(given) = given else {
            return Ok(Progress(None));
        };
        match given.extract::<bool>() {
            Ok(false) => Ok(Progress(None)),
            Ok(true) => {
                let bar = given.py().import("senet._progress")?.getattr("Bar")?;
                Ok(Progress(Some(bar.call1((what,))?.unbind())))
            }
            Err(_) => Ok(Progress(Some(given.clone().unbind()))),
        }
    }

    /// Reports a number of finished parts.
    pub fn report(&self, done: u64, total: u64) -> PyResult<()> {
        let Some(callable) = &self.0 else {
            return Ok(());
        };
        Python::attach(|py| callable.call1(py, (done, total)).map(drop))
    }
}
