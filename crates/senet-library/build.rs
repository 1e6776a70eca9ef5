//! Makes cargo rebuild the crate when a game of the library changes, which the embedding macro cannot tell it.

fn main() {
    println!("cargo:rerun-if-changed=library");
}
