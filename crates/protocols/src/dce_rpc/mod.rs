//! Connection-oriented DCE/RPC, over TCP and over SMB pipes (C706, chapter 12; [MS-RPCE]).
//!
//! Raises `dce_rpc_message` and the `dce_rpc_…` event of each bind, alter-context, request and response. The analyzer
//! passes authentication tokens to its own parsers of GSS-API and NTLM.
//!
//! Limits: a packet has at most 64 KiB. In each direction, `DCE_RPC::max_cmd_reassembly` fragmented calls are
//! reassembled at once, with `DCE_RPC::max_frag_data` bytes each. Beyond these limits the analysis of a TCP connection
//! ends; of a call on a pipe, the beginning is kept and the rest is only counted.
mod anomaly;
mod fragments;
mod packet;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use fragments::{CallBody, Fragments};
pub use packet::{Body, Bytes, Context, HEADER, Header, Syntax};
pub use state::{Config, DceRpc, maker};
