//! The interface describes itself.

use crate::common::{Site, options};
use serde_json::Value;

/// All described paths and methods.
fn described(document: &Value) -> Vec<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, item): (&String, &Value)| -> Vec<(String, String)> {
        let methods = item.as_object().unwrap().keys();
        methods.map(|m| (m.to_uppercase(), path.clone())).collect()
    };
    paths.iter().flat_map(of_path).collect()
}

#[test]
fn every_described_route_exists() {
    let site = Site::start(options(None));
    let document = site.get("/api/openapi.json").json();
    let routes = described(&document);
    assert!(routes.len() > 25, "{routes:?}");
    for (method, path) in routes.iter().filter(|(_, path)| path.contains("{name}")) {
        let address = path.replace("{name}", "no-such-thing");
        let answer = match method.as_str() {
            "GET" => site.get(&address),
            "DELETE" => site.delete(&address),
            _ => site.post_text(&address, "{}"),
        };
        // An unknown address or a wrong method (405) gets another answer.
        assert_eq!(answer.status, 404, "{method} {path}: {answer:?}");
        assert!(
            answer.text.contains("no-such-thing"),
            "{method} {path}: {answer:?}"
        );
    }
    for expected in [
        ("GET", "/api/games"),
        ("POST", "/api/games"),
        ("POST", "/api/check"),
        ("GET", "/api/tables/{id}/events"),
        ("POST", "/api/tournaments"),
    ] {
        let found = routes
            .iter()
            .any(|(m, p)| (m.as_str(), p.as_str()) == expected);
        assert!(found, "{expected:?} in {routes:?}");
    }
}

#[test]
fn every_referenced_type_is_described() {
    let site = Site::start(options(None));
    let document = site.get("/api/openapi.json").json();
    let text = document.to_string();
    let references = text.split("\"#/components/schemas/").skip(1);
    let names = references.filter_map(|rest| rest.split('"').next());
    let mut count = 0;
    for name in names {
        assert!(!document["components"]["schemas"][name].is_null(), "{name}");
        count += 1;
    }
    assert!(count > 50, "only {count} references");
}
