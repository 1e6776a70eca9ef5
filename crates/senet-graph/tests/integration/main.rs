//! The integration tests of the crate, in one program.

mod isomorphism;
mod known_again;
mod mapping;
mod mapping_library;
mod published;
mod senet_isomorphism;
mod senet_mapper;
