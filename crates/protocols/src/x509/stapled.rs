//! OCSP responses that a server sends along with its certificates (RFC 6960, 4.2): whether they hold, and for it.
use super::certificate::Certificate;
use super::chain::{self, ChainError, Roots};
use super::cmp_bytes;
use super::hash::Hash;
use super::ocsp::{CertId, CertStatus, OcspResponse, Responder, SingleResponse};
use super::signature;
use super::time;

/// Why a response does not say that a certificate is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StapleError {
    /// It is no response.
    Unreadable,
    /// It says that it is no answer, and why.
    Unsuccessful(&'static str),
    /// The certificate of its signer is missing.
    NoResponder,
    /// That certificate does not hold.
    Responder(ChainError),
    /// The signature does not hold.
    Signature,
    /// The issuer of the host's certificate is missing.
    NoIssuer,
    /// It is about no certificate.
    Empty,
    /// It is about another certificate.
    OtherCertificate,
    /// It does not say until when it holds.
    NoNextUpdate,
    /// The time from which it is valid is malformed.
    BadThisUpdate,
    /// The time until which it is valid is malformed.
    BadNextUpdate,
    /// It does not hold yet.
    Early,
    /// It holds no more.
    Late,
    /// The certificate's state is not good, but this.
    NotGood(&'static str),
}

impl StapleError {
    /// The number that scripts see.
    pub const fn number(self) -> i64 {
        match self {
            StapleError::Unsuccessful(_) => -2,
            StapleError::Responder(_) | StapleError::Signature => 0,
            _ => -1,
        }
    }

    /// The words that scripts see.
    pub const fn text(self) -> &'static str {
        match self {
            StapleError::Unreadable => "Could not parse OCSP response",
            StapleError::Unsuccessful(why) | StapleError::NotGood(why) => why,
            StapleError::NoResponder => "Could not find OCSP responder certificate",
            StapleError::Responder(e) => e.text(),
            StapleError::Signature => "error:13800075:OCSP routines::signature failure",
            StapleError::NoIssuer => "Could not find issuer of host certificate",
            StapleError::Empty => "Could not lookup OCSP response information",
            StapleError::OtherCertificate => "OCSP reply is not for host certificate",
            StapleError::NoNextUpdate => "OCSP reply missing nextUpdate field",
            StapleError::BadThisUpdate => "OCSP reply contains invalid thisUpdate field",
            StapleError::BadNextUpdate => "OCSP reply contains invalid nextUpdate field",
            StapleError::Early => "OCSP reply specifies time in future",
            StapleError::Late => "OCSP reply expired",
        }
    }
}

/// Checks a response about `host`, for which `sent` came along, for a moment `at`, in seconds since 1970.
pub fn verify(
    host: &Certificate<'_>,
    sent: &[Certificate<'_>],
    response: &[u8],
    roots: &Roots,
    at: i64,
) -> Result<(), StapleError> {
    let response = OcspResponse::read(response).map_err(|_| StapleError::Unreadable)?;
    if response.status != 0 {
        return Err(StapleError::Unsuccessful(response.status_name()));
    }
    let basic = response.basic.ok_or(StapleError::Unreadable)?;
    let mut candidates: Vec<Certificate<'_>> =
        basic.certificates.iter().filter_map(|c| Certificate::read(c).ok()).collect();
    candidates.extend(sent.iter().cloned());
    let signer =
        candidates.iter().find(|c| is_responder(&basic.responder, c)).ok_or(StapleError::NoResponder)?;
    chain::verify(signer, &candidates, roots, at).map_err(StapleError::Responder)?;
    signature::verify(basic.algorithm, &signer.key, basic.signed, basic.signature)
        .map_err(|_| StapleError::Signature)?;

    let issued = |c: &&Certificate<'_>| is_name(c.subject, host.issuer);
    let root = roots.named(host.issuer).next();
    let issuer = sent.iter().rfind(issued).or(root.as_ref()).ok_or(StapleError::NoIssuer)?;
    let single = basic.responses.first().ok_or(StapleError::Empty)?;
    if !is_about(&single.certificate, host, issuer) {
        return Err(StapleError::OtherCertificate);
    }
    check_time(single, at)?;
    match single.status {
        CertStatus::Good => Ok(()),
        other => Err(StapleError::NotGood(other.name())),
    }
}

fn is_name(a: &[u8], b: &[u8]) -> bool {
    matches!((cmp_bytes(a), cmp_bytes(b)), (Ok(a), Ok(b)) if a == b)
}

fn is_responder(who: &Responder<'_>, cert: &Certificate<'_>) -> bool {
    match who {
        Responder::Name(name) => is_name(name, cert.subject),
        Responder::Key(digest) => digest.content == Hash::Sha1.digest(cert.key.bits),
    }
}

fn is_about(id: &CertId<'_>, host: &Certificate<'_>, issuer: &Certificate<'_>) -> bool {
    let Some(hash) = Hash::of_oid(id.algorithm) else { return false };
    id.serial == host.serial
        && id.name_hash.content == hash.digest(issuer.subject)
        && id.key_hash.content == hash.digest(issuer.key.bits)
}

fn check_time(single: &SingleResponse<'_>, at: i64) -> Result<(), StapleError> {
    let until = single.next_update.as_ref().ok_or(StapleError::NoNextUpdate)?;
    let from = time::seconds(&single.this_update).map_err(|_| StapleError::BadThisUpdate)?;
    let until = time::seconds(until).map_err(|_| StapleError::BadNextUpdate)?;
    if from > at {
        Err(StapleError::Early)
    } else if until < at {
        Err(StapleError::Late)
    } else {
        Ok(())
    }
}
