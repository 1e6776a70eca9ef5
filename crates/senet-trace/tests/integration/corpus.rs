//! The laws of play hold for the corpus: sheets that once violated a law, and similar ones.

#[test]
fn laws_of_play_hold_for_the_corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../senet-gdl/tests/corpus");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is part of the project") {
        let path = entry.expect("readable").path();
        let bytes = std::fs::read(&path).expect("readable");
        eprintln!("{}", path.display());
        crate::playing::check_laws(&String::from_utf8_lossy(&bytes));
        count += 1;
    }
    assert!(count > 0, "the corpus is empty");
}
