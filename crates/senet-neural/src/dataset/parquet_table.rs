//! Writes one Parquet file from columns.

use super::tables::DataError;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// A column with its values; `None` stands for a missing value.
pub(super) enum Values {
    Numbers(Vec<i32>),
    OptionalNumbers(Vec<Option<i32>>),
    Texts(Vec<String>),
    Bytes(Vec<Vec<u8>>),
    OptionalBytes(Vec<Option<Vec<u8>>>),
    Truths(Vec<bool>),
}

impl Values {
    /// The type of the column in the message type of the file.
    fn schema(&self) -> (&'static str, &'static str) {
        match self {
            Values::Numbers(_) => ("required int32", ""),
            Values::OptionalNumbers(_) => ("optional int32", ""),
            Values::Texts(_) => ("required binary", " (STRING)"),
            Values::Bytes(_) => ("required binary", ""),
            Values::OptionalBytes(_) => ("optional binary", ""),
            Values::Truths(_) => ("required boolean", ""),
        }
    }

    fn write(&self, column: &mut SerializedColumnWriter) -> parquet::errors::Result<()> {
        match self {
            Values::Numbers(values) => write::<Int32Type>(column, values, None),
            Values::OptionalNumbers(values) => {
                let present: Vec<i32> = values.iter().copied().flatten().collect();
                write::<Int32Type>(column, &present, Some(&levels(values)))
            }
            Values::Texts(values) => {
                let values: Vec<ByteArray> =
                    values.iter().map(|text| text.as_str().into()).collect();
                write::<ByteArrayType>(column, &values, None)
            }
            Values::Bytes(values) => {
                let values: Vec<ByteArray> = values.iter().cloned().map(ByteArray::from).collect();
                write::<ByteArrayType>(column, &values, None)
            }
            Values::OptionalBytes(values) => {
                let present = values.iter().flatten().cloned().map(ByteArray::from);
                let present: Vec<ByteArray> = present.collect();
                write::<ByteArrayType>(column, &present, Some(&levels(values)))
            }
            Values::Truths(values) => write::<BoolType>(column, values, None),
        }
    }
}

/// 1 for each value that is there, 0 for each that is missing.
fn levels<T>(values: &[Option<T>]) -> Vec<i16> {
    values
        .iter()
        .map(|value| i16::from(value.is_some()))
        .collect()
}

fn write<T: DataType>(
    column: &mut SerializedColumnWriter,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> parquet::errors::Result<()> {
    column
        .typed::<T>()
        .write_batch(values, levels, None)
        .map(drop)
}

/// Writes a file with one row group. `notes` become its key-value metadata.
pub(super) fn write_table(
    path: &Path,
    notes: &[(&str, String)],
    columns: &[(&str, Values)],
) -> Result<(), DataError> {
    let fields = columns.iter().map(|(name, values)| {
        let (kind, annotation) = values.schema();
        format!("{kind} {name}{annotation};")
    });
    let schema = format!("message table {{ {} }}", fields.collect::<String>());
    let schema = Arc::new(parse_message_type(&schema)?);
    let notes = notes
        .iter()
        .map(|(key, value)| KeyValue::new(key.to_string(), value.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(notes.collect()))
        .build();
    let mut writer = SerializedFileWriter::new(File::create(path)?, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, values) in columns {
        let mut column = group.next_column()?.expect("the schema has this column");
        values.write(&mut column)?;
        column.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
