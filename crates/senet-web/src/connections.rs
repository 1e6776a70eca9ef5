//! Connections: their number, and their timeouts.
//!
//! A client that sends a byte now and then, or never reads, would hold a connection for ever. There are time limits for the head of a request, for
//! the whole request (`request_timeout`), and for a blocked write (`write_timeout`).

use crate::WebLimits;
use crate::client::Ends;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

/// How long running answers may take when the server stops.
const LEAVE: Duration = Duration::from_secs(2);
/// The pause after the system failed to accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until the server stops.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &WebLimits,
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
            Ok((stream, ends, place)) => {
                let (router, limits, end) = (router.clone(), limits.clone(), end.clone());
                open.spawn(answer(stream, ends, place, router, limits, end));
            }
            // The client is gone, or the system is short of resources for a moment.
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
        while open.try_join_next().is_some() {}
    }
    let all = async { while open.join_next().await.is_some() {} };
    // Answers that are not sent by now are dropped.
    tokio::time::timeout(LEAVE, all).await.ok();
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, Ends, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await;
    let place = place.map_err(std::io::Error::other)?;
    let (stream, client) = listener.accept().await?;
    let ends = Ends {
        client: client.ip(),
        own: stream.local_addr()?,
    };
    // Events are small and urgent.
    stream.set_nodelay(true)?;
    Ok((stream, ends, place))
}

/// Serves one connection. Its errors do not affect others.
async fn answer(
    stream: TcpStream,
    ends: Ends,
    _place: OwnedSemaphorePermit,
    router: Router,
    limits: WebLimits,
    mut end: watch::Receiver<bool>,
) {
    let io = TokioIo::new(crate::write_timeout::WriteTimeout::new(
        stream,
        limits.stall,
    ));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ends);
        router.call(request)
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .serve_connection(io, service)
    );
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = end.wait_for(|end| *end) => connection.as_mut().graceful_shutdown(),
    }
    connection.await.ok();
}
