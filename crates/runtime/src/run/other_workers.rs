//! Times of other workers' frames.
use net_types::Timestamp;

/// The latest time of other workers' frames that this worker has not yet advanced to.
#[derive(Clone, Copy)]
pub(super) struct OtherWorkers {
    /// The time of their latest frame; the earliest possible time if there were no frames.
    pub latest: Timestamp,
    /// The time before which nothing is due; `None` if it must be computed.
    pub quiet_until: Option<Timestamp>,
}

impl OtherWorkers {
    /// No times to act on.
    pub(super) const NONE: OtherWorkers =
        OtherWorkers { latest: Timestamp::from_nanos(i64::MIN), quiet_until: None };
}
