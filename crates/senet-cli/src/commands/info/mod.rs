//! `senet info`: shows the size of a game and the back end that plays it.

mod evaluation;

use clap::Args;
use evaluation::EvaluationArgs;
use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::{
    BackEndArgs, Common, Failure, Out, back_end::load_source_observed, clock::ms_since, source,
};
use senet_engine::{CodeCounts, LoadStage, Loaded};
use senet_learn::LearnedEvaluation;
use senet_search::watched_deadline;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

/// Shows roles, fluents, moves, ground rules, circuit size, the chosen back end with the reason, and times
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet info chess\n  senet info my-game.kif --json\n  senet info connect-four --evaluation --seconds 2"
)]
pub struct Info {
    /// The game
    game: String,
    #[command(flatten)]
    back_end: BackEndArgs,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

impl Info {
    /// Loads the game and prints its properties.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let start = Instant::now();
        let mut times = Times::default();
        let mut options = self.back_end.options(common);
        if self.evaluation.evaluation {
            let watched = watched_deadline();
            options.limits.deadline = common.deadline().or_when(move || watched.is_over());
        }
        let loaded = load_source_observed(&source, &options, &mut |stage| match stage {
            LoadStage::Prepared => times.prepared = ms_since(start),
            LoadStage::Grounded => times.grounded = Some(ms_since(start)),
            LoadStage::Built => times.built = ms_since(start),
        })?;
        let (json, lines) = (
            as_json(&source.name, &loaded, &times),
            as_lines(&source.name, &loaded, &times),
        );
        let evaluation = self.evaluation.learn(loaded, common)?;
        let mut out = Out::new();
        if common.json {
            out.json(&with_evaluation(json, &evaluation))?;
        } else {
            let mut table = TextTable::of_pairs();
            for (title, value) in lines {
                table.row(cells![title, value]);
            }
            out.text(&table.to_string())?;
            if let Some(learned) = &evaluation {
                out.text(&self.evaluation.text(learned))?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

fn with_evaluation(mut json: Value, evaluation: &Option<LearnedEvaluation>) -> Value {
    if let Some(learned) = evaluation {
        json["evaluation"] = evaluation::as_json(learned);
    }
    json
}

/// Milliseconds from the start to the end of each stage.
#[derive(Default)]
struct Times {
    prepared: f64,
    grounded: Option<f64>,
    built: f64,
}

impl Times {
    /// The grounding time, even if grounding did not finish.
    fn ground_ms(&self) -> Option<f64> {
        self.grounded.map(|grounded| grounded - self.prepared)
    }
}

fn as_json(name: &str, loaded: &Loaded, times: &Times) -> Value {
    let counts = loaded.counts.as_ref();
    let roles = loaded.game.roles();
    let moves = counts.map(|c| {
        roles
            .iter()
            .cloned()
            .zip(c.moves.iter().copied())
            .collect::<BTreeMap<_, _>>()
    });
    json!({
        "game": name,
        "roles": roles,
        "fluents": counts.map(|c| c.fluents),
        "moves": moves,
        "ground_rules": counts.map(|c| c.ground_rules),
        "gates": counts.map(|c| c.gates),
        "code": counts.and_then(|c| c.code.as_ref()).map(code_json),
        "back_end": loaded.back_end.name(),
        "reason": loaded.reason,
        "ground_ms": times.ground_ms(),
        "setup_ms": times.built,
    })
}

fn code_json(code: &CodeCounts) -> Value {
    json!({
        "width": code.width.name(),
        "lanes": code.lanes,
        "phases": code.step_instructions.len(),
        "step_instructions": code.step_instructions,
        "code_bytes": code.code_bytes,
        "memory_bytes": code.memory_bytes,
        "fewest": code.min_batch,
        "interpreted_because": code.interpreted_because,
    })
}

fn code_line(code: &CodeCounts) -> String {
    let instructions: Vec<_> = code
        .step_instructions
        .iter()
        .map(usize::to_string)
        .collect();
    let (width, kilobytes) = (code.width.name(), code.code_bytes as f64 / 1024.0);
    let memory = code.memory_bytes as f64 / 1024.0;
    let mut line = format!(
        "{width}, {} instructions per step, {kilobytes:.1} KiB of code, {memory:.1} KiB of memory per thread",
        instructions.join(" / ")
    );
    if let Some(reason) = &code.interpreted_because {
        line += &format!("; interpreted: {reason}");
    }
    line
}

fn as_lines(name: &str, loaded: &Loaded, times: &Times) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("game", name.to_string()),
        ("roles", loaded.game.roles().join(", ")),
    ];
    if let Some(counts) = &loaded.counts {
        let moves: Vec<_> = loaded
            .game
            .roles()
            .iter()
            .zip(&counts.moves)
            .map(|(role, count)| format!("{role} {count}"))
            .collect();
        lines.push(("fluents", counts.fluents.to_string()));
        lines.push(("moves", moves.join(", ")));
        lines.push(("ground rules", counts.ground_rules.to_string()));
        lines.push(("gates", counts.gates.to_string()));
        lines.extend(counts.code.as_ref().map(|code| ("code", code_line(code))));
    }
    lines.push((
        "back end",
        format!("{}: {}", loaded.back_end, loaded.reason),
    ));
    if let Some(ms) = times.ground_ms() {
        lines.push(("grounding", format!("{ms:.1} ms")));
    }
    lines.push(("set-up", format!("{:.1} ms in total", times.built)));
    lines
}
