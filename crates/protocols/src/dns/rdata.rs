//! The data of records, by type.
use super::message::{Cursor, Name};
use net_types::Addr;

/// Record types, by their number (IANA, "Resource Record (RR) TYPEs").
pub mod rtype {
    #![allow(missing_docs, reason = "the names are the registry's")]
    pub const A: u16 = 1;
    pub const NS: u16 = 2;
    pub const CNAME: u16 = 5;
    pub const SOA: u16 = 6;
    pub const WKS: u16 = 11;
    pub const PTR: u16 = 12;
    pub const HINFO: u16 = 13;
    pub const MX: u16 = 15;
    pub const TXT: u16 = 16;
    pub const AAAA: u16 = 28;
    pub const LOC: u16 = 29;
    pub const NBS: u16 = 32;
    pub const SRV: u16 = 33;
    pub const NAPTR: u16 = 35;
    pub const A6: u16 = 38;
    pub const OPT: u16 = 41;
    pub const DS: u16 = 43;
    pub const SSHFP: u16 = 44;
    pub const RRSIG: u16 = 46;
    pub const NSEC: u16 = 47;
    pub const DNSKEY: u16 = 48;
    pub const NSEC3: u16 = 50;
    pub const NSEC3PARAM: u16 = 51;
    pub const SVCB: u16 = 64;
    pub const HTTPS: u16 = 65;
    pub const SPF: u16 = 99;
    pub const TKEY: u16 = 249;
    pub const TSIG: u16 = 250;
    pub const CAA: u16 = 257;
    pub const BINDS: u16 = 65534;
}

/// The data of a record.
pub enum Rdata<'a> {
    /// A, AAAA, A6: an address.
    Address(Addr),
    /// NS, CNAME, PTR: a name.
    Name(Name),
    /// Mail exchange.
    Mx {
        /// The preference; lower values are preferred.
        preference: u16,
        /// The host.
        name: Name,
    },
    /// Start of authority.
    Soa(Box<Soa>),
    /// Service location.
    Srv {
        /// The priority; lower values are preferred.
        priority: u16,
        /// The share among targets of equal priority.
        weight: u16,
        /// The port.
        port: u16,
        /// The host.
        target: Name,
    },
    /// Naming authority pointer.
    Naptr {
        /// The order of the rule.
        order: u16,
        /// The preference among rules of equal order.
        preference: u16,
        /// Flags, service and regular expression.
        strings: [&'a [u8]; 3],
        /// The replacement of the name.
        replacement: Name,
    },
    /// Host information: CPU and operating system.
    Hinfo(&'a [u8], &'a [u8]),
    /// TXT, SPF: character strings.
    Strings(Vec<&'a [u8]>),
    /// Certification authority authorization.
    Caa {
        /// The flags.
        flags: u8,
        /// The property's tag.
        tag: &'a [u8],
        /// The property's value.
        value: &'a [u8],
    },
    /// The options of an OPT record.
    Opt(Cursor<'a>),
    /// Transaction key.
    Tkey {
        /// The algorithm.
        algorithm: Name,
        /// The start of validity, in seconds since the Unix epoch.
        inception: u32,
        /// The end of validity, in seconds since the Unix epoch.
        expiration: u32,
        /// The mode of key agreement.
        mode: u16,
        /// The extended RCODE.
        error: u16,
        /// The key data.
        key: &'a [u8],
    },
    /// Transaction signature.
    Tsig {
        /// The algorithm.
        algorithm: Name,
        /// The signature.
        mac: &'a [u8],
        /// The upper 32 bits of the 48-bit Time Signed. Scripts see them as seconds.
        seconds: u32,
        /// The lower 16 bits of Time Signed. Scripts see them as milliseconds.
        millis: u16,
        /// The permitted error of the time, in seconds.
        fudge: u16,
        /// The original message ID.
        orig_id: u16,
        /// The extended RCODE.
        error: u16,
    },
    /// Signature of a set of records.
    Rrsig(Rrsig<'a>),
    /// Public key.
    Dnskey {
        /// The flags.
        flags: u16,
        /// The protocol, always 3 in valid keys.
        protocol: u8,
        /// The algorithm.
        algorithm: u8,
        /// The key.
        key: &'a [u8],
    },
    /// Next secure: the next name and the windows of the type bitmap.
    Nsec(Name, Vec<&'a [u8]>),
    /// Next secure, with hashed names.
    Nsec3 {
        /// Hash algorithm, flags, iterations and salt.
        params: Nsec3Params<'a>,
        /// The next hashed name.
        hash: &'a [u8],
        /// The windows of the type bitmap.
        bitmaps: Vec<&'a [u8]>,
    },
    /// Parameters of NSEC3.
    Nsec3param(Nsec3Params<'a>),
    /// Delegation signer.
    Ds {
        /// The key tag.
        key_tag: u16,
        /// The algorithm.
        algorithm: u8,
        /// The type of the digest.
        digest_type: u8,
        /// The digest.
        digest: &'a [u8],
    },
    /// BIND's private record with the state of zone signing.
    Binds {
        /// The algorithm.
        algorithm: u8,
        /// The key ID.
        key_id: u16,
        /// The removal flag.
        removal: u8,
        /// The complete flag.
        complete: &'a [u8],
    },
    /// Fingerprint of an SSH key.
    Sshfp {
        /// The algorithm.
        algorithm: u8,
        /// The type of the fingerprint.
        kind: u8,
        /// The fingerprint.
        fingerprint: &'a [u8],
    },
    /// Location (RFC 1876).
    Loc {
        /// Version, size, horizontal precision and vertical precision.
        head: [u8; 4],
        /// Latitude, longitude and altitude, encoded as in the RFC.
        place: [u32; 3],
    },
    /// Service binding: priority and target.
    Svcb(u16, Name),
    /// Well-known services. The event does not carry the ports.
    Wks,
    /// A known type without an event.
    WithoutEvent,
    /// An unknown type.
    Unknown,
}

/// Start of authority.
pub struct Soa {
    /// The primary server.
    pub mname: Name,
    /// The mailbox of the person responsible.
    pub rname: Name,
    /// The serial number.
    pub serial: u32,
    /// Refresh, retry, expire and minimum, in seconds.
    pub times: [u32; 4],
}

/// The parameters that NSEC3 and NSEC3PARAM share.
#[derive(Clone, Copy)]
pub struct Nsec3Params<'a> {
    /// The hash algorithm.
    pub hash_algorithm: u8,
    /// The flags.
    pub flags: u8,
    /// The number of additional hash iterations.
    pub iterations: u16,
    /// The stated length of the salt, in bytes.
    pub salt_len: u8,
    /// The salt.
    pub salt: &'a [u8],
}

/// A signature of a set of records (RFC 4034, 3.1).
pub struct Rrsig<'a> {
    /// The type of the signed records.
    pub covered: u16,
    /// The algorithm.
    pub algorithm: u8,
    /// The number of labels of the owner's name.
    pub labels: u8,
    /// The original TTL, in seconds.
    pub orig_ttl: u32,
    /// The end of validity, in seconds since the Unix epoch.
    pub expiration: u32,
    /// The start of validity, in seconds since the Unix epoch.
    pub inception: u32,
    /// The key tag.
    pub key_tag: u16,
    /// The signer's name.
    pub signer: Name,
    /// The signature.
    pub signature: &'a [u8],
}
