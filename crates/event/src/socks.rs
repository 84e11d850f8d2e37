// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SOCKS.events.bif.zeek, base/init/infrastructure.zeek}.
//! SOCKS 4, 4a and 5 (RFC 1928, 1929).
use crate::arg::ConnId;
use crate::declare::{events, records};
use net_types::{Addr, Port};

records! {
    /// The destination that a client asks for: an address, a name, or both.
    SocksAddress<'a> = "SOCKS::Address" { host: Option<Addr>, name: Option<&'a [u8]> }
}

events! { in socks;
    /// A client requests a connection from a proxy.
    SocksRequest<'a> = "socks_request" {
        c: ConnId, version: u64, request_type: u64, sa: SocksAddress<'a>, p: Port, user: &'a [u8]
    }
    /// A proxy's answer.
    SocksReply<'a> = "socks_reply" { c: ConnId, version: u64, reply: u64, sa: SocksAddress<'a>, p: Port }
    /// A client logs in.
    SocksLoginUserpassRequest<'a> = "socks_login_userpass_request" { c: ConnId, user: &'a [u8], password: &'a [u8] }
    /// The answer to a login.
    SocksLoginUserpassReply = "socks_login_userpass_reply" { c: ConnId, code: u64 }
}
