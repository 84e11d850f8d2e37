//! What can be wrong with DCE/RPC.

wire::anomalies! {
    /// Calls that cannot be followed.
    pub enum Anomaly from "DCE_RPC" {
        /// A call begins that began already.
        FirstFragmentAgain => "multiple_first_fragments_in_dce_rpc_reassembly",
        /// More calls are in fragments at once than are put together.
        TooManyCalls => "too_many_dce_rpc_msgs_in_reassembly",
        /// The fragments of a call are longer than is put together.
        TooMuchData => "too_much_dce_rpc_fragment_data",
        /// More contexts are bound than are remembered.
        TooManyContexts => "too_many_dce_rpc_contexts",
        /// The proof is TLS's.
        TlsAuth(kind: u8) => "tls_dce_rpc_auth_type", "{kind}",
        /// The proof is Netlogon's.
        NetlogonAuth(kind: u8) => "netlogon_dce_rpc_auth_type", "{kind}",
        /// The proof is of a kind that nothing reads.
        UnknownAuth(kind: u8) => "unknown_dce_rpc_auth_type", "{kind}",
    }
}
