//! The server: where it listens, what it shares between requests, how it ends.

use crate::catalogue::Catalogue;
use crate::desk::Desk;
use crate::facts::Facts;
use crate::home::Home;
use crate::loading::Loader;
use crate::records::Records;
use crate::replays::Replays;
use crate::table::{TableContext, TableRegistry};
use crate::thumbnails::Thumbnails;
use crate::tournaments::Tournaments;
use crate::{Limits, api, assets, connections, guard, patience, uploads};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use senet_arena::Guest;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// What a server is made of.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: SocketAddr,
    /// What visitors may use up.
    pub limits: Limits,
    /// Where saved games, records and tournaments lie; without it nothing outlives the server.
    pub folder: Option<PathBuf>,
    /// Where random choices come from.
    pub seed: u64,
    /// Players that the program brings along; visitors seat them by their names.
    pub guests: Vec<Guest>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9180),
            limits: Limits::default(),
            folder: None,
            seed: 1,
            guests: Vec::new(),
        }
    }
}

/// What all requests share.
pub struct Site {
    /// What visitors may use up.
    pub limits: Limits,
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// What loads them.
    pub loader: Arc<Loader>,
    /// Pictures of their first states.
    pub thumbnails: Thumbnails,
    /// What can be found out about them.
    pub facts: Facts,
    /// Where small work is done.
    pub desk: Desk,
    /// Records of matches.
    pub records: Arc<Records>,
    /// Where they are looked at.
    pub replays: Replays,
    /// The tournaments.
    pub tournaments: Arc<Tournaments>,
    /// The tables.
    pub tables: TableRegistry,
    /// Becomes true when the server ends.
    pub end: watch::Receiver<bool>,
    /// Where random choices come from.
    pub seed: u64,
    address: SocketAddr,
    /// The folder. It is the last to go.
    _home: Home,
}

impl Site {
    /// Whether a `Host` header means this server. One that listens on all addresses cannot know its names.
    pub fn answers_to(&self, host: &str) -> bool {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        self.address.ip().is_unspecified()
            || name == "localhost"
            || name.trim_matches(['[', ']']) == self.address.ip().to_string()
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    router: Router,
    site: Arc<Site>,
    closer: Closer,
    troubles: Vec<String>,
}

/// Ends a server from outside.
#[derive(Clone)]
pub struct Closer(Arc<watch::Sender<bool>>);

impl Closer {
    /// Tells the server to end.
    pub fn close(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Listens.
    pub async fn bind(options: Options) -> std::io::Result<Server> {
        let listener = TcpListener::bind(options.address).await?;
        let home = Home::open(options.folder.as_deref())?;
        let limits = &options.limits;
        let (catalogue, troubles) = Catalogue::open(home.path(), limits.saved_games)?;
        let loader = Arc::new(Loader::new(limits));
        let context = TableContext::new(
            limits.clone(),
            loader.clone(),
            options.guests,
            Some(home.path()),
        );
        let (end, ended) = watch::channel(false);
        let site = Arc::new(Site {
            catalogue: Arc::new(catalogue),
            loader,
            tables: TableRegistry::new(context, options.seed),
            end: ended,
            thumbnails: Thumbnails::new(limits),
            facts: Facts::new(limits, options.seed),
            desk: Desk::new(limits.checks, limits.waiting_checks),
            records: Arc::new(Records::new(home.path().join("records"), limits.records)),
            replays: Replays::new(limits),
            tournaments: Arc::new(Tournaments::new(
                home.path().to_path_buf(),
                limits.tournament_processors,
            )),
            seed: options.seed,
            _home: home,
            address: listener.local_addr()?,
            limits: options.limits,
        });
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
                patience::patience,
            ))
            .layer(middleware::from_fn_with_state(site.clone(), guard::guard))
            .with_state(site.clone());
        Ok(Server {
            listener,
            router,
            site,
            closer: Closer(Arc::new(end)),
            troubles,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What is wrong with files in its folder; they are left alone.
    pub fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// What ends it.
    pub fn closer(&self) -> Closer {
        self.closer.clone()
    }

    /// Answers requests until it is told to end.
    pub async fn run(self) -> std::io::Result<()> {
        let site = self.site.clone();
        let tidy = tokio::spawn(async move { site.tables.look_after().await });
        let end = self.closer.0.subscribe();
        connections::serve(self.listener, self.router, &self.site.limits, end).await;
        tidy.abort();
        self.site.tables.close_all();
        Ok(())
    }
}
