//! The one way in which experiments load games for players.

use senet_arena::Rules;
use senet_console::{BackEndArgs, Common, Failure, back_end::load_rules, source};

/// Loads a game of the library or a rule sheet. Its queries fail once the deadline of the command is over.
pub fn load_game(game: &str, common: &Common) -> Result<Rules, Failure> {
    let source = source::find(game, common)?;
    let rules = load_rules(&source, &BackEndArgs::default(), common)?;
    Ok(rules.until_end())
}
