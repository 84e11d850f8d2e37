// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_POP3.events.bif.zeek}.
//! POP3 (RFC 1939, 2595, 5034).
use crate::arg::ConnId;
use crate::declare::events;

events! { in pop3;
    /// A command of POP3.
    Pop3Request<'a> = "pop3_request" { c: ConnId, is_orig: bool, command: &'a [u8], arg: &'a [u8] }
    /// A reply of POP3.
    Pop3Reply<'a> = "pop3_reply" { c: ConnId, is_orig: bool, cmd: &'a [u8], msg: &'a [u8] }
    /// A line of a multi-line answer.
    Pop3Data<'a> = "pop3_data" { c: ConnId, is_orig: bool, data: &'a [u8] }
    /// A violation of POP3.
    Pop3Unexpected<'a> = "pop3_unexpected" { c: ConnId, is_orig: bool, msg: &'a [u8], detail: &'a [u8] }
    /// A server accepted STLS; from here on the connection is TLS.
    Pop3Starttls = "pop3_starttls" { c: ConnId }
    /// A login succeeded.
    Pop3LoginSuccess<'a> = "pop3_login_success" { c: ConnId, is_orig: bool, user: &'a [u8], password: &'a [u8] }
    /// A login failed.
    Pop3LoginFailure<'a> = "pop3_login_failure" { c: ConnId, is_orig: bool, user: &'a [u8], password: &'a [u8] }
}
