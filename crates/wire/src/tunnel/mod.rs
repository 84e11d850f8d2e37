//! Tunnel headers: headers between an outer and an inner packet.

pub mod ayiya;
pub mod geneve;
pub mod gre;
pub mod gtpv1;
pub mod teredo;
pub mod vxlan;
