//! Limits of SMB whose violation is reported as a weird.

wire::anomalies! {
    /// A connection that exceeds a limit.
    pub enum Anomaly from "SMB" {
        /// Too many trees of pipes; the state of all was dropped.
        TooManyTrees => "SMB_too_many_trees",
        /// Too many unanswered requests of SMB 1; the state of all was dropped.
        TooManyRequests => "SMB1_too_many_pending_requests",
    }
}
