//! DCE/RPC, connection-oriented, over TCP and over pipes of SMB (C706 chapter 12, [MS-RPCE]).
//!
//! Emits `dce_rpc_message` … `dce_rpc_response_stub`. What proves who calls goes to GSS-API's and NTLM's analyzers, which
//! this one carries. A packet has at most 64 KB; calls in fragments are put together: `DCE_RPC::max_cmd_reassembly` of
//! them at once in a direction, `DCE_RPC::max_frag_data` bytes of each. Beyond that a TCP connection is given up, and of
//! a call on a pipe the beginning is kept and the rest is counted.
mod anomaly;
mod fragments;
mod packet;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use fragments::{Fragments, Whole};
pub use packet::{Body, Bytes, Context, HEADER, Header, Syntax};
pub use state::{Config, DceRpc, maker};
