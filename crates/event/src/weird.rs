// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek}.
//! Weirds: unexpected traffic, by name, with the connection, hosts or file.
use crate::arg::{ConnId, FileId};
use crate::declare::events;
use net_types::Addr;

events! { in weird;
    /// Something odd about a connection. The weird framework's scripts decide whether it is logged.
    ConnWeird<'a> = "conn_weird" { name: &'a str, c: ConnId, addl: &'a [u8], source: &'a str }
    /// Something odd between two hosts without a connection.
    FlowWeird<'a> = "flow_weird" { name: &'a str, src: Addr, dst: Addr, addl: &'a [u8], source: &'a str }
    /// Something odd about a packet that belongs to no flow.
    NetWeird<'a> = "net_weird" { name: &'a str, addl: &'a [u8], source: &'a str }
    /// Something odd about a file.
    FileWeird<'a> = "file_weird" { name: &'a str, f: FileId, addl: &'a [u8], source: &'a str }
}
