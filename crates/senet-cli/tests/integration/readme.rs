//! The README shows the real output: each `$ senet …` of its console blocks is run in the project's folder.

use std::process::Command;

/// The commands of the README, each with the output shown below it.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("$ senet ") {
            _ if line.starts_with("```") => inside = line == "```console",
            Some(command) if inside => examples.push((command.to_string(), String::new())),
            None if inside => {
                if let Some((_, shown)) = examples.last_mut() {
                    shown.push_str(line);
                    shown.push('\n');
                }
            }
            _ => {}
        }
    }
    examples
}

#[test]
fn readme_shows_actual_output() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("there is a readme");
    let examples = examples(&readme);
    assert!(
        examples.len() >= 2,
        "the readme shows {} commands",
        examples.len()
    );
    for (command, shown) in examples {
        let ran = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(command.split_whitespace())
            .current_dir(root)
            .output()
            .expect("the binary was just built");
        let printed = String::from_utf8_lossy(&ran.stdout);
        assert_eq!(printed.trim_end(), shown.trim_end(), "senet {command}");
    }
}
