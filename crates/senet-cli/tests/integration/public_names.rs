//! No two crates export types of the same name, so that one word means one thing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Types of the facade `senet` that wrap those of other crates for users.
const WRAPPERS: [&str; 3] = ["Game", "Player", "State"];
const DEFINITIONS: [&str; 4] = ["struct ", "enum ", "trait ", "type "];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// The name of the public type that a line of a module defines.
fn defined(line: &str) -> Option<&str> {
    let item = line.strip_prefix("pub ")?;
    let rest = DEFINITIONS.iter().find_map(|kind| item.strip_prefix(kind));
    words(rest?).next()
}

/// All names of types that the files of a folder define.
fn defined_in(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            defined_in(&path, names);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file is text");
            names.extend(text.lines().filter_map(defined).map(str::to_string));
        }
    }
}

/// The names that a module and its public modules export.
fn exported(file: &Path, folder: &Path, names: &mut BTreeSet<String>) {
    let text = std::fs::read_to_string(file).expect("a module is a file");
    names.extend(text.lines().filter_map(defined).map(str::to_string));
    for item in text.split(';') {
        let item = item.trim_start_matches(|letter| letter != '\n');
        if let Some((_, used)) = item.rsplit_once("\npub use ") {
            names.extend(words(used).map(str::to_string));
        }
        if let Some((_, name)) = item.rsplit_once("\npub mod ") {
            let below = folder.join(name);
            let candidates: [PathBuf; 2] = [below.with_extension("rs"), below.join("mod.rs")];
            let module = candidates.iter().find(|file| file.exists());
            exported(module.expect("a module has a file"), &below, names);
        }
    }
}

#[test]
fn types_of_different_crates_have_different_names() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in std::fs::read_dir(crates).expect("the folder of crates") {
        let folder = entry.expect("an entry of the folder").path();
        let (source, library) = (folder.join("src"), folder.join("src/lib.rs"));
        if !library.exists() {
            continue;
        }
        let (mut own, mut open) = (BTreeSet::new(), BTreeSet::new());
        defined_in(&source, &mut own);
        exported(&library, &source, &mut open);
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        for shared in own.intersection(&open) {
            owners
                .entry(shared.clone())
                .or_default()
                .push(name.to_string());
        }
    }
    assert!(owners.len() > 300, "{} types", owners.len());
    assert_eq!(owners["Sheet"], ["senet-gdl"]);
    let twice: Vec<_> = owners
        .iter()
        .filter(|(name, crates)| crates.len() > 1 && !WRAPPERS.contains(&name.as_str()))
        .collect();
    assert!(twice.is_empty(), "types with the same name: {twice:?}");
}
