//! Parses the extensions of hellos.
use super::message::{counted8, counts16, framed, kind, signature_algorithm, signature_algorithms};
use event::ssl::{PskIdentity, SignatureAndHashAlgorithm};
use wire::{ReadResult, Reader};

/// Types of the extensions that are parsed (IANA, "TLS ExtensionType Values").
mod number {
    pub(super) const SERVER_NAME: u16 = 0;
    pub(super) const SUPPORTED_GROUPS: u16 = 10;
    pub(super) const EC_POINT_FORMATS: u16 = 11;
    pub(super) const SIGNATURE_ALGORITHMS: u16 = 13;
    pub(super) const ALPN: u16 = 16;
    pub(super) const SIGNED_CERTIFICATE_TIMESTAMP: u16 = 18;
    /// The type in drafts of TLS 1.3.
    pub(super) const KEY_SHARE_OLD: u16 = 40;
    pub(super) const PRE_SHARED_KEY: u16 = 41;
    pub(super) const SUPPORTED_VERSIONS: u16 = 43;
    pub(super) const PSK_KEY_EXCHANGE_MODES: u16 = 45;
    pub(super) const KEY_SHARE: u16 = 51;
    pub(super) const CONNECTION_ID: u16 = 54;
}

/// The content of an extension.
pub enum Extension<'a> {
    /// Host names, and the types of other names.
    ServerName(Vec<&'a [u8]>, Vec<u8>),
    /// Supported groups.
    Groups(Vec<u64>),
    /// Point formats of elliptic curves.
    PointFormats(Vec<u64>),
    /// Signature algorithms.
    SignatureAlgorithms(Vec<SignatureAndHashAlgorithm>),
    /// Application protocols.
    Alpn(Vec<&'a [u8]>),
    /// Signed certificate timestamps, to be read one by one.
    Scts(SctList<'a>),
    /// The groups of the key shares.
    KeyShare(Vec<u64>),
    /// Versions that the client supports.
    Versions(Vec<u64>),
    /// The version that the server chose.
    Version(u16),
    /// Key exchange modes of pre-shared keys.
    PskModes(Vec<u64>),
    /// The client's offer of pre-shared keys: identities and binders.
    PskOffer(Vec<PskIdentity<'a>>, Vec<&'a [u8]>),
    /// The index of the identity that the server chose.
    PskChoice(u16),
    /// A connection ID.
    ConnectionId(&'a [u8]),
    /// An extension that is not parsed, or an empty one.
    Opaque,
}

/// Reads the type and content of the next extension.
pub(super) fn next<'a>(r: &mut Reader<'a>) -> ReadResult<(u16, &'a [u8])> {
    let number = r.be16()?;
    let len = r.be16()?.into();
    Ok((number, framed(r, "SSLExtension", 4, len)?.rest()))
}

impl<'a> Extension<'a> {
    /// Parses the content of an extension. `message` is the type of the hello, `client` is true for the client's.
    pub fn read(number: u16, content: &'a [u8], message: u8, client: bool) -> ReadResult<Self> {
        let mut r = Reader::new("SSLExtension", content);
        // An empty extension has a meaning by its presence alone.
        if r.is_empty() {
            return Ok(Extension::Opaque);
        }
        Ok(match number {
            number::SERVER_NAME => server_names(list(&mut r, "ServerNameExt")?)?,
            number::SUPPORTED_GROUPS => {
                let len = r.be16()?;
                Extension::Groups(counts16(&mut r, usize::from(len / 2))?)
            }
            number::EC_POINT_FORMATS => Extension::PointFormats(counted8(&mut r)?),
            number::SIGNATURE_ALGORITHMS => {
                Extension::SignatureAlgorithms(signature_algorithms(list(&mut r, "SignatureAlgorithm")?)?)
            }
            number::ALPN => {
                let mut names = list(&mut r, "ApplicationLayerProtocolNegotiationExtension")?;
                let mut all = Vec::new();
                while !names.is_empty() {
                    let len = names.u8()?;
                    all.push(names.bytes(len.into())?);
                }
                Extension::Alpn(all)
            }
            number::SIGNED_CERTIFICATE_TIMESTAMP => Extension::Scts(SctList::read(content)?),
            number::KEY_SHARE | number::KEY_SHARE_OLD => key_share(r, message)?,
            number::SUPPORTED_VERSIONS if client => {
                let len = r.u8()?.into();
                let mut versions = framed(&mut r, "SupportedVersions", 1, len)?;
                let mut all = Vec::with_capacity(len / 2);
                while !versions.is_empty() {
                    all.push(versions.be16()?.into());
                }
                Extension::Versions(all)
            }
            number::SUPPORTED_VERSIONS => Extension::Version(r.be16()?),
            number::PSK_KEY_EXCHANGE_MODES => Extension::PskModes(counted8(&mut r)?),
            number::PRE_SHARED_KEY => match message {
                kind::CLIENT_HELLO => offered_keys(r)?,
                kind::SERVER_HELLO => Extension::PskChoice(r.be16()?),
                _ => Extension::Opaque,
            },
            number::CONNECTION_ID => {
                let len = r.u8()?;
                Extension::ConnectionId(r.bytes(len.into())?)
            }
            _ => Extension::Opaque,
        })
    }
}

/// Reads a list, which follows its length of two bytes.
fn list<'a>(r: &mut Reader<'a>, what: &'static str) -> ReadResult<Reader<'a>> {
    let len = r.be16()?.into();
    framed(r, what, 2, len)
}

/// Parses server names (RFC 6066, 3). A name of an unknown type has an unknown format and takes the rest of the list.
fn server_names(mut r: Reader<'_>) -> ReadResult<Extension<'_>> {
    let (mut names, mut strangers) = (Vec::new(), Vec::new());
    while !r.is_empty() {
        match r.u8()? {
            0 => {
                let len = r.be16()?;
                names.push(r.bytes(len.into())?);
            }
            other => {
                strangers.push(other);
                r.rest();
            }
        }
    }
    Ok(Extension::ServerName(names, strangers))
}

/// Parses key shares (RFC 8446, 4.2.8): several from the client, one from the server, only a group in a
/// HelloRetryRequest.
fn key_share(mut r: Reader<'_>, message: u8) -> ReadResult<Extension<'_>> {
    let entry = |r: &mut Reader<'_>| -> ReadResult<u64> {
        let group = r.be16()?;
        let len = r.be16()?;
        r.skip(len.into())?;
        Ok(group.into())
    };
    match message {
        kind::CLIENT_HELLO => {
            let mut shares = list(&mut r, "ClientHelloKeyShare")?;
            let mut groups = Vec::new();
            while !shares.is_empty() {
                groups.push(entry(&mut shares)?);
            }
            Ok(Extension::KeyShare(groups))
        }
        kind::SERVER_HELLO if r.len() == 2 => Ok(Extension::KeyShare(vec![r.be16()?.into()])),
        kind::SERVER_HELLO => Ok(Extension::KeyShare(vec![entry(&mut r)?])),
        _ => Ok(Extension::Opaque),
    }
}

/// Parses the client's offer of pre-shared keys (RFC 8446, 4.2.11).
fn offered_keys(mut r: Reader<'_>) -> ReadResult<Extension<'_>> {
    let mut from = list(&mut r, "PSKIdentitiesList")?;
    let mut identities = Vec::new();
    while !from.is_empty() {
        let len = from.be16()?;
        let identity = from.bytes(len.into())?;
        identities.push(PskIdentity { identity, obfuscated_ticket_age: from.be32()?.into() });
    }
    let mut from = list(&mut r, "PSKBindersList")?;
    let mut binders = Vec::new();
    while !from.is_empty() {
        let len = from.u8()?;
        binders.push(from.bytes(len.into())?);
    }
    Ok(Extension::PskOffer(identities, binders))
}

/// A signed certificate timestamp (RFC 6962, 3.2).
#[derive(Clone, Copy)]
pub struct Sct<'a> {
    /// 0 for version 1.
    pub version: u8,
    /// The log's identifier: the SHA-256 of its key.
    pub log: &'a [u8],
    /// Milliseconds since the Unix epoch.
    pub timestamp: u64,
    /// The signature's algorithm.
    pub algorithm: SignatureAndHashAlgorithm,
    /// The signature.
    pub signature: &'a [u8],
}

/// A list of signed certificate timestamps, in hellos, certificates and OCSP responses.
#[derive(Clone, Copy)]
pub struct SctList<'a>(Reader<'a>);

impl<'a> SctList<'a> {
    /// Reads the length of the list.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        list(&mut Reader::new("SignedCertificateTimestampList", bytes), "SignedCertificateTimestampList")
            .map(SctList)
    }
}

impl<'a> Iterator for SctList<'a> {
    type Item = ReadResult<Sct<'a>>;

    /// An error ends the list.
    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let sct = Sct::read(&mut self.0);
        if sct.is_err() {
            self.0.rest();
        }
        Some(sct)
    }
}

impl<'a> Sct<'a> {
    fn read(from: &mut Reader<'a>) -> ReadResult<Self> {
        let mut r = list(from, "SignedCertificateTimestamp")?;
        let version = r.u8()?;
        let log = r.bytes(32)?;
        let timestamp = r.be64()?;
        let extensions = r.be16()?;
        r.skip(extensions.into())?;
        let algorithm = signature_algorithm(&mut r)?;
        let len = r.be16()?;
        Ok(Sct { version, log, timestamp, algorithm, signature: r.bytes(len.into())? })
    }
}
