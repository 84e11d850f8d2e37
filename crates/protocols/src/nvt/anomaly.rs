//! What can be wrong with the lines and options of a terminal.

wire::anomalies! {
    /// Lines of a terminal that violate RFC 854.
    pub enum Anomaly from "NVT" {
        /// A line feed without the carriage return before it.
        SingleLf => "line_terminated_with_single_LF",
        /// A carriage return without the line feed behind it.
        SingleCr => "line_terminated_with_single_CR",
        /// A NUL within a line.
        Nul => "NUL_in_line",
        /// A line longer than the cap; it is cut.
        LineTooLong(cap: usize) => "nvt_line_size_exceeded", "{cap}",
        /// An option longer than the cap; it is dropped.
        OptionTooLong(cap: usize) => "nvt_option_size_exceeded", "{cap}",
    }
}
