//! Reads elements that certificates, keys and OCSP share.
use super::encoded;
use crate::asn1::{Der, Element, tag};
use wire::{ReadError, ReadResult};

/// Reads the next element, which must have this tag; also returns its encoding.
pub(super) fn expect<'a>(d: &mut Der<'a>, tag: u8) -> ReadResult<(&'a [u8], Element<'a>)> {
    let before = d.peek();
    match d.optional(tag)? {
        Some(element) => {
            let n = before.len() - d.peek().len();
            Ok((before.get(..n).unwrap_or_default(), element))
        }
        None => Err(ReadError::Unterminated { what: "DER", at: 0, terminator: tag }),
    }
}

/// Reads an AlgorithmIdentifier: object identifier and parameters (RFC 5280, 4.1.1.2).
pub(super) fn algorithm<'a>(d: &mut Der<'a>) -> ReadResult<(&'a [u8], Option<Element<'a>>)> {
    let mut r = d.inside(tag::SEQUENCE)?;
    let oid = expect(&mut r, tag::OBJECT_IDENTIFIER)?.1.content;
    let parameters = if r.is_empty() { None } else { Some(encoded(&mut r)?.1) };
    Ok((oid, parameters))
}

/// Reads a bit string, ignoring the number of unused bits.
pub(super) fn bit_string<'a>(d: &mut Der<'a>) -> ReadResult<&'a [u8]> {
    let bits = expect(d, tag::BIT_STRING)?.1.content;
    Ok(bits.get(1..).unwrap_or_default())
}

/// Reads a signature. One with unused bits is returned as empty, which never verifies.
pub(super) fn signature_bits<'a>(d: &mut Der<'a>) -> ReadResult<&'a [u8]> {
    let bits = expect(d, tag::BIT_STRING)?.1.content;
    Ok(bits.strip_prefix(&[0]).unwrap_or_default())
}
