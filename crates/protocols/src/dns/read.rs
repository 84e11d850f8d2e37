//! Parses the data of a record.
use super::anomaly::Anomaly;
use super::message::{Cursor, RecordHead};
use super::rdata::{Rdata, Soa, rtype};
use super::read_dnssec;
use net_types::Addr;

/// The maximum number of character strings in a record.
const LIST: usize = 4096;

impl<'a> Rdata<'a> {
    /// Reads the data after `head`; `None` if it is malformed and the rest of the message cannot be read. `netbios`:
    /// whether the responder's port is 137, the NetBIOS name service.
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
            rtype::SRV if netbios => Rdata::WithoutEvent,
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
                Rdata::WithoutEvent
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
            rtype::TXT | rtype::SPF => Rdata::Strings(strings(c.sub(rdlength), weird)),
            rtype::CAA => caa(c.sub(rdlength), weird)?,
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
                // The parameters after the target are skipped.
                c.take((start + rdlength).saturating_sub(c.offset()));
                Rdata::Svcb(priority, target)
            }
            _ => return read_dnssec::read(head, c, weird),
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

/// Reads a CAA record: flags, length of the tag, tag, and the rest as the value (RFC 8659, 4.1).
fn caa<'a>(mut data: Cursor<'a>, weird: &mut dyn FnMut(Anomaly)) -> Option<Rdata<'a>> {
    let (flags, len) = (data.byte(), usize::from(data.byte()));
    if len >= data.left() {
        weird(Anomaly::CaaPastRecord);
        return None;
    }
    let tag = data.take(len);
    Some(Rdata::Caa { flags, tag, value: data.take(usize::MAX) })
}

/// Reads character strings until the end of the record or a malformed string, at most [`LIST`].
fn strings<'a>(mut data: Cursor<'a>, weird: &mut dyn FnMut(Anomaly)) -> Vec<&'a [u8]> {
    let mut strings = Vec::new();
    while strings.len() < LIST && data.left() > 0 {
        match string(&mut data, weird) {
            Some(s) => strings.push(s),
            None => break,
        }
    }
    strings
}

/// Reads a character string: a length byte and that many bytes within the record (RFC 1035, 3.3).
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

/// Reads a 16-bit length, then that many bytes.
fn octets<'a>(c: &mut Cursor<'a>) -> &'a [u8] {
    let len = c.be16();
    c.take(len.into())
}
