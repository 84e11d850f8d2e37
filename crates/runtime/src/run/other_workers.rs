//! Times of other workers' frames.
use net_types::Timestamp;

/// The latest time of other workers' frames that this worker has not acted on yet.
#[derive(Clone, Copy)]
pub(super) struct OtherWorkers {
    /// The latest of their frames; the earliest possible time if there were none.
    pub latest: Timestamp,
    /// Nothing is due before this time; `None` if it must be computed.
    pub quiet_until: Option<Timestamp>,
}

impl OtherWorkers {
    /// No times to act on.
    pub(super) const NONE: OtherWorkers =
        OtherWorkers { latest: Timestamp::from_nanos(i64::MIN), quiet_until: None };
}
