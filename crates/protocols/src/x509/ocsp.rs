//! Parses OCSP requests and responses (RFC 6960).
use super::certificate::{Extension, extensions};
use super::der::{algorithm, expect, signature_bits};
use super::{encoded, name, objects, show};
use crate::asn1::{Der, Element, tag};
use std::borrow::Cow;
use wire::{ReadError, ReadResult};

const GENERALIZED_TIME: u8 = 0x18;

/// CertID: identifies a certificate by its issuer and serial number.
#[derive(Clone, Copy, Debug)]
pub struct CertId<'a> {
    /// The hash algorithm.
    pub algorithm: &'a [u8],
    /// The hash of the issuer's name.
    pub name_hash: Element<'a>,
    /// The hash of the issuer's key.
    pub key_hash: Element<'a>,
    /// The certificate's serial number.
    pub serial: &'a [u8],
}

impl<'a> CertId<'a> {
    fn read(d: &mut Der<'a>) -> ReadResult<Self> {
        let mut r = d.inside(tag::SEQUENCE)?;
        Ok(CertId {
            algorithm: algorithm(&mut r)?.0,
            name_hash: expect(&mut r, tag::OCTET_STRING)?.1,
            key_hash: expect(&mut r, tag::OCTET_STRING)?.1,
            serial: expect(&mut r, tag::INTEGER)?.1.content,
        })
    }

    /// The record for events: algorithm, hash of the name, hash of the key, serial number.
    pub fn shown(&self) -> (Cow<'static, str>, [Vec<u8>; 3]) {
        let texts = [show::octets(&self.name_hash), show::octets(&self.key_hash), show::integer(self.serial)];
        (objects::long_name(self.algorithm), texts)
    }
}

/// A request.
#[derive(Debug)]
pub struct OcspRequest<'a> {
    /// The certificates in question.
    pub certificates: Vec<CertId<'a>>,
}

impl<'a> OcspRequest<'a> {
    /// Reads a request.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Der::new("OCSPRequest", bytes).inside(tag::SEQUENCE)?.inside(tag::SEQUENCE)?;
        r.optional(tag::CONTEXT)?;
        r.optional(tag::CONTEXT + 1)?;
        let mut list = r.inside(tag::SEQUENCE)?;
        let mut certificates = Vec::new();
        while !list.is_empty() {
            certificates.push(CertId::read(&mut list.inside(tag::SEQUENCE)?)?);
        }
        Ok(OcspRequest { certificates })
    }
}

/// The state of a certificate.
#[derive(Clone, Copy, Debug)]
pub enum CertStatus<'a> {
    /// Not revoked.
    Good,
    /// Revoked: the time, and the number of the reason.
    Revoked(Element<'a>, Option<u64>),
    /// The responder does not know the certificate.
    Unknown,
}

impl CertStatus<'_> {
    /// The name that events show.
    pub const fn name(&self) -> &'static str {
        match self {
            CertStatus::Good => "good",
            CertStatus::Revoked(..) => "revoked",
            CertStatus::Unknown => "unknown",
        }
    }
}

/// The name of a revocation reason (RFC 5280, 5.3.1).
pub(super) const fn reason(number: u64) -> &'static str {
    match number {
        0 => "unspecified",
        1 => "keyCompromise",
        2 => "cACompromise",
        3 => "affiliationChanged",
        4 => "superseded",
        5 => "cessationOfOperation",
        6 => "certificateHold",
        8 => "removeFromCRL",
        9 => "privilegeWithdrawn",
        10 => "aACompromise",
        _ => "(UNKNOWN)",
    }
}

/// The status of one certificate.
#[derive(Debug)]
pub struct SingleResponse<'a> {
    /// The certificate.
    pub certificate: CertId<'a>,
    /// The status.
    pub status: CertStatus<'a>,
    /// The time at which the status was known to be correct.
    pub this_update: Element<'a>,
    /// The time at which newer information will be available.
    pub next_update: Option<Element<'a>>,
    /// Extensions.
    pub extensions: Vec<Extension<'a>>,
}

impl<'a> SingleResponse<'a> {
    fn read(d: &mut Der<'a>) -> ReadResult<Self> {
        let mut r = d.inside(tag::SEQUENCE)?;
        let certificate = CertId::read(&mut r)?;
        let state = r.element()?;
        let status = match state.tag {
            0x80 => CertStatus::Good,
            0xa1 => {
                let mut info = state.walk("RevokedInfo");
                let when = expect(&mut info, GENERALIZED_TIME)?.1;
                let why = info.optional(tag::CONTEXT)?.map(|w| w.walk("CRLReason").element());
                CertStatus::Revoked(when, why.transpose()?.and_then(|w| w.uint()))
            }
            _ => CertStatus::Unknown,
        };
        let this_update = expect(&mut r, GENERALIZED_TIME)?.1;
        let next_update = match r.optional(tag::CONTEXT)? {
            Some(n) => Some(n.walk("nextUpdate").element()?),
            None => None,
        };
        let extensions = match r.optional(tag::CONTEXT + 1)? {
            Some(e) => extensions(e.walk("Extensions"))?,
            None => Vec::new(),
        };
        Ok(SingleResponse { certificate, status, this_update, next_update, extensions })
    }
}

/// The identity of the responder.
#[derive(Clone, Copy, Debug)]
pub enum Responder<'a> {
    /// The name, in DER.
    Name(&'a [u8]),
    /// The SHA-1 of the responder's key.
    Key(Element<'a>),
}

impl Responder<'_> {
    /// The name that events show.
    pub fn shown(&self) -> Vec<u8> {
        match self {
            Responder::Name(n) => name::one_line(n).unwrap_or_default(),
            Responder::Key(k) => show::octets(k),
        }
    }
}

/// BasicOCSPResponse.
#[derive(Debug)]
pub struct BasicResponse<'a> {
    /// The encoding of the signed part.
    pub signed: &'a [u8],
    /// The responder.
    pub responder: Responder<'a>,
    /// The time of signing.
    pub produced_at: Element<'a>,
    /// The status of each certificate.
    pub responses: Vec<SingleResponse<'a>>,
    /// Extensions of the response.
    pub extensions: Vec<Extension<'a>>,
    /// The signature's algorithm.
    pub algorithm: &'a [u8],
    /// The signature.
    pub signature: &'a [u8],
    /// The encodings of certificates for verifying the signature.
    pub certificates: Vec<&'a [u8]>,
}

/// A response.
#[derive(Debug)]
pub struct OcspResponse<'a> {
    /// The response status; 0 is success.
    pub status: u64,
    /// The content, if it is a BasicOCSPResponse.
    pub basic: Option<BasicResponse<'a>>,
}

impl<'a> OcspResponse<'a> {
    /// Reads a response.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Der::new("OCSPResponse", bytes).inside(tag::SEQUENCE)?;
        let status = expect(&mut r, tag::ENUMERATED)?.1;
        let status = status.uint().ok_or(ReadError::Short {
            what: "OCSPResponseStatus",
            at: 0,
            wanted: status.content.len(),
            there: 8,
        })?;
        let Some(content) = r.optional(tag::CONTEXT)? else {
            return Ok(OcspResponse { status, basic: None });
        };
        let mut content = content.walk("ResponseBytes").inside(tag::SEQUENCE)?;
        let kind = expect(&mut content, tag::OBJECT_IDENTIFIER)?.1.content;
        let basic = expect(&mut content, tag::OCTET_STRING)?.1.content;
        let is_basic = objects::dotted(kind) == "1.3.6.1.5.5.7.48.1.1";
        Ok(OcspResponse { status, basic: if is_basic { BasicResponse::read(basic).ok() } else { None } })
    }

    /// The name of the response status that events show.
    pub const fn status_name(&self) -> &'static str {
        match self.status {
            0 => "successful",
            1 => "malformedrequest",
            2 => "internalerror",
            3 => "trylater",
            5 => "sigrequired",
            6 => "unauthorized",
            _ => "(UNKNOWN)",
        }
    }
}

impl<'a> BasicResponse<'a> {
    fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut outer = Der::new("BasicOCSPResponse", bytes).inside(tag::SEQUENCE)?;
        let (signed, data) = expect(&mut outer, tag::SEQUENCE)?;
        let algorithm = algorithm(&mut outer)?.0;
        let signature = signature_bits(&mut outer)?;
        let mut certificates = Vec::new();
        if let Some(list) = outer.optional(tag::CONTEXT)? {
            let mut list = list.walk("certs").inside(tag::SEQUENCE)?;
            while !list.is_empty() {
                certificates.push(encoded(&mut list)?.0);
            }
        }
        let mut r = data.walk("ResponseData");
        r.optional(tag::CONTEXT)?;
        let who = r.element()?;
        let responder = match who.tag {
            0xa1 => Responder::Name(who.content),
            0xa2 => Responder::Key(who.walk("KeyHash").element()?),
            other => {
                return Err(ReadError::Unterminated { what: "ResponderID", at: 0, terminator: other });
            }
        };
        let produced_at = expect(&mut r, GENERALIZED_TIME)?.1;
        let mut list = r.inside(tag::SEQUENCE)?;
        let mut responses = Vec::new();
        while !list.is_empty() {
            responses.push(SingleResponse::read(&mut list)?);
        }
        let extensions = match r.optional(tag::CONTEXT + 1)? {
            Some(e) => extensions(e.walk("Extensions"))?,
            None => Vec::new(),
        };
        Ok(BasicResponse {
            signed,
            responder,
            produced_at,
            responses,
            extensions,
            algorithm,
            signature,
            certificates,
        })
    }
}
