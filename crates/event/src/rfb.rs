// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_RFB.events.bif.zeek}.
//! RFB, the remote framebuffer of VNC (RFC 6143).
use crate::arg::ConnId;
use crate::declare::events;

events! { in rfb;
    /// The authentication method that a server requires.
    RfbAuthenticationType = "rfb_authentication_type" { c: ConnId, authtype: u64 }
    /// The result of a client's authentication.
    RfbAuthResult = "rfb_auth_result" { c: ConnId, result: bool }
    /// Whether a client shares the screen with others.
    RfbShareFlag = "rfb_share_flag" { c: ConnId, flag: bool }
    /// The version that a client speaks.
    RfbClientVersion<'a> = "rfb_client_version" { c: ConnId, major_version: &'a [u8], minor_version: &'a [u8] }
    /// The version that a server speaks.
    RfbServerVersion<'a> = "rfb_server_version" { c: ConnId, major_version: &'a [u8], minor_version: &'a [u8] }
    /// The parameters of a server's screen.
    RfbServerParameters<'a> = "rfb_server_parameters" { c: ConnId, name: &'a [u8], width: u64, height: u64 }
}
