//! `senet boards`: finds the invariant projections of a game, such as its boards.

use clap::Args;
use senet_analyze::{Analysis, Boards, MissingDeclarations, NamedProjection, Verdict};
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{BoardLimits, Common, Failure, Out, Source, clock, progress, source};
use serde::Serialize;
use serde_json::json;

/// Finds the boards of a game, and its turns, counters, scores, latches and symmetries
///
/// A projection is a relation with some of its argument positions: ⟨cell, {1, 2}⟩ shows the first two arguments of all `cell` facts. It is invariant
/// if it shows the same values in every reachable state. Each projection is `proved`, `refuted` by a state and a joint move, or `undecided`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet boards tic-tac-toe\n  senet boards my-game.kif --json\n  \
    senet boards checkers --verify-ip --only \"cell 1 2\"\n  senet boards my-game.kif --declarations >> my-game.kif"
)]
pub struct BoardsCommand {
    /// The game
    game: String,
    /// Runs only the published test, which starts from any state of declared facts and uses no lemmas or random matches
    #[arg(long)]
    verify_ip: bool,
    /// Prints only `base` and `input` declarations for all possible fluents and moves
    #[arg(long, conflicts_with = "verify_ip")]
    declarations: bool,
    /// Tests only this projection (a relation and positions) and lists its refuted subsets; needs --verify-ip
    #[arg(long, value_name = "PROJECTION", value_parser = projection, requires = "verify_ip")]
    only: Option<(String, Vec<usize>)>,
    #[command(flatten)]
    limits: BoardLimits,
}

/// Parses a projection such as `cell 1 2`.
fn projection(text: &str) -> Result<(String, Vec<usize>), String> {
    let mut words = text.split_whitespace();
    let relation = words.next().map(str::to_lowercase);
    let positions = words.map(str::parse).collect::<Result<Vec<usize>, _>>();
    match (relation, positions) {
        (Some(relation), Ok(mut positions)) if !positions.is_empty() => {
            positions.sort_unstable();
            positions.dedup();
            Ok((relation, positions))
        }
        _ => Err(
            "give a relation and its positions, counted from 1, such as \"cell 1 2\"".to_string(),
        ),
    }
}

impl BoardsCommand {
    /// Finds the boards and prints them.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        if self.declarations {
            return declare(&self.limits.declarations(&source, common)?, common);
        }
        let spinner = progress::spinner(format!("finding the boards of {}", source.name));
        let start = clock::thread_cpu_seconds();
        let analysis = self.find(&source, common);
        let cpu_ms = (clock::thread_cpu_seconds() - start) * 1e3;
        spinner.finish_and_clear();
        let analysis = analysis?;
        let mut out = Out::new();
        if common.json {
            let mut value = json!(analysis.boards);
            value["game"] = json!(source.name);
            value["cpu_ms"] = json!(cpu_ms);
            value["findings"] = json!(analysis.findings);
            value["skipped"] = json!(analysis.skipped);
            if let Some(covered) = self.covered(&analysis.boards) {
                value["only"] = json!(covered);
            }
            out.json(&value)?;
        } else {
            out.text(&text(&analysis.boards))?;
            if let Some(covered) = self.covered(&analysis.boards) {
                out.line(covered.text())?;
            }
            out.text(&findings_text(&analysis))?;
        }
        out.flush()?;
        Ok(())
    }
}

impl BoardsCommand {
    fn find(&self, source: &Source, common: &Common) -> Result<Analysis, Failure> {
        if !self.verify_ip {
            return self.limits.analyze(source, common);
        }
        let boards = self.limits.test(source, self.only.clone(), common)?;
        Ok(Analysis {
            boards,
            findings: Vec::new(),
            skipped: Vec::new(),
        })
    }

    /// Reports the requested projection as refuted if it contains projections that the analysis refuted.
    fn covered(&self, boards: &Boards) -> Option<Covered> {
        let (relation, positions) = self.only.as_ref()?;
        let refuted = boards.projections.iter();
        let refuted = refuted.filter(|report| report.verdict == Verdict::Refuted);
        let parts = refuted.filter(|report| report.named.positions != *positions);
        let refuted_parts: Vec<NamedProjection> =
            parts.map(|report| report.named.clone()).collect();
        let named = NamedProjection {
            relation: relation.clone(),
            arity: refuted_parts.first()?.arity,
            positions: positions.clone(),
        };
        Some(Covered {
            named,
            verdict: Verdict::Refuted,
            refuted_parts,
        })
    }
}

/// A projection that is refuted because it contains refuted projections.
#[derive(Serialize)]
struct Covered {
    #[serde(flatten)]
    named: NamedProjection,
    verdict: Verdict,
    refuted_parts: Vec<NamedProjection>,
}

impl Covered {
    fn text(&self) -> String {
        let parts: Vec<String> = self
            .refuted_parts
            .iter()
            .map(NamedProjection::to_string)
            .collect();
        let (part, is) = match parts.len() {
            1 => ("part", "is"),
            _ => ("parts", "are"),
        };
        let (named, parts) = (&self.named, parts.join(", "));
        format!("{named} is refuted, since its {part} {parts} {is}")
    }
}

/// Prints the declarations as rules or as JSON.
fn declare(found: &MissingDeclarations, common: &Common) -> Result<(), Failure> {
    let mut out = Out::new();
    if common.json {
        out.json(&json!({"base": found.base, "input": found.input}))?;
    } else {
        for fact in &found.base {
            out.line(format!("(base {fact})"))?;
        }
        for (role, made) in &found.input {
            out.line(format!("(input {role} {made})"))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The other findings, one sentence per line.
fn findings_text(analysis: &Analysis) -> String {
    let mut text = String::new();
    for finding in &analysis.findings {
        text += &format!("{} ({})\n", finding.text, finding.basis.name());
    }
    for reason in &analysis.skipped {
        text += &format!("{reason}\n");
    }
    text
}

fn text(boards: &Boards) -> String {
    let mut table = TextTable::new([left(""), left(""), right(""), left("")]);
    for report in &boards.projections {
        let (verdict, ms) = (report.verdict.name(), format!("{:.1} ms", report.ms));
        table.row(cells![report.named, verdict, ms, report.why()]);
    }
    let mut text = table.to_string();
    for board in &boards.maximal {
        text += &format!("board: {board}\n");
    }
    for board in &boards.occupied {
        let sure = if board.proved { "" } else { ", not proved" };
        let (name, cells) = (&board.named, board.cells);
        text += &format!("board that lists only its occupied cells: {name}, {cells} cells{sure}\n");
    }
    if !boards.lemmas.is_empty() {
        text += &format!("lemmas: {}\n", boards.lemmas.join("; "));
    }
    if let Some(reason) = &boards.stopped {
        text += &format!("stopped: {reason}\n");
    }
    text += &format!(
        "{} solver calls and {} for lemmas, {} steps of random matches, {:.1} ms (grounding {:.1} ms)\n",
        boards.calls, boards.lemma_calls, boards.steps, boards.total_ms, boards.ground_ms
    );
    text
}
