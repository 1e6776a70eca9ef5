//! The OpenAPI description is true: every answer has a described status, and its body fits the described schema.

use super::schema::difference;
use crate::common::play::{Table, human};
use crate::common::{Folder, Site, options};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const NIM: &str = "(role a) (init (left 1)) (legal a take) (<= (next (left 0)) (does a take))
(<= terminal (true (left 0))) (<= (goal a 100) (true (left 0))) (<= (goal a 0) (true (left 1)))";

/// A site, its description, and what was seen so far.
struct Witness<'a> {
    site: &'a Site,
    document: Value,
    seen: BTreeSet<(String, String, u16)>,
}

/// A request: the method, the described path, and the real one.
struct Asked<'a> {
    method: &'a str,
    route: &'a str,
    path: String,
    key: &'a str,
    /// The header `X-Senet`, the content type, and the `Origin`.
    head: Vec<(&'a str, &'a str)>,
    body: String,
}

impl<'a> Asked<'a> {
    fn new(method: &'a str, route: &'a str, name: &str, body: impl ToString) -> Asked<'a> {
        Asked {
            method,
            route,
            path: route.replace("{name}", name).replace("{id}", name),
            key: "",
            head: vec![("X-Senet", "1"), ("Content-Type", "application/json")],
            body: body.to_string(),
        }
    }

    fn with_key(self, key: &'a str) -> Asked<'a> {
        Asked { key, ..self }
    }

    fn with_head(self, head: &[(&'a str, &'a str)]) -> Asked<'a> {
        let head = head.to_vec();
        Asked { head, ..self }
    }

    fn at(mut self, query: &str) -> Asked<'a> {
        self.path.push_str(query);
        self
    }
}

impl<'a> Witness<'a> {
    fn new(site: &'a Site) -> Witness<'a> {
        Witness {
            document: site.get("/api/openapi.json").json(),
            seen: BTreeSet::new(),
            site,
        }
    }

    /// Sends a request, and compares status and body with the description.
    #[track_caller]
    fn ask(&mut self, asked: Asked, status: u16) -> Value {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent: ureq::Agent = config.build().into();
        let mut request = ureq::http::Request::builder()
            .method(asked.method)
            .uri(self.site.url(&asked.path));
        for (name, value) in asked.head.iter().chain([&("X-Senet-Key", asked.key)]) {
            request = request.header(*name, *value);
        }
        let response = match asked.method {
            "POST" => agent.run(request.body(asked.body).unwrap()),
            _ => agent.run(request.body(()).unwrap()),
        };
        let mut response = response.unwrap();
        let place = format!("{} {}", asked.method, asked.path);
        let kind = response.headers().get("content-type");
        let kind = kind.map(|kind| kind.to_str().unwrap().to_string());
        let got = response.status().as_u16();
        let is_stream = kind.as_deref() == Some("text/event-stream");
        let text = match is_stream {
            true => String::new(),
            false => response.body_mut().read_to_string().unwrap(),
        };
        assert_eq!(got, status, "{place}: {text}");
        let method = asked.method.to_lowercase();
        let described = &self.document["paths"][asked.route][&method]["responses"][got.to_string()];
        assert!(described.is_object(), "{place}: {got} is not described");
        self.seen.insert((method, asked.route.to_string(), got));
        let Some(content) = described["content"].as_object() else {
            assert_eq!(text, "", "{place}: {got} has a body that is not described");
            return Value::Null;
        };
        let kind = kind.unwrap_or_else(|| panic!("{place}: no content type"));
        let schema = content.get(&kind);
        let schema = schema.unwrap_or_else(|| panic!("{place}: {kind} is not described"));
        let value = match kind.as_str() {
            "application/json" => serde_json::from_str(&text).unwrap(),
            _ => Value::String(text),
        };
        if !is_stream {
            let found = difference(&self.document, &schema["schema"], &value, &place);
            assert_eq!(found, None);
        }
        value
    }

    /// Checks that every described route was seen to succeed and to fail.
    fn has_seen_all(&self) {
        for (route, item) in self.document["paths"].as_object().unwrap() {
            for method in item.as_object().unwrap().keys() {
                let of_route = self
                    .seen
                    .iter()
                    .filter(|(m, r, _)| (m, r) == (method, route));
                let statuses: Vec<u16> = of_route.map(|(_, _, status)| *status).collect();
                let [good, bad] = [200, 400].map(|from| {
                    statuses
                        .iter()
                        .any(|status| (from..from + 200).contains(status))
                });
                assert!(good && bad, "{method} {route} was seen with {statuses:?}");
            }
        }
    }
}

/// The failures that every request may have.
fn common_failures(witness: &mut Witness) {
    let routes: Vec<(String, String)> = witness.document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(route, item)| {
            let methods = item.as_object().unwrap().keys();
            methods.map(|method| (method.to_uppercase(), route.clone()))
        })
        .collect();
    for (method, route) in &routes {
        let has_body =
            !witness.document["paths"][route][method.to_lowercase()]["requestBody"].is_null();
        let ask = || Asked::new(method, route, "nothing", "{}");
        let sent = [("X-Senet", "1"), ("Content-Type", "application/json")];
        let evil = [sent[0], ("Origin", "http://evil.example")];
        witness.ask(ask().with_head(&evil), 403);
        witness.ask(ask().with_head(&[sent[0], ("Host", "evil.example")]), 421);
        if method != "GET" {
            witness.ask(ask().with_head(&[sent[1]]), 403);
        }
        if method == "POST" {
            let long = Asked::new(method, route, "nothing", " ".repeat(2 << 20));
            witness.ask(long, 413);
        }
        if route.contains("{name}") || (route.contains("{id}") && !has_body) {
            witness.ask(ask().with_head(&sent), 404);
            let strange = route.replace("{name}", "%ff").replace("{id}", "%ff");
            let asked = Asked {
                path: strange,
                ..ask()
            };
            witness.ask(asked, 400);
        }
        if has_body && route != "/api/records" {
            let route = &route[..];
            witness.ask(Asked::new(method, route, "nothing", "{"), 400);
            witness.ask(Asked::new(method, route, "nothing", "[]"), 422);
            let plain = [sent[0], ("Content-Type", "text/plain")];
            witness.ask(ask().with_head(&plain), 415);
        }
    }
}

fn games(witness: &mut Witness) {
    let game = |name: &str, rules: &str| json!({"name": name, "rules": rules});
    witness.ask(Asked::new("GET", "/api/games", "", ""), 200);
    witness.ask(Asked::new("GET", "/api/games/{name}", "chess", ""), 200);
    let (list, one) = ("/api/games", "/api/games/{name}");
    let saved = witness.ask(Asked::new("POST", list, "", game("mine", NIM)), 201);
    let key = saved["key"].as_str().unwrap().to_string();
    witness.ask(
        Asked::new("POST", list, "", game("mine", NIM)).with_key(&key),
        201,
    );
    witness.ask(Asked::new("POST", list, "", game("mine", NIM)), 403);
    witness.ask(Asked::new("POST", list, "", game("nim", NIM)), 409);
    witness.ask(Asked::new("POST", list, "", game("A", NIM)), 400);
    witness.ask(Asked::new("POST", list, "", game("b", "(role a")), 422);
    witness.ask(Asked::new("DELETE", one, "nim", ""), 409);
    witness.ask(Asked::new("DELETE", one, "mine", ""), 403);
    let thumbnail = "/api/games/{name}/thumbnail.svg";
    witness.ask(Asked::new("GET", thumbnail, "mine", ""), 200);
    let graph = "/api/games/{name}/graph.svg";
    witness.ask(Asked::new("GET", graph, "mine", ""), 200);
    witness.ask(Asked::new("GET", graph, "mine", "").at("?rule=99"), 404);
    witness.ask(Asked::new("GET", graph, "mine", "").at("?rule=x"), 400);
    witness.ask(Asked::new("GET", graph, "chess", ""), 413);
    facts(witness);
    witness.ask(Asked::new("DELETE", one, "mine", "").with_key(&key), 204);
    witness.ask(Asked::new("GET", "/api/players", "", ""), 200);
    let check = |rules: &str| Asked::new("POST", "/api/check", "", json!({"rules": rules}));
    for rules in [NIM, "", "(role a", "(<= (p ?x) (not (q ?x)))"] {
        witness.ask(check(rules), 200);
    }
}

/// Facts are valid from the first request to the last.
fn facts(witness: &mut Witness) {
    let end = Instant::now() + Duration::from_secs(300);
    let mut states = BTreeSet::new();
    while !states.contains("ready") {
        let route = "/api/games/{name}/facts";
        let sheet = witness.ask(Asked::new("GET", route, "mine", ""), 200);
        states.insert(sheet["status"].as_str().unwrap().to_string());
        assert!(Instant::now() < end, "{sheet}");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(states.contains("working"), "{states:?}");
}

fn tables(witness: &mut Witness) {
    let site = witness.site;
    let seats = json!([human(), human()]);
    let (list, one) = ("/api/tables", "/api/tables/{id}");
    let open = |body: Value| Asked::new("POST", list, "", body);
    witness.ask(open(json!({"game": "nothing", "seats": seats})), 404);
    witness.ask(open(json!({"game": "nim", "seats": []})), 400);
    witness.ask(open(json!({"rules": "(role a", "seats": []})), 422);
    let opened = witness.ask(open(json!({"game": "tic-tac-toe", "seats": seats})), 201);
    let text = |key: &str| opened[key].as_str().unwrap().to_string();
    let (id, key) = (text("id"), text("key"));
    let look = || Asked::new("GET", one, &id, "");
    witness.ask(look(), 200);
    let table = Table {
        site,
        id: id.clone(),
        key: key.clone(),
    };
    table.wait_for_turn();
    witness.ask(look(), 200);
    witness.ask(look().at("?step=7"), 404);
    witness.ask(look().at("?step=x"), 400);
    witness.ask(Asked::new("GET", list, "", ""), 200);
    let moves = "/api/tables/{id}/moves";
    let choose = |step: usize| json!({"step": step, "role": 0, "move": "(mark b 2)"});
    let ask = |route, body: Value| Asked::new("POST", route, &id, body).with_key(&key);
    let stranger = Asked::new("POST", moves, &id, choose(0));
    witness.ask(stranger, 403);
    witness.ask(Asked::new("POST", moves, "nothing", choose(0)), 404);
    witness.ask(ask(moves, choose(3)), 409);
    witness.ask(ask(moves, choose(0)), 200);
    let seat = |name: &str| json!({"role": 1, "seat": {"player": name}});
    let seats = "/api/tables/{id}/seats";
    witness.ask(ask(seats, seat("nobody")), 400);
    witness.ask(ask(seats, seat("nested")), 409);
    witness.ask(Asked::new("POST", seats, "nothing", seat("random")), 404);
    witness.ask(ask(seats, json!({"role": 1, "seat": human()})), 200);
    let undo = "/api/tables/{id}/undo";
    witness.ask(ask(undo, json!({})), 200);
    witness.ask(ask(undo, json!({})), 409);
    witness.ask(look().at("?turned=true"), 200);
    people(witness, &id, &key);
    let record = "/api/tables/{id}/record";
    witness.ask(Asked::new("GET", record, &id, ""), 200);
    let events = "/api/tables/{id}/events";
    witness.ask(Asked::new("GET", events, &id, ""), 200);
    witness.ask(Asked::new("DELETE", one, &id, ""), 403);
    witness.ask(Asked::new("DELETE", one, &id, "").with_key(&key), 204);
    witness.ask(look(), 404);
}

/// The actions of people besides moves.
fn people(witness: &mut Witness, id: &str, key: &str) {
    let ask = |route, body: Value| Asked::new("POST", route, id, body).with_key(key);
    let role = |role: usize| json!({"role": role});
    witness.ask(Asked::new("GET", "/api/levels", "", ""), 200);
    let hint = "/api/tables/{id}/hint";
    witness.ask(Asked::new("POST", hint, id, role(0)), 403);
    witness.ask(ask(hint, role(1)), 409);
    witness.ask(ask(hint, role(0)), 200);
    let links = "/api/tables/{id}/links";
    witness.ask(ask(links, role(7)), 400);
    let link = witness.ask(ask(links, role(1)), 201);
    let seat = link["key"].as_str().unwrap().to_string();
    let join = "/api/tables/{id}/join";
    let guest = |route, body: Value| Asked::new("POST", route, id, body).with_key(&seat);
    witness.ask(ask(join, json!({"name": "Ann"})), 409);
    let joined = witness.ask(guest(join, json!({"name": "Ann"})), 200);
    assert_eq!(joined["seats"][1]["name"], "Ann");
    witness.ask(guest(links, role(0)), 403);
    witness.ask(ask(hint, role(0)), 409);
    let (rematch, resign) = ("/api/tables/{id}/rematch", "/api/tables/{id}/resign");
    witness.ask(ask(rematch, json!({})), 409);
    witness.ask(guest(resign, role(0)), 409);
    witness.ask(guest(resign, role(1)), 200);
    witness.ask(ask(rematch, json!({})), 200);
    let again = witness.ask(guest(rematch, json!({})), 200);
    assert!(again["rematch"]["table"].is_string(), "{again}");
}

fn records(witness: &mut Witness) {
    let table = json!({"game": "tic-tac-toe", "seats": [{"player": "random", "seconds": 0.05}, {"player": "random", "seconds": 0.05}]});
    let table = Table::of(witness.site, &table);
    assert_eq!(table.wait_for_turn()["status"], "over");
    let (list, one) = ("/api/records", "/api/records/{id}");
    let rows = witness.ask(Asked::new("GET", list, "", ""), 200);
    let id = rows[0]["id"].as_str().unwrap().to_string();
    witness.ask(Asked::new("GET", one, &id, ""), 200);
    witness.ask(Asked::new("GET", one, &id, "").at("?step=x"), 400);
    let file = "/api/records/{id}/record";
    let record = witness.ask(Asked::new("GET", file, &id, ""), 200);
    witness.ask(Asked::new("POST", list, "", record), 201);
    let evaluation = "/api/records/{id}/evaluation";
    witness.ask(Asked::new("GET", evaluation, &id, ""), 200);
    witness.ask(Asked::new("GET", one, &id, "").at("?turned=true"), 200);
    let from = json!({"record": id, "step": 2});
    let seats = json!([human(), human()]);
    let open = |from: Value| json!({"from": from, "seats": seats});
    let tables = "/api/tables";
    witness.ask(Asked::new("POST", tables, "", open(from)), 201);
    let late = json!({"record": id, "step": 99});
    witness.ask(Asked::new("POST", tables, "", open(late)), 404);
    witness.ask(Asked::new("POST", list, "", "no record"), 422);
}

fn tournaments(witness: &mut Witness) {
    let (list, one) = ("/api/tournaments", "/api/tournaments/{name}");
    let cup = |games: Value| json!({"name": "cup", "games": games, "players": ["uct", "random"], "seconds": 0.1, "rounds": 500});
    let start = |games: Value| Asked::new("POST", list, "", cup(games));
    witness.ask(start(json!([])), 400);
    witness.ask(start(json!(["nothing"])), 404);
    witness.ask(start(json!(["tic-tac-toe"])), 201);
    witness.ask(start(json!(["tic-tac-toe"])), 409);
    witness.ask(Asked::new("GET", list, "", ""), 200);
    let live = "/api/tournaments/{name}/live";
    let events = "/api/tournaments/{name}/events";
    for route in [one, live, events] {
        witness.ask(Asked::new("GET", route, "cup", ""), 200);
    }
    witness.ask(Asked::new("DELETE", one, "cup", ""), 204);
    while witness.ask(Asked::new("GET", one, "cup", ""), 200)["status"] == "running" {
        std::thread::sleep(Duration::from_millis(20));
    }
    witness.ask(Asked::new("DELETE", one, "cup", ""), 409);
    let resume = "/api/tournaments/{name}/resume";
    witness.ask(Asked::new("POST", resume, "cup", ""), 200);
    witness.ask(Asked::new("POST", resume, "cup", ""), 409);
    witness.ask(Asked::new("GET", one, "cup", ""), 200);
}

#[test]
fn every_answer_is_described() {
    let folder = Folder::new("answers");
    let mut options = options(Some(&folder.0));
    options.limits.facts = Duration::from_secs(1);
    options.limits.compared = 3;
    let site = Site::start(options);
    let mut witness = Witness::new(&site);
    common_failures(&mut witness);
    games(&mut witness);
    tables(&mut witness);
    records(&mut witness);
    tournaments(&mut witness);
    witness.has_seen_all();
}

#[test]
fn answers_of_a_short_server_are_described() {
    let folder = Folder::new("answers-short");
    let file = folder.0.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let mut options = options(Some(&file));
    options.limits.client_checks = 0;
    options.limits.client_opens = 1;
    options.limits.tables = 0;
    options.limits.client_uploads = 0;
    let site = Site::start(options);
    let mut witness = Witness::new(&site);
    let game = json!({"name": "mine", "rules": NIM});
    witness.ask(Asked::new("POST", "/api/games", "", game), 507);
    witness.ask(Asked::new("GET", "/api/tournaments", "", ""), 507);
    let check = json!({"rules": NIM});
    witness.ask(Asked::new("POST", "/api/check", "", check), 429);
    witness.ask(Asked::new("POST", "/api/records", "", "{}"), 429);
    let table = || json!({"game": "tic-tac-toe", "seats": [human(), human()]});
    witness.ask(Asked::new("POST", "/api/tables", "", table()), 503);
    witness.ask(Asked::new("POST", "/api/tables", "", table()), 429);
}
