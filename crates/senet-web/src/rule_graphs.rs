//! Pictures of rule graphs. Each is drawn once for all visitors; drawing counts against the rate of the client that causes it.

use crate::catalogue::GameEntry;
use crate::client::Client;
use crate::failure::Failure;
use crate::quotas::Work;
use crate::result_cache::ResultCache;
use crate::server::Site;
use axum::http::StatusCode;
use senet_gdl::Sheet;
use senet_graph::export::{self, SvgError, SvgOptions};
use std::sync::Arc;

/// The largest rule graph in nodes that is still readable.
const GRAPH_NODES: usize = 1500;
/// The number of cached pictures.
const KEPT: usize = 64;

/// Draws and caches rule graphs.
pub struct RuleGraphs {
    drawn: ResultCache<Arc<str>>,
}

impl RuleGraphs {
    /// An empty cache.
    pub fn new() -> RuleGraphs {
        RuleGraphs {
            drawn: ResultCache::new(KEPT),
        }
    }

    /// The rule graph of a game, or only the rule with a number.
    pub async fn of(
        &self,
        site: &Arc<Site>,
        client: Client,
        game: &GameEntry,
        rule: Option<usize>,
    ) -> Result<Arc<str>, Failure> {
        let part = rule.map_or(String::new(), |rule| format!("?rule={rule}"));
        let key = (format!("{}{part}", game.name), game.rules.clone());
        if let Some(known) = self.drawn.known(&key) {
            return known;
        }
        site.quotas.take(client, Work::Check)?;
        let (site, rules) = (site.clone(), game.rules.clone());
        let work = async move {
            let drawn = site.jobs.work(client, move || draw(&rules, rule));
            drawn.await?.map(Into::into)
        };
        self.drawn.get(&key, work).await
    }
}

fn draw(rules: &str, rule: Option<usize>) -> Result<String, Failure> {
    let description = Sheet::read(rules).description;
    let graph = senet_graph::occurrence(&description);
    let options = SvgOptions {
        rule,
        nodes: GRAPH_NODES,
    };
    export::svg(&graph, &description.symbols, options).map_err(|error| {
        let (status, help) = match error {
            SvgError::TooLarge { .. } => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "ask for one rule, for example with ?rule=1",
            ),
            SvgError::NoRule { .. } => (StatusCode::NOT_FOUND, "choose one of these numbers"),
        };
        Failure::new(status, error.to_string(), help)
    })
}
