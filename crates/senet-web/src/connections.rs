//! Connections: their number, and their timeouts.
//!
//! A client that sends a byte now and then, or never reads, would hold a connection for ever. There are time limits for the head of a request, for
//! the whole request (`request_timeout`), and for a blocked write (`write_timeout`). Accepting never waits: a full server closes a silent
//! connection (`crowd`).

use crate::WebLimits;
use crate::client::{Client, Ends};
use crate::crowd::{Crowd, Place};
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::io::Errno;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The time limit for unfinished answers when the server stops.
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
    let crowd = Crowd::new(limits.connections);
    let mut open = JoinSet::new();
    loop {
        let next = tokio::select! {
            next = accept(&listener) => next,
            _ = end.wait_for(|end| *end) => break,
        };
        match next {
            Ok((stream, ends)) => {
                let place = crowd.enter(Client::of(ends.client));
                let (router, limits, end) = (router.clone(), limits.clone(), end.clone());
                open.spawn(answer(stream, ends, place, router, limits, end));
            }
            Err(error) => {
                if is_out_of_files(&error) {
                    crowd.make_room();
                }
                // The client is gone, or the system is short of resources for a moment.
                tokio::time::sleep(PAUSE).await;
            }
        }
        while open.try_join_next().is_some() {}
    }
    let all = async { while open.join_next().await.is_some() {} };
    // Answers that are not sent by now are dropped.
    tokio::time::timeout(LEAVE, all).await.ok();
}

async fn accept(listener: &TcpListener) -> std::io::Result<(TcpStream, Ends)> {
    let (stream, client) = listener.accept().await?;
    let ends = Ends {
        client: client.ip(),
        own: stream.local_addr()?,
    };
    // Events are small and urgent.
    stream.set_nodelay(true)?;
    Ok((stream, ends))
}

/// True if this process or the system has too many open files.
fn is_out_of_files(error: &std::io::Error) -> bool {
    let number = Errno::from_io_error(error);
    matches!(number, Some(Errno::MFILE | Errno::NFILE))
}

/// Serves one connection. Its errors do not affect others.
async fn answer(
    stream: TcpStream,
    ends: Ends,
    place: Place,
    router: Router,
    limits: WebLimits,
    mut end: watch::Receiver<bool>,
) {
    let io = TokioIo::new(crate::write_timeout::WriteTimeout::new(
        stream,
        limits.stall,
    ));
    let router = TowerToHyperService::new(router);
    let (place, router) = (&place, &router);
    let service = service_fn(move |mut request: Request<Incoming>| async move {
        request.extensions_mut().insert(ends);
        place.asks();
        let answer = router.call(request).await;
        place.is_answered();
        answer
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .serve_connection(io, service)
    );
    tokio::select! {
        _ = connection.as_mut() => return,
        () = place.must_leave() => return,
        _ = end.wait_for(|end| *end) => connection.as_mut().graceful_shutdown(),
    }
    connection.await.ok();
}
