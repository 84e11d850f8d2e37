//! The file analyzer: reports certificates and OCSP messages as events.
use super::certificate::{Certificate, Extension, SCTS};
use super::extension::{self, AltNames, basic_constraints};
use super::ocsp::{BasicResponse, CertStatus, OcspRequest, OcspResponse, reason};
use super::{Anomaly, MAX_FILE, objects, time};
use crate::files::{FileAnalyzer, FileContext};
use crate::ssl::SctList;
use event::x509 as ev;
use event::{CertificateDer, ListOf};
use sha2::{Digest, Sha256};

/// The extension of OCSP responses with signed certificate timestamps (RFC 6962, 3.3).
const SCTS_IN_RESPONSE: &str = "1.3.6.1.4.1.11129.2.4.5";
const BASIC_CONSTRAINTS: &str = "2.5.29.19";
const ALT_NAMES: &str = "2.5.29.17";

/// The expected type of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A certificate.
    Certificate,
    /// An OCSP request.
    OcspRequest,
    /// An OCSP response.
    OcspResponse,
}

/// The analyzer of a file.
pub struct X509 {
    kind: Kind,
    data: Vec<u8>,
}

impl X509 {
    /// Creates the analyzer of a new file.
    pub const fn new(kind: Kind) -> Self {
        X509 { kind, data: Vec::new() }
    }
}

impl FileAnalyzer for X509 {
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        if self.data.len() + data.len() > MAX_FILE {
            cx.anomaly(Anomaly::TooLong);
            return false;
        }
        self.data.extend_from_slice(data);
        true
    }

    fn undelivered(&mut self, _: &mut FileContext<'_>, _: u64, _: u64) -> bool {
        false
    }

    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        match self.kind {
            Kind::Certificate if cx.is_known_certificate(&digest(&self.data)) => {}
            Kind::Certificate => match Certificate::read(&self.data) {
                Ok(c) => certificate(cx, &c),
                Err(_) => cx.anomaly(Anomaly::NoCertificate),
            },
            Kind::OcspRequest => match OcspRequest::read(&self.data) {
                Ok(r) => request(cx, &r),
                Err(_) => cx.anomaly(Anomaly::NoOcspRequest),
            },
            Kind::OcspResponse => match OcspResponse::read(&self.data) {
                Ok(r) => response(cx, &r),
                Err(_) => cx.anomaly(Anomaly::NoOcspResponse),
            },
        }
        false
    }
}

/// The SHA-256 in hexadecimal.
fn digest(data: &[u8]) -> Vec<u8> {
    let digit = |n: u8| char::from_digit(n.into(), 16).map_or(b'0', |c| c as u8);
    Sha256::digest(data).iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

fn certificate(cx: &mut FileContext<'_>, c: &Certificate<'_>) {
    let summary = c.summary(&mut |odd| cx.anomaly(odd));
    cx.event(|f| ev::X509Certificate { f, cert_ref: CertificateDer(c.der), cert: summary.record() });
    for e in &c.extensions {
        if cx.wants::<ev::X509Extension<'_>>() {
            with_extension(e, |ext| cx.event(|f| ev::X509Extension { f, ext }));
        }
        match objects::dotted(e.oid).as_str() {
            BASIC_CONSTRAINTS => match basic_constraints(e.value) {
                Some((ca, path_len)) => {
                    let ext = ev::BasicConstraints { ca, path_len };
                    cx.event(|f| ev::X509ExtBasicConstraints { f, ext });
                }
                None => cx.anomaly(Anomaly::BasicConstraints),
            },
            ALT_NAMES => alt_names(cx, e.value),
            SCTS => scts(cx, e.value),
            _ => {}
        }
    }
}

/// Calls `then` with the event record of an extension.
fn with_extension(e: &Extension<'_>, then: impl FnOnce(ev::Extension<'_>)) {
    let oid = objects::dotted(e.oid);
    let object = objects::find(&oid);
    let value = extension::shown(e).map_or_else(|| extension::raw(e), String::into_bytes);
    then(ev::Extension {
        name: object.map_or(&oid, |o| o.long),
        short_name: Some(object.map_or("UNDEF", |o| o.short)),
        oid: &oid,
        critical: e.critical,
        value: &value,
    });
}

fn alt_names(cx: &mut FileContext<'_>, value: &[u8]) {
    let Ok(names) = AltNames::read(value) else {
        cx.anomaly(Anomaly::AltNames);
        return;
    };
    if let Some(len) = names.bad_address {
        cx.anomaly(Anomaly::AltNameAddress(len));
    }
    let some = |list: &[_]| !list.is_empty();
    let ext = ev::SubjectAlternativeName {
        dns: some(&names.dns).then_some(ListOf(&names.dns)),
        uri: some(&names.uri).then_some(ListOf(&names.uri)),
        email: some(&names.email).then_some(ListOf(&names.email)),
        ip: (!names.ip.is_empty()).then_some(ListOf(&names.ip)),
        other_fields: names.others,
    };
    cx.event(|f| ev::X509ExtSubjectAlternativeName { f, ext });
}

/// Reports signed certificate timestamps; the extension's content is an octet string with the list.
fn scts(cx: &mut FileContext<'_>, value: &[u8]) {
    let inner = crate::asn1::Der::new("SCTs", value).element();
    let Ok(list) = inner.and_then(|e| SctList::read(e.content)) else {
        cx.anomaly(Anomaly::Sct);
        return;
    };
    for sct in list {
        let Ok(sct) = sct else {
            cx.anomaly(Anomaly::Sct);
            return;
        };
        cx.event(|f| ev::X509OcspExtSignedCertificateTimestamp {
            f,
            version: sct.version.into(),
            logid: sct.log,
            timestamp: sct.timestamp,
            hash_algorithm: sct.algorithm.hash,
            signature_algorithm: sct.algorithm.signature,
            signature: sct.signature,
        });
    }
}

fn request(cx: &mut FileContext<'_>, r: &OcspRequest<'_>) {
    cx.event(|f| ev::OcspRequest { f, version: 0 });
    for id in &r.certificates {
        let (hash_algorithm, [name, key, serial]) = id.shown();
        cx.event(|f| ev::OcspRequestCertificate {
            f,
            hash_algorithm: &hash_algorithm,
            issuer_name_hash: &name,
            issuer_key_hash: &key,
            serial_number: &serial,
        });
    }
}

fn response(cx: &mut FileContext<'_>, r: &OcspResponse<'_>) {
    let status = r.status_name();
    cx.event(|f| ev::OcspResponseStatus { f, status });
    let Some(basic) = &r.basic else { return };
    single_responses(cx, basic);
    let produced_at = time::as_double(&basic.produced_at, &mut |odd| cx.anomaly(odd));
    let responder = basic.responder.shown();
    let algorithm = objects::long_name(basic.algorithm);
    let certs: Vec<CertificateDer<'_>> = basic
        .certificates
        .iter()
        .filter(|c| Certificate::read(c).is_ok())
        .map(|c| CertificateDer(c))
        .collect();
    cx.event(|f| ev::OcspResponseBytes {
        f,
        status,
        version: 0,
        responder_id: &responder,
        produced_at,
        signature_algorithm: &algorithm,
        certs: ListOf(&certs),
    });
    extensions(cx, &basic.extensions, true);
}

fn single_responses(cx: &mut FileContext<'_>, basic: &BasicResponse<'_>) {
    for single in &basic.responses {
        let (hash_algorithm, [name, key, serial]) = single.certificate.shown();
        let mut seconds = |t| time::as_double(t, &mut |odd| cx.anomaly(odd));
        let (revoke_time, revoke_reason) = match &single.status {
            CertStatus::Revoked(when, why) => (seconds(when), why.map_or("", reason)),
            CertStatus::Good | CertStatus::Unknown => (0.0, ""),
        };
        let this_update = seconds(&single.this_update);
        let next_update = single.next_update.as_ref().map_or(0.0, seconds);
        cx.event(|f| ev::OcspResponseCertificate {
            f,
            hash_algorithm: &hash_algorithm,
            issuer_name_hash: &name,
            issuer_key_hash: &key,
            serial_number: &serial,
            cert_status: single.status.name(),
            revoke_time,
            revoke_reason,
            this_update,
            next_update,
        });
        extensions(cx, &single.extensions, false);
    }
}

fn extensions(cx: &mut FileContext<'_>, list: &[Extension<'_>], global_resp: bool) {
    for e in list {
        with_extension(e, |ext| cx.event(|f| ev::OcspExtension { f, ext, global_resp }));
        if objects::dotted(e.oid) == SCTS_IN_RESPONSE {
            scts(cx, e.value);
        }
    }
}
