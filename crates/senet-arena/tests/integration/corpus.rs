//! The laws of records and of the protocol hold for the corpus: texts that once violated a law, and similar ones.

use fastrand::Rng;

/// The number of random inputs besides the corpus: 300, or the value of `SENET_INPUTS`.
fn random_inputs() -> u64 {
    let given = std::env::var("SENET_INPUTS").ok();
    given.map_or(300, |text| text.parse().expect("SENET_INPUTS is a number"))
}

/// Calls the function with every file of a folder of the corpus.
fn each(folder: &str, mut check: impl FnMut(&[u8])) {
    let folder = format!("{}/tests/corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is part of the project") {
        let path = entry.expect("readable").path();
        eprintln!("{}", path.display());
        check(&std::fs::read(&path).expect("readable"));
        count += 1;
    }
    assert!(count > 0, "the corpus is empty");
}

#[test]
fn laws_of_records_hold_for_the_corpus_and_random_edits() {
    each("records", crate::records::check_laws);
    for seed in 0..random_inputs() {
        let mut rng = Rng::with_seed(seed);
        let bytes: Vec<u8> = (0..4 * rng.usize(1..8)).map(|_| rng.u8(..)).collect();
        crate::records::check_laws(&bytes);
    }
}

#[test]
fn laws_of_the_protocol_hold_for_the_corpus_and_random_texts() {
    each("protocol", |bytes| {
        crate::protocol::check_laws(&String::from_utf8_lossy(bytes));
    });
    let words = [
        "(", ")", "a", "nil", "play", "m.1", "mark", "1", " ", ";", "\n", "é",
    ];
    for seed in 0..random_inputs() {
        let mut rng = Rng::with_seed(seed);
        let text = (0..rng.usize(1..30)).map(|_| words[rng.usize(..words.len())]);
        crate::protocol::check_laws(&text.collect::<Vec<_>>().join(" "));
    }
}
