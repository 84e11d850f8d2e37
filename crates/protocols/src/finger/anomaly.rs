//! Violations of Finger that are reported as weirds.

wire::anomalies! {
    /// A query that violates RFC 1288.
    pub enum Anomaly from "FINGER" {
        /// The client closed the connection before the end of its query.
        PartialRequest => "partial_finger_request",
    }
}
