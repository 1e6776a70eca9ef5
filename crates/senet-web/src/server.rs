//! The server: address, shared state, shutdown.

use crate::catalogue::Catalogue;
use crate::facts::Facts;
use crate::home::Home;
use crate::hosts::Hosts;
use crate::loading::{Loader, compute};
use crate::quotas::Quotas;
use crate::records::Records;
use crate::replays::Replays;
use crate::rule_graphs::RuleGraphs;
use crate::small_jobs::SmallJobs;
use crate::table::{TableContext, TableRegistry, TableStore};
use crate::thumbnails::Thumbnails;
use crate::tournaments::Tournaments;
use crate::{WebLimits, api, assets, connections, guard, request_timeout, uploads};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use senet_arena::CustomPlayer;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Options of a server.
#[derive(Clone, Debug)]
pub struct WebOptions {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The limits.
    pub limits: WebLimits,
    /// Further names of the server, for example that of a proxy in front of it.
    pub allowed_hosts: Vec<String>,
    /// The folder for saved games, records, tournaments and matches in progress; without it, they are lost when the server stops.
    pub folder: Option<PathBuf>,
    /// The seed of random choices.
    pub seed: u64,
    /// Players that the embedding program provides; visitors choose them by name.
    pub custom_players: Vec<CustomPlayer>,
}

impl Default for WebOptions {
    fn default() -> WebOptions {
        WebOptions {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9180),
            limits: WebLimits::default(),
            allowed_hosts: Vec::new(),
            folder: None,
            seed: 1,
            custom_players: Vec::new(),
        }
    }
}

/// The state that all requests share.
pub struct Site {
    /// The limits.
    pub limits: WebLimits,
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// The loader of games.
    pub loader: Arc<Loader>,
    /// Pictures of the first states of games.
    pub thumbnails: Thumbnails,
    /// Pictures of rule graphs.
    pub graphs: RuleGraphs,
    /// Facts about games.
    pub facts: Facts,
    /// The queue for small jobs.
    pub jobs: SmallJobs,
    /// Records of matches.
    pub records: Arc<Records>,
    /// Verified records.
    pub replays: Replays,
    /// The tournaments.
    pub tournaments: Arc<Tournaments>,
    /// The tables.
    pub tables: Arc<TableRegistry>,
    /// Becomes true when the server stops.
    pub end: watch::Receiver<bool>,
    /// The seed of random choices.
    pub seed: u64,
    /// The names of the server.
    pub hosts: Hosts,
    /// The rates of clients.
    pub quotas: Quotas,
    /// The folder; dropped last.
    _home: Home,
}

/// A listening server.
pub struct WebServer {
    listener: TcpListener,
    router: Router,
    site: Arc<Site>,
    handle: WebServerHandle,
    troubles: Vec<String>,
}

/// Stops a server from another task.
#[derive(Clone)]
pub struct WebServerHandle(Arc<watch::Sender<bool>>);

impl WebServerHandle {
    /// Tells the server to stop.
    pub fn close(&self) {
        self.0.send_replace(true);
    }
}

impl WebServer {
    /// Starts to listen.
    pub async fn bind(options: WebOptions) -> std::io::Result<WebServer> {
        let listener = TcpListener::bind(options.address).await?;
        let home = Home::open(options.folder.as_deref())?;
        let limits = &options.limits;
        let store = options.folder.as_deref().map(TableStore::open).transpose();
        // The lock of the tables keeps other servers out; a temporary folder has no other server.
        let is_alone = store.is_ok();
        let (catalogue, mut troubles) = Catalogue::open(home.path(), limits, is_alone)?;
        let store = store.unwrap_or_else(|trouble| {
            troubles.push(trouble);
            None
        });
        let stored = store.as_ref().map(TableStore::stored);
        let (stored, damaged) = stored.unwrap_or_default();
        troubles.extend(damaged);
        let loader = Arc::new(Loader::new(limits));
        let records = Arc::new(Records::new(home.path().join("records"), limits.records));
        if is_alone && let Err(error) = records.clear_up() {
            troubles.push(format!("the folder of records: {error}"));
        }
        let context = TableContext::new(
            limits.clone(),
            loader.clone(),
            options.custom_players,
            records.clone(),
            store,
        );
        let (end, ended) = watch::channel(false);
        let site = Arc::new(Site {
            catalogue: Arc::new(catalogue),
            loader,
            tables: Arc::new(TableRegistry::new(context, options.seed)),
            end: ended,
            thumbnails: Thumbnails::new(limits),
            graphs: RuleGraphs::new(),
            facts: Facts::new(limits, options.seed),
            jobs: SmallJobs::new(limits.checks, limits.waiting_checks),
            records,
            replays: Replays::new(limits),
            tournaments: Arc::new(Tournaments::new(home.path().to_path_buf(), limits)),
            seed: options.seed,
            _home: home,
            hosts: Hosts::new(listener.local_addr()?.ip(), &options.allowed_hosts),
            quotas: Quotas::new(limits),
            limits: options.limits,
        });
        let tables = site.tables.clone();
        let restored = compute(move || tables.restore(stored)).await;
        troubles.extend(restored.unwrap_or_else(|failure| vec![failure.message]));
        let router = Router::new()
            .merge(assets::routes())
            .merge(api::routes())
            .layer(DefaultBodyLimit::max(site.limits.body_bytes))
            .layer(middleware::from_fn_with_state(
                site.clone(),
                uploads::refuse_long,
            ))
            .layer(middleware::from_fn_with_state(
                site.clone(),
                request_timeout::request_timeout,
            ))
            .layer(middleware::from_fn_with_state(site.clone(), guard::guard))
            .with_state(site.clone());
        Ok(WebServer {
            listener,
            router,
            site,
            handle: WebServerHandle(Arc::new(end)),
            troubles,
        })
    }

    /// The address of the server.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The problems with files in its folder; the files stay as they are.
    pub fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// A handle that stops the server.
    pub fn handle(&self) -> WebServerHandle {
        self.handle.clone()
    }

    /// Answers requests until the server is stopped.
    pub async fn run(self) -> std::io::Result<()> {
        let site = self.site.clone();
        let tidy = tokio::spawn(async move { site.tables.look_after().await });
        let end = self.handle.0.subscribe();
        connections::serve(self.listener, self.router, &self.site.limits, end).await;
        tidy.abort();
        self.site.tables.stop_all().await;
        Ok(())
    }
}
