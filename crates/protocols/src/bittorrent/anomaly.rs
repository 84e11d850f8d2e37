//! Violations of the tracker protocol that are reported as weirds.

wire::anomalies! {
    /// A tracker connection that violates BEP 3.
    pub enum Anomaly from "BITTORRENTTRACKER" {
        /// A line follows a complete request.
        DataAfterRequest => "bittorrent_tracker_data_post_request",
    }
}
