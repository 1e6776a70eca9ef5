//! Senet in the browser: any game, drawn from its rules, played by clicking, watched live.
//!
//! Invariants:
//! - Nothing in a rule sheet is ever executed: the server escapes SVG, pages insert text as text, and the content security policy allows only the
//!   embedded scripts.
//! - A request from another site changes nothing (`guard`).
//! - Only an owner's key changes a table or a saved game (`owner_key`).
//! - Everything whose cost can explode has a limit (`limits`): uploads, grounding, thinking, the number of tables, the rates of clients (`quotas`).
//!   One visitor's game does not affect others.
//! - A move that was shown is in the file of its table, so a killed server loses none (`table::store`).
//! - Threads that answer requests never compute; long work runs elsewhere.

mod api;
mod assets;
mod big_stack;
mod catalogue;
mod checking;
mod client;
mod connections;
mod crowd;
mod decisive;
mod drawing;
mod evaluation;
mod facts;
mod failure;
mod files;
mod guard;
mod home;
mod hosts;
mod levels;
mod limits;
mod loading;
mod notes;
mod owner_key;
mod places;
mod player_limits;
mod quotas;
mod records;
mod replays;
mod request_timeout;
mod result_cache;
mod rule_graphs;
mod server;
mod small_jobs;
mod spectator_match;
mod table;
mod thumbnails;
mod tournaments;
mod uploads;
mod utf16;
mod view;
mod write_timeout;

pub use drawing::plan_of;
pub use limits::WebLimits;
pub use server::{WebOptions, WebServer, WebServerHandle};
