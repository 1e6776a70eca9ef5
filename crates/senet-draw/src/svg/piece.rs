//! Draws a piece alone, for lists beside the board.

use super::style::STYLE;
use super::token::draw_tokens;
use crate::look::BoardShape;
use crate::picture::{BoardToken, Picture};
use senet_gdl::escape_markup;

/// The side of the drawing.
const SIDE: f64 = 40.0;

/// Draws a piece as it looks on the boards of a picture.
pub fn piece_svg(picture: &Picture, token: &BoardToken) -> String {
    let mut body = String::new();
    let tokens = [BoardToken {
        usual: false,
        ..token.clone()
    }];
    let middle = (SIDE / 2.0, SIDE / 2.0);
    draw_tokens(
        &mut body,
        picture,
        &tokens,
        middle,
        SIDE,
        BoardShape::Squares,
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"senet\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         role=\"img\" aria-label=\"{}\"><style>{STYLE}</style>{body}</svg>",
        escape_markup(&token.title),
    )
}
