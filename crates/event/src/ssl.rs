// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SSL.events.bif.zeek, base/init/certificates.zeek}.
//! SSL, TLS and DTLS (RFC 5246, 6066, 6347, 7301, 8446, 9146, 9147).
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};
use net_types::Timestamp;

records! {
    /// A signature algorithm as TLS 1.2 numbers it (RFC 5246, 7.4.1.4.1).
    SignatureAndHashAlgorithm = "SSL::SignatureAndHashAlgorithm" {
        hash: u64 = "HashAlgorithm", signature: u64 = "SignatureAlgorithm"
    }
    /// The identity of a pre-shared key that the client offers (RFC 8446, 4.2.11).
    PskIdentity<'a> = "SSL::PSKIdentity" { identity: &'a [u8], obfuscated_ticket_age: u64 }
}

events! { in ssl;
    /// A client hello.
    SslClientHello<'a> = "ssl_client_hello" {
        c: ConnId, version: u64, record_version: u64, possible_ts: Timestamp, client_random: &'a [u8],
        session_id: &'a [u8], ciphers: ListOf<'a, u64>, comp_methods: ListOf<'a, u64>
    }
    /// A server hello.
    SslServerHello<'a> = "ssl_server_hello" {
        c: ConnId, version: u64, record_version: u64, possible_ts: Timestamp, server_random: &'a [u8],
        session_id: &'a [u8], cipher: u64, comp_method: u64
    }
    /// An extension of a hello, after its specific event if it has one.
    SslExtension<'a> = "ssl_extension" { c: ConnId, is_client: bool, code: u64, val: &'a [u8] }
    /// The groups that a side supports (RFC 8422, 8446).
    SslExtensionEllipticCurves<'a> = "ssl_extension_elliptic_curves" {
        c: ConnId, is_client: bool, curves: ListOf<'a, u64>
    }
    /// The elliptic curve point formats that a side supports (RFC 8422).
    SslExtensionEcPointFormats<'a> = "ssl_extension_ec_point_formats" {
        c: ConnId, is_client: bool, point_formats: ListOf<'a, u64>
    }
    /// The signature algorithms that a side supports.
    SslExtensionSignatureAlgorithm<'a> = "ssl_extension_signature_algorithm" {
        c: ConnId, is_client: bool, signature_algorithms: ListOf<'a, SignatureAndHashAlgorithm>
    }
    /// The groups for which a side sends a key (RFC 8446).
    SslExtensionKeyShare<'a> = "ssl_extension_key_share" { c: ConnId, is_client: bool, curves: ListOf<'a, u64> }
    /// Pre-shared keys that a client offers (RFC 8446).
    SslExtensionPreSharedKeyClientHello<'a> = "ssl_extension_pre_shared_key_client_hello" {
        c: ConnId, is_client: bool, identities: ListOf<'a, PskIdentity<'a>>, binders: ListOf<'a, &'a [u8]>
    }
    /// The pre-shared key that a server chose.
    SslExtensionPreSharedKeyServerHello = "ssl_extension_pre_shared_key_server_hello" {
        c: ConnId, is_client: bool, selected_identity: u64
    }
    /// A server's part of a key exchange by elliptic curves.
    SslEcdhServerParams<'a> = "ssl_ecdh_server_params" { c: ConnId, curve: u64, point: &'a [u8] }
    /// A server's part of a Diffie-Hellman key exchange.
    SslDhServerParams<'a> = "ssl_dh_server_params" { c: ConnId, p: &'a [u8], q: &'a [u8], ys: &'a [u8] = "Ys" }
    /// The signature of a server's part of a key exchange.
    SslServerSignature<'a> = "ssl_server_signature" {
        c: ConnId, signature_and_hashalgorithm: SignatureAndHashAlgorithm, signature: &'a [u8]
    }
    /// A client's part of a key exchange by elliptic curves.
    SslEcdhClientParams<'a> = "ssl_ecdh_client_params" { c: ConnId, point: &'a [u8] }
    /// A client's part of a Diffie-Hellman key exchange.
    SslDhClientParams<'a> = "ssl_dh_client_params" { c: ConnId, yc: &'a [u8] = "Yc" }
    /// The secret of a key exchange by RSA.
    SslRsaClientPms<'a> = "ssl_rsa_client_pms" { c: ConnId, pms: &'a [u8] }
    /// The application protocols offered or chosen (ALPN, RFC 7301).
    SslExtensionApplicationLayerProtocolNegotiation<'a> = "ssl_extension_application_layer_protocol_negotiation" {
        c: ConnId, is_client: bool, protocols: ListOf<'a, &'a [u8]>
    }
    /// The server name that a client requests (SNI, RFC 6066).
    SslExtensionServerName<'a> = "ssl_extension_server_name" {
        c: ConnId, is_client: bool, names: ListOf<'a, &'a [u8]>
    }
    /// A signed certificate timestamp: a log's promise to publish a certificate (RFC 6962).
    SslExtensionSignedCertificateTimestamp<'a> = "ssl_extension_signed_certificate_timestamp" {
        c: ConnId, is_client: bool, version: u64, logid: &'a [u8], timestamp: u64,
        signature_and_hashalgorithm: SignatureAndHashAlgorithm, signature: &'a [u8]
    }
    /// The versions that a client supports, or the one that the server chose (RFC 8446).
    SslExtensionSupportedVersions<'a> = "ssl_extension_supported_versions" {
        c: ConnId, is_client: bool, versions: ListOf<'a, u64>
    }
    /// The key exchange modes that a client supports with pre-shared keys (RFC 8446).
    SslExtensionPskKeyExchangeModes<'a> = "ssl_extension_psk_key_exchange_modes" {
        c: ConnId, is_client: bool, modes: ListOf<'a, u64>
    }
    /// A DTLS connection id (RFC 9146).
    SslExtensionConnectionId<'a> = "ssl_extension_connection_id" { c: ConnId, is_client: bool, cid: &'a [u8] }
    /// Both sides of TLS encrypt: the handshake has succeeded.
    SslEstablished = "ssl_established" { c: ConnId }
    /// An alert of TLS in the clear.
    SslAlert = "ssl_alert" { c: ConnId, is_client: bool, level: u64, desc: u64 }
    /// A session ticket, for resuming the session later (RFC 5077).
    SslSessionTicketHandshake<'a> = "ssl_session_ticket_handshake" {
        c: ConnId, ticket_lifetime_hint: u64, ticket: &'a [u8]
    }
    /// A heartbeat in the clear (RFC 6520).
    SslHeartbeat<'a> = "ssl_heartbeat" {
        c: ConnId, is_client: bool, length: u64, heartbeat_type: u64, payload_length: u64, payload: &'a [u8]
    }
    /// An unencrypted record, after the events for its content.
    SslPlaintextData = "ssl_plaintext_data" {
        c: ConnId, is_client: bool, record_version: u64, content_type: u64, length: u64
    }
    /// An encrypted record. Handlers run often.
    SslEncryptedData = "ssl_encrypted_data" {
        c: ConnId, is_client: bool, record_version: u64, content_type: u64, length: u64
    }
    /// An encrypted record of TLS 1.3 that is probably part of the handshake.
    SslProbableEncryptedHandshakeMessage = "ssl_probable_encrypted_handshake_message" {
        c: ConnId, is_client: bool, length: u64
    }
    /// The status of a server's certificate, stapled by the server (RFC 6066).
    SslStapledOcsp<'a> = "ssl_stapled_ocsp" { c: ConnId, is_client: bool, response: &'a [u8] }
    /// A handshake message, after the events for its content.
    SslHandshakeMessage = "ssl_handshake_message" { c: ConnId, is_client: bool, msg_type: u64, length: u64 }
    /// A side announces that it encrypts from here on (change cipher spec).
    SslChangeCipherSpec = "ssl_change_cipher_spec" { c: ConnId, is_client: bool }
    /// A hello shows that the TLS client is the connection's responder.
    SslConnectionFlipped = "ssl_connection_flipped" { c: ConnId }
    /// A server requests a client certificate.
    SslCertificateRequest<'a> = "ssl_certificate_request" {
        c: ConnId, is_client: bool, certificate_types: ListOf<'a, u64>,
        supported_signature_algorithms: ListOf<'a, SignatureAndHashAlgorithm>,
        certificate_authorities: ListOf<'a, &'a [u8]>
    }
}
