//! The cell: its weights and the arithmetic of one message.
//!
//! A vector of `H` numbers describes an atom or a rule:
//!
//! ```text
//! rule = act(V · max over literals (W± atom + b±) + c)     an empty body gives `empty_body` for the maximum
//! atom = act(U · max over rules (W_h rule) + P[input])     an atom without rules gets `no_rules` for the maximum
//! truth of an atom: o · atom + o_b > 0
//! ```
//!
//! The maximum decides: it can tell «all» and «some» apart for any number of conditions and rules, which sums and means cannot.

mod kernels;
mod weights;

pub(crate) use kernels::{Vector, add_outer, affine_transposed, maximum, product};
pub(crate) use weights::InputFeature;
pub use weights::{Activation, HIDDEN_SIZES, Weights};
