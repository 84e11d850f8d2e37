// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_FTP.events.bif.zeek}.
//! FTP (RFC 959, 2228, 2428).
use crate::arg::ConnId;
use crate::declare::events;

events! { in ftp;
    /// An FTP command.
    FtpRequest<'a> = "ftp_request" { c: ConnId, command: &'a [u8], arg: &'a [u8] }
    /// A line of an FTP reply.
    FtpReply<'a> = "ftp_reply" { c: ConnId, code: u64, msg: &'a [u8], cont_resp: bool }
    /// A server accepted AUTH TLS; from here on the connection is TLS.
    FtpStarttls = "ftp_starttls" { c: ConnId }
}
