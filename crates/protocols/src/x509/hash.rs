//! Hash algorithms of signatures, and reasons why signatures are invalid.
use super::objects;
use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

/// A hash algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hash {
    /// MD5
    Md5,
    /// SHA-1
    Sha1,
    /// SHA-224
    Sha224,
    /// SHA-256
    Sha256,
    /// SHA-384
    Sha384,
    /// SHA-512
    Sha512,
}

impl Hash {
    /// The hash with this number in TLS (RFC 5246, 7.4.1.4.1).
    pub const fn of_tls(number: u64) -> Option<Hash> {
        Some(match number {
            1 => Hash::Md5,
            2 => Hash::Sha1,
            3 => Hash::Sha224,
            4 => Hash::Sha256,
            5 => Hash::Sha384,
            6 => Hash::Sha512,
            _ => return None,
        })
    }

    /// The hash with this object identifier.
    pub fn of_oid(oid: &[u8]) -> Option<Hash> {
        Some(match objects::dotted(oid).as_str() {
            "1.2.840.113549.2.5" => Hash::Md5,
            "1.3.14.3.2.26" => Hash::Sha1,
            "2.16.840.1.101.3.4.2.4" => Hash::Sha224,
            "2.16.840.1.101.3.4.2.1" => Hash::Sha256,
            "2.16.840.1.101.3.4.2.2" => Hash::Sha384,
            "2.16.840.1.101.3.4.2.3" => Hash::Sha512,
            _ => return None,
        })
    }

    /// The digest of some bytes.
    pub fn digest(self, data: &[u8]) -> Vec<u8> {
        match self {
            Hash::Md5 => Md5::digest(data).to_vec(),
            Hash::Sha1 => Sha1::digest(data).to_vec(),
            Hash::Sha224 => Sha224::digest(data).to_vec(),
            Hash::Sha256 => Sha256::digest(data).to_vec(),
            Hash::Sha384 => Sha384::digest(data).to_vec(),
            Hash::Sha512 => Sha512::digest(data).to_vec(),
        }
    }
}

/// Why a signature is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The algorithm, or the kind or curve of the key, is unknown.
    Unknown,
    /// The key is malformed or does not fit the algorithm.
    Key,
    /// The signature is malformed or does not match.
    Mismatch,
}
