//! Parses the data of DNSSEC records (RFC 4034, 5155).
use super::anomaly::Anomaly;
use super::message::{Cursor, RecordHead};
use super::rdata::{Nsec3Params, Rdata, Rrsig, rtype};

/// The maximum number of windows in the type bitmap of a record.
const LIST: usize = 4096;

/// Reads the data after `head`; `None` if it is malformed. Types outside DNSSEC result in [`Rdata::Unknown`].
pub(super) fn read<'a>(
    head: &RecordHead,
    c: &mut Cursor<'a>,
    weird: &mut dyn FnMut(Anomaly),
) -> Option<Rdata<'a>> {
    let (start, rdlength) = (c.offset(), head.rdlength);
    Some(match head.rtype {
        rtype::RRSIG => {
            if c.left() < 18 {
                return None;
            }
            let (covered, algorithm, labels) = (c.be16(), c.byte(), c.byte());
            let (orig_ttl, expiration, inception, key_tag) = (c.be32(), c.be32(), c.be32(), c.be16());
            let signer = c.name(true, weird);
            let signature = c.take((start + rdlength).saturating_sub(c.offset()));
            sign_algorithm(algorithm).report_rrsig(algorithm, weird);
            Rdata::Rrsig(Rrsig {
                covered,
                algorithm,
                labels,
                orig_ttl,
                expiration,
                inception,
                key_tag,
                signer,
                signature,
            })
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
            sign_algorithm(algorithm).report_dnskey(algorithm, weird);
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
        _ => {
            c.take(rdlength);
            Rdata::Unknown
        }
    })
}

fn nsec3_params<'a>(c: &mut Cursor<'a>) -> Nsec3Params<'a> {
    let (hash_algorithm, flags, iterations, salt_len) = (c.byte(), c.byte(), c.be16(), c.byte());
    Nsec3Params { hash_algorithm, flags, iterations, salt_len, salt: c.take(salt_len.into()) }
}

/// Reads the windows of a type bitmap up to `end` (RFC 4034, 4.1.2).
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

/// The status of a signing algorithm (IANA, "DNS Security Algorithm Numbers").
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
    fn report_rrsig(self, number: u8, weird: &mut dyn FnMut(Anomaly)) {
        match self {
            SignAlgorithm::Fine => {}
            SignAlgorithm::NotRecommended => weird(Anomaly::RrsigNotRecommended(number)),
            SignAlgorithm::Indirect => weird(Anomaly::RrsigIndirect(number)),
            SignAlgorithm::PrivateDns => weird(Anomaly::RrsigPrivateDns(number)),
            SignAlgorithm::PrivateOid => weird(Anomaly::RrsigPrivateOid(number)),
            SignAlgorithm::Unknown => weird(Anomaly::RrsigUnknown(number)),
        }
    }

    fn report_dnskey(self, number: u8, weird: &mut dyn FnMut(Anomaly)) {
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
