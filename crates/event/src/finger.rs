// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Finger.events.bif.zeek}.
//! Finger (RFC 1288).
use crate::arg::ConnId;
use crate::declare::events;

events! { in finger;
    /// A Finger query (RFC 1288).
    FingerRequest<'a> = "finger_request" { c: ConnId, full: bool, username: &'a [u8], hostname: &'a [u8] }
    /// A line of a Finger answer.
    FingerReply<'a> = "finger_reply" { c: ConnId, reply_line: &'a [u8] }
}
