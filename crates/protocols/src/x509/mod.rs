//! X.509 certificates (RFC 5280) and OCSP (RFC 6960) in files.
//!
//! Names of algorithms, distinguished names, serial numbers and extensions are rendered as OpenSSL does. A file is
//! parsed when it ends; at most [`MAX_FILE`] bytes are buffered.
mod analyzer;
mod anomaly;
mod certificate;
pub mod chain;
mod der;
mod extension;
mod hash;
mod key;
mod name;
pub mod objects;
mod ocsp;
mod rsa;
mod show;
mod signature;
pub mod stapled;
#[cfg(test)]
mod tests;
mod time;
pub mod transparency;

pub use analyzer::{Kind, X509};
pub use anomaly::Anomaly;
pub use certificate::{Certificate, Extension, Summary};
pub use extension::AltNames;
pub use hash::{Fault, Hash};
pub use key::{Key, KeyInfo, key_of};
pub use name::{cmp_bytes, common_names, one_line, rfc2253};
pub use ocsp::{CertId, CertStatus, OcspRequest, OcspResponse, SingleResponse};
pub use show::integer;
pub use time::seconds;

use crate::asn1::{Der, Element};
use wire::ReadResult;

/// The longest certificate or OCSP message, in bytes.
const MAX_FILE: usize = 1 << 20;

/// Reads the next element; also returns its encoding.
pub(crate) fn encoded<'a>(d: &mut Der<'a>) -> ReadResult<(&'a [u8], Element<'a>)> {
    let before = d.peek();
    let element = d.element()?;
    let n = before.len() - d.peek().len();
    Ok((before.get(..n).unwrap_or_default(), element))
}
