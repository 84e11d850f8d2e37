//! Violations of NetBIOS that are reported as weirds.

wire::anomalies! {
    /// A message that violates RFC 1002 or that this analyzer does not parse.
    pub enum Anomaly from "NETBIOSSSN" {
        /// An unassigned message type.
        UnknownType(kind: u8) => "unknown_netbios_type", "0x{kind:x}",
        /// A datagram states more bytes than it has.
        HeaderTooLong(announced: usize, there: usize) => "excess_netbios_hdr_len", "({announced} > {there})",
        /// A datagram has more bytes than it states.
        HeaderTooShort(announced: usize, there: usize) => "deficit_netbios_hdr_len", "({announced} < {there})",
        /// A message that is not SMB.
        RawMessage => "netbios_raw_session_msg",
        /// An SMB message, which another analyzer parses.
        Smb => "no_smb_session_using_parsesambamsg",
        /// The server sends a session request.
        ServerRequest => "netbios_server_session_request",
        /// The client sends a session response.
        ClientReply => "netbios_client_session_reply",
    }
}
