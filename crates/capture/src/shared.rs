//! Frames that several threads process together.
use crate::file::Portion;
use crate::frame::Frame;
use net_types::Timestamp;
use std::sync::mpsc::SyncSender;

/// Frames shared by several threads, each of which processes its own. The buffer is recycled when the last thread drops
/// it.
pub struct SharedFrames {
    pub(crate) portion: Portion,
    pub(crate) home: SyncSender<Portion>,
}

impl SharedFrames {
    /// The frames with the lane of each.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Frame<'_>, u16)> {
        self.portion.batch().iter().zip(self.portion.lanes.iter().copied())
    }

    /// The latest timestamp of the frames.
    #[must_use]
    pub fn latest(&self) -> Timestamp {
        self.portion.latest
    }

    /// Prefetches the headers of this lane's frames from the other processor's cache. Without that, each header would
    /// stall processing.
    pub fn fetch(&self, lane: u16) {
        fetch_headers(self.iter().filter(|(_, whose)| *whose == lane).map(|(frame, _)| frame));
    }
}

impl Drop for SharedFrames {
    fn drop(&mut self) {
        // The channel has room for all buffers; a reader that has finished needs none.
        let _ = self.home.try_send(std::mem::take(&mut self.portion));
    }
}

/// Prefetches the headers of all frames from the other processor's cache. Without that, each header would stall
/// processing.
pub(crate) fn fetch_headers<'a>(frames: impl Iterator<Item = Frame<'a>>) {
    let touched = frames
        .fold(0, |sum, f| sum ^ f.data.first().copied().unwrap_or(0) ^ f.data.get(63).copied().unwrap_or(0));
    std::hint::black_box(touched);
}
