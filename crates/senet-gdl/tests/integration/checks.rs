//! Every check has a fixture with a snapshot of its messages, and an entry in the manual.

use crate::common::render;
use senet_gdl::{Sheet, catalogue, check, checks_page};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks");
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut found: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "kif"))
        .collect();
    found.sort();
    found
}

#[test]
fn fixtures_cover_every_check_and_match_their_snapshots() {
    let mut missing: BTreeSet<_> = catalogue().map(|info| info.code).collect();
    for path in fixtures() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let problems = check(&Sheet::read(&*text));
        if problems.iter().any(|problem| problem.code == name) {
            missing.remove(&*name);
        }
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "../checks" }, {
            insta::assert_snapshot!(name, render(&text, &problems));
        });
    }
    assert_eq!(missing, BTreeSet::new(), "checks without a fixture");
}

/// `SENET_WRITE_DOCS=1 cargo test -p senet-gdl` regenerates the page.
#[test]
fn manual_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/checks.md");
    if std::env::var_os("SENET_WRITE_DOCS").is_some() {
        fs::write(&path, checks_page()).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == checks_page(),
        "docs/checks.md is out of date: regenerate it with SENET_WRITE_DOCS=1"
    );
}
