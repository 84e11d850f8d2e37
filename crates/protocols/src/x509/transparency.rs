//! Verifies signed certificate timestamps (SCTs) of Certificate Transparency (RFC 6962, 3.2).
use super::certificate::{Certificate, SCTS};
use super::der::expect;
use super::hash::{Fault, Hash};
use super::signature;
use super::{KeyInfo, encoded, objects};
use crate::asn1::{Der, tag};
use wire::ReadResult;

/// The tag of the extensions in the signed part.
const EXTENSIONS: u8 = tag::CONTEXT + 3;

/// The fields of an SCT that its verification needs.
#[derive(Clone, Copy, Debug)]
pub struct Promise<'a> {
    /// Milliseconds since the Unix epoch.
    pub timestamp: u64,
    /// The hash algorithm of the signature.
    pub hash: Hash,
    /// The signature.
    pub signature: &'a [u8],
    /// The SHA-256 of the issuer's key, if the SCT is embedded in the certificate.
    pub issuer_key: Option<[u8; 32]>,
}

/// Verifies an SCT of a certificate. `log_key` is the log's key in DER.
pub fn verify(cert: &Certificate<'_>, promise: &Promise<'_>, log_key: &[u8]) -> Result<(), Fault> {
    let key = KeyInfo::read(&mut Der::new("SubjectPublicKeyInfo", log_key)).map_err(|_| Fault::Key)?;
    let signed = signed(cert, promise).map_err(|_| Fault::Mismatch)?;
    signature::verify_hash(promise.hash, &key, &signed, promise.signature)
}

fn signed(cert: &Certificate<'_>, promise: &Promise<'_>) -> ReadResult<Vec<u8>> {
    // Version 1, and the signature type certificate_timestamp.
    let mut out = vec![0, 0];
    out.extend_from_slice(&promise.timestamp.to_be_bytes());
    let entry = match promise.issuer_key {
        None => {
            out.extend_from_slice(&[0, 0]);
            cert.der.to_vec()
        }
        Some(key) => {
            out.extend_from_slice(&[0, 1]);
            out.extend_from_slice(&key);
            before_promises(cert)?
        }
    };
    let [_, len @ ..] = (entry.len() as u32).to_be_bytes();
    out.extend_from_slice(&len);
    out.extend_from_slice(&entry);
    // No extensions.
    out.extend_from_slice(&[0, 0]);
    Ok(out)
}

/// The signed part of the precertificate, without the extension with SCTs.
fn before_promises(cert: &Certificate<'_>) -> ReadResult<Vec<u8>> {
    let mut parts = Vec::with_capacity(cert.tbs.len());
    let mut r = Der::new("TBSCertificate", cert.tbs).inside(tag::SEQUENCE)?;
    while !r.is_empty() {
        let (bytes, part) = encoded(&mut r)?;
        if part.tag != EXTENSIONS {
            parts.extend_from_slice(bytes);
            continue;
        }
        let mut kept = Vec::with_capacity(bytes.len());
        let mut list = part.walk("Extensions").inside(tag::SEQUENCE)?;
        while !list.is_empty() {
            let (bytes, one) = encoded(&mut list)?;
            let oid = expect(&mut one.walk("Extension"), tag::OBJECT_IDENTIFIER)?.1.content;
            if objects::dotted(oid) != SCTS {
                kept.extend_from_slice(bytes);
            }
        }
        if !kept.is_empty() {
            parts.extend_from_slice(&triple(EXTENSIONS, &triple(tag::SEQUENCE, &kept)));
        }
    }
    Ok(triple(tag::SEQUENCE, &parts))
}

/// The DER encoding of an element.
fn triple(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    let len = (content.len() as u32).to_be_bytes();
    if content.len() < 0x80 {
        out.extend_from_slice(len.get(3..).unwrap_or_default());
    } else {
        let zeros = len.iter().take_while(|b| **b == 0).count();
        let digits = len.get(zeros..).unwrap_or_default();
        out.push(0x80 | digits.len() as u8);
        out.extend_from_slice(digits);
    }
    out.extend_from_slice(content);
    out
}

/// True if a certificate has embedded SCTs.
pub fn holds_promises(cert: &Certificate<'_>) -> bool {
    cert.extension(SCTS).is_some()
}

#[cfg(test)]
mod tests {
    use super::triple;

    #[test]
    fn lengths_are_as_short_as_they_can_be() {
        let check = |n: usize, head: &[u8]| assert!(triple(4, &vec![7; n]).starts_with(head), "{n}");
        check(0, &[4, 0]);
        check(127, &[4, 127, 7]);
        check(128, &[4, 0x81, 128, 7]);
        check(256, &[4, 0x82, 1, 0, 7]);
        check(65_536, &[4, 0x83, 1, 0, 0, 7]);
    }
}
