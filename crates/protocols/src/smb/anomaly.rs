//! What can be wrong with SMB.

wire::anomalies! {
    /// A connection that asks for more than is followed.
    pub enum Anomaly from "SMB" {
        /// More trees are pipes than are remembered; all were forgotten.
        TooManyTrees => "SMB_too_many_trees",
        /// More requests of SMB 1 are unanswered than are remembered; all were forgotten.
        TooManyRequests => "SMB1_too_many_pending_requests",
    }
}
