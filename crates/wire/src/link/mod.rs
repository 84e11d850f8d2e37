//! Link layers: what stands before the network header.
//!
//! Each file has a view of one header with what follows it, and the anomalies that the layer can show. Which layer
//! follows is said by a number ([`EtherType`](crate::EtherType), PPP protocol, address family …); who follows it is
//! the walker's business.

pub mod arp;
pub mod ethernet;
pub mod fabricpath;
pub mod fddi;
pub mod ieee80211;
pub mod llc;
pub mod mpls;
pub mod nflog;
pub mod novell;
pub mod null;
pub mod pbb;
pub mod ppp;
pub mod pppoe;
pub mod radiotap;
pub mod raw;
pub mod sll;
pub mod sll2;
pub mod snap;
pub mod vlan;
pub mod vntag;
