//! Parses certificates, and derives the properties that events show.
use super::der::{algorithm, expect, signature_bits};
use super::key::{Key, KeyInfo, key_of};
use super::{Anomaly, name, objects, show, time};
use crate::asn1::{Der, Element, tag};
use event::x509 as ev;
use std::borrow::Cow;
use wire::ReadResult;

/// An extension of a certificate (RFC 5280, 4.2).
#[derive(Clone, Copy, Debug)]
pub struct Extension<'a> {
    /// The object identifier.
    pub oid: &'a [u8],
    /// Validators that do not know the extension must reject the certificate.
    pub critical: bool,
    /// The value, which is DER itself.
    pub value: &'a [u8],
}

/// A certificate (RFC 5280, 4.1).
#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    /// The complete encoding.
    pub der: &'a [u8],
    /// The encoding of the signed part, TBSCertificate.
    pub tbs: &'a [u8],
    /// The version, 1 to 3.
    pub version: u64,
    /// The content of the serial number.
    pub serial: &'a [u8],
    /// The signature's algorithm according to the signed part.
    pub tbs_algorithm: &'a [u8],
    /// The issuer's distinguished name in DER.
    pub issuer: &'a [u8],
    /// The start of the validity period.
    pub not_before: Element<'a>,
    /// The end of the validity period.
    pub not_after: Element<'a>,
    /// The subject's distinguished name in DER.
    pub subject: &'a [u8],
    /// The subject's public key.
    pub key: KeyInfo<'a>,
    /// The extensions, in order.
    pub extensions: Vec<Extension<'a>>,
    /// The signature's algorithm.
    pub algorithm: &'a [u8],
    /// The signature.
    pub signature: &'a [u8],
}

/// The extension with signed certificate timestamps (RFC 6962, 3.3).
pub(super) const SCTS: &str = "1.3.6.1.4.1.11129.2.4.2";

/// The context-specific tags of the signed part.
const VERSION: u8 = tag::CONTEXT;
const ISSUER_ID: u8 = 0x81;
const SUBJECT_ID: u8 = 0x82;
const EXTENSIONS: u8 = tag::CONTEXT + 3;
const BOOLEAN: u8 = 0x01;

impl<'a> Certificate<'a> {
    /// Parses a certificate; ignores surplus bytes.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let (der, outer) = expect(&mut Der::new("Certificate", bytes), tag::SEQUENCE)?;
        let mut outer = outer.walk("Certificate");
        let (tbs, inner) = expect(&mut outer, tag::SEQUENCE)?;
        let algorithm = algorithm(&mut outer)?.0;
        let signature = signature_bits(&mut outer)?;
        let mut r = inner.walk("TBSCertificate");
        let version = match r.optional(VERSION)? {
            Some(v) => v.walk("Version").element()?.uint().unwrap_or_default() + 1,
            None => 1,
        };
        let serial = expect(&mut r, tag::INTEGER)?.1.content;
        let tbs_algorithm = self::algorithm(&mut r)?.0;
        let issuer = expect(&mut r, tag::SEQUENCE)?.0;
        let mut validity = r.inside(tag::SEQUENCE)?;
        let (not_before, not_after) = (validity.element()?, validity.element()?);
        let subject = expect(&mut r, tag::SEQUENCE)?.0;
        let key = KeyInfo::read(&mut r)?;
        r.optional(ISSUER_ID)?;
        r.optional(SUBJECT_ID)?;
        let extensions = match r.optional(EXTENSIONS)? {
            Some(e) => extensions(e.walk("Extensions"))?,
            None => Vec::new(),
        };
        // Names are checked here, so that rendering them cannot fail later.
        name::rfc2253(issuer)?;
        name::rfc2253(subject)?;
        Ok(Certificate {
            der,
            tbs,
            version,
            serial,
            tbs_algorithm,
            issuer,
            not_before,
            not_after,
            subject,
            key,
            extensions,
            algorithm,
            signature,
        })
    }

    /// The extension with this dotted identifier.
    pub fn extension(&self, dotted: &str) -> Option<&Extension<'a>> {
        self.extensions.iter().find(|e| objects::dotted(e.oid) == dotted)
    }

    /// The properties that events show.
    pub fn summary(&self, odd: &mut dyn FnMut(Anomaly)) -> Summary {
        let key_algorithm = objects::long_name(self.key.algorithm);
        let signature = objects::dotted(self.algorithm);
        Summary {
            version: self.version,
            serial: show::integer(self.serial),
            subject: shown(self.subject),
            issuer: shown(self.issuer),
            common_name: name::common_names(self.subject).unwrap_or_default().pop(),
            not_before: time::as_double(&self.not_before, odd),
            not_after: time::as_double(&self.not_after, odd),
            key: key_of(&self.key),
            key_algorithm,
            signature_algorithm: objects::find(&signature).map_or("", |o| o.long),
            tbs_algorithm: objects::long_name(self.tbs_algorithm),
        }
    }
}

/// The longest name that events show, in bytes.
const MAX_NAME: usize = 2047;

fn shown(name: &[u8]) -> Vec<u8> {
    let mut text = name::rfc2253(name).unwrap_or_default();
    text.truncate(MAX_NAME);
    text
}

/// The properties of a certificate that events show.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    version: u64,
    serial: Vec<u8>,
    subject: Vec<u8>,
    issuer: Vec<u8>,
    common_name: Option<Vec<u8>>,
    not_before: f64,
    not_after: f64,
    key: Option<Key>,
    key_algorithm: Cow<'static, str>,
    signature_algorithm: &'static str,
    tbs_algorithm: Cow<'static, str>,
}

impl Summary {
    /// The event record.
    pub fn record(&self) -> ev::Certificate<'_> {
        let key = self.key.as_ref();
        ev::Certificate {
            version: self.version,
            serial: &self.serial,
            subject: &self.subject,
            issuer: &self.issuer,
            cn: self.common_name.as_deref(),
            not_valid_before: self.not_before,
            not_valid_after: self.not_after,
            key_alg: &self.key_algorithm,
            sig_alg: self.signature_algorithm,
            key_type: key.map(|k| k.kind),
            key_length: key.and_then(|k| k.length),
            exponent: key.and_then(|k| k.exponent.as_deref()),
            curve: key.and_then(|k| k.curve),
            tbs_sig_alg: &self.tbs_algorithm,
        }
    }
}

/// Reads a sequence of extensions.
pub(super) fn extensions(mut d: Der<'_>) -> ReadResult<Vec<Extension<'_>>> {
    let mut list = d.inside(tag::SEQUENCE)?;
    let mut all = Vec::new();
    while !list.is_empty() {
        let mut r = list.inside(tag::SEQUENCE)?;
        let oid = expect(&mut r, tag::OBJECT_IDENTIFIER)?.1.content;
        let critical = r.optional(BOOLEAN)?.is_some_and(|b| b.content.iter().any(|b| *b != 0));
        let value = expect(&mut r, tag::OCTET_STRING)?.1.content;
        all.push(Extension { oid, critical, value });
    }
    Ok(all)
}
