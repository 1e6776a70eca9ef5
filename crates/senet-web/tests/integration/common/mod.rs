//! A server on loopback for a test, and requests to it.

#![allow(dead_code, missing_docs)]

pub mod play;

use senet_web::{WebLimits, WebOptions, WebServer, WebServerHandle};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// A server that stops with the test.
pub struct Site {
    pub address: SocketAddr,
    handle: WebServerHandle,
    thread: Option<JoinHandle<()>>,
}

/// A temporary folder.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("senet-test-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The seconds of `Retry-After`.
    pub retry_after: Option<u64>,
    pub text: String,
}

impl Answer {
    /// The answer as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Options for a server on any free port.
pub fn options(folder: Option<&Path>) -> WebOptions {
    WebOptions {
        address: "127.0.0.1:0".parse().unwrap(),
        folder: folder.map(Path::to_path_buf),
        limits: WebLimits::default(),
        ..WebOptions::default()
    }
}

impl Site {
    /// Starts a server.
    pub fn start(options: WebOptions) -> Site {
        let (sender, started) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let server = WebServer::bind(options).await.unwrap();
                let known = (server.address().unwrap(), server.handle());
                sender.send(known).unwrap();
                server.run().await.unwrap();
            });
        });
        let (address, handle) = started.recv().unwrap();
        Site {
            address,
            handle,
            thread: Some(thread),
        }
    }

    /// Stops the server.
    pub fn close(&self) {
        self.handle.close();
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn get(&self, path: &str) -> Answer {
        answer(agent().get(self.url(path)).call())
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        let request = agent().post(self.url(path)).header("X-Senet", "1");
        let request = request.header("Content-Type", "application/json");
        answer(request.send(body))
    }

    /// A request with the key of a table.
    pub fn post_with(&self, path: &str, key: &str, body: &Value) -> Answer {
        let request = agent().post(self.url(path)).header("X-Senet", "1");
        let request = request.header("Content-Type", "application/json");
        answer(request.header("X-Senet-Key", key).send(body.to_string()))
    }

    pub fn delete_with(&self, path: &str, key: &str) -> Answer {
        let request = agent().delete(self.url(path)).header("X-Senet", "1");
        answer(request.header("X-Senet-Key", key).call())
    }

    pub fn delete(&self, path: &str) -> Answer {
        answer(agent().delete(self.url(path)).header("X-Senet", "1").call())
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been printed.
            thread.join().ok();
        }
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.build().into()
}

#[track_caller]
fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
    let mut response = response.unwrap();
    let retry_after = response.headers().get("retry-after");
    Answer {
        retry_after: retry_after.map(|seconds| seconds.to_str().unwrap().parse().unwrap()),
        status: response.status().as_u16(),
        text: response.body_mut().read_to_string().unwrap(),
    }
}
