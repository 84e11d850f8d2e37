//! Files of the traffic side for scripts: their records, their events, what handlers want of them.
//!
//! Handlers of most events run after the packet. Those of a few run in the middle of it ([`Desk::settle`]): a handle is
//! needed before the first byte can be placed, and an analyzer that a handler adds must not miss one. What such handlers
//! order of the session waits until the packet is done, as all orders do.
mod analyzers;
mod control;
mod desk;
mod record;

pub(crate) use analyzers::{kind_named, kind_of, make};
pub(crate) use control::Control;
pub(crate) use desk::FilesBridge;
pub(crate) use record::set_timeout;
