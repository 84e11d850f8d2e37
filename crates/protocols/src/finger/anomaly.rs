//! What can be wrong with Finger.

wire::anomalies! {
    /// A query that violates RFC 1288.
    pub enum Anomaly from "FINGER" {
        /// The client closed within its line, or before it.
        PartialRequest => "partial_finger_request",
    }
}
