//! The packet at hand: its bytes, its headers, its time, and files of packets.
use super::{Answer, Call, Stop, family};
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Subnet, Timestamp};
use session::By;
use value::Value;

family! {
    "get_current_packet" => get_current_packet,
    "get_current_packet_header" => get_current_packet_header,
    "get_current_packet_ts" => |c| {
        let ts = c.host().packet.frame().map_or(0.0, |f| f.ts.as_secs_f64());
        Ok(Value::Time(ts))
    },
    "dump_current_packet" => |c| {
        let path = c.text(0)?;
        let Some(frame) = c.host().packet.frame().map(|f| (f.ts, f.link, f.wire_len, f.data.to_vec())) else {
            return Ok(false.into());
        };
        let (ts, link, wire_len, data) = frame;
        write(c, &path, &Frame { ts, link, wire_len, data: &data })
    },
    "dump_packet" => dump_packet,
    "PacketAnalyzer::PPPoE::session_id" => |c| {
        let id = c.host().packet.frame().and_then(|f| pppoe_session(&f));
        // None is all ones.
        Ok(id.map_or(u32::MAX.into(), u64::from).into())
    },
    "install_src_addr_filter" => |c| drop_from(c, By::Source),
    "install_src_net_filter" => |c| drop_from(c, By::Source),
    "install_dst_addr_filter" => |c| drop_from(c, By::Destination),
    "install_dst_net_filter" => |c| drop_from(c, By::Destination),
    "uninstall_src_addr_filter" => |c| drop_no_more(c, By::Source),
    "uninstall_src_net_filter" => |c| drop_no_more(c, By::Source),
    "uninstall_dst_addr_filter" => |c| drop_no_more(c, By::Destination),
    "uninstall_dst_net_filter" => |c| drop_no_more(c, By::Destination),
}

/// The network that an address or a subnet is.
fn net(c: &Call<'_>) -> Result<Subnet, Stop> {
    match c.addr(0) {
        Ok(a) => Subnet::new(a, a.width()).ok_or(Stop::Argument(0)),
        Err(_) => c.subnet(0),
    }
}

fn drop_from(c: &mut Call<'_>, by: By) -> Answer {
    let (net, flags, chance) = (net(c)?, c.count(1)?, c.double(2)?);
    c.host().order(move |s, _| s.dropping_mut().add(by, net, flags as u8, chance));
    Ok(true.into())
}

fn drop_no_more(c: &mut Call<'_>, by: By) -> Answer {
    let net = net(c)?;
    let live = c.host().live.clone();
    let there = live.and_then(|l| l.ask(|s| s.dropping().has(by, net))).unwrap_or(false);
    c.host().order(move |s, _| s.dropping_mut().remove(by, net));
    Ok(there.into())
}

/// Files of packets that scripts may have open at a time.
const MAX_FILES: usize = 256;

/// The session of a frame of PPP over Ethernet (RFC 2516, 4), behind VLAN tags too.
fn pppoe_session(f: &Frame<'_>) -> Option<u16> {
    const VLAN: [u16; 3] = [0x8100, 0x88a8, 0x9100];
    const SESSION: u16 = 0x8864;
    let field = |at: usize| f.data.get(at..)?.first_chunk::<2>().map(|b| u16::from_be_bytes(*b));
    if f.link != LinkType::ETHERNET {
        return None;
    }
    let mut at = 12;
    loop {
        match field(at)? {
            t if VLAN.contains(&t) => at += 4,
            // Behind the type: version and type, code.
            SESSION => return field(at + 4),
            _ => return None,
        }
    }
}

/// The number of an enumerator of `link_encap`.
fn encapsulation(link: LinkType) -> i64 {
    if link == LinkType::ETHERNET { 0 } else { 1 }
}

fn get_current_packet(c: &mut Call<'_>) -> Answer {
    let r = c.new_record("pcap_packet")?;
    let (mut times, mut lengths) = ((0u64, 0u64), (0u64, 0u64));
    let (mut data, mut encap) = (Value::string(b""), 1);
    if let Some(f) = c.host().packet.frame() {
        let nanos = u64::try_from(f.ts.nanos()).unwrap_or(0);
        times = (nanos / 1_000_000_000, nanos % 1_000_000_000 / 1000);
        lengths = (f.data.len() as u64, u64::from(f.wire_len));
        data = Value::string(f.data);
        encap = encapsulation(f.link);
    }
    r.set_named("ts_sec", times.0);
    r.set_named("ts_usec", times.1);
    r.set_named("caplen", lengths.0);
    r.set_named("len", lengths.1);
    r.set_named("data", data);
    r.set_named("link_type", c.enumerator("link_encap", encap)?);
    Ok(r.into())
}

fn get_current_packet_header(c: &mut Call<'_>) -> Answer {
    let ty = c.record_type("raw_pkt_hdr")?;
    let host = c.host();
    let live = host.live.clone();
    let shown = match (host.packet.frame(), live) {
        (Some(f), Some(live)) => Some((f.ts, f.link, f.wire_len as usize, f.data.to_vec(), live)),
        _ => None,
    };
    if let Some((ts, link, wire_len, data, live)) = shown {
        let frame = session::Frame { ts, link, data: &data, wire_len };
        let mut made = None;
        live.ask(|s| {
            s.show_headers(&frame, &mut |h| {
                made = Some(crate::traffic::plain_value(
                    event::Arg::Record(h),
                    &value::Type::Record(ty.clone()),
                    c.cx,
                ));
            });
        });
        if let Some(Some(v)) = made.transpose()? {
            return Ok(v);
        }
    }
    let (r, l2) = (c.new_record("raw_pkt_hdr")?, c.new_record("l2_hdr")?);
    l2.set_named("encap", c.enumerator("link_encap", 1)?);
    l2.set_named("len", 0u64);
    l2.set_named("cap_len", 0u64);
    // `layer3_proto`: L3_UNKNOWN
    l2.set_named("proto", c.enumerator("layer3_proto", 3)?);
    r.set_named("l2", Value::Record(l2));
    Ok(r.into())
}

fn dump_packet(c: &mut Call<'_>) -> Answer {
    let (packet, path) = (c.record(0)?, c.text(1)?);
    let count = |name: &str| packet.get_named(name).and_then(|v| v.as_count()).unwrap_or(0);
    let data = packet.get_named("data").and_then(|v| v.as_string().cloned()).ok_or(Stop::Argument(0))?;
    let seconds = i64::try_from(count("ts_sec")).unwrap_or(0);
    let nanos =
        seconds.saturating_mul(1_000_000_000).saturating_add((count("ts_usec") % 1_000_000 * 1000) as i64);
    let captured = data.get(..usize::try_from(count("caplen")).unwrap_or(usize::MAX)).unwrap_or(&data);
    let ethernet = packet.get_named("link_type").and_then(|v| v.as_enum()) == Some(0);
    let frame = Frame {
        ts: Timestamp::from_nanos(nanos),
        link: if ethernet { LinkType::ETHERNET } else { LinkType::RAW },
        wire_len: u32::try_from(count("len")).unwrap_or(u32::MAX),
        data: captured,
    };
    write(c, &path, &frame)
}

/// Appends a packet to a file, which is opened the first time.
fn write(c: &mut Call<'_>, path: &str, frame: &Frame<'_>) -> Answer {
    let files = &mut c.host().packet.files;
    if !files.contains_key(path) && files.len() >= MAX_FILES {
        c.report(&format!("cannot write packets to {path}: {MAX_FILES} files of packets are open"));
        return Ok(false.into());
    }
    let written = match files.entry(path.to_owned()) {
        std::collections::hash_map::Entry::Occupied(mut e) => e.get_mut().write(frame),
        std::collections::hash_map::Entry::Vacant(e) => {
            PcapWriter::append(path, Precision::Micros).and_then(|w| e.insert(w).write(frame))
        }
    };
    // What was written is there for those that read the file while this runs.
    let written =
        written.and_then(|()| c.host().packet.files.get_mut(path).map_or(Ok(()), PcapWriter::flush));
    if let Err(e) = written {
        c.report(&format!("cannot write packets to {path}: {e}"));
        return Ok(false.into());
    }
    Ok(true.into())
}
