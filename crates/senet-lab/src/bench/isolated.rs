//! Measures each game in its own process, so that a crash does not stop the whole run.

use super::choice::BackEndSetting;
use super::game::BenchPlan;
use super::row::BenchRow;
use senet_console::Source;
use serde::Deserialize;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds that a process may exceed its time limits before it is killed.
const GRACE: f64 = 60.0;

/// Measures a sheet in a separate process.
pub fn measure(plan: &BenchPlan, source: &Source, settings: &[BackEndSetting]) -> Vec<BenchRow> {
    let patience = settings.len() as f64 * plan.game_limit + GRACE;
    let answer = command(plan, source, settings).and_then(|command| run(command, patience));
    let rows = answer.and_then(|text| rows(&text));
    rows.unwrap_or_else(|problem| failed(plan, source, settings, &problem))
}

/// Parses the output of the process: rows, or the reason for their absence.
fn rows(text: &str) -> Result<Vec<BenchRow>, String> {
    let told: Result<Told, _> = serde_json::from_str(text);
    match told {
        Ok(Told::Rows(rows)) => Ok(rows),
        Ok(Told::Failure { error }) => Err(error.message),
        Err(error) => Err(format!("the benchmark process printed no rows: {error}")),
    }
}

/// The `--json` output of a process.
#[derive(Deserialize)]
#[serde(untagged)]
enum Told {
    Rows(Vec<BenchRow>),
    Failure { error: Message },
}

#[derive(Deserialize)]
struct Message {
    message: String,
}

/// The rows of a sheet that could not be measured.
fn failed(
    plan: &BenchPlan,
    source: &Source,
    settings: &[BackEndSetting],
    problem: &str,
) -> Vec<BenchRow> {
    let row = |&group| {
        let mut row = BenchRow::new(source, group);
        row.chosen = settings.iter().any(|setting| setting.back_end.is_none());
        row.problem = Some(problem.to_string());
        row
    };
    plan.groups.iter().map(row).collect()
}

/// The command that runs this program again for one game.
fn command(
    plan: &BenchPlan,
    source: &Source,
    settings: &[BackEndSetting],
) -> Result<Command, String> {
    let program = std::env::current_exe();
    let program = program.map_err(|error| format!("cannot find this program: {error}"))?;
    let groups: Vec<&str> = plan.groups.iter().map(|group| group.name()).collect();
    let settings: Vec<String> = settings.iter().map(BackEndSetting::to_string).collect();
    let mut command = Command::new(program);
    command
        .args(["bench", "--json", "--group", &groups.join(",")])
        .args(["--back-end", &settings.join(",")])
        .args(["--seconds", &plan.schedule.seconds.to_string()])
        .args(["--repetitions", &plan.schedule.repetitions.to_string()])
        .args(["--threads", &plan.threads.to_string()])
        .args(["--game-limit", &plan.game_limit.to_string()])
        .args(["--seed", &plan.seed.to_string()])
        .args(source.force.then_some("--force"))
        .args(["--", &source.path]);
    Ok(command)
}

/// Runs a command with a timeout in seconds and returns its output.
fn run(mut command: Command, seconds: f64) -> Result<String, String> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let started = command.spawn();
    let mut child = started.map_err(|error| format!("cannot start a process: {error}"))?;
    let mut stdout = child.stdout.take().expect("it is piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    wait(&mut child, seconds)?;
    let text = reader.join().map_err(|_| "the reader failed".to_string())?;
    text.map_err(|error| format!("the output of the benchmark process is not text: {error}"))
}

/// Waits for a process and kills it at the timeout.
/// The process exits with 0 after an answer, and with 2 after a message about its failure.
fn wait(child: &mut Child, seconds: f64) -> Result<(), String> {
    let start = Instant::now();
    loop {
        let ended = child.try_wait();
        match ended.map_err(|error| format!("cannot wait for a process: {error}"))? {
            Some(status) if matches!(status.code(), Some(0 | 2)) => return Ok(()),
            Some(status) => return Err(format!("the benchmark process died: {status}")),
            None if start.elapsed().as_secs_f64() > seconds => {
                // The process may have ended in this moment; ignoring the error is safe.
                child.kill().ok();
                child.wait().ok();
                return Err(format!(
                    "the benchmark process was killed after {seconds:.0} seconds"
                ));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, expected: Result<&str, &str>) {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let ran = run(command, 2.0);
        assert_eq!(ran.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn reports_output_crash_and_timeout() {
        check("echo rows", Ok("rows\n"));
        let died = "the benchmark process died: signal: 11 (SIGSEGV)";
        check("kill -SEGV $$", Err(died));
        check(
            "exec sleep 60",
            Err("the benchmark process was killed after 2 seconds"),
        );
    }
}
