//! Violations of Gnutella that are reported as weirds.

wire::anomalies! {
    /// A handshake that exceeds a limit.
    pub enum Anomaly from "GNUTELLA" {
        /// A line longer than `Gnutella::max_line_length`.
        LineTooLong(len: usize) => "exceeded_gnutella_max_line_length", "{len}",
        /// Headers longer than `Gnutella::max_header_length`.
        HeadersTooLong(len: usize) => "exceeded_gnutella_max_headers_length", "{len}",
    }
}
