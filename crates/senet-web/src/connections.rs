//! Connections: how many there are, and how long a client may take to say what it wants and to read what it gets.
//!
//! A client that sends a byte now and then, or never reads, would keep a connection for ever. Here it has so long for the head of a request, so long for all of it
//! (`patience`), and its connection is closed when nothing can be written to it for a while.

use crate::Limits;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

/// How long answers that are being sent may take when the server ends.
const LEAVE: Duration = Duration::from_secs(2);
/// How long to wait when the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers connections until the server ends.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    mut end: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut open = JoinSet::new();
    loop {
        let next = tokio::select! {
            next = accept(&listener, &places) => next,
            _ = end.wait_for(|end| *end) => break,
        };
        match next {
            Ok((stream, place)) => {
                let (router, limits, end) = (router.clone(), limits.clone(), end.clone());
                open.spawn(answer(stream, place, router, limits, end));
            }
            // Either the client has gone already, or the system is short of something and will have it again.
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
        while open.try_join_next().is_some() {}
    }
    let all = async { while open.join_next().await.is_some() {} };
    // Whoever has not got the answer by now does not get it.
    tokio::time::timeout(LEAVE, all).await.ok();
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await;
    let place = place.map_err(std::io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    // Events are small and are wanted at once.
    stream.set_nodelay(true)?;
    Ok((stream, place))
}

/// Answers the requests of one connection. What goes wrong with it concerns nobody else.
async fn answer(
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
    router: Router,
    limits: Limits,
    mut end: watch::Receiver<bool>,
) {
    let io = TokioIo::new(crate::stalling::Stalling::new(stream, limits.stall));
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .serve_connection(io, TowerToHyperService::new(router))
    );
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = end.wait_for(|end| *end) => connection.as_mut().graceful_shutdown(),
    }
    connection.await.ok();
}
