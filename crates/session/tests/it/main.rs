//! The crate's public face: packets in, events out.
mod analyzers;
mod budget;
mod flows;
mod rig;
mod streams;
mod tcp;
