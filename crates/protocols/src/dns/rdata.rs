//! The data of a record, by its type.
use super::anomaly::Anomaly;
use super::message::{Cursor, Name, RecordHead};
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

/// The most character strings or bitmaps that one record shows.
const LIST: usize = 4096;

/// What a record says.
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
        /// What replaces the name.
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
    /// The options behind an OPT record's head.
    Opt(Cursor<'a>),
    /// Transaction key.
    Tkey {
        /// Algorithm.
        algorithm: Name,
        /// Seconds since the epoch.
        inception: u32,
        /// Seconds since the epoch.
        expiration: u32,
        /// Mode of agreement.
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
        /// The upper 32 bits of the time signed, as scripts have always had it: seconds.
        seconds: u32,
        /// The lower 16 bits: milliseconds.
        millis: u16,
        /// Permitted error, in seconds.
        fudge: u16,
        /// Original id.
        orig_id: u16,
        /// Extended rcode.
        error: u16,
    },
    /// Signature of a set of records.
    Rrsig {
        /// Type covered.
        covered: u16,
        /// Algorithm.
        algorithm: u8,
        /// Labels of the owner.
        labels: u8,
        /// Original TTL in seconds.
        orig_ttl: u32,
        /// Seconds since the epoch.
        expiration: u32,
        /// Seconds since the epoch.
        inception: u32,
        /// Key tag.
        key_tag: u16,
        /// Signer.
        signer: Name,
        /// The signature.
        signature: &'a [u8],
    },
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
    /// Its parameters.
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
    /// BIND's record about its signing.
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
    /// Well-known services; their ports are not shown.
    Wks,
    /// A type without an event of its own that is known all the same.
    Silent,
    /// A type that is not known.
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

/// What NSEC3 and NSEC3PARAM share.
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

impl<'a> Rdata<'a> {
    /// Reads the data behind `head`; `None` where it is broken and the message cannot be followed further. `netbios`
    /// says that the responder's port is NetBIOS's.
    pub fn read(
        head: &RecordHead,
        c: &mut Cursor<'a>,
        netbios: bool,
        weird: &mut dyn FnMut(Anomaly),
    ) -> Option<Self> {
        let rdlength = head.rdlength;
        let start = c.offset();
        let mismatch = |c: &Cursor<'_>, weird: &mut dyn FnMut(Anomaly)| {
            if c.offset() - start != rdlength {
                weird(Anomaly::RecordLengthMismatch);
            }
        };
        Some(match head.rtype {
            rtype::A => {
                if rdlength != 4 {
                    weird(Anomaly::BadRecordLength);
                    return None;
                }
                Rdata::Address(Addr::v4(c.be32().to_be_bytes()))
            }
            rtype::AAAA | rtype::A6 => {
                let words = [c.be32(), c.be32(), c.be32(), c.be32()];
                let value = words.iter().fold(0u128, |v, &w| v << 32 | u128::from(w));
                Rdata::Address(Addr::v6(value.to_be_bytes()))
            }
            rtype::NS | rtype::CNAME | rtype::PTR => {
                let name = c.name(true, weird);
                mismatch(c, weird);
                Rdata::Name(name)
            }
            rtype::SOA => {
                let (mname, rname) = (c.name(true, weird), c.name(true, weird));
                if c.left() < 20 {
                    return None;
                }
                let serial = c.be32();
                let times = [c.be32(), c.be32(), c.be32(), c.be32()];
                mismatch(c, weird);
                Rdata::Soa(Box::new(Soa { mname, rname, serial, times }))
            }
            rtype::MX => {
                let preference = c.be16();
                let name = c.name(true, weird);
                mismatch(c, weird);
                Rdata::Mx { preference, name }
            }
            rtype::SRV if netbios => Rdata::Silent,
            rtype::SRV => {
                let (priority, weight, port) = (c.be16(), c.be16(), c.be16());
                let target = c.name(true, weird);
                mismatch(c, weird);
                Rdata::Srv { priority, weight, port, target }
            }
            rtype::NAPTR => naptr(c, rdlength, weird)?,
            rtype::WKS => {
                c.take(rdlength);
                Rdata::Wks
            }
            rtype::NBS => {
                c.take(rdlength);
                Rdata::Silent
            }
            rtype::HINFO => {
                let mut data = c.sub(rdlength);
                let cpu = string(&mut data, weird)?;
                let os = string(&mut data, weird)?;
                if data.left() > 0 {
                    return None;
                }
                Rdata::Hinfo(cpu, os)
            }
            rtype::TXT | rtype::SPF => {
                let mut data = c.sub(rdlength);
                let mut strings = Vec::new();
                while strings.len() < LIST && data.left() > 0 {
                    match string(&mut data, weird) {
                        Some(s) => strings.push(s),
                        None => break,
                    }
                }
                Rdata::Strings(strings)
            }
            rtype::CAA => {
                let mut data = c.sub(rdlength);
                let (flags, len) = (data.byte(), usize::from(data.byte()));
                if len >= data.left() {
                    weird(Anomaly::CaaPastRecord);
                    return None;
                }
                let tag = data.take(len);
                Rdata::Caa { flags, tag, value: data.take(usize::MAX) }
            }
            rtype::OPT => Rdata::Opt(c.sub(usize::MAX)),
            rtype::TKEY => {
                if c.left() < 16 {
                    return None;
                }
                let algorithm = c.name(true, weird);
                let (inception, expiration, mode, error) = (c.be32(), c.be32(), c.be16(), c.be16());
                let key = octets(c);
                octets(c);
                Rdata::Tkey { algorithm, inception, expiration, mode, error, key }
            }
            rtype::TSIG => {
                let algorithm = c.name(true, weird);
                let (seconds, millis, fudge) = (c.be32(), c.be16(), c.be16());
                let mac = octets(c);
                let (orig_id, error) = (c.be16(), c.be16());
                octets(c);
                Rdata::Tsig { algorithm, mac, seconds, millis, fudge, orig_id, error }
            }
            rtype::RRSIG => {
                if c.left() < 18 {
                    return None;
                }
                let (covered, algorithm, labels) = (c.be16(), c.byte(), c.byte());
                let (orig_ttl, expiration, inception, key_tag) = (c.be32(), c.be32(), c.be32(), c.be16());
                let signer = c.name(true, weird);
                let signature = c.take((start + rdlength).saturating_sub(c.offset()));
                sign_algorithm(algorithm).map_rrsig(algorithm, weird);
                Rdata::Rrsig {
                    covered,
                    algorithm,
                    labels,
                    orig_ttl,
                    expiration,
                    inception,
                    key_tag,
                    signer,
                    signature,
                }
            }
            rtype::DNSKEY => {
                if c.left() < 4 {
                    return None;
                }
                let (flags, protocol, algorithm) = (c.be16(), c.byte(), c.byte());
                let key = c.take(rdlength.saturating_sub(4));
                if flags & 0xfe7e != 0 {
                    weird(Anomaly::DnskeyFlag(flags));
                }
                if flags & 0x0181 == 0x0181 {
                    weird(Anomaly::DnskeyRevoked(flags));
                }
                if protocol != 3 {
                    weird(Anomaly::DnskeyProtocol(protocol));
                }
                sign_algorithm(algorithm).map_dnskey(algorithm, weird);
                Rdata::Dnskey { flags, protocol, algorithm, key }
            }
            rtype::NSEC => {
                let name = c.name(true, weird);
                let bitmaps = bitmaps(c, start + rdlength, &mut |w| weird(Anomaly::NsecEmptyBitmap(w)));
                Rdata::Nsec(name, bitmaps)
            }
            rtype::NSEC3 => {
                if c.left() < 6 {
                    return None;
                }
                let params = nsec3_params(c);
                let hash_len = c.byte();
                let hash = c.take(hash_len.into());
                let bitmaps = bitmaps(c, start + rdlength, &mut |w| weird(Anomaly::Nsec3EmptyBitmap(w)));
                Rdata::Nsec3 { params, hash, bitmaps }
            }
            rtype::NSEC3PARAM => {
                if c.left() < 5 {
                    return None;
                }
                Rdata::Nsec3param(nsec3_params(c))
            }
            rtype::DS => {
                if c.left() < 4 {
                    return None;
                }
                let (key_tag, algorithm, digest_type) = (c.be16(), c.byte(), c.byte());
                let digest = c.take(rdlength.saturating_sub(4));
                match digest_type {
                    0 => weird(Anomaly::DsReserved(digest_type)),
                    1..=4 => {}
                    _ => weird(Anomaly::DsUnknown(digest_type)),
                }
                Rdata::Ds { key_tag, algorithm, digest_type, digest }
            }
            rtype::BINDS => {
                if c.left() < 5 {
                    return None;
                }
                let (algorithm, key_id, removal) = (c.byte(), c.be16(), c.byte());
                let complete = c.take(rdlength.saturating_sub(4));
                if complete.len() > 1 {
                    weird(Anomaly::BindsFlagLength(complete.len()));
                }
                Rdata::Binds { algorithm, key_id, removal, complete }
            }
            rtype::SSHFP => {
                if c.left() < 2 {
                    return None;
                }
                let (algorithm, kind) = (c.byte(), c.byte());
                Rdata::Sshfp { algorithm, kind, fingerprint: c.take(rdlength.saturating_sub(2)) }
            }
            rtype::LOC => {
                if c.left() < 15 {
                    return None;
                }
                let head = [c.byte(), c.byte(), c.byte(), c.byte()];
                let place = [c.be32(), c.be32(), c.be32()];
                if head[0] != 0 {
                    weird(Anomaly::LocVersion(head[0]));
                }
                Rdata::Loc { head, place }
            }
            rtype::SVCB | rtype::HTTPS => {
                if c.left() < 3 {
                    weird(Anomaly::SvcbTooShort);
                    return None;
                }
                let priority = c.be16();
                let target = c.name(false, weird);
                // The parameters behind the target are passed over.
                c.take((start + rdlength).saturating_sub(c.offset()));
                Rdata::Svcb(priority, target)
            }
            _ => {
                c.take(rdlength);
                Rdata::Unknown
            }
        })
    }
}

fn naptr<'a>(c: &mut Cursor<'a>, rdlength: usize, weird: &mut dyn FnMut(Anomaly)) -> Option<Rdata<'a>> {
    let (order, preference) = (c.be16(), c.be16());
    if c.left() == 0 || rdlength <= 4 {
        return None;
    }
    let before = c.offset();
    let mut data = Cursor::clone(c).sub(rdlength - 4);
    let strings = [string(&mut data, weird)?, string(&mut data, weird)?, string(&mut data, weird)?];
    c.take(data.offset() - before);
    let replacement = c.name(false, weird);
    Some(Rdata::Naptr { order, preference, strings, replacement })
}

/// A character string: a length byte and as many bytes, all inside the record.
fn string<'a>(data: &mut Cursor<'a>, weird: &mut dyn FnMut(Anomaly)) -> Option<&'a [u8]> {
    if data.left() == 0 {
        return None;
    }
    let len = usize::from(data.byte());
    if len > data.left() {
        weird(Anomaly::StringPastRecord);
        return None;
    }
    Some(data.take(len))
}

/// A 16-bit length and as many bytes.
fn octets<'a>(c: &mut Cursor<'a>) -> &'a [u8] {
    let len = c.be16();
    c.take(len.into())
}

fn nsec3_params<'a>(c: &mut Cursor<'a>) -> Nsec3Params<'a> {
    let (hash_algorithm, flags, iterations, salt_len) = (c.byte(), c.byte(), c.be16(), c.byte());
    Nsec3Params { hash_algorithm, flags, iterations, salt_len, salt: c.take(salt_len.into()) }
}

/// The windows of a type bitmap up to `end` (RFC 4034, 4.1.2).
fn bitmaps<'a>(c: &mut Cursor<'a>, end: usize, empty: &mut dyn FnMut(u8)) -> Vec<&'a [u8]> {
    let mut windows = Vec::new();
    while c.offset() < end && c.left() > 0 && windows.len() < LIST {
        let (window, len) = (c.byte(), c.byte());
        if len == 0 {
            empty(window);
            break;
        }
        windows.push(c.take(len.into()));
    }
    windows
}

/// How DNSSEC sees an algorithm number (IANA, "DNS Security Algorithm Numbers").
enum SignAlgorithm {
    Fine,
    NotRecommended,
    Indirect,
    PrivateDns,
    PrivateOid,
    Unknown,
}

fn sign_algorithm(number: u8) -> SignAlgorithm {
    match number {
        1 => SignAlgorithm::NotRecommended,
        2..=8 | 10 | 12..=16 => SignAlgorithm::Fine,
        252 => SignAlgorithm::Indirect,
        253 => SignAlgorithm::PrivateDns,
        254 => SignAlgorithm::PrivateOid,
        _ => SignAlgorithm::Unknown,
    }
}

impl SignAlgorithm {
    fn map_rrsig(self, number: u8, weird: &mut dyn FnMut(Anomaly)) {
        match self {
            SignAlgorithm::Fine => {}
            SignAlgorithm::NotRecommended => weird(Anomaly::RrsigNotRecommended(number)),
            SignAlgorithm::Indirect => weird(Anomaly::RrsigIndirect(number)),
            SignAlgorithm::PrivateDns => weird(Anomaly::RrsigPrivateDns(number)),
            SignAlgorithm::PrivateOid => weird(Anomaly::RrsigPrivateOid(number)),
            SignAlgorithm::Unknown => weird(Anomaly::RrsigUnknown(number)),
        }
    }

    fn map_dnskey(self, number: u8, weird: &mut dyn FnMut(Anomaly)) {
        match self {
            SignAlgorithm::Fine => {}
            SignAlgorithm::NotRecommended => weird(Anomaly::DnskeyNotRecommended(number)),
            SignAlgorithm::Indirect => weird(Anomaly::DnskeyIndirect(number)),
            SignAlgorithm::PrivateDns => weird(Anomaly::DnskeyPrivateDns(number)),
            SignAlgorithm::PrivateOid => weird(Anomaly::DnskeyPrivateOid(number)),
            SignAlgorithm::Unknown => weird(Anomaly::DnskeyUnknown(number)),
        }
    }
}
