//! Parses pre-authentication data (RFC 4120, 5.2.7; RFC 4556).
use super::ap::ApRequest;
use super::types::{EncryptedData, field, number};
use crate::asn1::{Der, Element, tag};
use wire::ReadResult;

/// A PA-DATA element.
#[derive(Clone, Debug)]
pub enum PaData<'a> {
    /// PA-TGS-REQ: the ticket that authorizes a request.
    ApRequest(Box<ApRequest<'a>>),
    /// PKINIT: the certificate of the client or the KDC.
    Certificate(Certificate<'a>),
    /// Another type with a value: the number of the type and the value.
    Value(u64, &'a [u8]),
    /// A type without a value.
    Empty,
}

/// A certificate in SignedData.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certificate<'a> {
    /// Whether the certificate is the client's, not the KDC's.
    pub of_client: bool,
    /// The certificate in DER. Further certificates may follow it.
    pub bytes: &'a [u8],
}

const TGS_REQ: u64 = 1;
const ENC_TIMESTAMP: u64 = 2;
const PW_SALT: u64 = 3;
const ETYPE_INFO: u64 = 11;
const PK_AS_REQ: u64 = 16;
const PK_AS_REP: u64 = 17;
const ETYPE_INFO2: u64 = 19;

/// Reads the elements of a sequence. Other types have no elements.
pub(super) fn list<'a>(sequence: &Element<'a>) -> ReadResult<Vec<PaData<'a>>> {
    each(sequence, PaData::read)
}

/// Reads the elements of a sequence in KRB_ERROR, which lists acceptable types. Their values are not decoded.
pub(super) fn hints<'a>(sequence: &Element<'a>) -> ReadResult<Vec<PaData<'a>>> {
    each(sequence, |kind, value| Ok(PaData::Value(kind, value)))
}

fn each<'a>(
    sequence: &Element<'a>,
    mut read: impl FnMut(u64, &'a [u8]) -> ReadResult<PaData<'a>>,
) -> ReadResult<Vec<PaData<'a>>> {
    let mut all = Vec::new();
    if sequence.tag == tag::SEQUENCE {
        let mut d = sequence.walk("Kerberos pre-authentication");
        while !d.is_empty() {
            let mut one = d.inside(tag::SEQUENCE)?;
            let kind = number(&field(&mut one, 1)?)?;
            all.push(read(kind, field(&mut one, 2)?.content)?);
        }
    }
    Ok(all)
}

impl<'a> PaData<'a> {
    /// Decodes `value`, an octet string whose content depends on the type.
    fn read(kind: u64, value: &'a [u8]) -> ReadResult<Self> {
        let octets = Der::new("Kerberos pre-authentication", value).element()?;
        Ok(match kind {
            TGS_REQ => PaData::ApRequest(Box::new(ApRequest::read(octets.content)?)),
            ENC_TIMESTAMP => PaData::Value(kind, EncryptedData::read(&octets)?.cipher),
            PW_SALT => PaData::Value(kind, octets.content),
            ETYPE_INFO | ETYPE_INFO2 => PaData::Value(kind, salt(&octets)?),
            PK_AS_REQ => {
                PaData::Certificate(Certificate { of_client: true, bytes: request_certificate(&octets)? })
            }
            PK_AS_REP => {
                PaData::Certificate(Certificate { of_client: false, bytes: reply_certificate(&octets)? })
            }
            _ if octets.content.is_empty() => PaData::Empty,
            _ => PaData::Value(kind, octets.content),
        })
    }
}

/// The salt of the first encryption type; empty if it has no salt.
fn salt<'a>(octets: &Element<'a>) -> ReadResult<&'a [u8]> {
    let mut first = octets.walk("Kerberos cipher hints").inside(tag::SEQUENCE)?.inside(tag::SEQUENCE)?;
    first.element()?;
    match first.optional(tag::CONTEXT + 1)? {
        Some(e) => Ok(e.walk("Kerberos salt").element()?.content),
        None => Ok(&[]),
    }
}

/// The certificates in a request's SignedData.
fn request_certificate<'a>(octets: &Element<'a>) -> ReadResult<&'a [u8]> {
    // PA-PK-AS-REQ, and its [0] signedAuthPack.
    let mut d = octets.walk("PKINIT request").element()?.walk("PKINIT request");
    signed_certificates(d.element()?.content)
}

/// The certificates in a reply's SignedData.
fn reply_certificate<'a>(octets: &Element<'a>) -> ReadResult<&'a [u8]> {
    // PA-PK-AS-REP's [0] dhInfo, and its [0] dhSignedData.
    let mut d = octets.walk("PKINIT reply").element()?.walk("PKINIT reply");
    let info = d.element()?;
    signed_certificates(info.walk("PKINIT reply").element()?.content)
}

/// The certificates in a ContentInfo with SignedData (RFC 5652, 3 and 5.1).
fn signed_certificates(content_info: &[u8]) -> ReadResult<&[u8]> {
    let mut d = Der::new("PKINIT signed data", content_info).element()?.walk("PKINIT signed data");
    d.element()?;
    let mut signed = d.element()?.walk("PKINIT signed data").element()?.walk("PKINIT signed data");
    for _version_digests_content in 0..3 {
        signed.element()?;
    }
    Ok(signed.element()?.content)
}
