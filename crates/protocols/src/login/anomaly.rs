//! Violations of login protocols that are reported as weirds.

wire::anomalies! {
    /// A malformed line of Rlogin. In Telnet and Rsh, NULs are removed earlier.
    pub enum Anomaly from "RLOGIN" {
        /// A NUL within a line.
        Nul => "NUL_in_line",
    }
}

wire::anomalies! {
    /// A stream that violates RFC 1282.
    pub enum RloginAnomaly from "CONTENTLINE" {
        /// A client's stream does not begin with a NUL.
        BadProlog => "bad_rlogin_prolog",
        /// A client sends lines after the server has refused it.
        TextAfterRejected => "rlogin_text_after_rejected",
        /// A line or a name longer than the cap, which is dropped.
        LineTooLong(cap: usize) => "rlogin_line_size_exceeded", "{cap}",
    }
}

wire::anomalies! {
    /// A stream that deviates from the rsh protocol of BSD.
    pub enum RshAnomaly from "CONTENTS_RSH" {
        /// A client's stream does not begin with a port number.
        BadProlog => "bad_rsh_prolog",
        /// A line or a name longer than the cap, which is dropped.
        LineTooLong(cap: usize) => "rsh_line_size_exceeded", "{cap}",
    }
}
