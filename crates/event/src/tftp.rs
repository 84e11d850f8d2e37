// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/tftp/events.zeek}.
//! TFTP (RFC 1350, 2347 to 2349).
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};

records! {
    /// An option of a request or of the answer to it (RFC 2347).
    TftpOption<'a> = "TFTP::Option" { name: &'a [u8], value: &'a [u8] }
}

events! { in tftp;
    /// A client asks for a file. The file itself comes on another connection, which the server opens from a port of its
    /// own.
    TftpReadRequest<'a> = "tftp_read_request" {
        c: ConnId, is_orig: bool, filename: &'a [u8], mode: &'a [u8], options: ListOf<'a, TftpOption<'a>>
    }
    /// A client asks to send a file. It sends it on another connection, which the server opens from a port of its own.
    TftpWriteRequest<'a> = "tftp_write_request" {
        c: ConnId, is_orig: bool, filename: &'a [u8], mode: &'a [u8], options: ListOf<'a, TftpOption<'a>>
    }
    /// A block of a file, raised again for a block that is sent again.
    TftpData<'a> = "tftp_data" { c: ConnId, is_orig: bool, block: u64, length: u64, data: &'a [u8] }
    /// A block has arrived.
    TftpAck = "tftp_ack" { c: ConnId, is_orig: bool, block: u64 }
    /// A transfer fails, or is refused.
    TftpError<'a> = "tftp_error" { c: ConnId, is_orig: bool, code: u64, msg: &'a [u8] }
    /// A server agrees to options. The values that it names hold for the transfer.
    TftpOptionAck<'a> = "tftp_option_ack" { c: ConnId, is_orig: bool, options: ListOf<'a, TftpOption<'a>> }
}
