//! The crate's public face: packets in, events out.
mod analyzers;
mod flows;
mod rig;
mod streams;
mod tcp;
