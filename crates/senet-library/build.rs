//! Makes cargo rebuild the crate when a file of the library changes. The embedding macro cannot do this.

fn main() {
    println!("cargo:rerun-if-changed=library");
}
