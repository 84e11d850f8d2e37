//! Tunnels: what lies around a connection.
use crate::packet::ConnTuple;
use crate::{ConnId, EnumName, events, records};

records! {
    /// One layer of encapsulation.
    EncapsulatingConn<'a> = "Tunnel::EncapsulatingConn" {
        cid: ConnTuple, tunnel_type: EnumName, uid: Option<&'a str>
    }
}

events! { in tunnel;
    /// A Teredo tunnel was confirmed (RFC 4380).
    NewTeredoState = "new_teredo_state" { c: ConnId }
    /// A GTPv1-U tunnel was confirmed (3GPP TS 29.281).
    NewGtpv1State = "new_gtpv1_state" { c: ConnId }
}
