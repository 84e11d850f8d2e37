//! From frames to connections.
//!
//! A [`Session`] walks each frame through link layer, network layer, tunnels and transport in place, finds its
//! connection, tracks the connection's state, reassembles TCP streams and delivers payload to [`analyzer`]s. Results go
//! to a [`Sink`] as events of the crate `event`.
//!
//! Sans-IO: it opens nothing, waits for nothing and reads no clock. Frames carry their times, and all timers use the
//! latest of these ([`Session::handle_frame`], [`Session::handle_time`]). So a capture gives the same result at any
//! time on any machine, and tests need not wait.
//!
//! Packets of known connections allocate nothing: state lies in slabs, indexed by number; in-order payload is delivered
//! as the slice of the frame; only bytes that must wait, for a hole to fill or for more fragments, are copied. All
//! state that traffic can grow has a cap in [`Options`] and a weird that reports it.
//!
//! What this crate must never do: know scripts or values, look into application protocols, or trust a length.
//!
//! ```
//! use event::{Event, EventId};
//! use net_types::{LinkType, Timestamp};
//! use session::{ConnView, Frame, Keys, Options, Role, Session, Sink};
//!
//! #[derive(Default)]
//! struct Seen(Vec<String>);
//! impl event::Sink for Seen {
//!     fn wants(&self, _: EventId) -> bool {
//!         true
//!     }
//!     fn take(&mut self, e: &dyn Event) {
//!         self.0.push(e.def().name.to_owned());
//!     }
//! }
//! impl Sink for Seen {
//!     fn about(&mut self, c: &ConnView<'_>) {
//!         self.0.push(format!("{} -> {}", c.port(Role::Orig), c.port(Role::Resp)));
//!     }
//! }
//!
//! let packet = b"\x45\0\0\x1d\0\0\0\0\x40\x11\0\0\x0a\0\0\x01\x0a\0\0\x02\x04\0\0\x35\0\x09\0\0!";
//! let opts = Options { ignore_checksums: true, ..Options::default() };
//! let (mut session, mut seen) = (Session::new(opts, &Keys { sip: [7, 7], fixed: false }, None), Seen::default());
//! let frame = Frame { ts: Timestamp::from_parts(5, 0), link: LinkType::RAW, data: packet, wire_len: packet.len() };
//! session.handle_frame(&frame, &mut seen);
//! session.finish(&mut seen);
//! assert_eq!(seen.0.first().map(String::as_str), Some("1024/udp -> 53/udp"));
//! assert!(seen.0.iter().any(|e| e == "connection_state_remove"));
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, reason = "a panic ends the process: panic = abort"),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod analyzer;
mod conn;
mod drop;
mod encap;
mod env;
mod flow;
mod frag;
mod history;
mod key;
mod options;
mod packet_events;
mod ports;
mod script_value;
mod session;
mod sink;
mod slab;
pub mod tcp;
mod timers;
mod tunnels;
mod uid;
mod walk;
mod weird;

pub use conn::{ConnView, EndpointView, OwnParts, Role};
pub use drop::{By, Dropping};
pub use encap::{Encapsulation, Layer as TunnelLayer, TunnelType};
pub use env::Stats;
pub use history::History;
pub use key::{ConnKey, Keyed, NO_IP_PROTO, transport_of};
pub use options::{Caps, Contents, Options, UnknownSampling, WeirdSampling};
pub use packet_events::PacketEvents;
pub use ports::PortSet;
pub use script_value::ScriptValue;
pub use session::{Frame, Session, WeirdOf};
pub use sink::{Discarder, Recorded, SignatureHit, Sink};
pub use uid::{FileIds, Keys, Uid, UidText, Uids};
pub use walk::{PacketAnalyzer, PacketAnalyzerName, PacketContext, ShownTo, Verdict, is_layer};
pub use walk::{RouteError, Routes};
pub use weird::Weird;
