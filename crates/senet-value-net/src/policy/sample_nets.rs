//! Small networks for tests.

use super::{Architecture, Body, Planes};

/// A network for 40 inputs and two roles with 5 and 7 moves.
pub fn architecture(body: Body) -> Architecture {
    Architecture {
        inputs: 40,
        moves: vec![5, 7],
        body,
        head: 12,
    }
}

/// Convolutions over a board of 4 by 3 places. Four inputs have no place.
pub fn cnn() -> Body {
    let place = |at: usize| (at < 36).then_some((at / 12, at % 12));
    Body::Cnn {
        layers: 2,
        channels: 6,
        planes: Planes {
            columns: 4,
            rows: 3,
            planes: 3,
            places: (0..40).map(place).collect(),
        },
    }
}

/// Dense layers.
pub fn mlp(residual: bool) -> Body {
    Body::Mlp {
        layers: 3,
        width: 10,
        residual,
    }
}
