//! DCE/RPC, connection-oriented, over TCP and over pipes of SMB (C706, chapter 12; [MS-RPCE]).
//!
//! Raises `dce_rpc_message` … `dce_rpc_response_stub`. Authentication tokens go to the parsers of GSS-API and NTLM,
//! which this analyzer holds.
//!
//! Limits: a packet has at most 64 KB. Fragments of calls are put together: `DCE_RPC::max_cmd_reassembly` calls at
//! once in a direction, `DCE_RPC::max_frag_data` bytes each. Beyond that a TCP connection is given up; of a call on a
//! pipe the beginning is kept, and the rest is counted.
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
