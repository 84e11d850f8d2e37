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
        /// Lower is preferred.
        preference: u16,
        /// The host.
        name: Name,
    },
    /// Start of authority; times in seconds.
    Soa(Box<Soa>),
    /// Service location.
    Srv {
        /// Lower is preferred.
        priority: u16,
        /// Share among equals.
        weight: u16,
        /// Port.
        port: u16,
        /// The host.
        target: Name,
    },
    /// Naming authority pointer.
    Naptr {
        /// Order of rules.
        order: u16,
        /// Preference among equals.
        preference: u16,
        /// Flags, service, regular expression.
        strings: [&'a [u8]; 3],
        /// The replacement of the name.
        replacement: Name,
    },
    /// Host information: cpu and system.
    Hinfo(&'a [u8], &'a [u8]),
    /// TXT, SPF: character strings.
    Strings(Vec<&'a [u8]>),
    /// Certification authority authorization.
    Caa {
        /// Flags.
        flags: u8,
        /// Property.
        tag: &'a [u8],
        /// Its value.
        value: &'a [u8],
    },
    /// The options of an OPT record.
    Opt(Cursor<'a>),
    /// Transaction key.
    Tkey {
        /// Algorithm.
        algorithm: Name,
        /// Seconds since the epoch.
        inception: u32,
        /// Seconds since the epoch.
        expiration: u32,
        /// Mode of key agreement.
        mode: u16,
        /// Extended rcode.
        error: u16,
        /// Key data.
        key: &'a [u8],
    },
    /// Transaction signature.
    Tsig {
        /// Algorithm.
        algorithm: Name,
        /// The signature.
        mac: &'a [u8],
        /// The upper 32 of the 48 bits of Time Signed, which scripts see as seconds.
        seconds: u32,
        /// The lower 16 bits of Time Signed, which scripts see as milliseconds.
        millis: u16,
        /// Permitted error, in seconds.
        fudge: u16,
        /// Original id.
        orig_id: u16,
        /// Extended rcode.
        error: u16,
    },
    /// Signature of a set of records.
    Rrsig(Rrsig<'a>),
    /// Public key.
    Dnskey {
        /// Flags.
        flags: u16,
        /// Protocol: 3.
        protocol: u8,
        /// Algorithm.
        algorithm: u8,
        /// The key.
        key: &'a [u8],
    },
    /// Next secure: next name and type bitmaps.
    Nsec(Name, Vec<&'a [u8]>),
    /// Next secure by hashed names.
    Nsec3 {
        /// Hash algorithm, flags, iterations.
        params: Nsec3Params<'a>,
        /// Next hashed name.
        hash: &'a [u8],
        /// Type bitmaps.
        bitmaps: Vec<&'a [u8]>,
    },
    /// Parameters of NSEC3.
    Nsec3param(Nsec3Params<'a>),
    /// Delegation signer.
    Ds {
        /// Key tag.
        key_tag: u16,
        /// Algorithm.
        algorithm: u8,
        /// Type of digest.
        digest_type: u8,
        /// The digest.
        digest: &'a [u8],
    },
    /// BIND's private record for the state of signing a zone.
    Binds {
        /// Algorithm.
        algorithm: u8,
        /// Key id.
        key_id: u16,
        /// Removal flag.
        removal: u8,
        /// Complete flag.
        complete: &'a [u8],
    },
    /// Fingerprint of an SSH key.
    Sshfp {
        /// Algorithm.
        algorithm: u8,
        /// Type of fingerprint.
        kind: u8,
        /// The fingerprint.
        fingerprint: &'a [u8],
    },
    /// Location (RFC 1876).
    Loc {
        /// Version, size, horizontal and vertical precision.
        head: [u8; 4],
        /// Latitude, longitude, altitude as on the wire.
        place: [u32; 3],
    },
    /// Service binding: priority and target.
    Svcb(u16, Name),
    /// Well-known services; the event has no ports.
    Wks,
    /// A known type without an event.
    WithoutEvent,
    /// An unknown type.
    Unknown,
}

/// Start of authority.
pub struct Soa {
    /// Primary server.
    pub mname: Name,
    /// Mailbox of the person responsible.
    pub rname: Name,
    /// Serial.
    pub serial: u32,
    /// Refresh, retry, expire, minimum in seconds.
    pub times: [u32; 4],
}

/// The parameters that NSEC3 and NSEC3PARAM share.
#[derive(Clone, Copy)]
pub struct Nsec3Params<'a> {
    /// Hash algorithm.
    pub hash_algorithm: u8,
    /// Flags.
    pub flags: u8,
    /// Iterations.
    pub iterations: u16,
    /// Length of the salt as stated.
    pub salt_len: u8,
    /// Salt.
    pub salt: &'a [u8],
}

/// A signature of a set of records (RFC 4034, 3.1).
pub struct Rrsig<'a> {
    /// Type covered.
    pub covered: u16,
    /// Algorithm.
    pub algorithm: u8,
    /// Labels of the owner.
    pub labels: u8,
    /// Original TTL in seconds.
    pub orig_ttl: u32,
    /// Seconds since the epoch.
    pub expiration: u32,
    /// Seconds since the epoch.
    pub inception: u32,
    /// Key tag.
    pub key_tag: u16,
    /// Signer.
    pub signer: Name,
    /// The signature.
    pub signature: &'a [u8],
}
