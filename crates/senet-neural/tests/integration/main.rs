//! Tests of the network on programs and games that it was never trained on.

mod dataset;
mod games;
mod programs;
mod training;
