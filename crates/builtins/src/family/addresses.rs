//! Addresses, networks and ports.
use crate::call::{Answer, Call, family};
use crate::slices::split_once;
use net_types::{Addr, Port, Subnet, TransportProto};
use value::Value;

family! {
    "is_v4_addr" => |c| Ok(c.addr(0)?.is_v4().into()),
    "is_v6_addr" => |c| Ok((!c.addr(0)?.is_v4()).into()),
    "is_v4_subnet" => |c| Ok(c.subnet(0)?.prefix().is_v4().into()),
    "is_v6_subnet" => |c| Ok((!c.subnet(0)?.prefix().is_v4()).into()),
    "to_addr" => to_addr,
    "to_subnet" => to_subnet,
    "to_port" => to_port,
    "is_valid_ip" => |c| Ok(parse_addr(&c.str(0)?).is_some().into()),
    "is_valid_subnet" => |c| Ok(parse_subnet(&c.str(0)?).is_some().into()),
    "addr_to_subnet" => |c| {
        let a = c.addr(0)?;
        Ok(Subnet::new(a, a.width()).map_or(Value::Bool(false), Value::subnet))
    },
    "subnet_to_addr" => |c| Ok(c.subnet(0)?.prefix().into()),
    "subnet_width" => |c| Ok(u64::from(c.subnet(0)?.len()).into()),
    "addr_to_counts" => addr_to_counts,
    "counts_to_addr" => counts_to_addr,
    "count_to_v4_addr" => count_to_v4_addr,
    "raw_bytes_to_v4_addr" => raw_bytes_to_v4_addr,
    "raw_bytes_to_v6_addr" => raw_bytes_to_v6_addr,
    "routing0_data_to_addrs" => routing0_data_to_addrs,
    "ptr_name_to_addr" => ptr_name_to_addr,
    "addr_to_ptr_name" => |c| Ok(ptr_name(c.addr(0)?).into()),
    "mask_addr" => mask_addr,
    "remask_addr" => remask_addr,
    "port_to_count" => |c| Ok(u64::from(c.port(0)?.num).into()),
    "count_to_port" => count_to_port,
    "is_tcp_port" => |c| Ok((c.port(0)?.proto == TransportProto::Tcp).into()),
    "is_udp_port" => |c| Ok((c.port(0)?.proto == TransportProto::Udp).into()),
    "is_icmp_port" => |c| Ok((c.port(0)?.proto == TransportProto::Icmp).into()),
    "get_port_transport_proto" => |c| {
        let proto = c.port(0)?.proto;
        c.enumerator("transport_proto", proto as i64)
    },
}

/// Parses an address. The parts of an IPv4 address are decimal and may have leading zeros.
pub(super) fn parse_addr(s: &[u8]) -> Option<Addr> {
    let s = std::str::from_utf8(s).ok()?;
    if s.contains(':') {
        return s.parse().ok();
    }
    let mut parts = s.split('.').map(|p| {
        let is_number = !p.is_empty() && p.len() <= 3 && p.bytes().all(|b| b.is_ascii_digit());
        if is_number { p.parse::<u8>().ok() } else { None }
    });
    let mut b = [0; 4];
    for slot in &mut b {
        *slot = parts.next()??;
    }
    parts.next().is_none().then(|| Addr::v4(b))
}

fn parse_subnet(s: &[u8]) -> Option<Subnet> {
    let (text, len) = split_once(s, b'/')?;
    let len = std::str::from_utf8(len).ok()?;
    if len.is_empty() || !len.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let len = len.parse::<u8>().ok()?;
    let addr = parse_addr(text)?;
    // The length counts from the start of the form as written. An IPv4 address has 96 bits before it in the 128-bit
    // form.
    let bits = if addr.is_v4() && !text.contains(&b':') { len.checked_add(96)? } else { len };
    Subnet::new128(addr, bits)
}

fn to_addr(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let a = parse_addr(&s).unwrap_or_else(|| {
        c.error_on("failed converting string to IP address", 0);
        Addr::UNSPECIFIED
    });
    Ok(a.into())
}

fn to_subnet(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    match parse_subnet(&s) {
        Some(n) => Ok(n.into()),
        None => {
            c.error_on("failed converting string to IP prefix", 0);
            Ok(Value::subnet(Subnet::ALL))
        }
    }
}

fn to_port(c: &mut Call<'_>) -> Answer {
    let s = c.c_str(0)?;
    let text = String::from_utf8_lossy(&s).into_owned();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, transport) = text.split_at(digits);
    let num = digits.parse::<u64>().unwrap_or(0) as u16;
    if s.len() < 10 {
        let proto = match transport.get(1..) {
            Some("tcp") => Some(TransportProto::Tcp),
            Some("udp") => Some(TransportProto::Udp),
            Some("icmp") => Some(TransportProto::Icmp),
            _ => None,
        };
        if let Some(proto) = proto {
            return Ok(Port { proto, num }.into());
        }
    }
    c.error("wrong port format, must be /[0-9]{1,5}\\/(tcp|udp|icmp)/");
    let num = if s.len() < 10 { num } else { 0 };
    Ok(Port { proto: TransportProto::Unknown, num }.into())
}

fn addr_to_counts(c: &mut Call<'_>) -> Answer {
    let a = c.addr(0)?;
    let words =
        a.wire_bytes().chunks(4).map(|w| Value::Count(w.iter().fold(0, |n, &b| n << 8 | u64::from(b))));
    let words = words.collect();
    c.vector_of("index_vec", words)
}

fn counts_to_addr(c: &mut Call<'_>) -> Answer {
    let words: Vec<u32> =
        c.vector(0)?.items().iter().flatten().filter_map(Value::as_count).map(|n| n as u32).collect();
    let a = match words[..] {
        [w] => Addr::v4(w.to_be_bytes()),
        [a, b, c, d] => {
            let n = [a, b, c, d].iter().fold(0_u128, |n, &w| n << 32 | u128::from(w));
            Addr::v6(n.to_be_bytes())
        }
        _ => {
            c.error_on("invalid vector size", 0);
            Addr::UNSPECIFIED
        }
    };
    Ok(a.into())
}

fn count_to_v4_addr(c: &mut Call<'_>) -> Answer {
    let n = c.count(0)?;
    let n = u32::try_from(n).unwrap_or_else(|_| {
        c.error_on("conversion of non-IPv4 count to addr", 0);
        0
    });
    Ok(Addr::v4(n.to_be_bytes()).into())
}

fn raw_bytes_to_v4_addr(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let b = s.first_chunk().copied().unwrap_or_else(|| {
        c.error("too short a string as input to raw_bytes_to_v4_addr()");
        [0; 4]
    });
    Ok(Addr::v4(b).into())
}

fn raw_bytes_to_v6_addr(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let b = s.first_chunk().copied().unwrap_or_else(|| {
        c.error("too short a string as input to raw_bytes_to_v6_addr()");
        [0; 16]
    });
    Ok(Addr::v6(b).into())
}

/// Returns the addresses of an IPv6 type 0 routing header (RFC 2460, 4.4). They follow four reserved bytes.
fn routing0_data_to_addrs(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let data = s.get(4..).unwrap_or_default();
    if data.len() % 16 != 0 || s.len() < 4 {
        c.warn(&format!("Bad ip6_routing data length: {}", s.len()));
    }
    let addrs = data.as_chunks().0.iter().map(|b| Value::addr(Addr::v6(*b))).collect();
    c.vector_of("addr_vec", addrs)
}

/// Returns the name of the PTR record for an address (RFC 1035, 3.5; RFC 3596, 2.5).
pub(crate) fn ptr_name(a: Addr) -> String {
    let bytes = a.wire_bytes().iter().rev();
    if a.is_v4() {
        bytes.map(|b| format!("{b}.")).collect::<String>() + "in-addr.arpa"
    } else {
        bytes.map(|b| format!("{:x}.{:x}.", b & 15, b >> 4)).collect::<String>() + "ip6.arpa"
    }
}

fn addr_of_ptr_name(s: &[u8]) -> Option<Addr> {
    let s = std::str::from_utf8(s).ok()?;
    if let Some(nibbles) = s.strip_suffix(".ip6.arpa").filter(|_| s.len() == 72) {
        let mut n = 0_u128;
        let mut parts = nibbles.split('.').rev();
        for _ in 0..32 {
            let part = parts.next().filter(|p| p.len() == 1)?;
            n = n << 4 | u128::from_str_radix(part, 16).ok()?;
        }
        return parts.next().is_none().then(|| Addr::v6(n.to_be_bytes()));
    }
    let mut parts = s.strip_suffix(".in-addr.arpa")?.split('.').rev();
    let mut b = [0; 4];
    for slot in &mut b {
        *slot = parts.next()?.parse().ok()?;
    }
    parts.next().is_none().then(|| Addr::v4(b))
}

fn ptr_name_to_addr(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let a = addr_of_ptr_name(&s).unwrap_or_else(|| {
        c.error_on("bad PTR name", 0);
        if s.len() == 72 { Addr::UNSPECIFIED } else { Addr::v4([0; 4]) }
    });
    Ok(a.into())
}

fn mask_addr(c: &mut Call<'_>) -> Answer {
    let (a, bits) = (c.addr(0)?, c.count(1)?);
    match u8::try_from(bits).ok().and_then(|len| Subnet::new(a, len)) {
        Some(n) => Ok(n.into()),
        None => {
            let family = if a.is_v4() { "v4" } else { "v6" };
            c.report(&format!("Bad IP{family} prefix length: {bits}"));
            Ok(Subnet::new(a, a.width()).map_or(Value::Bool(false), Value::subnet))
        }
    }
}

/// Combines the first bits of one address with the rest of another. Bits are counted in the 128-bit form.
fn remask_addr(c: &mut Call<'_>) -> Answer {
    let (a, b, bits) = (c.addr(0)?, c.addr(1)?, c.count(2)?.min(128));
    let mask = if bits == 0 { 0 } else { u128::MAX << (128 - bits) };
    let number = |a: Addr| u128::from_be_bytes(*a.octets());
    Ok(Addr::v6((number(a) & mask | number(b) & !mask).to_be_bytes()).into())
}

fn count_to_port(c: &mut Call<'_>) -> Answer {
    let (num, proto) = (c.count(0)?, c.arg(1).as_enum());
    let Ok(num) = u16::try_from(num) else {
        c.report(&format!("bad port number {num}"));
        return Ok(Port::default().into());
    };
    let proto = match proto {
        Some(1) => TransportProto::Tcp,
        Some(2) => TransportProto::Udp,
        Some(3) => TransportProto::Icmp,
        _ => TransportProto::Unknown,
    };
    Ok(Port { proto, num }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ptr_records_go_there_and_back() {
        for text in ["74.125.225.52", "2607:f8b0:4009:802::1012"] {
            let a: Addr = text.parse().unwrap();
            assert_eq!(addr_of_ptr_name(ptr_name(a).as_bytes()), Some(a));
        }
        assert_eq!(addr_of_ptr_name(b"1.2.3.in-addr.arpa"), None);
        assert_eq!(addr_of_ptr_name(b"1.2.3.4.5.in-addr.arpa"), None);
    }

    #[test]
    fn addresses_and_networks_are_read_strictly() {
        assert_eq!(parse_addr(b"001.2.3.4"), Some(Addr::v4([1, 2, 3, 4])));
        for bad in ["1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4x", "", "::g"] {
            assert_eq!(parse_addr(bad.as_bytes()), None, "{bad}");
        }
        assert!(parse_subnet(b"10.0.0.0/8").is_some());
        for bad in ["10.0.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129"] {
            assert_eq!(parse_subnet(bad.as_bytes()), None, "{bad}");
        }
    }
}
