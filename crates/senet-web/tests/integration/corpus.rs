//! The laws of the web interface hold for the corpus: requests that once violated a law, and similar ones.

#[test]
fn laws_of_requests_hold_for_the_corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let mut count = 0_u8;
    for entry in std::fs::read_dir(folder).expect("the corpus is part of the project") {
        let path = entry.expect("readable").path();
        eprintln!("{}", path.display());
        let mut bytes = std::fs::read(&path).expect("readable");
        // Each text is sent as every kind of request.
        for kind in 0..13 {
            bytes[0] = kind;
            crate::web_requests::check_laws(&bytes);
        }
        count += 1;
    }
    assert!(count > 0, "the corpus is empty");
}
