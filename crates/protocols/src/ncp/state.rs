//! The analyzer of a connection.
use super::{Anomaly, Frame, Head};
use crate::frames::Frames;
use crate::{Maker, Settings};
use event::ncp as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// Returns the maker of a run's analyzers.
pub fn maker(settings: &dyn Settings) -> Maker {
    let max = settings.count("NCP::max_frame_size").unwrap_or(65_536);
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    Box::new(move |_| Some(Box::new(Ncp { max, sides: Default::default(), last: (0, 0) })))
}

#[derive(Default)]
struct Side {
    frames: Frames,
    /// Whether the position of the next frame is known; `None` before the first bytes.
    in_sync: Option<bool>,
    gap: bool,
}

/// The analyzer of a connection.
pub struct Ncp {
    max: usize,
    sides: [Side; 2],
    /// Frame type and function of the last request.
    last: (u16, u16),
}

/// The length of the frame that begins with `bytes`.
fn measure(bytes: &[u8]) -> usize {
    Head::read(bytes).map_or(Head::LEN, |h| (h.len as usize).max(Head::LEN))
}

impl Ncp {
    fn frame(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) {
        let frame = match Frame::read(bytes, from.is_orig()) {
            Ok(frame) => frame,
            Err(e) => return cx.violate(&crate::out_of_bound::reason(&e), None),
        };
        let (frame_type, length) = (frame.kind.into(), frame.body as u64);
        if from.is_orig() {
            self.last = (frame.kind, frame.code);
            cx.event(|c| ev::NcpRequest { c, frame_type, length, func: frame.code.into() });
        } else {
            let (req_frame, req_func) = (self.last.0.into(), self.last.1.into());
            let completion_code = frame.code.into();
            cx.event(|c| ev::NcpReply { c, frame_type, length, req_frame, req_func, completion_code });
        }
    }
}

impl Analyzer for Ncp {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let [orig, resp] = &mut self.sides;
        let side = if from.is_orig() { orig } else { resp };
        if side.gap {
            return;
        }
        let in_sync = side.in_sync.get_or_insert(!cx.is_partial());
        // A frame usually begins at the start of a segment.
        if !*in_sync && !Frame::begins(data, from.is_orig()) {
            return;
        }
        *in_sync = true;
        let mut frames = std::mem::take(&mut side.frames);
        let mut delivery = frames.deliver(data);
        let max = self.max;
        let mut too_large = false;
        // Only the header of a frame that is too large is returned.
        let bounded = |bytes: &[u8]| {
            let len = measure(bytes);
            if len > max { Head::LEN } else { len }
        };
        while let Some(frame) = delivery.next(bounded) {
            if Head::read(frame).is_some_and(|h| h.len as usize != frame.len()) {
                too_large = true;
                break;
            }
            self.frame(cx, from, frame);
        }
        if too_large {
            cx.anomaly(Anomaly::LargeFrame);
            frames.clear();
        }
        let [orig, resp] = &mut self.sides;
        let side = if from.is_orig() { orig } else { resp };
        side.frames = frames;
        if too_large {
            side.in_sync = Some(false);
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, _: u64) {
        let [orig, resp] = &mut self.sides;
        let side = if from.is_orig() { orig } else { resp };
        side.gap = true;
        side.frames.clear();
    }
}
