//! The files of a data set: `columns.parquet`, `edges.parquet` and `states.parquet`.

use super::bits::Bits;
use super::generate::{DataSet, Row};
use super::parquet_table::{Values, write_table};
use senet_ground::Grounded;
use std::io;
use std::path::Path;

/// The version of the schema, in the metadata of every file.
const SCHEMA: &str = "senet-reasoner-data-1";

/// The reason why a data set could not be written.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file or folder cannot be written.
    #[error("the data set could not be written: {0}")]
    File(#[from] io::Error),
    /// The Parquet writer failed.
    #[error("the Parquet file could not be written: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
}

/// Writes a data set into a folder. Creates the folder if it is missing.
pub fn write_data_set(folder: &Path, data: &DataSet, grounded: &Grounded) -> Result<(), DataError> {
    std::fs::create_dir_all(folder)?;
    let notes = [
        ("schema", SCHEMA.to_string()),
        ("game", data.game.clone()),
        ("seed", data.seed.to_string()),
    ];
    let write =
        |name: &str, columns: &[(&str, Values)]| write_table(&folder.join(name), &notes, columns);
    write("columns.parquet", &columns_table(data))?;
    write("edges.parquet", &edges_table(grounded))?;
    write("states.parquet", &states_table(&data.rows))
}

fn columns_table(data: &DataSet) -> [(&'static str, Values); 6] {
    let columns = data.columns.all();
    let numbers = |atom: Option<u32>| atom.map(|atom| atom as i32);
    [
        (
            "kind",
            Values::Texts(columns.iter().map(|c| c.kind.name().to_string()).collect()),
        ),
        (
            "bit",
            Values::Numbers(columns.iter().map(|c| c.bit as i32).collect()),
        ),
        (
            "role",
            Values::OptionalNumbers(
                columns
                    .iter()
                    .map(|c| c.role.map(|role| role as i32))
                    .collect(),
            ),
        ),
        (
            "text",
            Values::Texts(columns.iter().map(|c| c.text.clone()).collect()),
        ),
        (
            "input_atom",
            Values::OptionalNumbers(columns.iter().map(|c| numbers(c.input)).collect()),
        ),
        (
            "output_atom",
            Values::OptionalNumbers(columns.iter().map(|c| numbers(c.output)).collect()),
        ),
    ]
}

/// One row for each head and each body literal of the ground rules.
fn edges_table(grounded: &Grounded) -> [(&'static str, Values); 3] {
    let (mut rules, mut atoms, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    let mut push = |rule: usize, atom: u32, kind: &str| {
        rules.push(rule as i32);
        atoms.push(atom as i32);
        kinds.push(kind.to_string());
    };
    for rule in 0..grounded.rules.len() {
        push(rule, grounded.rules.head(rule), "head");
        for literal in grounded.rules.body(rule) {
            push(
                rule,
                literal / 2,
                if literal % 2 == 1 { "not" } else { "body" },
            );
        }
    }
    [
        ("rule", Values::Numbers(rules)),
        ("atom", Values::Numbers(atoms)),
        ("kind", Values::Texts(kinds)),
    ]
}

fn states_table(rows: &[Row]) -> [(&'static str, Values); 8] {
    let numbers =
        |of: fn(&Row) -> usize| Values::Numbers(rows.iter().map(|row| of(row) as i32).collect());
    let bits = |of: fn(&Row) -> &Bits| {
        Values::Bytes(rows.iter().map(|row| of(row).bytes().to_vec()).collect())
    };
    let optional = |of: fn(&Row) -> &Option<Bits>| {
        let bytes = rows
            .iter()
            .map(|row| of(row).as_ref().map(|bits| bits.bytes().to_vec()));
        Values::OptionalBytes(bytes.collect())
    };
    [
        ("match", numbers(|row| row.match_number)),
        ("step", numbers(|row| row.step)),
        ("fluents", bits(|row| &row.fluents)),
        ("moves", optional(|row| &row.moves)),
        ("legal", bits(|row| &row.legal)),
        ("next", optional(|row| &row.next)),
        (
            "terminal",
            Values::Truths(rows.iter().map(|row| row.is_terminal).collect()),
        ),
        ("goals", bits(|row| &row.goals)),
    ]
}
