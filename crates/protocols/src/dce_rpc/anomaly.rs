//! Anomalies of DCE/RPC.

wire::anomalies! {
    /// Calls that the analyzer cannot follow.
    pub enum Anomaly from "DCE_RPC" {
        /// Another first fragment of an unfinished call.
        FirstFragmentAgain => "multiple_first_fragments_in_dce_rpc_reassembly",
        /// More fragmented calls at once than `DCE_RPC::max_cmd_reassembly`.
        TooManyCalls => "too_many_dce_rpc_msgs_in_reassembly",
        /// The fragments of a call have more bytes than `DCE_RPC::max_frag_data`.
        TooMuchData => "too_much_dce_rpc_fragment_data",
        /// More presentation contexts are in use than the analyzer tracks.
        TooManyContexts => "too_many_dce_rpc_contexts",
        /// The authentication type is TLS.
        TlsAuth(kind: u8) => "tls_dce_rpc_auth_type", "{kind}",
        /// The authentication type is Netlogon.
        NetlogonAuth(kind: u8) => "netlogon_dce_rpc_auth_type", "{kind}",
        /// The authentication type is unknown.
        UnknownAuth(kind: u8) => "unknown_dce_rpc_auth_type", "{kind}",
    }
}
