// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/tftp/events.zeek}.
//! TFTP (RFC 1350, 2347 to 2349).
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};

records! {
    /// An option of a request or of the answer to it (RFC 2347).
    TftpOption<'a> = "TFTP::Option" { name: &'a [u8], value: &'a [u8] }
}

events! { in tftp;
    /// A client requests a file. The file is sent on another connection, which the server opens from a new port.
    TftpReadRequest<'a> = "tftp_read_request" {
        c: ConnId, is_orig: bool, filename: &'a [u8], mode: &'a [u8], options: ListOf<'a, TftpOption<'a>>
    }
    /// A client requests to send a file. The file is sent on another connection, which the server opens from a new port.
    TftpWriteRequest<'a> = "tftp_write_request" {
        c: ConnId, is_orig: bool, filename: &'a [u8], mode: &'a [u8], options: ListOf<'a, TftpOption<'a>>
    }
    /// A block of a file; raised again for a retransmitted block.
    TftpData<'a> = "tftp_data" { c: ConnId, is_orig: bool, block: u64, length: u64, data: &'a [u8] }
    /// A block is acknowledged.
    TftpAck = "tftp_ack" { c: ConnId, is_orig: bool, block: u64 }
    /// A transfer fails or is rejected.
    TftpError<'a> = "tftp_error" { c: ConnId, is_orig: bool, code: u64, msg: &'a [u8] }
    /// A server accepts options. Its values apply to the transfer.
    TftpOptionAck<'a> = "tftp_option_ack" { c: ConnId, is_orig: bool, options: ListOf<'a, TftpOption<'a>> }
}
