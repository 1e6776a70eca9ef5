//! `senet` alone: says what Senet is, shows it working, and what to try next.

use crate::board::Boards;
use crate::cli::Common;
use crate::failure::Failure;
use crate::output::Out;
use crate::seats::{Computer, Seat};
use crate::source;
use crate::thoughts::Thoughts;
use crate::transcript::{self, Contest, Style};
use crate::{back_end, cli};
use senet_arena::{LoadPlan, load_for_play};
use senet_gdl::Sheet;
use senet_search::PlayerName;

/// The game of the welcome: everybody can follow it.
const GAME: &str = "tic-tac-toe";

const INTRODUCTION: &str = "\
Senet plays any finite game from its rules alone. Here it reads the rules of tic-tac-toe from its library
and plays a match with random moves.
";

const TRY: &str = "
What to try next:
  senet games                          the games that come with Senet
  senet play connect-four --as red     play against a strong player
  senet simulate breakthrough          a thousand random matches
  senet check my-game.kif --play 100   what is wrong with a rule sheet, and where
  senet --help                         everything else";

/// Welcomes.
pub fn run(common: &Common) -> Result<(), Failure> {
    let source = source::find(GAME, common)?;
    let sheet = Sheet::read(source.text.as_str());
    let rules = load_for_play(&source.name, sheet, &LoadPlan::default())
        .map_err(|error| back_end::load_failure(&source, &error))?;
    let thoughts = Thoughts::of(&rules, common.seed);
    let random = PlayerName::plain("random");
    let seat = |role| {
        Ok(Seat::Computer(Computer::new(
            &random, &thoughts, role, 1.0,
        )?))
    };
    let roles = 0..thoughts.game.roles().len();
    let mut seats: Vec<_> = roles.map(seat).collect::<Result<_, Failure>>()?;
    let contest = Contest {
        name: &source.name,
        boards: Boards::of(&rules),
        thoughts: &thoughts,
        adviser: &random,
        seconds: 1.0,
        max_steps: cli::MAX_STEPS,
    };
    tell(common, INTRODUCTION)?;
    transcript::play(contest, &mut seats, Style::of(common))?;
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
