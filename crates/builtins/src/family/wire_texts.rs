//! Text formats of protocols: FTP ports, NetBIOS names, community IDs of flows.
use super::base64;
use super::encoding::hex;
use crate::call::{Answer, Call, family};
use crate::slices::{head, split_once, tail};
use net_types::{Addr, Port, TransportProto};
use sha1::{Digest, Sha1};
use value::Value;

family! {
    "parse_ftp_port" => |c| {
        let s = c.str(0)?;
        ftp_port(c, port_command(&s))
    },
    "parse_eftp_port" => |c| {
        let s = c.c_str(0)?;
        extended(c, Some(&s))
    },
    "parse_ftp_pasv" => |c| {
        let s = c.c_str(0)?;
        ftp_port(c, host_port(&s).and_then(port_command))
    },
    "parse_ftp_epsv" => |c| {
        let s = c.c_str(0)?;
        extended(c, split_once(&s, b'(').map(|(_, inside)| inside))
    },
    "fmt_ftp_port" => fmt_ftp_port,
    "decode_netbios_name" => |c| Ok(Value::string(netbios_name(&c.str(0)?))),
    "decode_netbios_name_type" => |c| Ok(netbios_name_type(&c.str(0)?).into()),
    "community_id_v1" => community_id_v1,
}

fn ftp_port(c: &mut Call<'_>, target: Option<(Addr, u16)>) -> Answer {
    let r = c.new_record("ftp_port")?;
    let (addr, port) = target.unwrap_or((Addr::v4([0; 4]), 0));
    r.set(0, addr.into());
    r.set(1, Port::tcp(port).into());
    r.set(2, target.is_some().into());
    Ok(r.into())
}

/// Parses `h1,h2,h3,h4,p1,p2` (RFC 959, 4.1.2). Ignores text after it.
fn port_command(s: &[u8]) -> Option<(Addr, u16)> {
    if s.len() < 11 {
        return None;
    }
    let mut bytes = [0_u8; 6];
    let mut rest = s;
    for (i, slot) in bytes.iter_mut().enumerate() {
        if i > 0 {
            rest = rest.strip_prefix(b",")?;
        }
        rest = rest.trim_ascii_start();
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        *slot = std::str::from_utf8(head(rest, digits)).ok()?.parse().ok()?;
        rest = tail(rest, digits);
    }
    let [a, b, c, d, high, low] = bytes;
    Some((Addr::v4([a, b, c, d]), u16::from_be_bytes([high, low])))
}

/// Returns the six numbers in the answer to PASV. They begin after a parenthesis, after `PORT `, or with the number
/// before the first comma.
fn host_port(s: &[u8]) -> Option<&[u8]> {
    if let Some((_, inside)) = split_once(s, b'(') {
        return Some(inside);
    }
    if let Some(at) = super::strings::memmem(s, b"PORT") {
        return s.get(at + 5..);
    }
    let (first, _) = split_once(s, b',')?;
    let from = first.iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |at| at + 1);
    Some(tail(s, from))
}

/// Parses `|2|ADDRESS|PORT|` (RFC 2428, 2), with any delimiter. The address is optional.
fn extended(c: &mut Call<'_>, s: Option<&[u8]>) -> Answer {
    let r = c.new_record("ftp_port")?;
    let (mut addr, mut port, mut good) = (Addr::UNSPECIFIED, 0_u16, false);
    if let Some((&delimiter, rest)) = s.and_then(|s| s.trim_ascii_start().split_first()) {
        let mut parts = rest.split(|&b| b == delimiter);
        let text = |p: &[u8]| String::from_utf8_lossy(p).into_owned();
        good = parts.next().is_some_and(|p| p.is_empty() || text(p).parse::<u32>().is_ok());
        if let Some(p) = parts.next().filter(|p| !p.is_empty()) {
            match super::addresses::parse_addr(p) {
                Some(a) => addr = a,
                None => good = false,
            }
        }
        // The port must be followed by another delimiter.
        match (parts.next(), parts.next()) {
            (Some(p), Some(_)) => match text(p).parse() {
                Ok(n) => port = n,
                Err(_) => good = false,
            },
            (Some(p), None) => {
                port = text(p).parse().unwrap_or(0);
                good = false;
            }
            _ => {}
        }
    }
    r.set(0, addr.into());
    r.set(1, Port::tcp(port).into());
    r.set(2, good.into());
    Ok(r.into())
}

fn fmt_ftp_port(c: &mut Call<'_>) -> Answer {
    let (a, p) = (c.addr(0)?, c.port(1)?);
    let &[a, b, x, d] = a.wire_bytes() else {
        c.error_on("conversion of non-IPv4 address in fmt_ftp_port", 0);
        return Ok("".into());
    };
    Ok(format!("{a},{b},{x},{d},{},{}", p.num >> 8, p.num & 0xff).into())
}

/// Decodes a byte of first-level encoding (RFC 1001, 14.1): two letters from A to P.
fn netbios_byte(pair: &[u8]) -> Option<u8> {
    let half = |b: u8| Some(b.to_ascii_uppercase()).filter(|b| (b'A'..=b'P').contains(b)).map(|b| b - b'A');
    Some(half(*pair.first()?)? << 4 | half(*pair.get(1)?)?)
}

/// Decodes a name without its type and padding; empty if the text is not an encoded name.
fn netbios_name(s: &[u8]) -> Vec<u8> {
    if s.len() != 32 {
        return Vec::new();
    }
    let mut name = Vec::new();
    for pair in s.chunks(2) {
        let Some(b) = netbios_byte(pair) else { return Vec::new() };
        if !(b.is_ascii_graphic() || b == b' ' || b < 3) {
            break;
        }
        name.push(b);
    }
    name.truncate(15);
    while name.last().is_some_and(|b| matches!(b, b' ' | 0)) {
        name.pop();
    }
    name
}

/// Returns the name's type, which is its last byte; 256 if the text is not an encoded name.
fn netbios_name_type(s: &[u8]) -> u64 {
    let whole = s.len() == 32 && s.chunks(2).all(|p| netbios_byte(p).is_some());
    s.get(30..32).filter(|_| whole).and_then(netbios_byte).map_or(256, |b| i64::from(b as i8) as u64)
}

/// Whether messages of this ICMP type have no answer, so that each direction is a separate flow.
fn is_one_way(v4: bool, kind: u16) -> bool {
    if v4 {
        !matches!(kind, 0 | 8..=10 | 13..=18)
    } else {
        !matches!(kind, 128..=131 | 133..=136 | 139 | 140 | 144 | 145)
    }
}

/// Computes the Community ID of a flow, version 1 (<https://github.com/corelight/community-id-spec>).
fn community_id_v1(c: &mut Call<'_>) -> Answer {
    let (id, seed, in_base64) = (c.record(0)?, c.count(1)? as u16, c.flag(2)?);
    let addr = |i| id.get(i).and_then(|v| v.as_addr());
    let port = |i| id.get(i).and_then(|v| v.as_port());
    let (Some(mut a), Some(p), Some(mut b), Some(q)) = (addr(0), port(1), addr(2), port(3)) else {
        c.error_on("CommunityID: the connection has no tuple", 0);
        return Ok("".into());
    };
    let v4 = a.is_v4();
    let (mut has_ports, mut one_way) = (true, false);
    let proto = match p.proto {
        TransportProto::Tcp => 6,
        TransportProto::Udp => 17,
        TransportProto::Icmp => {
            one_way = is_one_way(v4, p.num);
            if v4 { 1 } else { 58 }
        }
        TransportProto::Unknown => match id.get(4).and_then(|v| v.as_count()) {
            Some(n @ 0..=255) => {
                // Of other protocols, only SCTP can have ports here.
                has_ports = n == 132;
                n as u8
            }
            _ => {
                c.error_on("CommunityID: unknown transport layer", 0);
                return Ok("".into());
            }
        },
    };
    let (mut p, mut q) = (p.num, q.num);
    // Ports of equal addresses are compared in network byte order.
    let in_order = a < b || (a == b && p.swap_bytes() < q.swap_bytes());
    if !one_way && !in_order {
        (a, b) = (b, a);
        (p, q) = (q, p);
    }
    let mut digest = Sha1::new();
    digest.update(seed.to_be_bytes());
    digest.update(a.wire_bytes());
    digest.update(b.wire_bytes());
    digest.update([proto, 0]);
    if has_ports {
        digest.update(p.to_be_bytes());
        digest.update(q.to_be_bytes());
    }
    let digest = digest.finalize();
    let text = if in_base64 { base64::encoded(&digest, base64::ALPHABET) } else { hex(&digest).into_bytes() };
    Ok(Value::string([b"1:", &text[..]].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_of_ftp() {
        let expected = Some((Addr::v4([192, 168, 0, 2]), 257));
        assert_eq!(port_command(b"192,168,0,2,1,1"), expected);
        for s in ["Entering Passive Mode (192,168,0,2,1,1).", "PORT 192,168,0,2,1,1", "at 192,168,0,2,1,1"] {
            assert_eq!(host_port(s.as_bytes()).and_then(port_command), expected, "{s}");
        }
        assert_eq!(port_command(b"192,168,0,256,1,1"), None);
        assert_eq!(port_command(b"1,2,3,4,5"), None);
    }

    #[test]
    fn names_of_netbios() {
        assert_eq!(netbios_name(b"FEEIEFCAEOEFFEECEJEPFDCAEOEBENEF"), b"THE NETBIOS NAM");
        assert_eq!(netbios_name_type(b"FEEIEFCAEOEFFEECEJEPFDCAEOEBENEF"), 0x45);
        assert_eq!(netbios_name(b"too short"), b"");
        assert_eq!(netbios_name_type(b"QQ"), 256);
    }
}
