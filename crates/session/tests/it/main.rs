//! The crate's face: packets in, events out.
mod analyzers;
mod flows;
mod rig;
mod streams;
mod tcp;
