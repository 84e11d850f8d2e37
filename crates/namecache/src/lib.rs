//! The name-service cache, without its sockets.
//!
//! The crate decides; it never opens, waits or asks the time. The daemon hands it what came in and the current time,
//! and carries out the [`Effect`](engine::Effect)s that it gives back: a lookup to be given to a worker process, an
//! answer to be sent, memory to be published. So one thing can be tested with a clock that is a number: that no answer
//! outlives its time, that a changed source is never answered from old memory, that equal questions are asked once.
//!
//! - [`config`]: the configuration file.
//! - [`cache`]: a limit, a policy and times to live over a [`dict`] table.
//! - [`store`]: the two polarities and the list of one database, and when they may be believed.
//! - [`engine`]: questions and results of lookups, equal questions joined, deadlines, shares of users.
//! - [`image`] and [`segment`]: what both doors map.
//! - [`publish`]: from the caches into both.
//! - [`lookup`]: the bytes between the daemon and its workers.
//!
//! It must never answer a user from another user's view, believe a peer about who it is, or keep a password hash.
//!
//! ```
//! use namecache::{Config, Engine, Peer, engine::{Ask, Effect, Outcome}, lookup::Answer};
//! let config = Config::parse("enable-cache passwd yes").unwrap();
//! let mut engine = Engine::new(&config, "passwd: files", [1, 2]);
//! let (passwd, who) = (engine.cache_named(b"passwd").unwrap(), Peer::new(1000, 1000, 1));
//! assert!(matches!(engine.ask(0, who, passwd, b"\x01ida", 7, 1), Ask::Parked));
//! let Some(Effect::Lookup { id, .. }) = engine.poll_effect() else { panic!("a worker is asked") };
//! engine.handle_answer(1, id, Answer::Absent, 7);
//! assert!(matches!(engine.poll_effect(), Some(Effect::Reply { ticket: 1, outcome: Outcome::Absent })));
//! assert!(matches!(engine.ask(2, who, passwd, b"\x01ida", 7, 2), Ask::Now(Outcome::Absent)));
//! ```
pub mod cache;
pub mod config;
pub mod engine;
pub mod image;
pub mod lookup;
pub mod metrics;
pub mod model;
pub mod publish;
pub mod segment;
pub mod sources;
pub mod store;

pub use config::Config;
pub use engine::{Engine, Peer};
