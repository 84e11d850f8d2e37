// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_RDP.events.bif.zeek, base/init/infrastructure.zeek}.
//! Remote Desktop, over TCP and UDP ([MS-RDPBCGR], [MS-RDPEUDP], [MS-RDPEUDP2]).
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};

records! {
    /// Capabilities of the client, before the session begins.
    EarlyCapabilityFlags = "RDP::EarlyCapabilityFlags" {
        support_err_info_pdu: bool, want_32bpp_session: bool, support_statusinfo_pdu: bool,
        strong_asymmetric_keys: bool, support_monitor_layout_pdu: bool, support_netchar_autodetect: bool,
        support_dynvc_gfx_protocol: bool, support_dynamic_time_zone: bool, support_heartbeat_pdu: bool
    }
    /// The client and its desktop. Not every client sends the fields after the name of the input method.
    ClientCoreData<'a> = "RDP::ClientCoreData" {
        version_major: u64, version_minor: u64, desktop_width: u64, desktop_height: u64, color_depth: u64,
        sas_sequence: u64, keyboard_layout: u64, client_build: u64, client_name: &'a [u8], keyboard_type: u64,
        keyboard_sub: u64, keyboard_function_key: u64, ime_file_name: &'a [u8], post_beta2_color_depth: Option<u64>,
        client_product_id: Option<u64>, serial_number: Option<u64>, high_color_depth: Option<u64>,
        supported_color_depths: Option<u64>, ec_flags: Option<EarlyCapabilityFlags>, dig_product_id: Option<&'a [u8]>
    }
    /// The client's encryption methods.
    ClientSecurityData = "RDP::ClientSecurityData" { encryption_methods: u64, ext_encryption_methods: u64 }
    /// A channel that the client requests.
    ClientChannelDef<'a> = "RDP::ClientChannelDef" {
        name: &'a [u8], options: u64, initialized: bool, encrypt_rdp: bool, encrypt_sc: bool, encrypt_cs: bool,
        pri_high: bool, pri_med: bool, pri_low: bool, compress_rdp: bool, compress: bool, show_protocol: bool,
        persistent: bool
    }
    /// The session that the client wants to resume.
    ClientClusterData = "RDP::ClientClusterData" {
        flags: u64, redir_session_id: u64, redir_supported: bool, svr_session_redir_version_mask: u64,
        redir_sessionid_field_valid: bool, redir_smartcard: bool
    }
}

events! { in rdp;
    /// An RDP over UDP client sends a SYN.
    UdpSyn = "rdpeudp_syn" { c: ConnId }
    /// An RDP over UDP server answers with a SYN-ACK.
    UdpSynack = "rdpeudp_synack" { c: ConnId }
    /// The handshake of RDP over UDP is complete.
    UdpEstablished = "rdpeudp_established" { c: ConnId, version: u64 }
    /// Data of RDP over UDP.
    UdpData<'a> = "rdpeudp_data" { c: ConnId, is_orig: bool, version: u64, data: &'a [u8] }
    /// Data in RDP's own encryption.
    NativeEncryptedData = "rdp_native_encrypted_data" { c: ConnId, orig: bool, len: u64 }
    /// A client's connection request.
    ConnectRequest<'a> = "rdp_connect_request" { c: ConnId, cookie: &'a [u8], flags: u64 }
    /// A server selects the security protocol.
    NegotiationResponse = "rdp_negotiation_response" { c: ConnId, security_protocol: u64, flags: u64 }
    /// A server rejects the requested security protocols.
    NegotiationFailure = "rdp_negotiation_failure" { c: ConnId, failure_code: u64, flags: u64 }
    /// A client's core data.
    ClientCore<'a> = "rdp_client_core_data" { c: ConnId, data: ClientCoreData<'a> }
    /// The encryption methods that a client supports.
    ClientSecurity = "rdp_client_security_data" { c: ConnId, data: ClientSecurityData }
    /// The channels that a client requests.
    ClientNetwork<'a> = "rdp_client_network_data" { c: ConnId, channels: ListOf<'a, ClientChannelDef<'a>> }
    /// A client's cluster data, about redirection.
    ClientCluster = "rdp_client_cluster_data" { c: ConnId, data: ClientClusterData }
    /// A server's answer to the connection of a conference.
    GccServerCreateResponse = "rdp_gcc_server_create_response" { c: ConnId, result: u64 }
    /// The encryption that a server chose.
    ServerSecurity = "rdp_server_security" { c: ConnId, encryption_method: u64, encryption_level: u64 }
    /// A certificate of a server.
    ServerCertificate = "rdp_server_certificate" { c: ConnId, cert_type: u64, permanently_issued: bool }
    /// From here on the connection is encrypted.
    BeginEncryption = "rdp_begin_encryption" { c: ConnId, security_protocol: u64 }
}
