//! Reassembly of the fragmented calls of one direction.
use super::anomaly::Anomaly;
use super::packet::Header;

/// A call whose last fragment has not arrived.
struct Call {
    id: u32,
    bytes: Vec<u8>,
    /// The number of bytes beyond the limit, which were dropped.
    beyond: usize,
}

/// The complete body of a call.
#[derive(Debug)]
pub enum CallBody<'a> {
    /// The call arrived in one packet.
    Borrowed(&'a [u8]),
    /// The reassembled call, and the number of bytes at its end that were dropped.
    Joined(Vec<u8>, usize),
}

/// The fragmented calls of one direction.
pub struct Fragments {
    calls: Vec<Call>,
    max_calls: usize,
    max_bytes: usize,
}

impl Fragments {
    /// Creates a reassembler of at most `max_calls` calls at once with at most `max_bytes` bytes each.
    pub const fn new(max_calls: usize, max_bytes: usize) -> Self {
        Fragments { calls: Vec::new(), max_calls, max_bytes }
    }

    /// The number of buffered bytes.
    pub fn held(&self) -> usize {
        self.calls.iter().map(|c| c.bytes.len()).sum()
    }

    /// Takes the body of a packet. Returns the complete body of the call if this was its last fragment.
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
