//! `senet` alone: says what Senet is, shows it working, and what to try next.

use crate::cli::Common;
use crate::failure::Failure;
use crate::output::Out;
use crate::seats::Seat;
use crate::source;
use crate::transcript::{self, Style};
use crate::{back_end, cli};
use senet_engine::LoadOptions;

/// The game of the welcome: everybody can follow it.
const GAME: &str = "tic-tac-toe";

const INTRODUCTION: &str = "\
Senet plays any finite game from its rules alone. Here it reads the rules of tic-tac-toe from its library
and plays a match with random moves.
";

const TRY: &str = "
What to try next:
  senet games                          the games that come with Senet
  senet play connect-four --as red     play against random moves
  senet simulate breakthrough          a thousand random matches
  senet check my-game.kif --play 100   what is wrong with a rule sheet, and where
  senet --help                         everything else";

/// Welcomes.
pub fn run(common: &Common) -> Result<(), Failure> {
    let source = source::find(GAME, common)?;
    let loaded = back_end::load_source(&source, &LoadOptions::default())?;
    let roles = 0..loaded.game.roles().len();
    let mut seats: Vec<_> = roles.map(|role| Seat::random(common.seed, role)).collect();
    let style = if common.json {
        Style::Json
    } else {
        Style::Text
    };
    tell(common, INTRODUCTION)?;
    transcript::play(&loaded, &source.name, &mut seats, style, cli::MAX_STEPS)?;
    tell(common, TRY)
}

fn tell(common: &Common, text: &str) -> Result<(), Failure> {
    if !common.json {
        let mut out = Out::new();
        out.line(text)?;
        out.flush()?;
    }
    Ok(())
}
