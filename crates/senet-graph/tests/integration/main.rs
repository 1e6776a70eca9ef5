//! The integration tests of the crate, in one binary.

mod isomorphism;
mod mapping_library;
mod mapping_reference;
mod published_counts;
mod scramble_recognition;
mod senet_isomorphism;
mod senet_mapper;
