// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_GTPv1.events.bif.zeek, base/bif/plugins/Zeek_Geneve.events.bif.zeek, base/bif/plugins/Zeek_Teredo.events.bif.zeek, base/bif/plugins/Zeek_VXLAN.events.bif.zeek, base/init/connections.zeek, base/init/tunnels.zeek}.
//! Tunnels: the encapsulation of a connection.
use crate::packet::{ConnTuple, PktHdr};
use crate::arg::{ConnId, EnumName};
use crate::declare::{events, records};
use net_types::{Addr, Port};

records! {
    /// One layer of encapsulation.
    EncapsulatingConn<'a> = "Tunnel::EncapsulatingConn" { cid: ConnTuple, tunnel_type: EnumName, uid: Option<&'a str> }
    /// Teredo's authentication (RFC 4380, 5.1.1).
    TeredoAuth<'a> = "teredo_auth" { id: &'a [u8], value: &'a [u8], nonce: u64, confirm: u64 }
    /// The origin of a Teredo packet, as the server saw it.
    TeredoOrigin = "teredo_origin" { p: Port, a: Addr }
    /// Teredo's headers and those of the packet inside.
    TeredoHdr<'a> = "teredo_hdr" { auth: Option<TeredoAuth<'a>>, origin: Option<TeredoOrigin>, hdr: PktHdr<'a> }
    /// A header of GTPv1 (3GPP TS 29.281, 5.1).
    Gtpv1Hdr = "gtpv1_hdr" {
        version: u64, pt_flag: bool, rsv: bool, e_flag: bool, s_flag: bool, pn_flag: bool, msg_type: u64, length: u64,
        teid: u64, seq: Option<u64>, n_pdu: Option<u64>, next_type: Option<u64>
    }
}

events! { in tunnel;
    /// A connection was found to carry GTPv1.
    NewGtpv1State = "new_gtpv1_state" { c: ConnId }
    /// A message of GTPv1.
    Gtpv1Message = "gtpv1_message" { c: ConnId, hdr: Gtpv1Hdr }
    /// A packet in a GTPv1 tunnel.
    Gtpv1GPduPacket<'a> = "gtpv1_g_pdu_packet" { outer: ConnId, inner_gtp: Gtpv1Hdr, inner_ip: PktHdr<'a> }
    /// A packet in a Geneve tunnel (RFC 8926).
    GenevePacket<'a> = "geneve_packet" { outer: ConnId, inner: PktHdr<'a>, vni: u64 }
    /// A packet in a Teredo tunnel (RFC 4380).
    TeredoPacket<'a> = "teredo_packet" { outer: ConnId, inner: TeredoHdr<'a> }
    /// A connection was found to carry Teredo.
    NewTeredoState = "new_teredo_state" { c: ConnId }
    /// A Teredo packet with authentication.
    TeredoAuthentication<'a> = "teredo_authentication" { outer: ConnId, inner: TeredoHdr<'a> }
    /// A Teredo packet that tells a client its outer address.
    TeredoOriginIndication<'a> = "teredo_origin_indication" { outer: ConnId, inner: TeredoHdr<'a> }
    /// A Teredo packet without payload, which keeps a mapping open.
    TeredoBubble<'a> = "teredo_bubble" { outer: ConnId, inner: TeredoHdr<'a> }
    /// A packet in a VXLAN tunnel (RFC 7348).
    VxlanPacket<'a> = "vxlan_packet" { outer: ConnId, inner: PktHdr<'a>, vni: u64 }
}
