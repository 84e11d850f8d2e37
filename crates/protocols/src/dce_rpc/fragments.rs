//! Reassembly of one direction's fragmented calls.
use super::anomaly::Anomaly;
use super::packet::Header;

/// A call whose last fragment has not arrived.
struct Call {
    id: u32,
    bytes: Vec<u8>,
    /// Bytes beyond the limit, which were counted and dropped.
    beyond: usize,
}

/// The complete body of a call.
#[derive(Debug)]
pub enum CallBody<'a> {
    /// The call arrived in one packet.
    Borrowed(&'a [u8]),
    /// The call was reassembled; the number counts bytes at its end that were dropped.
    Joined(Vec<u8>, usize),
}

/// The fragmented calls of one direction.
pub struct Fragments {
    calls: Vec<Call>,
    max_calls: usize,
    max_bytes: usize,
}

impl Fragments {
    /// Reassembles at most `max_calls` calls at once, and at most `max_bytes` bytes of each.
    pub const fn new(max_calls: usize, max_bytes: usize) -> Self {
        Fragments { calls: Vec::new(), max_calls, max_bytes }
    }

    /// Bytes in buffers.
    pub fn held(&self) -> usize {
        self.calls.iter().map(|c| c.bytes.len()).sum()
    }

    /// Takes the body of a packet; returns the body of its call when the last fragment arrives.
    pub fn take<'a>(
        &mut self,
        h: &Header,
        body: &'a [u8],
        anomaly: &mut dyn FnMut(Anomaly),
    ) -> Option<CallBody<'a>> {
        let at = self.calls.iter().position(|c| c.id == h.call);
        if h.first {
            if at.is_some() {
                anomaly(Anomaly::FirstFragmentAgain);
            } else if h.last {
                return Some(CallBody::Borrowed(body));
            } else {
                self.begin(h.call, body, anomaly);
            }
            return None;
        }
        let at = at?;
        let call = self.calls.get_mut(at)?;
        call.add(body, self.max_bytes, anomaly);
        h.last.then(|| {
            let call = self.calls.swap_remove(at);
            CallBody::Joined(call.bytes, call.beyond)
        })
    }

    fn begin(&mut self, id: u32, body: &[u8], anomaly: &mut dyn FnMut(Anomaly)) {
        if self.calls.len() >= self.max_calls {
            return anomaly(Anomaly::TooManyCalls);
        }
        let mut call = Call { id, bytes: Vec::new(), beyond: 0 };
        call.add(body, self.max_bytes, anomaly);
        self.calls.push(call);
    }
}

impl Call {
    fn add(&mut self, body: &[u8], max_bytes: usize, anomaly: &mut dyn FnMut(Anomaly)) {
        let room = max_bytes.saturating_sub(self.bytes.len());
        let (kept, beyond) = body.split_at(room.min(body.len()));
        self.bytes.extend_from_slice(kept);
        self.beyond += beyond.len();
        if self.beyond > 0 {
            anomaly(Anomaly::TooMuchData);
        }
    }
}
