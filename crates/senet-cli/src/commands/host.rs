//! `senet host`: a match with players behind addresses, by the GGP protocol.

use super::matches::{MatchArgs, is_remote};
use clap::{Args, ValueEnum};
use senet_arena::{
    Dialect, HostOptions, MatchSetup, Percepts, PlayerFault, PlayerSpec, Substitute, ask_info,
};
use senet_console::{Common, Failure};
use std::time::Duration;

/// How long a player has to tell its status.
const INFO_PATIENCE: Duration = Duration::from_secs(1);

/// Hosts a match between players behind addresses, by the GGP protocol
///
/// A player is `host:port`; players in process may take part, too. A late (after the play clock and one more second) or illegal move is replaced by a
/// random one, and the record says why: TO late, CE no connection, IL illegal. Ctrl-C gives the match up and tells all players.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet host tic-tac-toe --players 127.0.0.1:9147,127.0.0.1:9148 --play-clock 5\n  \
    senet host connect-four --players 127.0.0.1:9147,random --scramble --record match.json\n  \
    senet host checkers --players 127.0.0.1:9147,uct --dialect dresden"
)]
pub struct Host {
    #[command(flatten)]
    args: MatchArgs,
    /// How messages are written: ggp-base, dresden (upper case) or tiltyard (always scrambled)
    #[arg(long, value_name = "DIALECT", default_value_t = Dialect::GgpBase)]
    dialect: Dialect,
    /// What players are told in games that hide (GDL-II)
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Turn)]
    percepts: Form,
    /// Scrambles for every player with other words
    #[arg(long)]
    scramble_each: bool,
    /// The move made in place of one that does not come
    #[arg(long, value_enum, value_name = "MOVE", default_value_t = InPlace::Random)]
    substitute: InPlace,
}

/// What players are told in games that hide.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// The number of the turn, the own last move and what was seen
    Turn,
    /// What was seen alone: the older form
    Alone,
}

/// The move made in place of one that does not come.
#[derive(Clone, Copy, ValueEnum)]
enum InPlace {
    /// Each legal move is equally likely
    Random,
    /// The first legal move
    First,
}

impl Host {
    /// Hosts the match.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut setup = self.args.setup(common)?;
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
            whole_clocks(&setup)?;
        }
        self.greet(&setup);
        self.args.play(&setup, common)
    }

    /// Asks every player whether it is there. The match begins in any case: who is not there now may be in a moment.
    fn greet(&self, setup: &MatchSetup) {
        for who in &setup.players {
            if let PlayerSpec::Remote(address) = who {
                match ask_info(address, self.dialect, INFO_PATIENCE) {
                    Ok(info) => eprintln!("{address}: {info}"),
                    Err(trouble) => eprintln!("{address}: {}", why(&trouble)),
                }
            }
        }
    }
}

fn why(trouble: &PlayerFault) -> String {
    format!("{trouble}; is a player waiting there? (`senet serve-player`)")
}

/// Clocks are sent in whole seconds.
fn whole_clocks(setup: &MatchSetup) -> Result<(), Failure> {
    let whole = |clock: Duration| clock.subsec_nanos() == 0 && clock.as_secs() > 0;
    match whole(setup.clocks.start) && whole(setup.clocks.play) {
        true => Ok(()),
        false => Err(
            Failure::new("the protocol tells clocks in whole seconds, from 1 on")
                .help("give --start-clock and --play-clock without fractions"),
        ),
    }
}
