//! How far apart two colours look, to people with normal and with impaired colour vision.

use crate::words::linear_channels;

/// A linear map of red, green and blue light.
type ColourMap = [[f64; 3]; 3];

/// Normal vision, and vision without one of the three kinds of cones. The matrices are those of Machado, Oliveira and
/// Fernandes (2009) for the strongest form.
const VISIONS: [ColourMap; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    // Protanopia: no red cones.
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    // Deuteranopia: no green cones.
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    // Tritanopia: no blue cones.
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
];

/// Returns the distance of two colours `#rrggbb` in the space CIELAB, for the kind of vision that sees the smallest
/// distance. Below 10 the colours are easily confused.
pub fn difference(one: &str, other: &str) -> f64 {
    let seen = VISIONS.iter().map(|vision| {
        let (one, other) = (lab(vision, one), lab(vision, other));
        let squares = (0..3).map(|at| (one[at] - other[at]).powi(2));
        squares.sum::<f64>().sqrt()
    });
    seen.fold(f64::INFINITY, f64::min)
}

/// The coordinates of a colour in CIELAB for daylight, as seen with this vision.
fn lab(vision: &ColourMap, colour: &str) -> [f64; 3] {
    const TO_XYZ: ColourMap = [
        [0.4124, 0.3576, 0.1805],
        [0.2126, 0.7152, 0.0722],
        [0.0193, 0.1192, 0.9505],
    ];
    const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
    let seen = product(vision, linear_channels(colour)).map(|light| light.clamp(0.0, 1.0));
    let xyz = product(&TO_XYZ, seen);
    let root = |at: usize| {
        let light: f64 = xyz[at] / WHITE[at];
        match light > 0.008856 {
            true => light.cbrt(),
            false => 7.787 * light + 16.0 / 116.0,
        }
    };
    let [x, y, z] = [root(0), root(1), root(2)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn product(map: &ColourMap, light: [f64; 3]) -> [f64; 3] {
    map.map(|row| (0..3).map(|at| row[at] * light[at]).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appearance::CONTENT_COLOURS;
    use crate::svg::{NEUTRAL_COLOURS, ROLE_COLOURS};

    /// Every two colours must differ at least this much for every kind of vision.
    fn check(colours: &[&str], least: f64) {
        for (at, one) in colours.iter().enumerate() {
            for other in &colours[..at] {
                let found = difference(one, other);
                assert!(found >= least, "{one} and {other}: {found:.1}");
            }
        }
    }

    #[test]
    fn colours_of_owners_differ_for_every_vision() {
        let roles = ROLE_COLOURS.map(|(fill, _)| fill);
        check(&[&roles[..], &[NEUTRAL_COLOURS.0]].concat(), 20.0);
    }

    #[test]
    fn colours_of_contents_differ_for_every_vision() {
        check(&CONTENT_COLOURS, 15.0);
    }

    #[test]
    fn red_and_green_of_one_brightness_are_confusable() {
        assert!(difference("#d1495b", "#66a182") < 20.0);
        assert!(difference("#cc79a7", "#9a9a9a") < 10.0);
        assert!(difference("#000000", "#ffffff") > 99.0);
    }
}
