//! Splits streams into messages (RFC 5531, 11). A message is a record of fragments, each preceded by a marker with its
//! length and a bit for the last one.
use super::MAX_MESSAGE;
use super::anomaly::RecordAnomaly;
use net_types::Timestamp;
use wire::Reader;

/// A message, cut at [`MAX_MESSAGE`].
pub(super) struct Message {
    pub(super) bytes: Vec<u8>,
    /// The time of its first byte.
    pub(super) begun: Timestamp,
}

/// The marker's bit for the last fragment.
const LAST: u32 = 1 << 31;

/// One direction of a stream.
#[derive(Default)]
pub(super) struct Records {
    marker: Vec<u8>,
    bytes: Vec<u8>,
    begun: Option<Timestamp>,
    /// Bytes of the fragment that have not arrived; `None` before its marker.
    left: Option<u64>,
    /// The stated length of all fragments so far.
    len: u64,
    last: bool,
    sync: Sync,
}

/// Whether the start of the next message is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Sync {
    #[default]
    Unknown,
    In,
    /// The start is being searched for: the number of finished steps, and the bytes to skip.
    Lost(u8, u64),
}

/// Steps of the search after a gap: the end of a message, then a complete message.
const STEPS: u8 = 2;
/// The shortest message, in bytes.
const SHORTEST: u32 = 16;

impl Records {
    /// Handles a gap: the start of the next message must be found again.
    pub(super) fn gap(&mut self) {
        *self = Records { sync: Sync::Lost(0, 0), ..Records::default() };
    }

    /// Searches for the start of a message, if it is unknown; returns the bytes from there on. `of_calls` is true for
    /// the client's side.
    pub(super) fn synchronize<'d>(&mut self, mut data: &'d [u8], partial: bool, of_calls: bool) -> &'d [u8] {
        if self.sync == Sync::Unknown {
            self.sync = if partial { Sync::Lost(0, 0) } else { Sync::In };
        }
        while let Sync::Lost(step, skip) = self.sync {
            let passed = usize::try_from(skip).unwrap_or(usize::MAX).min(data.len());
            data = data.get(passed..).unwrap_or_default();
            let skip = skip - passed as u64;
            self.sync = Sync::Lost(step, skip);
            if data.is_empty() {
                break;
            }
            // A message usually begins with a segment.
            let mut r = Reader::new("RPC fragment", data);
            let head = (r.be32(), r.be32(), r.be32());
            let (Ok(marker), Ok(_), Ok(kind)) = head else {
                self.sync = Sync::Lost(0, 0);
                return &[];
            };
            let len = marker & !LAST;
            let fits = kind == u32::from(!of_calls) && (SHORTEST..=MAX_MESSAGE as u32).contains(&len);
            if !fits {
                self.sync = Sync::Lost(0, 0);
                return &[];
            }
            if step == STEPS {
                self.sync = Sync::In;
            } else {
                self.sync = Sync::Lost(step + u8::from(marker & LAST != 0), u64::from(len) + 4);
            }
        }
        data
    }

    /// Takes the next message off `data`; `None` once `data` is used up.
    pub(super) fn next(
        &mut self,
        data: &mut &[u8],
        now: Timestamp,
        anomaly: &mut dyn FnMut(RecordAnomaly),
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
                        anomaly(RecordAnomaly::TooLong(self.len));
                    }
                    self.left = Some(len);
                    if len == 0 && self.last {
                        return Some(self.take_message(now));
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
                return Some(self.take_message(now));
            }
        }
        None
    }

    fn take_message(&mut self, now: Timestamp) -> Message {
        let begun = self.begun.take().unwrap_or(now);
        (self.left, self.len, self.last) = (None, 0, false);
        Message { bytes: std::mem::take(&mut self.bytes), begun }
    }
}
