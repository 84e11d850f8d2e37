//! Violations of NCP that are reported as weirds.

wire::anomalies! {
    /// A stream that does not consist of frames.
    pub enum Anomaly from "CONTENTS_NCP" {
        /// A frame longer than `NCP::max_frame_size` or shorter than its header.
        LargeFrame => "ncp_large_frame",
    }
}
