//! Violations in a terminal's lines and options that are reported as weirds.

wire::anomalies! {
    /// A line or option that violates RFC 854.
    pub enum Anomaly from "NVT" {
        /// CR without LF after it.
        SingleCr => "line_terminated_with_single_CR",
        /// A NUL within a line.
        Nul => "NUL_in_line",
        /// A line longer than the cap. The rest becomes another line.
        LineTooLong(cap: usize) => "nvt_line_size_exceeded", "{cap}",
        /// An option longer than the cap; it is dropped.
        OptionTooLong(cap: usize) => "nvt_option_size_exceeded", "{cap}",
    }
}
