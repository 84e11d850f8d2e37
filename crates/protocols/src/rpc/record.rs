//! Messages in a stream (RFC 5531, 11): in fragments, each with its length before it and a bit for the last one.
use super::MAX_MESSAGE;
use net_types::Timestamp;
use wire::Reader;

wire::anomalies! {
    /// A stream whose messages cannot be read.
    pub enum Anomaly from "" {
        /// A message longer than the cap; it is cut.
        TooLong(len: u64) => "RPC_message_too_long", "{len}",
        /// A message with less in it than it should have.
        Partial => "partial_RPC",
    }
}

/// A message as far as it is kept.
pub(super) struct Message {
    pub(super) bytes: Vec<u8>,
    /// When its first byte was seen.
    pub(super) begun: Timestamp,
}

/// The last fragment's bit.
const LAST: u32 = 1 << 31;

/// One direction of a stream.
#[derive(Default)]
pub(super) struct Records {
    marker: Vec<u8>,
    bytes: Vec<u8>,
    begun: Option<Timestamp>,
    /// Bytes of the fragment that are to come; `None` if its length is to come.
    left: Option<u64>,
    /// Length of the message by its fragments so far.
    len: u64,
    last: bool,
    sync: Footing,
}

/// Whether it is known where messages begin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Footing {
    #[default]
    Unknown,
    In,
    /// It is searched for: the steps that are done, and the bytes to skip.
    Lost(u8, u64),
}

/// The search after a gap: for the end of a message, and then for a complete one.
const STEPS: u8 = 2;
/// The shortest message.
const SHORTEST: u32 = 16;

impl Records {
    /// Bytes are missing.
    pub(super) fn lose(&mut self) {
        *self = Records { sync: Footing::Lost(0, 0), ..Records::default() };
    }

    /// Makes sure that it is known where messages begin. `of_calls` says which side it is.
    pub(super) fn settle<'d>(&mut self, mut data: &'d [u8], partial: bool, of_calls: bool) -> &'d [u8] {
        if self.sync == Footing::Unknown {
            self.sync = if partial { Footing::Lost(0, 0) } else { Footing::In };
        }
        while let Footing::Lost(step, skip) = self.sync {
            let passed = usize::try_from(skip).unwrap_or(usize::MAX).min(data.len());
            data = data.get(passed..).unwrap_or_default();
            let skip = skip - passed as u64;
            self.sync = Footing::Lost(step, skip);
            if data.is_empty() {
                break;
            }
            // Messages begin where segments do, mostly.
            let mut r = Reader::new("RPC fragment", data);
            let head = (r.be32(), r.be32(), r.be32());
            let (Ok(marker), Ok(_), Ok(kind)) = head else {
                self.sync = Footing::Lost(0, 0);
                return &[];
            };
            let len = marker & !LAST;
            let fits = kind == u32::from(!of_calls) && (SHORTEST..=MAX_MESSAGE as u32).contains(&len);
            if !fits {
                self.sync = Footing::Lost(0, 0);
                return &[];
            }
            if step == STEPS {
                self.sync = Footing::In;
            } else {
                self.sync = Footing::Lost(step + u8::from(marker & LAST != 0), u64::from(len) + 4);
            }
        }
        data
    }

    /// The next message of `data`, which is shortened by what is used; `None` if it is used up.
    pub(super) fn next(
        &mut self,
        data: &mut &[u8],
        now: Timestamp,
        anomaly: &mut dyn FnMut(Anomaly),
    ) -> Option<Message> {
        while !data.is_empty() {
            self.begun.get_or_insert(now);
            let Some(left) = self.left else {
                let (head, rest) = data.split_at(data.len().min(4 - self.marker.len()));
                self.marker.extend_from_slice(head);
                *data = rest;
                if let Some(marker) = self.marker.first_chunk().map(|m| u32::from_be_bytes(*m)) {
                    self.marker.clear();
                    self.last = marker & LAST != 0;
                    let len = u64::from(marker & !LAST);
                    self.len += len;
                    if self.len > MAX_MESSAGE as u64 {
                        anomaly(Anomaly::TooLong(self.len));
                    }
                    self.left = Some(len);
                    if len == 0 && self.last {
                        return Some(self.whole(now));
                    }
                }
                continue;
            };
            let here = usize::try_from(left).unwrap_or(usize::MAX).min(data.len());
            let (part, rest) = data.split_at(here);
            let room = MAX_MESSAGE - self.bytes.len();
            self.bytes.extend_from_slice(part.get(..room.min(part.len())).unwrap_or_default());
            *data = rest;
            let left = left - here as u64;
            self.left = (left > 0).then_some(left);
            if left == 0 && self.last {
                return Some(self.whole(now));
            }
        }
        None
    }

    fn whole(&mut self, now: Timestamp) -> Message {
        let begun = self.begun.take().unwrap_or(now);
        (self.left, self.len, self.last) = (None, 0, false);
        Message { bytes: std::mem::take(&mut self.bytes), begun }
    }
}
