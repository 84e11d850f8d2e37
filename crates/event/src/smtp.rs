// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SMTP.events.bif.zeek}.
//! SMTP (RFC 5321, 3030, 3207).
use crate::arg::ConnId;
use crate::declare::events;

events! { in smtp;
    /// A command of SMTP.
    SmtpRequest<'a> = "smtp_request" { c: ConnId, is_orig: bool, command: &'a [u8], arg: &'a [u8] }
    /// A line of a reply of SMTP.
    SmtpReply<'a> = "smtp_reply" { c: ConnId, is_orig: bool, code: u64, cmd: &'a [u8], msg: &'a [u8], cont_resp: bool }
    /// A line of a mail.
    SmtpData<'a> = "smtp_data" { c: ConnId, is_orig: bool, data: &'a [u8] }
    /// A violation of SMTP.
    SmtpUnexpected<'a> = "smtp_unexpected" { c: ConnId, is_orig: bool, msg: &'a [u8], detail: &'a [u8] }
    /// A server accepted STARTTLS; from here on the connection is TLS.
    SmtpStarttls = "smtp_starttls" { c: ConnId }
}
