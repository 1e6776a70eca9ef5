//! All integration tests of the crate in one binary.

mod agreement;
mod common;
mod corpus;
mod counting;
#[path = "../../../../fuzz/laws/lanes.rs"]
mod lanes;
mod lanes_agreement;
mod lanes_playouts;
mod lanes_random_rules;
mod magic_sets;
#[path = "../../../../fuzz/laws/mutation.rs"]
mod mutation;
mod play_checks;
#[path = "../../../../fuzz/laws/playing.rs"]
mod playing;
mod public;
mod random_rules;
mod replay;
mod traces;
mod transforms;
mod vector_env;
