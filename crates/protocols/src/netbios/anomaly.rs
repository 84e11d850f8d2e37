//! What can be wrong with NetBIOS.

wire::anomalies! {
    /// A message that is not as RFC 1002 has it, or is more than this analyzer looks into.
    pub enum Anomaly from "NETBIOSSSN" {
        /// A type that is not assigned.
        UnknownType(kind: u8) => "unknown_netbios_type", "0x{kind:x}",
        /// A datagram announces more than it has.
        HeaderTooLong(announced: usize, there: usize) => "excess_netbios_hdr_len", "({announced} > {there})",
        /// A datagram has more than it announces.
        HeaderTooShort(announced: usize, there: usize) => "deficit_netbios_hdr_len", "({announced} < {there})",
        /// A message that is not SMB.
        RawMessage => "netbios_raw_session_msg",
        /// SMB, which another analyzer reads.
        Smb => "no_smb_session_using_parsesambamsg",
        /// A server asks for a session.
        ServerRequest => "netbios_server_session_request",
        /// A client answers.
        ClientReply => "netbios_client_session_reply",
    }
}
