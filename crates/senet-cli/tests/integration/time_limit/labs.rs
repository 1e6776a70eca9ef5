//! Every experiment ends within its time limit, and says that its result is not whole.

use super::measured::Measured;
use super::{all_at_once, commands_below, is_thorough, sheets, time_factor};
use crate::common::Folder;

/// Public sheets that experiments name. The test writes slow sheets in their place.
const NAMED: [&str; 25] = [
    "3pConnectFour",
    "blocker",
    "checkers-cylinder-mustjump.v1",
    "checkers-mustjump-torus.v1",
    "checkers-mustjump.v1",
    "checkers.v1",
    "checkersSmall.v1",
    "checkersTiny.v1",
    "chess",
    "connect4",
    "connectFour",
    "doubletictactoe",
    "hamilton",
    "hanoi_6_disks",
    "knightsTour",
    "queens06ug",
    "queens08lg",
    "queens08ug",
    "queens12ug",
    "queens16ug",
    "queens31lg",
    "rubiksCube",
    "ticTacToe",
    "tictactoe",
    "tictactoelarge",
];

/// The folders of public sheets.
const FOLDERS: [&str; 3] = ["base", "dresden", "stanford"];

/// The arguments of an experiment besides those that all have.
fn arguments(lab: &str, folder: &Folder, public: &str) -> Vec<String> {
    let path = |name: &str| folder.path(name);
    let sheets = path(&format!("{public}/base"));
    let args = match lab {
        "alphazero-ablation" => vec!["--out".to_string(), path(lab)],
        deep if deep.starts_with("deep-") => vec!["--out".to_string(), path(deep)],
        "attack" => vec!["--minutes".to_string(), "100".to_string()],
        "game-distance" | "mapping-variants" | "node-noise" | "self-mapping" => {
            vec!["--games".to_string(), sheets]
        }
        "invariant-projections" | "reasoner-zero-shot" => vec!["--dir".to_string(), sheets],
        reasoner if reasoner.starts_with("reasoner-") => vec!["--dir".to_string(), path(public)],
        "network-transfer" => ["breakthrough-6x6", "breakthrough"]
            .map(str::to_string)
            .to_vec(),
        "recognition" => vec![sheets],
        "uct-threads" => vec!["chess".to_string()],
        "web-load" => ["--seconds", "10"].map(str::to_string).to_vec(),
        _ => Vec::new(),
    };
    [vec!["lab".to_string(), lab.to_string()], args].concat()
}

/// Writes slow sheets under the names of the public ones: the first slow sheet for the first name, and so on.
fn write_sheets(folder: &Folder, public: &str, first: usize) {
    let slow = sheets::all();
    for (number, name) in NAMED.iter().enumerate() {
        let (_, rules) = &slow[(first + number) % slow.len()];
        for place in FOLDERS {
            folder.write(&format!("{public}/{place}/{name}.kif"), rules);
        }
    }
}

/// What is wrong with the end of an experiment, if anything.
fn fault(ran: &Measured) -> Option<&'static str> {
    let told = "was not finished within 2 s";
    let json: Result<serde_json::Value, _> = serde_json::from_str(&ran.stdout);
    match (ran.fault(time_factor()), json) {
        (Some(fault), _) => Some(fault),
        _ if is_thorough() && ran.ignored_its_deadline() => Some("it ignored its deadline"),
        _ if ran.was_ended_from_outside() => None,
        (None, Err(_)) => Some("the output is not JSON"),
        _ if ran.code != Some(2) => Some("the exit code"),
        (None, Ok(json)) => {
            let error = json["error"]["message"].as_str();
            let text = error.unwrap_or(&ran.stderr);
            (!text.contains(told)).then_some("it does not tell that time was up")
        }
    }
}

#[test]
fn experiments_end_within_their_time_limit() {
    let folder = Folder::new("time-limit-labs");
    let labs = commands_below(&["lab"]);
    assert!(labs.len() > 25, "{labs:?}");
    let rounds = if is_thorough() {
        sheets::all().len()
    } else {
        1
    };
    let mut runs = Vec::new();
    for round in 0..rounds {
        let public = format!("public-{round}");
        write_sheets(&folder, &public, round);
        for lab in labs.iter().filter_map(|path| path.strip_prefix("lab ")) {
            let args = arguments(lab, &folder, &public);
            // Experiments without sheets do the same in every round.
            if round == 0 || args.iter().any(|arg| arg.contains(&public)) {
                runs.push([args, vec!["--json".to_string()]].concat());
            }
        }
    }
    let faults = all_at_once(&runs, |args| {
        let ran = Measured::run(args);
        println!("{}: {}", args.join(" "), ran.figures());
        fault(&ran).map(|fault| format!("{fault}: {args:?}: {ran:?}"))
    });
    assert!(
        faults.is_empty(),
        "{} of {} runs failed:\n{}",
        faults.len(),
        runs.len(),
        faults.join("\n")
    );
}
