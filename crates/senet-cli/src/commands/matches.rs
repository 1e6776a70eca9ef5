//! `senet match`: plays one match under clocks. `senet host` shares this code.

use crate::match_printer::MatchPrinter;
use crate::networks::{self, NetworkArgs};
use clap::Args;
use senet_arena::{
    Clocks, HostOptions, MatchError, MatchOutcome, MatchRecord, MatchSetup, PlayerSpec, Substitute,
    play, read_players, seat_players,
};
use senet_console::{
    BackEndArgs, Common, Failure, MAX_STEPS, Out, Source, back_end::load_rules_with, files, source,
};
use senet_knowledge::NetworksInFile;
use senet_search::{DEFAULT_PLAYER, NetLibrary};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Plays one match between players under clocks
///
/// A player is `kind` or `kind:key=value,…`; a single player takes all roles. A late or illegal move is replaced by a random legal one. With --json
/// the command prints the match record, with the fields that GGP hosts use: `matchId`, `states`, `moves`, `errors`, `goalValues` and more.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet match tic-tac-toe --players greedy,random\n  \
    senet match connect-four --players uct,uct:c=1.2 --play-clock 0.5 --record match.json\n  \
    senet match checkers --players random --scramble --seed 7 --json"
)]
pub struct MatchCommand {
    #[command(flatten)]
    args: MatchArgs,
    /// Milliseconds before the end of the clock at which players stop thinking
    #[arg(long, value_name = "MS", default_value_t = 15)]
    margin: u64,
}

impl MatchCommand {
    /// Plays the match.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut ready = self.args.setup(common)?;
        let setup = &mut ready.setup;
        if let Some(PlayerSpec::Remote(address)) = setup.players.iter().find(|who| is_remote(who)) {
            let message = format!("{address} is a remote player");
            return Err(Failure::new(message).help("`senet host` plays with remote players"));
        }
        setup.clocks.margin = Duration::from_millis(self.margin);
        self.args.play(&ready, common)
    }
}

/// True for a remote player.
pub fn is_remote(who: &PlayerSpec) -> bool {
    matches!(who, PlayerSpec::Remote(_))
}

/// Options of every match.
#[derive(Args)]
pub struct MatchArgs {
    /// The game
    game: String,
    /// One player for each role, separated by commas
    #[arg(long, value_name = "P1,P2,…", default_value = DEFAULT_PLAYER)]
    players: String,
    /// Start clock in seconds
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    start_clock: f64,
    /// Play clock in seconds; local players accept fractions
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    play_clock: f64,
    /// Scrambles all names, so that players cannot rely on them
    #[arg(long)]
    scramble: bool,
    /// Shows the board after every move
    #[arg(long)]
    boards: bool,
    /// Also writes the record to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Abandons the match after this number of moves
    #[arg(long, value_name = "N", default_value_t = MAX_STEPS)]
    max_steps: usize,
    #[command(flatten)]
    networks: NetworkArgs,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// A match that is ready to be played.
pub struct ReadyMatch {
    /// The game, the players and the clocks.
    pub setup: MatchSetup,
    /// The networks of learning players.
    networks: Option<Arc<NetworksInFile>>,
}

impl MatchArgs {
    /// Loads the game and seats the players.
    pub fn setup(&self, common: &Common) -> Result<ReadyMatch, Failure> {
        let source = source::find(&self.game, common)?;
        let networks = self.networks.networks()?;
        let library = networks.clone().map(|all| all as Arc<dyn NetLibrary>);
        let rules = load_rules_with(&source, &self.back_end, library, common)?;
        let players = read_players(&self.players)?;
        let players = seat_players(&rules, &players).map_err(no_match)?;
        let clocks = Clocks::seconds(self.start_clock, self.play_clock);
        let setup = MatchSetup {
            players,
            scramble: self.scramble,
            max_steps: self.max_steps,
            address: repository_address(&source),
            substitute: Substitute::Random,
            host: HostOptions::default(),
            deadline: common.deadline().clone(),
            ..MatchSetup::of(rules, Vec::new(), clocks, common.seed)
        };
        Ok(ReadyMatch { setup, networks })
    }

    /// Plays the match and prints it.
    pub fn play(&self, ready: &ReadyMatch, common: &Common) -> Result<(), Failure> {
        let result = self.play_setup(&ready.setup, common);
        networks::finish(ready.networks.as_deref());
        result
    }

    fn play_setup(&self, setup: &MatchSetup, common: &Common) -> Result<(), Failure> {
        let mut account = MatchPrinter::new(setup, self.boards, common.json);
        let played = play(setup, &mut |moment| account.tell(&moment));
        let played = played.map_err(|error| match common.deadline().is_over() {
            true => Failure::out_of_time("the match"),
            false => no_match(error),
        })?;
        if let Some(file) = &self.record {
            write_record(file, &played.record)?;
        }
        match common.json {
            true => Out::new().json(&played.record)?,
            false => account.end(&played)?,
        }
        match played.outcome {
            MatchOutcome::Completed(_) => Ok(()),
            MatchOutcome::Aborted(_) if common.deadline().is_over() => Err(Failure::OutOfTime {
                what: "the match".to_string(),
                is_shown: true,
            }),
            MatchOutcome::Aborted(_) => Err(Failure::No),
        }
    }
}

/// The URL of the rules if they come from a repository, where each version of a game has its own URL.
fn repository_address(source: &Source) -> Option<String> {
    let is_version = source.path.starts_with("http") && source.path.ends_with('/');
    is_version.then(|| source.path.clone())
}

/// Turns a match error into a failure with help.
fn no_match(error: MatchError) -> Failure {
    let help = match &error {
        MatchError::Players { .. } => {
            "name one player for each role, or one for all: --players uct,random"
        }
        MatchError::Player { .. } => "`senet match --help` shows examples of players",
        MatchError::Scramble(_) => "play without --scramble",
        MatchError::Rules(_) => "`senet check --play 100` shows the problems of the rules",
        MatchError::Thread(_) => "raise the limit on memory or processes",
    };
    Failure::new(error.to_string()).help(help)
}

/// Writes a record to a file.
fn write_record(file: &Path, record: &MatchRecord) -> Result<(), Failure> {
    let text = serde_json::to_string(record).map_err(|error| {
        Failure::new(format!("cannot write the record as JSON: {error}"))
            .help("please report this bug")
    })?;
    files::replace(file, (text + "\n").as_bytes()).map_err(|error| {
        let message = format!("cannot write {}: {error}", file.display());
        Failure::new(message).help("choose another file for --record")
    })
}
