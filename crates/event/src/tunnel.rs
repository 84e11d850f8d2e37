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
    GtpGsnAddr<'a> = "gtp_gsn_addr" { ip: Option<Addr>, other: Option<&'a [u8]> }
    GtpEndUserAddr<'a> = "gtp_end_user_addr" {
        pdp_type_org: u64, pdp_type_num: u64, pdp_ip: Option<Addr>, pdp_other_addr: Option<&'a [u8]>
    }
    GtpRai = "gtp_rai" { mcc: u64, mnc: u64, lac: u64, rac: u64 }
    GtpQosProfile<'a> = "gtp_qos_profile" { priority: u64, data: &'a [u8] }
    GtpPrivateExtension<'a> = "gtp_private_extension" { id: u64, value: &'a [u8] }
    GtpCreatePdpCtxRequestElements<'a> = "gtp_create_pdp_ctx_request_elements" {
        imsi: Option<u64>, rai: Option<GtpRai>, recovery: Option<u64>, select_mode: Option<u64>, data1: Option<u64>,
        cp: Option<u64>, nsapi: Option<u64>, linked_nsapi: Option<u64>, charge_character: Option<u64>,
        trace_ref: Option<u64>, trace_type: Option<u64>, end_user_addr: Option<GtpEndUserAddr<'a>>,
        ap_name: Option<&'a [u8]>, opts: Option<&'a [u8]>, signal_addr: Option<GtpGsnAddr<'a>>,
        user_addr: Option<GtpGsnAddr<'a>>, msisdn: Option<&'a [u8]>, qos_prof: Option<GtpQosProfile<'a>>,
        tft: Option<&'a [u8]>, trigger_id: Option<&'a [u8]>, omc_id: Option<&'a [u8]>,
        ext: Option<GtpPrivateExtension<'a>>
    }
    GtpCreatePdpCtxResponseElements<'a> = "gtp_create_pdp_ctx_response_elements" {
        cause: Option<u64>, reorder_req: Option<bool>, recovery: Option<u64>, data1: Option<u64>, cp: Option<u64>,
        charging_id: Option<u64>, end_user_addr: Option<GtpEndUserAddr<'a>>, opts: Option<&'a [u8]>,
        cp_addr: Option<GtpGsnAddr<'a>>, user_addr: Option<GtpGsnAddr<'a>>, qos_prof: Option<GtpQosProfile<'a>>,
        charge_gateway: Option<Addr>, ext: Option<GtpPrivateExtension<'a>>
    }
    GtpUpdatePdpCtxRequestElements<'a> = "gtp_update_pdp_ctx_request_elements" {
        imsi: Option<u64>, rai: Option<GtpRai>, recovery: Option<u64>, data1: Option<u64>, cp: Option<u64>,
        nsapi: Option<u64>, trace_ref: Option<u64>, trace_type: Option<u64>, cp_addr: Option<GtpGsnAddr<'a>>,
        user_addr: Option<GtpGsnAddr<'a>>, qos_prof: Option<GtpQosProfile<'a>>, tft: Option<&'a [u8]>,
        trigger_id: Option<&'a [u8]>, omc_id: Option<&'a [u8]>, ext: Option<GtpPrivateExtension<'a>>,
        end_user_addr: Option<GtpEndUserAddr<'a>>
    }
    GtpUpdatePdpCtxResponseElements<'a> = "gtp_update_pdp_ctx_response_elements" {
        cause: Option<u64>, recovery: Option<u64>, data1: Option<u64>, cp: Option<u64>, charging_id: Option<u64>,
        cp_addr: Option<GtpGsnAddr<'a>>, user_addr: Option<GtpGsnAddr<'a>>, qos_prof: Option<GtpQosProfile<'a>>,
        charge_gateway: Option<Addr>, ext: Option<GtpPrivateExtension<'a>>
    }
    GtpDeletePdpCtxRequestElements<'a> = "gtp_delete_pdp_ctx_request_elements" {
        teardown_ind: Option<bool>, nsapi: Option<u64>, ext: Option<GtpPrivateExtension<'a>>
    }
    GtpDeletePdpCtxResponseElements<'a> = "gtp_delete_pdp_ctx_response_elements" {
        cause: Option<u64>, ext: Option<GtpPrivateExtension<'a>>
    }
}

events! { in tunnel;
    /// A connection was found to carry GTPv1.
    NewGtpv1State = "new_gtpv1_state" { c: ConnId }
    /// A message of GTPv1.
    Gtpv1Message = "gtpv1_message" { c: ConnId, hdr: Gtpv1Hdr }
    /// A packet in a GTPv1 tunnel.
    Gtpv1GPduPacket<'a> = "gtpv1_g_pdu_packet" { outer: ConnId, inner_gtp: Gtpv1Hdr, inner_ip: PktHdr<'a> }
    /// A request to create a PDP context.
    Gtpv1CreatePdpCtxRequest<'a> = "gtpv1_create_pdp_ctx_request" {
        c: ConnId, hdr: Gtpv1Hdr, elements: GtpCreatePdpCtxRequestElements<'a>
    }
    /// The response to the creation of a PDP context.
    Gtpv1CreatePdpCtxResponse<'a> = "gtpv1_create_pdp_ctx_response" {
        c: ConnId, hdr: Gtpv1Hdr, elements: GtpCreatePdpCtxResponseElements<'a>
    }
    /// A request to update a PDP context.
    Gtpv1UpdatePdpCtxRequest<'a> = "gtpv1_update_pdp_ctx_request" {
        c: ConnId, hdr: Gtpv1Hdr, elements: GtpUpdatePdpCtxRequestElements<'a>
    }
    /// The response to the update of a PDP context.
    Gtpv1UpdatePdpCtxResponse<'a> = "gtpv1_update_pdp_ctx_response" {
        c: ConnId, hdr: Gtpv1Hdr, elements: GtpUpdatePdpCtxResponseElements<'a>
    }
    /// A request to delete a PDP context.
    Gtpv1DeletePdpCtxRequest<'a> = "gtpv1_delete_pdp_ctx_request" {
        c: ConnId, hdr: Gtpv1Hdr, elements: GtpDeletePdpCtxRequestElements<'a>
    }
    /// The response to the deletion of a PDP context.
    Gtpv1DeletePdpCtxResponse<'a> = "gtpv1_delete_pdp_ctx_response" {
        c: ConnId, hdr: Gtpv1Hdr, elements: GtpDeletePdpCtxResponseElements<'a>
    }
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
