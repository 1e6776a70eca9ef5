//! The native part of the Python package `senet`.
//!
//! - `game` and `state`: rules that can be played, and positions; `playouts`: random matches.
//! - `vector_env`: many matches at once, with arrays that NumPy sees; `arrays`: new arrays.
//! - `rule_sheets`: check, format, scramble.
//! - `search`, `evaluation`: players and learned evaluation functions.
//! - `structure`: boards, mappings, recognition.
//! - `arena`: matches, tournaments and their stores.
//! - `errors`: exceptions with code, place and help.
//! - `interrupt`: long calls that answer Ctrl-C; `seconds`: their limits.
//!
//! Every call that can take long releases the global interpreter lock.

mod arena;
mod arrays;
mod errors;
mod evaluation;
mod game;
mod interrupt;
mod playouts;
mod progress;
mod rule_sheets;
mod search;
mod seconds;
mod state;
mod structure;
mod tournament_store;
mod vector_env;

use pyo3::prelude::*;

#[pymodule]
fn _senet(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<playouts::Playouts>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vector_env::LaneEnv>()?;
    module.add_class::<rule_sheets::Problem>()?;
    module.add_class::<search::Analysis>()?;
    module.add_class::<search::MoveAnalysis>()?;
    module.add_class::<evaluation::Evaluation>()?;
    module.add_class::<evaluation::Feature>()?;
    module.add_class::<structure::Board>()?;
    module.add_class::<structure::Mapping>()?;
    module.add_class::<structure::Recognition>()?;
    module.add_class::<arena::MatchResult>()?;
    module.add_class::<arena::TournamentResult>()?;
    module.add_class::<arena::Rating>()?;
    module.add_class::<interrupt::Stop>()?;
    module.add_class::<tournament_store::TournamentStore>()?;
    module.add_function(wrap_pyfunction!(game::library, module)?)?;
    module.add_function(wrap_pyfunction!(search::players, module)?)?;
    module.add_function(wrap_pyfunction!(rule_sheets::check, module)?)?;
    module.add_function(wrap_pyfunction!(rule_sheets::fmt, module)?)?;
    module.add_function(wrap_pyfunction!(rule_sheets::scramble, module)?)?;
    module.add_function(wrap_pyfunction!(structure::map, module)?)?;
    module.add_function(wrap_pyfunction!(arena::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(tournament_store::play_fixture, module)?)?;
    Ok(())
}
