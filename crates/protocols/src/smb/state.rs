//! The analyzer of a connection, for messages of SMB 1 and of SMB 2 and 3.
use super::frame::{self, Framing, Step};
use super::memory::{Config, State};
use super::{MAX_MESSAGE, smb1, smb2};
use crate::{Maker, Settings};
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::rc::Rc;
use wire::{ReadResult, Reader};

/// The protocol is confirmed after this many deliveries without an error.
const CONFIRMED_AFTER: u32 = 3;

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Rc::new(Config::of(s));
    Box::new(move |_| Some(Box::new(Smb::new(Rc::clone(&config)))))
}

/// The analyzer of a connection.
pub struct Smb {
    framing: [Framing; 2],
    /// Deliveries that were read without an error.
    deliveries: u32,
    /// Skips bytes until a delivery begins with a header.
    must_sync: bool,
    state: State,
}

impl Smb {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Rc<Config>) -> Self {
        Smb { framing: Default::default(), deliveries: 0, must_sync: true, state: State::new(config) }
    }

    fn resync(&mut self) {
        self.framing.iter_mut().for_each(Framing::reset);
        self.must_sync = true;
    }

    fn messages(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) -> ReadResult<()> {
        let [orig, resp] = &mut self.framing;
        let framing = if from.is_orig() { orig } else { resp };
        loop {
            data = match framing.step(data, MAX_MESSAGE)? {
                Step::Message(whole, rest) => {
                    message(&mut self.state, cx, from, whole)?;
                    rest
                }
                Step::Joined(joined, rest) => {
                    message(&mut self.state, cx, from, frame::body(&joined))?;
                    framing.give_back(joined);
                    rest
                }
                Step::Other(rest) => rest,
                Step::More => return Ok(()),
            };
            if data.is_empty() {
                return Ok(());
            }
        }
    }
}

/// True for the header of an unencrypted message of SMB 1, 2 or 3.
fn begins_message(data: &[u8]) -> bool {
    matches!(data, [_, _, _, _, 0xfe | 0xff, b'S', b'M', b'B', ..])
}

impl Analyzer for Smb {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.must_sync && !begins_message(data) {
            return;
        }
        self.must_sync = false;
        match self.messages(cx, from, data) {
            Ok(()) => {
                self.deliveries += 1;
                if self.deliveries == CONFIRMED_AFTER {
                    cx.confirm();
                }
            }
            Err(e) => {
                cx.violate(&crate::out_of_bound::of_field(&e), None);
                self.resync();
            }
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.resync();
    }
}

/// Reads a message, or the messages of an SMB 2 compound.
fn message(state: &mut State, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> ReadResult<()> {
    let mut r = Reader::new("SMB message", bytes);
    // A session message may be empty, and a compound may end before its session message.
    while !r.is_empty() {
        let [first, s, m, b] = r.array()?;
        let chained = match (first, [s, m, b]) {
            (0xff, [b'S', b'M', b'B']) => {
                smb1::message(state, cx, from, r.peek(), bytes.len())?;
                false
            }
            (0xfe, [b'S', b'M', b'B']) => {
                let next = smb2::message(state, cx, from, r.peek())?;
                r.skip(next)?;
                next > 0
            }
            (0xfd, [b'S', b'M', b'B']) => {
                smb2::transform_header(cx, r.peek())?;
                false
            }
            // 0xfc marks a compressed message; other values are unknown.
            _ => false,
        };
        if !chained {
            break;
        }
    }
    Ok(())
}
