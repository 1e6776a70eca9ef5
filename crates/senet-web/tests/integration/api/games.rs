//! The games: the library, the editor, and saved games.

use crate::common::{Answer, Folder, Site, options};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const NIM: &str = "(role a) (init (left 1)) (legal a take) (<= (next (left 0)) (does a take))
(<= terminal (true (left 0))) (<= (goal a 100) (true (left 0))) (<= (goal a 0) (true (left 1)))";

fn names(site: &Site) -> Vec<String> {
    let games = site.get("/api/games").json();
    let name = |game: &Value| game["name"].as_str().unwrap().to_string();
    games.as_array().unwrap().iter().map(name).collect()
}

fn save(site: &Site, name: &str, rules: &str) -> Answer {
    save_with(site, "", name, rules)
}

fn save_with(site: &Site, key: &str, name: &str, rules: &str) -> Answer {
    let game = json!({"name": name, "title": "A <b>game</b>", "summary": "", "rules": rules});
    site.post_with("/api/games", key, &game)
}

fn key_of(saved: &Answer) -> String {
    saved.json()["key"].as_str().unwrap().to_string()
}

#[test]
fn the_library_can_be_read_and_seen() {
    let site = Site::start(options(None));
    assert!(names(&site).contains(&"tic-tac-toe".to_string()));
    let game = site.get("/api/games/tic-tac-toe").json();
    assert_eq!(game["roles"], json!(["x", "o"]));
    assert_eq!(game["own"], json!(false));
    assert!(game["rules"].as_str().unwrap().contains("(role x)"));
    let picture = site.get("/api/games/tic-tac-toe/thumbnail.svg");
    assert!(picture.text.starts_with("<svg"), "{}", picture.text);
    let graph = site.get("/api/games/tic-tac-toe/graph.svg");
    assert!(graph.text.contains("<svg"), "{}", graph.text);
    let large = site.get("/api/games/chess/graph.svg");
    assert_eq!(large.status, 413);
    assert!(large.json()["error"]["help"].is_string());
    let missing = site.get("/api/games/tictactoe");
    assert_eq!(missing.status, 404);
    assert!(
        missing.text.contains("did you mean tic-tac-toe"),
        "{}",
        missing.text
    );
}

#[test]
fn problem_positions_count_utf16_units() {
    let site = Site::start(options(None));
    let rules = "; 𝄞é\n(role a) (legal a (go ?x))";
    let checked = site.post("/api/check", &json!({"rules": rules})).json();
    assert_eq!(checked["playable"], json!(false));
    let problems = checked["problems"].as_array().unwrap();
    let units: Vec<u16> = rules.encode_utf16().collect();
    let text = |problem: &Value| {
        let at = |key: &str| problem[key].as_u64().unwrap() as usize;
        String::from_utf16(&units[at("start")..at("end")]).unwrap()
    };
    let unsafe_variable = problems.iter().find(|problem| text(problem) == "?x");
    let found = unsafe_variable.unwrap_or_else(|| panic!("{checked:#}"));
    assert_eq!(
        (found["line"].as_u64(), found["severity"].as_str()),
        (Some(2), Some("error"))
    );
    let good = site.post("/api/check", &json!({"rules": NIM})).json();
    assert_eq!(
        (&good["playable"], &good["why"]),
        (&json!(true), &Value::Null),
        "{good:#}"
    );
    assert!(good["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(good["roles"], json!(["a"]));
}

#[test]
fn text_of_a_sheet_is_escaped() {
    let site = Site::start(options(None));
    let rules = NIM
        .replace("left", "<script>alert(1)</script>")
        .replace("alert(1)", "alert");
    let checked = site.post("/api/check", &json!({"rules": rules})).json();
    let svg = checked["svg"]
        .as_str()
        .unwrap_or_else(|| panic!("{checked:#}"));
    assert!(svg.contains("&lt;script&gt;"), "{svg}");
    assert!(!svg.contains("<script"), "{svg}");
    assert_eq!(save(&site, "markup", &rules).status, 201);
    for picture in ["thumbnail", "graph"] {
        let svg = site.get(&format!("/api/games/markup/{picture}.svg")).text;
        assert!(
            svg.contains("&lt;script&gt;") && !svg.contains("<script"),
            "{svg}"
        );
    }
}

#[test]
fn saved_games_outlive_the_server() {
    let folder = Folder::new("games");
    let site = Site::start(options(Some(&folder.0)));
    let saved = save(&site, "my-nim", NIM);
    assert_eq!(saved.status, 201);
    let key = key_of(&saved);
    let longer = NIM.replace("100", "90");
    assert_eq!(save_with(&site, &key, "my-nim", &longer).status, 201);
    assert_eq!(save(&site, "other", NIM).status, 201);
    drop(site);
    // The leftovers of an interrupted replacement.
    let games = folder.0.join("games");
    std::fs::rename(games.join("other"), games.join(".other.old")).unwrap();
    std::fs::create_dir(games.join(".third.new")).unwrap();
    std::fs::create_dir(games.join("No Name")).unwrap();
    let site = Site::start(options(Some(&folder.0)));
    let game = site.get("/api/games/my-nim").json();
    assert_eq!(
        (&game["rules"], &game["own"]),
        (&json!(longer), &json!(true))
    );
    assert_eq!(game["title"], json!("A <b>game</b>"));
    assert_eq!(site.get("/api/games/other").status, 200);
    assert_eq!(site.get("/api/games/third").status, 404);
    assert_eq!(site.delete("/api/games/my-nim").status, 403);
    assert_eq!(site.delete_with("/api/games/my-nim", &key).status, 204);
    assert_eq!(site.get("/api/games/my-nim").status, 404);
    assert!(!games.join("my-nim").exists());
}

#[test]
fn two_servers_on_one_folder_keep_each_others_games() {
    let folder = Folder::new("two-servers");
    let [one, other] = [0, 1].map(|_| Site::start(options(Some(&folder.0))));
    let key = key_of(&save(&one, "mine", NIM));
    let changed = NIM.replace("100", "90");
    let refused = save(&other, "mine", &changed);
    assert_eq!(refused.status, 409, "{refused:?}");
    assert!(refused.text.contains("another game called"), "{refused:?}");
    assert_eq!(save(&other, "yours", NIM).status, 201);
    assert_eq!(save(&one, "yours", &changed).status, 409);
    // Both servers know this game, until one of them gives it to another owner.
    let third = Site::start(options(Some(&folder.0)));
    assert_eq!(third.get("/api/games/mine").json()["rules"], json!(NIM));
    assert_eq!(one.delete_with("/api/games/mine", &key).status, 204);
    assert_eq!(save(&one, "mine", &changed).status, 201);
    assert_eq!(save_with(&third, &key, "mine", NIM).status, 409);
    assert_eq!(third.delete_with("/api/games/mine", &key).status, 409);
    let rules = folder.0.join("games/mine/rules.kif");
    assert_eq!(std::fs::read_to_string(rules).unwrap(), changed);
}

#[test]
fn only_a_lone_server_removes_unfinished_files() {
    let folder = Folder::new("unfinished");
    let leftovers = [
        "games/.mine.1-1.new",
        "records/.a.json.1-2.new",
        "tables/.b.table.1-3.new",
    ];
    let leftovers = leftovers.map(|name| folder.0.join(name));
    let first = Site::start(options(Some(&folder.0)));
    for path in &leftovers {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    }
    std::fs::create_dir(&leftovers[0]).unwrap();
    std::fs::write(leftovers[0].join("rules.kif"), NIM).unwrap();
    std::fs::write(&leftovers[1], "{}").unwrap();
    std::fs::write(&leftovers[2], "{}").unwrap();
    let second = Site::start(options(Some(&folder.0)));
    assert!(!names(&second).iter().any(|name| name.contains("mine")));
    assert!(leftovers.iter().all(|path| path.exists()));
    drop((first, second));
    let _third = Site::start(options(Some(&folder.0)));
    assert!(!leftovers.iter().any(|path| path.exists()));
}

#[test]
fn a_half_deleted_game_is_never_seen() {
    let folder = Folder::new("half-deleted");
    let site = Site::start(options(Some(&folder.0)));
    let key = key_of(&save(&site, "mine", NIM));
    let place = folder.0.join("games/mine");
    // Deleting many files takes so long that the middle of it is seen.
    for number in 0..5000 {
        std::fs::write(place.join(number.to_string()), "").unwrap();
    }
    let files = || std::fs::read_dir(&place).map_or(0, Iterator::count);
    let all = files();
    let seen = std::thread::scope(|scope| {
        let deleted = scope.spawn(|| site.delete_with("/api/games/mine", &key).status);
        let mut seen = Vec::new();
        while place.exists() {
            let count = files();
            // Otherwise it may have been renamed while its files were counted.
            if place.exists() {
                seen.push(count);
            }
        }
        assert_eq!(deleted.join().unwrap(), 204);
        seen
    });
    assert!(seen.iter().all(|&count| count == all), "{seen:?}");
    let left = std::fs::read_dir(folder.0.join("games")).unwrap().count();
    assert_eq!(left, 0);
}

#[test]
fn rejects_invalid_games_with_a_reason() {
    let folder = Folder::new("refused");
    let site = Site::start(options(Some(&folder.0)));
    for name in [
        "", "..", "../x", "a/b", "A", "-a", "a b", "<b>", "a\u{0}", "é",
    ] {
        assert_eq!(save(&site, name, NIM).status, 400, "{name}");
    }
    assert_eq!(save(&site, "tic-tac-toe", NIM).status, 409);
    assert_eq!(save(&site, "broken", "(role a").status, 422);
    assert_eq!(site.delete("/api/games/tic-tac-toe").status, 409);
    assert_eq!(site.delete("/api/games/..%2Fgames").status, 404);
    assert_eq!(site.post_text("/api/games", "{").status, 400);
    assert!(site.post_text("/api/check", "[]").json()["error"]["message"].is_string());
    let huge = json!({"rules": "(role a) ".repeat(200_000)});
    assert_eq!(site.post("/api/check", &huge).status, 413);
    assert!(!folder.0.join("games").exists());
}

/// A sheet with 10⁹ facts in the first state.
fn explosive() -> String {
    let digits: String = (0..10).map(|d| format!("(d {d}) ")).collect();
    let variables: String = (0..9).map(|n| format!(" ?v{n}")).collect();
    let bodies: String = (0..9).map(|n| format!(" (d ?v{n})")).collect();
    format!("{NIM} {digits} (<= (init (at{variables})){bodies})")
}

#[test]
fn explosive_rules_give_a_reason() {
    let mut options = options(None);
    options.limits.check = Duration::from_millis(300);
    let site = Site::start(options);
    let checked = site
        .post("/api/check", &json!({"rules": explosive()}))
        .json();
    assert_eq!(
        checked["playable"],
        json!(false),
        "{:.300}",
        checked.to_string()
    );
    assert!(
        checked["why"].as_str().unwrap().len() > 20,
        "{}",
        checked["why"]
    );
    assert_eq!(save(&site, "explosive", &explosive()).status, 201);
    assert_eq!(site.get("/api/games/explosive/thumbnail.svg").status, 422);
    assert_eq!(site.get("/api/games/nim/thumbnail.svg").status, 200);
}

/// A fluent with very many arguments, which rotate at each step.
fn rotating(arity: usize) -> String {
    let words = |prefix: &str, from: usize| {
        let all = (0..arity).map(|n| format!("{prefix}{}", (n + from) % arity));
        all.collect::<Vec<_>>().join(" ")
    };
    let (first, before, after) = (words("", 0), words("?x", 0), words("?x", 1));
    format!("{NIM} (init (f {first})) (<= (next (f {after})) (true (f {before})))")
}

#[test]
fn check_of_many_arguments_keeps_its_time() {
    let site = Site::start(options(None));
    let since = Instant::now();
    let checked = site.post("/api/check", &json!({"rules": rotating(500)}));
    assert_eq!(checked.status, 200);
    // The limit is 2 s. The search for boards alone once took half a minute.
    assert!(
        since.elapsed() < Duration::from_secs(10),
        "{:?}",
        since.elapsed()
    );
}

#[test]
fn fast_typing_does_not_block_others() {
    let mut options = options(None);
    options.limits.check = Duration::from_millis(500);
    options.limits.checks = 1;
    options.limits.waiting_checks = 2;
    let site = Site::start(options);
    let sheet = json!({"rules": explosive()});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = || scope.spawn(|| site.post("/api/check", &sheet).status);
        let asked: Vec<_> = (0..12).map(|_| ask()).collect();
        assert_eq!(site.get("/api/games").status, 200);
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(
        statuses.contains(&200) && statuses.contains(&503),
        "{statuses:?}"
    );
    assert!(
        statuses.iter().all(|s| [200, 503].contains(s)),
        "{statuses:?}"
    );
    assert_eq!(site.post("/api/check", &json!({"rules": NIM})).status, 200);
}

#[test]
fn huge_sheet_lists_the_first_problems() {
    let site = Site::start(options(None));
    let rules = "(p ?x) ".repeat(100_000);
    let checked = site.post("/api/check", &json!({"rules": rules})).json();
    assert_eq!(checked["problems"].as_array().unwrap().len(), 200);
    assert!(
        checked["more"].as_u64().unwrap() > 10_000,
        "{}",
        checked["more"]
    );
}

#[test]
fn huge_board_makes_no_huge_answer() {
    let site = Site::start(options(None));
    let place = |n: usize| format!("(init (cell {} {} p))", n % 150, n / 150);
    let cells: String = (0..15_000).map(place).collect();
    let checked = site.post("/api/check", &json!({"rules": format!("{NIM}{cells}")}));
    let checked = checked.json();
    let (svg, why) = (checked["svg"].as_str(), checked["why"].as_str());
    assert!(svg.is_some() != why.is_some());
    assert!(svg.is_none_or(|svg| svg.len() <= 1 << 20));
}

#[test]
fn huge_list_of_facts_is_cut_short() {
    let site = Site::start(options(None));
    let cells: String = (0..20_000).map(|n| format!("(init (cell c{n}))")).collect();
    let checked = site.post("/api/check", &json!({"rules": format!("{NIM}{cells}")}));
    let checked = checked.json();
    let svg = checked["svg"].as_str().unwrap_or_default();
    assert!((1..20_000).contains(&svg.len()), "{}", svg.len());
}

#[test]
fn read_only_folder_is_named_in_the_error() {
    let folder = Folder::new("unwritable");
    let file = folder.0.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let site = Site::start(options(Some(&file)));
    let answer = save(&site, "my-nim", NIM);
    assert_eq!(answer.status, 507, "{answer:?}");
    assert!(answer.text.contains("my-nim"), "{answer:?}");
    assert_eq!(site.get("/api/games/my-nim").status, 404);
    assert_eq!(site.get("/api/tournaments").status, 507);
}

#[test]
fn only_the_owner_changes_a_saved_game() {
    let folder = Folder::new("owners");
    let site = Site::start(options(Some(&folder.0)));
    let saved = save(&site, "mine", NIM);
    let key = key_of(&saved);
    let other = key_of(&save(&site, "other", NIM));
    let changed = NIM.replace("100", "90");
    for wrong in ["", "x", &other, &key[1..]] {
        let refused = save_with(&site, wrong, "mine", &changed);
        assert_eq!(refused.status, 403, "{refused:?}");
        assert!(refused.text.contains("belongs to another visitor"));
        assert_eq!(site.delete_with("/api/games/mine", wrong).status, 403);
    }
    assert_eq!(site.get("/api/games/mine").json()["rules"], json!(NIM));
    let replaced = save_with(&site, &key, "mine", &changed);
    assert_eq!(
        (replaced.status, replaced.json()),
        (201, json!({"name": "mine"}))
    );
    // No answer and no file reveals a key.
    for path in ["/api/games", "/api/games/mine", "/api/openapi.json"] {
        assert!(!site.get(path).text.contains(&key));
    }
    let file = folder.0.join("games/mine/owner.json");
    assert!(!std::fs::read_to_string(&file).unwrap().contains(&key));
    drop(site);
    // Every visitor on this machine may change games saved by versions without owners.
    std::fs::remove_file(&file).unwrap();
    let site = Site::start(options(Some(&folder.0)));
    assert_eq!(site.get("/api/games/mine").json()["owned"], json!(false));
    assert_eq!(save(&site, "other", NIM).status, 403);
    let adopted = save(&site, "mine", NIM);
    assert_eq!(adopted.status, 201);
    assert_eq!(site.delete("/api/games/mine").status, 403);
    let key = key_of(&adopted);
    assert_eq!(site.delete_with("/api/games/mine", &key).status, 204);
}

#[test]
fn rule_graphs_are_drawn_once_and_have_a_rate() {
    let mut options = options(None);
    options.limits.client_checks = 1;
    let site = Site::start(options);
    let graph = |rule: usize| site.get(&format!("/api/games/chess/graph.svg?rule={rule}"));
    let first = graph(1);
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(graph(2).status, 429);
    assert_eq!(graph(1).text, first.text);
}

#[test]
fn clients_have_quotas() {
    let mut options = options(None);
    options.limits.client_saved_games = 2;
    options.limits.client_saves = 4;
    options.limits.client_checks = 3;
    options.limits.client_uploads = 1;
    options.limits.client_tables = 2;
    options.limits.client_opens = 3;
    let site = Site::start(options);
    let statuses = |count: usize, ask: &dyn Fn(usize) -> Answer| -> Vec<u16> {
        (0..count).map(|n| ask(n).status).collect()
    };
    let saves = statuses(5, &|n| save(&site, &format!("game-{n}"), NIM));
    assert_eq!(saves, [201, 201, 409, 409, 429]);
    let sheet = json!({"rules": NIM});
    let checks = statuses(4, &|_| site.post("/api/check", &sheet));
    assert_eq!(checks, [200, 200, 200, 429]);
    let refused = site.post("/api/check", &sheet);
    assert_eq!(refused.retry_after, Some(20), "{refused:?}");
    let uploads = statuses(2, &|_| site.post_text("/api/records", "no record"));
    assert_eq!(uploads, [422, 429]);
    let table = json!({"game": "tic-tac-toe", "seats": [{"human": true}, {"human": true}]});
    let opened: Vec<Answer> = (0..4).map(|_| site.post("/api/tables", &table)).collect();
    let statuses: Vec<u16> = opened.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [201, 201, 429, 429]);
    assert_eq!(
        opened[2].json()["error"]["message"],
        "you have 2 tables, and 2 are allowed"
    );
    assert_eq!(opened[2].retry_after, Some(60));
    // Reading has no quota.
    assert_eq!(site.get("/api/games").status, 200);
}
