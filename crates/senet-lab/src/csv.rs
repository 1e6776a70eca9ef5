//! Writes results as files.

use senet_console::Failure;
use std::path::Path;

/// Writes the files of an experiment into a folder. Creates the folder if it is missing.
pub fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    let failed = |path: &Path, error: std::io::Error| {
        let message = format!("cannot write {}: {error}", path.display());
        Failure::new(message).help("choose another folder for --out")
    };
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}

/// Formats one line of CSV.
pub fn csv_line(fields: &[String]) -> String {
    let quoted = |field: &String| match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    let fields: Vec<_> = fields.iter().map(quoted).collect();
    fields.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_fields_with_commas_and_quotes() {
        let fields = ["uct:c=1,batch=2", "a \"b\"", "1"].map(str::to_string);
        assert_eq!(csv_line(&fields), "\"uct:c=1,batch=2\",\"a \"\"b\"\"\",1\n");
    }
}
