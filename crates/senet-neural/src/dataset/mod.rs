//! Data sets: states of random matches, each with the answers of exact reasoning.
//!
//! `generate` plays the matches (Algorithm 3 of Gunawan's thesis, extended by terminal states and goals); `tables` writes Parquet files.
//! Names and graph are stored once, states as bits. The schema is described in `docs/neural.md`.

mod bits;
mod columns;
mod generate;
mod parquet_table;
mod tables;

pub use bits::Bits;
pub use columns::{ColumnKind, Columns, DataColumn};
pub use generate::{DataOptions, DataSet, DatasetEnd, Row, generate, random_matches};
pub use tables::{DataError, write_data_set};
