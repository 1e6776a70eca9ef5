//! The documentation is correct: links resolve, and the command table matches the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Collects all Markdown pages of the project, except in build folders.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder that can be read");
    for entry in entries {
        let path = entry.expect("an entry that can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let skipped = name == "target" || name == "node_modules" || name == ".git";
        if path.is_dir() && !skipped {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The targets of links and pictures outside code blocks.
fn links(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        inside ^= line.trim_start().starts_with("```");
        if inside {
            continue;
        }
        let pieces = line.split("](").skip(1);
        let ends = pieces.filter_map(|piece| piece.split_once(')'));
        found.extend(ends.map(|(target, _)| target.to_string()));
    }
    found
}

/// The anchors of a page's headings, as repository hosts generate them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn all_links_resolve() {
    let mut found = Vec::new();
    pages(&root(), &mut found);
    assert!(found.len() > 10, "{} pages", found.len());
    let mut broken = Vec::new();
    for page in found {
        let text = std::fs::read_to_string(&page).expect("a page is text");
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().expect("a page is in a folder").join(file),
            };
            let is_there = target.exists()
                && (anchor.is_empty()
                    || std::fs::read_to_string(&target)
                        .is_ok_and(|text| anchors(&text).contains(anchor)));
            if !is_there {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

/// The commands in the first column of the readme's table: `` `senet NAME …` ``.
fn commands_of_readme(readme: &str) -> BTreeSet<String> {
    let rows = readme.lines().filter(|line| line.starts_with("| `senet"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let pieces = cells.flat_map(|cell| cell.split('`').map(str::to_string).collect::<Vec<_>>());
    pieces
        .filter_map(|piece| Some(piece.strip_prefix("senet ")?.split(' ').next()?.to_string()))
        .collect()
}

/// The commands that `senet --help` lists.
fn commands_of_program() -> BTreeSet<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_senet"))
        .arg("--help")
        .output();
    let help = String::from_utf8(help.expect("the binary was just built").stdout).expect("text");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let indented = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = indented.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_string).collect()
}

#[test]
fn readme_lists_every_command_and_no_other() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a readme");
    let mut program = commands_of_program();
    assert!(program.remove("help"), "{program:?}");
    assert_eq!(commands_of_readme(&readme), program);
}
