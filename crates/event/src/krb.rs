// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_KRB.events.bif.zeek, base/init/infrastructure.zeek}.
//! Kerberos 5 (RFC 4120, 4556).
use crate::arg::{ConnId, ListOf, Moment};
use crate::declare::{events, records};
use net_types::Addr;

records! {
    /// Options of a client's request to the key distribution center.
    KdcOptions = "KRB::KDC_Options" {
        forwardable: bool, forwarded: bool, proxiable: bool, proxy: bool, allow_postdate: bool, postdated: bool,
        renewable: bool, opt_hardware_auth: bool, disable_transited_check: bool, renewable_ok: bool,
        enc_tkt_in_skey: bool, renew: bool, validate: bool
    }
    /// Options of a client's request to a service.
    ApOptions = "KRB::AP_Options" { use_session_key: bool, mutual_required: bool }
    /// A value with the number of its type.
    TypeValue<'a> = "KRB::Type_Value" { data_type: u64, val: &'a [u8] }
    /// Encrypted data.
    EncryptedData<'a> = "KRB::Encrypted_Data" { kvno: Option<u64>, cipher: u64, ciphertext: &'a [u8] }
    /// An address of a host, of one of several types.
    HostAddress<'a> = "KRB::Host_Address" {
        ip: Option<Addr>, netbios: Option<&'a [u8]>, unknown: Option<TypeValue<'a>>
    }
    /// A message that is signed but not encrypted.
    SafeMsg<'a> = "KRB::SAFE_Msg" {
        pvno: u64, msg_type: u64, data: &'a [u8], timestamp: Option<Moment>, seq: Option<u64>,
        sender: Option<HostAddress<'a>>, recipient: Option<HostAddress<'a>>
    }
    /// An error.
    ErrorMsg<'a> = "KRB::Error_Msg" {
        pvno: Option<u64>, msg_type: Option<u64>, client_time: Option<Moment>, server_time: Option<Moment>,
        error_code: u64, client_realm: Option<&'a [u8]>, client_name: Option<&'a [u8]>,
        service_realm: Option<&'a [u8]>, service_name: Option<&'a [u8]>, error_text: Option<&'a [u8]>,
        pa_data: Option<ListOf<'a, TypeValue<'a>>>
    }
    /// A ticket.
    Ticket<'a> = "KRB::Ticket" {
        pvno: u64, realm: &'a [u8], service_name: &'a [u8], cipher: u64, ciphertext: Option<&'a [u8]>,
        authenticationinfo: Option<&'a [u8]>
    }
    /// A request for a ticket.
    KdcRequest<'a> = "KRB::KDC_Request" {
        pvno: u64, msg_type: u64, pa_data: Option<ListOf<'a, TypeValue<'a>>>, kdc_options: Option<KdcOptions>,
        client_name: Option<&'a [u8]>, service_realm: Option<&'a [u8]>, service_name: Option<&'a [u8]>,
        from: Option<Moment>, till: Option<Moment>, rtime: Option<Moment>, nonce: Option<u64>,
        encryption_types: Option<ListOf<'a, u64>>, host_addrs: Option<ListOf<'a, HostAddress<'a>>>,
        additional_tickets: Option<ListOf<'a, Ticket<'a>>>
    }
    /// The answer with a ticket.
    KdcResponse<'a> = "KRB::KDC_Response" {
        pvno: u64, msg_type: u64, pa_data: Option<ListOf<'a, TypeValue<'a>>>, client_realm: Option<&'a [u8]>,
        client_name: &'a [u8], ticket: Ticket<'a>, enc_part: EncryptedData<'a>
    }
}

events! { in krb;
    /// A client requests its first ticket.
    AsRequest<'a> = "krb_as_request" { c: ConnId, msg: KdcRequest<'a> }
    /// The answer to krb_as_request, with a ticket.
    AsResponse<'a> = "krb_as_response" { c: ConnId, msg: KdcResponse<'a> }
    /// A client requests a ticket for a service.
    TgsRequest<'a> = "krb_tgs_request" { c: ConnId, msg: KdcRequest<'a> }
    /// The answer to krb_tgs_request, with a ticket.
    TgsResponse<'a> = "krb_tgs_response" { c: ConnId, msg: KdcResponse<'a> }
    /// A client presents its ticket to a service.
    ApRequest<'a> = "krb_ap_request" { c: ConnId, ticket: Ticket<'a>, opts: ApOptions }
    /// A service authenticates itself to the client.
    ApResponse = "krb_ap_response" { c: ConnId }
    /// An encrypted message.
    Priv = "krb_priv" { c: ConnId, is_orig: bool }
    /// A message that is integrity-protected but not encrypted.
    Safe<'a> = "krb_safe" { c: ConnId, is_orig: bool, msg: SafeMsg<'a> }
    /// Tickets are forwarded.
    Cred<'a> = "krb_cred" { c: ConnId, is_orig: bool, tickets: ListOf<'a, Ticket<'a>> }
    /// An error.
    Error<'a> = "krb_error" { c: ConnId, msg: ErrorMsg<'a> }
}
