//! `senet lab uct-batching`: tunes the leaves per batch, the playouts per leaf and the exploration of `uct`.
//!
//! The rule by which `uct` chooses these values comes from such matches. The first row of each game compares the default `uct` with the
//! classic form: one leaf and one playout. Every other row changes one value and plays against the default `uct`.

use super::duel::{Duel, DuelOutcome, Side};
use super::score::MatchScore;
use crate::csv;
use crate::load::load_game;
use crate::plot::{self, Interval, PlotRow, Scale};
use clap::{Args, ValueEnum};
use senet_arena::Rules;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::time_limit::number_up_to;
use senet_console::{Common, Failure, Out, progress};
use senet_search::{Clock, PlayerName, Setting, player};
use serde::Serialize;
use serde_json::json;
use std::path::PathBuf;

/// The classic form, for comparison.
const CLASSIC: &str = "uct:batch=1,c=0.7,playouts=1";

/// Compares settings of `uct` at equal CPU time: leaves per batch, playouts per leaf, exploration
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab uct-batching --games connect-four --matches 40 --out results\n  \
    senet lab uct-batching --vary classic --seconds 0.2 --matches 100\n  \
    senet lab uct-batching --players uct:expand=1,uct:rave=on --against uct --json\n\n\
    --out writes uct-batching.csv, uct-batching.svg and uct-batching.json."
)]
pub struct UctBatching {
    /// Games for two players, separated by commas
    #[arg(
        long,
        value_name = "GAME,…",
        value_delimiter = ',',
        default_value = "connect-four,breakthrough,othello"
    )]
    games: Vec<String>,
    /// Values to vary, separated by commas
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "classic,batch,playouts,exploration"
    )]
    vary: Vec<Vary>,
    /// Players to test instead of --vary; separate the options of one player with `;`
    #[arg(long, value_name = "PLAYER,…", value_delimiter = ',')]
    players: Vec<String>,
    /// Opponent of these players
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    against: String,
    /// Matches per row, an even number
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = even)]
    matches: usize,
    /// CPU seconds per move
    #[arg(long, value_name = "S", default_value_t = 0.03, value_parser = seconds)]
    seconds: f64,
    /// Time multiplier for the first player
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = seconds)]
    more_time: f64,
    /// Random moves before the players take over
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: usize,
    /// Folder for the results as CSV, SVG and JSON
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The value to vary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Vary {
    /// The default `uct` against one leaf with one playout.
    Classic,
    /// Leaves per batch.
    Batch,
    /// Playouts per leaf.
    Playouts,
    /// The exploration weight.
    Exploration,
}

impl Vary {
    /// The two players of each row.
    fn rows(self) -> Vec<(String, String)> {
        let against_default = |names: &[&str]| {
            let row = |name: &&str| (name.to_string(), "uct".to_string());
            names.iter().map(row).collect()
        };
        match self {
            Vary::Classic => vec![("uct".into(), CLASSIC.into())],
            Vary::Batch => against_default(&["uct:batch=1", "uct:batch=16", "uct:batch=256"]),
            Vary::Playouts => {
                against_default(&["uct:playouts=1", "uct:playouts=4", "uct:playouts=32"])
            }
            Vary::Exploration => against_default(&["uct:c=0.06", "uct:c=0.35", "uct:c=0.7"]),
        }
    }
}

/// A row of the table.
#[derive(Serialize)]
struct Row {
    game: String,
    player: String,
    opponent: String,
    seconds: [f64; 2],
    matches: u32,
    #[serde(flatten)]
    score: MatchScore,
    share: f64,
    low: f64,
    high: f64,
    simulations_per_s: [f64; 2],
    simulations_per_move: [f64; 2],
    seed: u64,
}

fn even(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| "expected a number".to_string())?;
    let fine = number > 0 && number.is_multiple_of(2);
    fine.then_some(number)
        .ok_or_else(|| "expected an even number, because every opening is played twice".to_string())
}

fn seconds(text: &str) -> Result<f64, String> {
    number_up_to(text, 3600.0)
}

impl UctBatching {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let pairs = self.pairs();
        let games = self.load(common)?;
        let bar = progress::bar(self.matches * pairs.len() * games.len(), "matches");
        let mut out = Out::new();
        let (mut rows, mut measured) = (Vec::new(), Vec::new());
        for rules in &games {
            let note = measured_for(rules, self.seconds, common)?;
            self.tell(common, &mut out, &bar, format!("\n{}: {note}", rules.name))?;
            measured.push(json!({"game": rules.name, "measured": note}));
            for (one, other) in &pairs {
                bar.set_message(format!("{}: {one} against {other}", rules.name));
                let duel = self.duel(one, other, common.seed)?;
                let row = row(rules, &duel, duel.play(rules, common, &|| bar.inc(1))?);
                self.tell(common, &mut out, &bar, line(&row))?;
                rows.push(row);
            }
        }
        bar.finish_and_clear();
        let whole = json!({
            "experiment": "uct-batching",
            "seed": common.seed,
            "matches": self.matches,
            "opening": self.opening,
            "games": measured,
            "rows": rows,
        });
        if common.json {
            out.json(&whole)?;
        }
        self.keep(&rows, &whole)?;
        out.flush()?;
        Ok(())
    }

    /// The two players of each row.
    fn pairs(&self) -> Vec<(String, String)> {
        if self.players.is_empty() {
            return self.vary.iter().flat_map(|vary| vary.rows()).collect();
        }
        let name = |text: &String| text.replace(';', ",");
        let row = |player: &String| (name(player), name(&self.against));
        self.players.iter().map(row).collect()
    }

    fn load(&self, common: &Common) -> Result<Vec<Rules>, Failure> {
        let games = self.games.iter();
        games.map(|game| load_game(game, common)).collect()
    }

    fn duel(&self, one: &str, other: &str, seed: u64) -> Result<Duel, Failure> {
        let side = |name: &str, seconds: f64| {
            let player: PlayerName = name
                .parse()
                .map_err(|error: senet_search::PlayerError| Failure::new(error.to_string()))?;
            Ok::<_, Failure>(Side { player, seconds })
        };
        Ok(Duel {
            sides: [
                side(one, self.seconds * self.more_time)?,
                side(other, self.seconds)?,
            ],
            matches: self.matches,
            opening: self.opening,
            start_seconds: self.seconds.max(0.2),
            seed,
        })
    }

    /// Prints a line, unless the output is JSON.
    fn tell(
        &self,
        common: &Common,
        out: &mut Out,
        bar: &indicatif::ProgressBar,
        line: String,
    ) -> Result<(), Failure> {
        if !common.json {
            bar.suspend(|| out.line(line).and_then(|()| out.flush()))?;
        }
        Ok(())
    }

    fn keep(&self, rows: &[Row], whole: &serde_json::Value) -> Result<(), Failure> {
        let Some(folder) = &self.out else {
            return Ok(());
        };
        let title = format!(
            "uct: share of points at {} CPU seconds per move, {} matches per row",
            self.seconds, self.matches
        );
        csv::write(
            folder,
            &[
                ("uct-batching.csv", csv(rows)),
                (
                    "uct-batching.svg",
                    plot::rows(&title, Scale::Share, &bars(rows)),
                ),
                ("uct-batching.json", format!("{whole:#}\n")),
            ],
        )
    }
}

/// The notes of `uct` about its measurements of a game before a match.
fn measured_for(rules: &Rules, seconds: f64, common: &Common) -> Result<String, Failure> {
    let setting = Setting {
        game: rules.game.clone(),
        role: 0,
        seed: common.seed,
        learn: None,
    };
    let name = PlayerName {
        kind: "uct".to_string(),
        options: Default::default(),
    };
    let mut seated = player(&name, setting)?;
    let report = seated.prepare(&common.budget_of(Clock::ThreadCpu, seconds.max(0.2)))?;
    Ok(report.notes.join("; "))
}

fn row(rules: &Rules, duel: &Duel, outcome: DuelOutcome) -> Row {
    let (low, high) = outcome.score.interval();
    let [one, other] = &duel.sides;
    Row {
        game: rules.name.clone(),
        player: one.player.to_string(),
        opponent: other.player.to_string(),
        seconds: [one.seconds, other.seconds],
        matches: outcome.score.matches(),
        score: outcome.score,
        share: outcome.score.share(),
        low,
        high,
        simulations_per_s: outcome.effort.map(|effort| effort.rate().round()),
        simulations_per_move: outcome
            .effort
            .map(|effort| (effort.simulations as f64 / effort.moves.max(1) as f64).round()),
        seed: duel.seed,
    }
}

/// A row as text.
fn line(row: &Row) -> String {
    let MatchScore {
        wins,
        draws,
        losses,
    } = row.score;
    let [own, other] = row.simulations_per_move;
    let table = TextTable::new([
        left("").at_least(22),
        left("").at_least(38),
        right("").at_least(16),
        left(""),
        left(""),
    ]);
    table.indented(2).line(cells![
        row.player,
        format!("against {}", row.opponent),
        row.score.percent(),
        format!("{wins}-{draws}-{losses}"),
        format!("{own:.0} : {other:.0} simulations per move"),
    ])
}

fn csv(rows: &[Row]) -> String {
    let titles = "game player opponent seconds opponent_seconds matches wins draws losses share low high \
        simulations_per_s opponent_simulations_per_s seed";
    let titles: Vec<String> = titles.split_whitespace().map(str::to_string).collect();
    let mut text = csv::csv_line(&titles);
    for row in rows {
        text += &csv::csv_line(&[
            row.game.clone(),
            row.player.clone(),
            row.opponent.clone(),
            row.seconds[0].to_string(),
            row.seconds[1].to_string(),
            row.matches.to_string(),
            row.score.wins.to_string(),
            row.score.draws.to_string(),
            row.score.losses.to_string(),
            format!("{:.4}", row.share),
            format!("{:.4}", row.low),
            format!("{:.4}", row.high),
            row.simulations_per_s[0].to_string(),
            row.simulations_per_s[1].to_string(),
            row.seed.to_string(),
        ]);
    }
    text
}

fn bars(rows: &[Row]) -> Vec<PlotRow> {
    let mut bars = Vec::new();
    let mut game = "";
    for row in rows {
        if row.game != game {
            game = &row.game;
            bars.push(PlotRow {
                label: row.game.clone(),
                ours: None,
                published: None,
            });
        }
        let opponent = match row.opponent.as_str() {
            CLASSIC => "classic",
            other => other,
        };
        bars.push(PlotRow {
            label: format!("{} against {opponent}", row.player),
            ours: Some(Interval::of_score(&row.score)),
            published: None,
        });
    }
    bars
}
