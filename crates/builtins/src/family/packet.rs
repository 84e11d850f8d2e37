//! The current packet, and writing packets to capture files.
use crate::call::{Answer, Call, Stop, family};
use crate::packets::{KeptPacket, dump};
use capture::Frame;
use net_types::{LinkType, Timestamp};
use value::{Context, Value};

family! {
    "get_current_packet" => current,
    "get_current_packet_ts" => |c| {
        let at = c.packets().current.at();
        Ok(Value::Time(at.map_or(0.0, |p| p.ts.as_secs_f64())))
    },
    "get_current_packet_header" => get_current_packet_header,
    "PacketAnalyzer::PPPoE::session_id" => |c| {
        let id = c.packets().current.at().and_then(|p| pppoe_session(&p));
// `u32::MAX` if there is no packet or no session.
        Ok(id.map_or(u32::MAX.into(), u64::from).into())
    },
    "dump_current_packet" => |c| {
        let (name, snaplen) = (c.text(0)?, snaplen(c));
        let services = c.services();
        let Some(at) = services.packets.current.at() else { return Ok(false.into()) };
        let frame = Frame { ts: at.ts, link: at.link, wire_len: at.wire_len, data: at.data };
        let done = dump(&mut services.packets.dumps, &name, snaplen, &frame);
        answer(c, done)
    },
    "dump_packet" => |c| {
        let (packet, name) = (c.record(0)?, c.text(1)?);
        let number = |field| packet.get_named(field).and_then(|v| v.as_count()).unwrap_or(0);
        let data = packet.get_named("data").and_then(|v| v.as_string().cloned()).ok_or(Stop::Argument(0))?;
        let link = packet.get_named("link_type").and_then(|v| v.as_enum()).unwrap_or(0);
        let nanos = |field, unit| i64::try_from(number(field)).unwrap_or(i64::MAX).saturating_mul(unit);
        let frame = Frame {
            ts: Timestamp::from_nanos(nanos("ts_sec", 1_000_000_000).saturating_add(nanos("ts_usec", 1000))),
            link: LinkType(u32::try_from(link).unwrap_or(0)),
            wire_len: u32::try_from(number("len")).unwrap_or(u32::MAX),
            data: &data,
        };
        let snaplen = snaplen(c);
        let done = dump(&mut c.packets().dumps, &name, snaplen, &frame);
        answer(c, done)
    },
}

/// Returns the snap length to declare in capture files.
fn snaplen(c: &Call<'_>) -> u32 {
    c.global("Pcap::snaplen").and_then(|v| v.as_count()).and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
}

fn current(c: &mut Call<'_>) -> Answer {
    let r = c.new_record("pcap_packet")?;
    let fields = c.packets().current.at().map(|p| {
        let micros = p.ts.nanos().max(0) / 1000;
        let (seconds, micros) = ((micros / 1_000_000) as u64, (micros % 1_000_000) as u64);
        ([seconds, micros, p.data.len() as u64, p.wire_len.into()], Value::string(p.data), p.link.0)
    });
    let (numbers, data, link) = fields.unwrap_or_else(|| ([0; 4], "".into(), 0));
    for (name, n) in ["ts_sec", "ts_usec", "caplen", "len"].into_iter().zip(numbers) {
        r.set_named(name, n);
    }
    r.set_named("data", data);
    let link = c.enumerator("link_encap", link.into())?;
    r.set_named("link_type", link);
    Ok(r.into())
}

/// Raises `packet_not_processed` for the current packet.
///
/// # Errors
/// If the record of the packet cannot be made.
pub fn tell_unprocessed(cx: &mut dyn Context) -> value::Result<()> {
    Call::run(cx, &[], |c| {
        let packet = current(c)?;
        c.raise("packet_not_processed", vec![packet]);
        Ok(true.into())
    })
    .map(drop)
}

fn get_current_packet_header(c: &mut Call<'_>) -> Answer {
    let ty = c.record_type("raw_pkt_hdr")?;
    let services = c.services();
    let live = services.traffic.live.clone();
    let shown = match (services.packets.current.at(), live) {
        (Some(p), Some(live)) => Some((p.ts, p.link, p.wire_len as usize, p.data.to_vec(), live)),
        _ => None,
    };
    if let Some((ts, link, wire_len, data, live)) = shown {
        let frame = session::Frame { ts, link, data: &data, wire_len };
        let mut made = None;
        live.ask(|s| {
            s.show_headers(&frame, &mut |h| {
                made =
                    Some(bridge::plain_value(event::Arg::Record(h), &value::Type::Record(ty.clone()), c.cx));
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

/// Returns the session id of a PPPoE frame (RFC 2516, 4), which may have VLAN tags.
fn pppoe_session(p: &KeptPacket<'_>) -> Option<u16> {
    const VLAN: [u16; 3] = [0x8100, 0x88a8, 0x9100];
    const SESSION: u16 = 0x8864;
    let field = |at: usize| p.data.get(at..)?.first_chunk::<2>().map(|b| u16::from_be_bytes(*b));
    if p.link != LinkType::ETHERNET {
        return None;
    }
    let mut at = 12;
    loop {
        match field(at)? {
            t if VLAN.contains(&t) => at += 4,
            // The session id follows version, type and code.
            SESSION => return field(at + 4),
            _ => return None,
        }
    }
}

fn answer(c: &mut Call<'_>, done: Result<(), capture::Error>) -> Answer {
    if let Err(e) = &done {
        c.error(&format!("cannot dump a packet: {e}"));
    }
    Ok(done.is_ok().into())
}
