//! Senet in the browser: any game, drawn from its rules, played by clicking, watched live.
//!
//! Invariants:
//! - Nothing a rule sheet contains is ever run: the server escapes what becomes SVG, pages write text as text, and the content security policy allows
//!   no script but the embedded ones.
//! - A request from another site changes nothing (`guard`).
//! - Whatever can explode has a limit (`limits`): uploads, grounding, thinking, the number of tables. One visitor's game harms nobody else's.
//! - The server's threads that answer requests never compute: whatever takes time runs elsewhere.

mod account;
mod api;
mod assets;
mod catalogue;
mod checking;
mod connections;
mod desk;
mod drawing;
mod facts;
mod failure;
mod files;
mod guard;
mod home;
mod limits;
mod loading;
mod patience;
mod records;
mod replays;
mod server;
mod shared;
mod stalling;
mod table;
mod thumbnails;
mod tournaments;
mod uploads;
mod utf16;
mod view;
mod work;

pub use drawing::plan_of;
pub use limits::Limits;
pub use server::{Closer, Options, Server};
