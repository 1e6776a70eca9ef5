//! `senet tournament run`: creates a tournament and plays it.

use super::{data, playing};
use clap::{Args, ValueEnum};
use senet_arena::tournament::{
    Form, PlanError, PlannedGame, Seating, Spare, TournamentPlan, planned_game, try_seats,
};
use senet_arena::{PlayerSpec, Rules, now_ms, read_players};
use senet_console::{Common, Failure, MAX_STEPS, back_end::load_rules, source};
use senet_engine::BackEnd;
use senet_search::PlayerName;
use std::path::Path;

/// Creates a tournament and plays it; `resume` continues it after an interruption
///
/// In each round every player takes every seat equally often. If a game has fewer seats than players, all groups of players meet. Above 1000
/// matches per round, only a balanced selection of groups meets (--seating). If it has more seats than players, each player takes several seats,
/// or one player fills the spare ones (--fill).
///
/// Matches run in parallel. Each thread of a thinking player uses one core. If players move in turn, only one thinks at a time, and they
/// use their start clocks one after the other.
///
/// With --json the result is one object with the fields of `show --json`.
#[derive(Args)]
#[command(after_help = "Examples:
  senet tournament run --name club --games tic-tac-toe,connect-four --players random,greedy,uct --rounds 5 --start-clock 1 --play-clock 0.1
  senet tournament run --games breakthrough --players uct:c=0.5,uct,uct:c=1 --form gauntlet --rounds 20 --opening 4
  senet tournament run --games connect-four --players random,legal,greedy,uct --form ladder --duels 3 --simulations 1000")]
pub struct Run {
    /// Name of the tournament [default: the form and a number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The games, separated by commas
    #[arg(long, value_name = "G1,G2,…", value_delimiter = ',', required = true)]
    games: Vec<String>,
    /// The players, separated by commas: `kind`, `kind:key=value,…`, or `host:port` for a remote player
    #[arg(long, value_name = "P1,P2,…")]
    players: String,
    /// Form: round-robin (all players meet), gauntlet (the first player meets all others) or ladder (neighbours meet, and the winner takes the higher
    /// place)
    #[arg(long, value_name = "FORM", default_value = "round-robin")]
    form: Form,
    /// Number of rounds [default: 1; for a ladder the number of players]
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Matches between neighbours in a ladder before their places change
    #[arg(long, value_name = "N", default_value_t = 1)]
    duels: usize,
    /// Groups of players that meet in games with fewer seats than players: all, balanced (as many matches per round as players) or auto
    #[arg(long, value_name = "WHICH", default_value = "auto")]
    seating: Seating,
    /// Player that fills spare seats [default: the players share them]
    #[arg(long, value_name = "PLAYER")]
    fill: Option<String>,
    /// Number of random opening moves, the same for all seat orders; fewer if the match would end
    #[arg(long, value_name = "N", default_value_t = 0)]
    opening: usize,
    /// Start clock in seconds
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    start_clock: f64,
    /// Play clock in seconds; fractions are allowed
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    play_clock: f64,
    /// Kind of clock: wall time, or CPU time, which ignores other load on the machine
    #[arg(long, value_enum, value_name = "CLOCK", default_value_t = ClockKind::Wall)]
    clock: ClockKind,
    /// Maximum number of simulations per move, within the clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Scrambles names and rule order for each match, so that players cannot rely on names
    #[arg(long)]
    scramble: bool,
    /// Abandons a match after this number of moves
    #[arg(long, value_name = "N", default_value_t = MAX_STEPS)]
    max_steps: usize,
    /// The back end [default: the fastest that each game allows]
    #[arg(long, value_name = "NAME")]
    back_end: Option<BackEnd>,
    /// Number of cores to use [default: all]
    #[arg(long, alias = "processors", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    cores: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ClockKind {
    Wall,
    Cpu,
}

impl Run {
    /// Creates the tournament and plays it.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let players = self.player_names()?;
        let (games, rules) = self.load_games(&players, common)?;
        let mut store = data::open(folder)?;
        let plan = self.plan(players, games, &store, common)?;
        plan.check().map_err(no_plan)?;
        check_addresses(&plan)?;
        let made = store.create(&plan, now_ms());
        let tournament = made.map_err(|error| data::failed(&error, folder))?;
        let how = playing::PlaySettings {
            rules,
            cores: self.cores,
            retry_failed: false,
        };
        playing::play(store, tournament, how, folder, common)
    }

    fn plan(
        &self,
        players: Vec<String>,
        games: Vec<PlannedGame>,
        store: &senet_arena::store::Store,
        common: &Common,
    ) -> Result<TournamentPlan, Failure> {
        let name = match &self.name {
            Some(name) => checked_name(name)?,
            None => free_name(self.form, store)?,
        };
        Ok(TournamentPlan {
            name,
            form: self.form,
            games,
            rounds: self.rounds.unwrap_or(match self.form {
                Form::Ladder => players.len(),
                _ => 1,
            }),
            duels: self.duels,
            seating: self.seating,
            spare: self.spare(&players)?,
            players,
            seed: common.seed,
            opening: self.opening,
            start_clock: self.start_clock,
            play_clock: self.play_clock,
            cpu_clock: self.clock == ClockKind::Cpu,
            simulations: self.simulations,
            scramble: self.scramble,
            max_steps: self.max_steps,
            back_end: self.back_end.map(|back_end| back_end.to_string()),
        })
    }

    fn player_names(&self) -> Result<Vec<String>, Failure> {
        let players = read_players(&self.players).map_err(|error| no_player(&error))?;
        Ok(players.iter().map(PlayerSpec::to_string).collect())
    }

    fn spare(&self, players: &[String]) -> Result<Spare, Failure> {
        let Some(fill) = &self.fill else {
            return Ok(Spare::Repeat);
        };
        let name: PlayerName = fill.parse().map_err(|error| no_player(&error))?;
        let found = players
            .iter()
            .position(|player| *player == name.to_string());
        found.map(Spare::Fill).ok_or_else(|| {
            let message = format!("{name} cannot fill seats, because it takes no part");
            Failure::new(message).help(format!("the players are: {}", players.join(", ")))
        })
    }

    /// Loads the games and seats every player once, so that errors show up before anything is stored.
    fn load_games(
        &self,
        players: &[String],
        common: &Common,
    ) -> Result<(Vec<PlannedGame>, Vec<Rules>), Failure> {
        let (mut games, mut all) = (Vec::new(), Vec::new());
        for game in &self.games {
            let source = source::find(game, common)?;
            let rules = load_rules(&source, &playing::back_end(self.back_end), common)?;
            check_players(&rules, players)?;
            games.push(planned_game(
                &source.name,
                &source.text,
                &rules,
                common.seed,
            )?);
            all.push(rules);
        }
        Ok((games, all))
    }
}

/// Checks that every player can take every seat of the game.
fn check_players(rules: &Rules, players: &[String]) -> Result<(), Failure> {
    let all = players.iter().map(|name| name.parse::<PlayerSpec>());
    let all: Vec<PlayerSpec> = all
        .collect::<Result<_, _>>()
        .map_err(|error| no_player(&error))?;
    try_seats(rules, &all)
        .map_err(|error| Failure::new(error.to_string()).help("remove the player or the game"))
}

/// Checks remote players: each can take only one seat of a match, and must make all its moves itself.
fn check_addresses(plan: &TournamentPlan) -> Result<(), Failure> {
    let is_remote = |name: &String| matches!(name.parse(), Ok(PlayerSpec::Remote(_)));
    if let (Some(name), 1..) = (
        plan.players.iter().find(|name| is_remote(name)),
        plan.opening,
    ) {
        let message = format!("the remote player {name} cannot start from an opening");
        return Err(Failure::new(message).help("omit --opening, or the remote players"));
    }
    for game in &plan.games {
        let several = |player: usize| match (plan.form, &plan.spare) {
            (Form::Ladder, _) => game.roles.len() > 2,
            _ if plan.players.len() >= game.roles.len() => false,
            (_, Spare::Repeat) => true,
            (_, Spare::Fill(filler)) => player == *filler,
        };
        let mut players = plan.players.iter().enumerate();
        if let Some((_, name)) = players.find(|(player, name)| is_remote(name) && several(*player))
        {
            let message = format!(
                "the remote player {name} would have several seats of {}, but can take only one",
                game.name
            );
            return Err(Failure::new(message)
                .help("name one player per role, or give another player to --fill"));
        }
    }
    Ok(())
}

fn no_player(error: &senet_search::PlayerError) -> Failure {
    Failure::new(error.to_string()).help("`senet tournament run --help` shows examples of players")
}

fn no_plan(error: PlanError) -> Failure {
    let help = match &error {
        PlanError::Twice(_) => {
            "name each player and each game once; options make players distinct: uct,uct:c=0.5"
        }
        PlanError::Players(_) | PlanError::Filler => "name them with --players P1,P2,…",
        PlanError::Games => "name games with --games G1,G2,…",
        PlanError::Rounds => "--rounds and --duels must be at least 1",
        PlanError::Clock(_) => "clocks must be 0 seconds or more",
        PlanError::TooMany(_) => "use fewer --rounds, or --seating balanced",
    };
    Failure::new(error.to_string()).help(help)
}

/// Accepts only single words, because match identifiers contain the name.
fn checked_name(name: &str) -> Result<String, Failure> {
    let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    match !name.is_empty() && name.chars().all(fits) && name.chars().count() <= 100 {
        true => Ok(name.to_string()),
        false => Err(
            Failure::new(format!("`{name}` is not a valid tournament name"))
                .help("use up to 100 letters, digits and the characters - _ ."),
        ),
    }
}

/// The first unused name.
fn free_name(form: Form, store: &senet_arena::store::Store) -> Result<String, Failure> {
    let all = store
        .list()
        .map_err(|error| Failure::new(error.to_string()))?;
    let taken = |name: &String| all.iter().any(|s| s.tournament.plan.name == *name);
    let names = (1..=all.len() + 1).map(|number| format!("{form}-{number}"));
    let mut unused = names.filter(|name| !taken(name));
    Ok(unused
        .next()
        .expect("one name more than there are tournaments"))
}
