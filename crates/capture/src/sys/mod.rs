//! The unsafe layer: libpcap, packet rings and XDP sockets behind safe interfaces.

#[cfg(target_os = "linux")]
pub(crate) mod packet_ring;
pub(crate) mod pcap_library;
#[cfg(target_os = "linux")]
pub(crate) mod xdp_redirect;
#[cfg(target_os = "linux")]
pub(crate) mod xdp_socket;
