//! The unsafe edge: libpcap's functions and the kernel's packet rings behind safe faces.

#[cfg(target_os = "linux")]
pub(crate) mod packet_ring;
pub(crate) mod pcap_library;
#[cfg(target_os = "linux")]
pub(crate) mod xdp_socket;
