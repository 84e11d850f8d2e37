// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_X509.events.bif.zeek, base/bif/plugins/Zeek_X509.ocsp_events.bif.zeek, base/init/certificates.zeek}.
//! Certificates (RFC 5280), signed certificate timestamps (RFC 6962) and certificate status (RFC 6960).
use crate::arg::{CertificateDer, FileId, ListOf};
use crate::declare::{events, records};
use net_types::Addr;

records! {
    /// The contents of a certificate. Times are in seconds since 1970.
    Certificate<'a> = "X509::Certificate" {
        version: u64, serial: &'a [u8], subject: &'a [u8], issuer: &'a [u8], cn: Option<&'a [u8]>,
        not_valid_before: f64, not_valid_after: f64, key_alg: &'a str, sig_alg: &'a str, key_type: Option<&'a str>,
        key_length: Option<u64>, exponent: Option<&'a str>, curve: Option<&'a str>, tbs_sig_alg: &'a str
    }
    /// An extension of a certificate or of an OCSP response.
    Extension<'a> = "X509::Extension" {
        name: &'a str, short_name: Option<&'a str>, oid: &'a str, critical: bool, value: &'a [u8]
    }
    /// Whether the certificate may sign others, and the longest chain below it.
    BasicConstraints = "X509::BasicConstraints" { ca: bool, path_len: Option<u64> }
    /// The alternative names of the certificate's subject.
    SubjectAlternativeName<'a> = "X509::SubjectAlternativeName" {
        dns: Option<ListOf<'a, &'a [u8]>>, uri: Option<ListOf<'a, &'a [u8]>>, email: Option<ListOf<'a, &'a [u8]>>,
        ip: Option<ListOf<'a, Addr>>, other_fields: bool
    }
}

events! { in x509;
    /// A certificate.
    X509Certificate<'a> = "x509_certificate" { f: FileId, cert_ref: CertificateDer<'a>, cert: Certificate<'a> }
    /// An extension of a certificate.
    X509Extension<'a> = "x509_extension" { f: FileId, ext: Extension<'a> }
    /// Whether a certificate is that of an authority, after its x509_extension.
    X509ExtBasicConstraints = "x509_ext_basic_constraints" { f: FileId, ext: BasicConstraints }
    /// The names that a certificate is for, after its x509_extension.
    X509ExtSubjectAlternativeName<'a> = "x509_ext_subject_alternative_name" {
        f: FileId, ext: SubjectAlternativeName<'a>
    }
    /// A signed certificate timestamp in a certificate or an OCSP response (RFC 6962).
    X509OcspExtSignedCertificateTimestamp<'a> = "x509_ocsp_ext_signed_certificate_timestamp" {
        f: FileId, version: u64, logid: &'a [u8], timestamp: u64, hash_algorithm: u64, signature_algorithm: u64,
        signature: &'a [u8]
    }
    /// An OCSP request (RFC 6960).
    OcspRequest = "ocsp_request" { f: FileId, version: u64 }
    /// A certificate whose status an OCSP request asks for.
    OcspRequestCertificate<'a> = "ocsp_request_certificate" {
        f: FileId, hash_algorithm: &'a str = "hashAlgorithm", issuer_name_hash: &'a [u8] = "issuerNameHash",
        issuer_key_hash: &'a [u8] = "issuerKeyHash", serial_number: &'a [u8] = "serialNumber"
    }
    /// The status of an OCSP response.
    OcspResponseStatus<'a> = "ocsp_response_status" { f: FileId, status: &'a str }
    /// The signed part of an OCSP response.
    OcspResponseBytes<'a> = "ocsp_response_bytes" {
        f: FileId, status: &'a str, version: u64, responder_id: &'a [u8] = "responderId",
        produced_at: f64 = "producedAt", signature_algorithm: &'a str = "signatureAlgorithm",
        certs: ListOf<'a, CertificateDer<'a>>
    }
    /// The state of a certificate.
    OcspResponseCertificate<'a> = "ocsp_response_certificate" {
        f: FileId, hash_algorithm: &'a str = "hashAlgorithm", issuer_name_hash: &'a [u8] = "issuerNameHash",
        issuer_key_hash: &'a [u8] = "issuerKeyHash", serial_number: &'a [u8] = "serialNumber",
        cert_status: &'a str = "certStatus", revoke_time: f64 = "revokeTime", revoke_reason: &'a str = "revokeReason",
        this_update: f64 = "thisUpdate", next_update: f64 = "nextUpdate"
    }
    /// An extension of an OCSP message.
    OcspExtension<'a> = "ocsp_extension" { f: FileId, ext: Extension<'a>, global_resp: bool }
}
