//! Options of a live capture.
use std::time::Duration;

/// How the members of a fanout group share the frames of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FanoutMode {
    /// By flow, with both directions in one member; fragments are reassembled first.
    Hash,
    /// By the processor that received the frame.
    Cpu,
    /// By the queue of the interface.
    QueueMapping,
}

/// Membership in a fanout group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fanout {
    /// The group's number.
    pub group: u16,
    /// How frames are distributed.
    pub mode: FanoutMode,
    /// Reassemble fragments first. Always true for [`FanoutMode::Hash`].
    pub defrag: bool,
}

/// Options of a live capture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveOptions {
    /// Size of the ring in bytes, which bounds the pauses it can absorb.
    pub ring: usize,
    /// Size of a block, a multiple of the page size. Longer frames are truncated.
    pub block: usize,
    /// How long a partly filled block waits: the delay of a single frame.
    pub block_timeout: Duration,
    /// Capture frames for other hosts too.
    pub promiscuous: bool,
    /// Share the frames with other sources.
    pub fanout: Option<Fanout>,
    /// Use the interface's own clock. If unset or unsupported, the kernel's clock is used.
    pub hardware_time: bool,
    /// Capture only frames that match this tcpdump expression; the kernel filters if it can.
    pub filter: Option<String>,
}

impl Default for LiveOptions {
    /// A ring of 56 MiB, almost half a second at 1 Gb/s, in blocks of 256 KiB with a timeout of 10 ms.
    fn default() -> Self {
        LiveOptions {
            ring: 56 << 20,
            block: 256 << 10,
            block_timeout: Duration::from_millis(10),
            promiscuous: true,
            fanout: None,
            hardware_time: false,
            filter: None,
        }
    }
}

/// The largest allowed ring: 4 GiB, half a minute at 1 Gb/s.
pub const LARGEST_RING: usize = 4 << 30;
