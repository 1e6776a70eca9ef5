//! `senet host`: hosts a match with remote players by the GGP protocol.

use super::matches::{MatchArgs, is_remote};
use clap::{Args, ValueEnum};
use senet_arena::{
    Dialect, HostOptions, MatchSetup, Percepts, PlayerFault, PlayerSpec, Substitute, ask_info,
};
use senet_console::{Common, Failure, message};
use std::time::Duration;

/// Time limit for a player's status reply.
const INFO_PATIENCE: Duration = Duration::from_secs(1);

/// Hosts a match between remote players by the GGP protocol
///
/// A remote player is `host:port`; local players may take part too. A late or illegal move is replaced by a random legal one. A move is late one
/// second after the play clock ends (tiltyard: five seconds). The record gives the reason: TO timeout, CE connection error, IL illegal move. Ctrl-C
/// aborts the match and tells all players.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet host tic-tac-toe --players 127.0.0.1:9147,127.0.0.1:9148 --play-clock 5\n  \
    senet host connect-four --players 127.0.0.1:9147,random --scramble --record match.json\n  \
    senet host checkers --players 127.0.0.1:9147,uct --dialect dresden"
)]
pub struct Host {
    #[command(flatten)]
    args: MatchArgs,
    /// Message dialect: ggp-base, dresden (upper case) or tiltyard (always scrambled)
    #[arg(long, value_name = "DIALECT", default_value_t = Dialect::GgpBase)]
    dialect: Dialect,
    /// Contents of play messages in games with hidden information (GDL-II)
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Turn)]
    percepts: Form,
    /// Scrambles the rules differently for each player
    #[arg(long)]
    scramble_each: bool,
    /// Substitute for a late or illegal move
    #[arg(long, value_enum, value_name = "MOVE", default_value_t = InPlace::Random)]
    substitute: InPlace,
}

/// Contents of play messages in games with hidden information.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// The turn number, the player's last move and its percepts
    Turn,
    /// The percepts alone, as older hosts send them
    Alone,
}

/// Substitute for a late or illegal move.
#[derive(Clone, Copy, ValueEnum)]
enum InPlace {
    /// A random legal move
    Random,
    /// The first legal move
    First,
}

impl Host {
    /// Runs the command.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut ready = self.args.setup(common)?;
        let setup = &mut ready.setup;
        setup.host = HostOptions {
            dialect: self.dialect,
            percepts: match self.percepts {
                Form::Turn => Percepts::WithTurn,
                Form::Alone => Percepts::Alone,
            },
            scramble_each: self.scramble_each,
            ..HostOptions::default()
        };
        setup.scramble |= self.scramble_each;
        setup.substitute = match self.substitute {
            InPlace::Random => Substitute::Random,
            InPlace::First => Substitute::FirstLegal,
        };
        if setup.players.iter().any(is_remote) {
            whole_clocks(setup)?;
        }
        self.greet(setup);
        self.args.play(&ready, common)
    }

    /// Asks every player for its status. The match starts in any case, because a missing player may still come up.
    fn greet(&self, setup: &MatchSetup) {
        for who in &setup.players {
            if let PlayerSpec::Remote(address) = who {
                match ask_info(address, self.dialect, INFO_PATIENCE) {
                    Ok(info) => message!("{address}: {info}"),
                    Err(trouble) => message!("{address}: {}", why(&trouble)),
                }
            }
        }
    }
}

fn why(trouble: &PlayerFault) -> String {
    format!("{trouble}; is a player waiting there? (`senet serve-player`)")
}

/// The protocol sends clocks as whole seconds.
fn whole_clocks(setup: &MatchSetup) -> Result<(), Failure> {
    let whole = |clock: Duration| clock.subsec_nanos() == 0 && clock.as_secs() > 0;
    match whole(setup.clocks.start) && whole(setup.clocks.play) {
        true => Ok(()),
        false => Err(
            Failure::new("the protocol needs clocks in whole seconds, at least 1")
                .help("give --start-clock and --play-clock without fractions"),
        ),
    }
}
