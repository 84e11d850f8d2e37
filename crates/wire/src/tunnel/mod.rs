//! Headers of tunnels: what stands between an outer packet and the one that it carries.

pub mod ayiya;
pub mod geneve;
pub mod gre;
pub mod gtpv1;
pub mod teredo;
pub mod vxlan;
