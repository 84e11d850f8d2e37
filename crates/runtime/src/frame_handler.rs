//! The interface between packet sources and the code that they drive.
use crate::error::RunError;
use capture::{Counters, Frame, SharedFrames};
use net_types::Timestamp;
use value::Level;

/// Processes frames from sources, and the passing of time while no frames arrive: a [`Run`](crate::Run), or a
/// [`Spread`](crate::Spread) of several.
///
/// A method that returns a `Result` fails if the run ends.
pub trait FrameHandler {
    /// Processes the next frame.
    ///
    /// # Errors
    /// The run ends.
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), RunError>;

    /// Whether scripts have suspended processing, so that no frame may be passed now.
    fn is_suspended(&mut self) -> bool {
        false
    }

    /// Whether a signal ends the run, so that the frames that arrived before it are still processed.
    fn is_told_to_end(&self) -> bool {
        false
    }

    /// Handles arrivals from outside while processing is suspended. Network time stands still.
    ///
    /// # Errors
    /// The run ends.
    fn idle(&mut self) -> Result<(), RunError> {
        self.pause()
    }

    /// Whether [`share`](Self::share) is preferred to [`frame`](Self::frame).
    fn shares(&self) -> bool {
        false
    }

    /// Processes a buffer of frames that several threads may read.
    ///
    /// # Errors
    /// The run ends.
    fn share(&mut self, frames: SharedFrames) -> Result<(), RunError> {
        frames.iter().try_for_each(|(frame, _)| self.frame(&frame))
    }

    /// Whether mail from other nodes waits for [`pause`](Self::pause).
    fn has_mail(&mut self) -> bool {
        false
    }

    /// Returns the latest network time.
    fn now(&self) -> Timestamp;

    /// Advances network time without a frame.
    ///
    /// # Errors
    /// The run ends.
    fn time(&mut self, now: Timestamp) -> Result<(), RunError>;

    /// Returns when [`time`](Self::time) is due next if no frame comes before.
    fn next_due(&mut self) -> Option<Timestamp>;

    /// Does work that fits better between batches than between frames. Called after a batch and when no frame is
    /// available.
    ///
    /// # Errors
    /// The run ends.
    fn pause(&mut self) -> Result<(), RunError>;

    /// Reports an event of a source or of the clock, on standard error and to scripts.
    ///
    /// # Errors
    /// The run ends.
    fn report(&mut self, level: Level, text: String) -> Result<(), RunError>;

    /// Adds the counts of packets that a source has received and lost since its last call.
    fn counted(&mut self, more: Counters) {
        let _ = more;
    }
}
