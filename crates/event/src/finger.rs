//! Finger (RFC 1288).
use crate::{ConnId, events};

events! { in finger;
    /// Whom a client asks for.
    FingerRequest<'a> = "finger_request" { c: ConnId, full: bool, username: &'a [u8], hostname: &'a [u8] }
    /// A line of the answer.
    FingerReply<'a> = "finger_reply" { c: ConnId, reply_line: &'a [u8] }
}
