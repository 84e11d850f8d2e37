//! Calls in fragments, of one direction.
use super::anomaly::Anomaly;
use super::packet::Header;

/// A call whose fragments come.
struct Call {
    id: u32,
    bytes: Vec<u8>,
    /// Bytes that were seen and not kept.
    beyond: usize,
}

/// A body: as it came in one packet, or put together.
#[derive(Debug)]
pub enum Whole<'a> {
    /// In one packet.
    Borrowed(&'a [u8]),
    /// Put together, and how many bytes of its end are not there.
    Joined(Vec<u8>, usize),
}

/// Calls whose fragments come.
pub struct Fragments {
    calls: Vec<Call>,
    max_calls: usize,
    max_bytes: usize,
}

impl Fragments {
    /// Limits the calls that are put together at once, and the bytes of each.
    pub const fn new(max_calls: usize, max_bytes: usize) -> Self {
        Fragments { calls: Vec::new(), max_calls, max_bytes }
    }

    /// Bytes that wait for more.
    pub fn held(&self) -> usize {
        self.calls.iter().map(|c| c.bytes.len()).sum()
    }

    /// Takes the body of a packet; returns the body of its call once that is complete.
    pub fn take<'a>(
        &mut self,
        h: &Header,
        body: &'a [u8],
        anomaly: &mut dyn FnMut(Anomaly),
    ) -> Option<Whole<'a>> {
        let at = self.calls.iter().position(|c| c.id == h.call);
        if h.first {
            if at.is_some() {
                anomaly(Anomaly::FirstFragmentAgain);
            } else if h.last {
                return Some(Whole::Borrowed(body));
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
            Whole::Joined(call.bytes, call.beyond)
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
