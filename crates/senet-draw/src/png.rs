//! Pictures as PNG, in a font that comes with the program, so that they look the same on machines without fonts.

use crate::svg::plain_colours;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Larger pictures are refused, in points of width or height.
const MOST_POINTS: f32 = 8000.0;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The SVG picture cannot be read, which only a mistake in it can cause.
    #[error("the SVG picture cannot be read: {0}")]
    Svg(String),
    /// The picture would be too large.
    #[error("the picture would be {0} × {1} points")]
    Size(u32, u32),
    /// The points cannot be packed.
    #[error("the picture cannot be packed: {0}")]
    Packing(String),
}

/// An SVG picture of [`crate::svg`] as PNG, enlarged by `scale`.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    let family = fonts
        .faces()
        .find_map(|face| face.families.first().cloned());
    let family = family.map_or(String::new(), |(name, _)| name);
    fonts.set_sans_serif_family(family.clone());
    let options = usvg::Options {
        font_family: family,
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(&plain_colours(svg), &options);
    let tree = tree.map_err(|error| PngError::Svg(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let (columns, rows) = (width.ceil() as u32, height.ceil() as u32);
    let fits = width <= MOST_POINTS && height <= MOST_POINTS;
    let points = fits
        .then(|| tiny_skia::Pixmap::new(columns, rows))
        .flatten();
    let mut points = points.ok_or(PngError::Size(columns, rows))?;
    let enlarged = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, enlarged, &mut points.as_mut());
    let packed = points.encode_png();
    packed.map_err(|error| PngError::Packing(error.to_string()))
}

/// The letters of a picture that the font may lack, which are then drawn as boxes.
pub fn doubtful_letters(svg: &str) -> String {
    let known = |c: char| c <= '\u{52f}' || "·▶×–—…".contains(c);
    let mut letters: Vec<char> = svg.chars().filter(|&c| !known(c)).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.into_iter().collect()
}
