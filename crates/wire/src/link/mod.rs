//! Link layers: headers before the network header.
//!
//! Each file has the view of one header and the anomalies of its layer. A view provides the number of the next layer
//! ([`EtherType`](crate::EtherType), PPP protocol, address family and so on); the crate that walks the layers maps it
//! to a decoder.

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
pub mod snap;
pub mod typed;
pub mod vlan;
pub mod vntag;
