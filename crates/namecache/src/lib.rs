//! The name-service cache, without its sockets.
//!
//! The crate makes decisions; it opens nothing, never blocks and never reads a clock. The daemon passes it events and
//! the current time, and executes the [`Effect`](engine::Effect)s that it returns: give a lookup to a worker process,
//! send an answer, publish memory. Tests can therefore use a simulated clock to show that no answer outlives its time
//! to live, that a changed source file invalidates its entries, and that equal questions cause a single lookup.
//!
//! - [`config`]: the configuration file.
//! - [`cache`]: a [`dict`] table with a limit, an eviction policy and times to live.
//! - [`store`]: the positive and negative entries and the list of one database, and whether they are valid.
//! - [`engine`]: questions, lookups, deadlines, and limits per user.
//! - [`image`] and [`segment`]: the memory that clients map.
//! - [`publish`]: writes the caches into that memory.
//! - [`lookup`]: the messages between the daemon and its workers.
//!
//! It must never answer a user from another user's view, trust what a client says about its identity, or store a
//! password hash.
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
