//! The options of the current packet's Geneve headers.
use crate::call::{Answer, Call, family};
use crate::packets::KeptPacket;
use net_types::LinkType;
use value::Value;
use wire::link::ethernet::Content;
use wire::link::{ethernet, vlan};
use wire::tunnel::geneve::{self, GeneveOption};
use wire::{EtherType, IpProto, ip, udp};

family! {
    "PacketAnalyzer::Geneve::get_options" => get_options,
}

/// The maximum nesting of headers. Deeper ones are not parsed.
const MAX_HEADERS: usize = 32;

fn get_options(c: &mut Call<'_>) -> Answer {
    let ports: Vec<u16> = match c.global("PacketAnalyzer::Geneve::geneve_ports") {
        Some(Value::Table(t)) => {
            t.entries().iter().filter_map(|(index, _)| Some(index.first()?.as_port()?.num)).collect()
        }
        _ => Vec::new(),
    };
    let layers: Vec<Vec<Owned>> = c.packets().current.at().map_or_else(Vec::new, |p| layers(&p, &ports));
    let mut shown = Vec::new();
    for layer in layers {
        let mut options = Vec::new();
        for o in layer {
            let r = c.new_record("PacketAnalyzer::Geneve::Option")?;
            r.set(0, u64::from(o.class).into());
            r.set(1, o.critical.into());
            r.set(2, u64::from(o.kind).into());
            r.set(3, Value::string(o.data));
            options.push(r.into());
        }
        shown.push(c.vector_of("geneve_options_vec", options)?);
    }
    c.vector_of("geneve_options_vec_vec", shown)
}

/// An option that outlives the packet.
struct Owned {
    class: u16,
    critical: bool,
    kind: u8,
    data: Vec<u8>,
}

impl From<GeneveOption<'_>> for Owned {
    fn from(o: GeneveOption<'_>) -> Self {
        Owned { class: o.class, critical: o.critical, kind: o.kind, data: o.data.to_vec() }
    }
}

/// Returns the options of each Geneve header of a frame, outermost first. Stops at other tunnels.
fn layers(p: &KeptPacket<'_>, ports: &[u16]) -> Vec<Vec<Owned>> {
    let mut found = Vec::new();
    if p.link != LinkType::ETHERNET {
        return found;
    }
    let (mut kind, mut bytes) = (EtherType::BRIDGING, p.data);
    for _ in 0..MAX_HEADERS {
        let Some(next) = step(kind, bytes, ports, &mut found) else { break };
        (kind, bytes) = next;
    }
    found
}

/// Parses one header. Returns the next one; `None` at the end.
fn step<'a>(
    kind: EtherType,
    bytes: &'a [u8],
    ports: &[u16],
    found: &mut Vec<Vec<Owned>>,
) -> Option<(EtherType, &'a [u8])> {
    let after = |content: Content, payload: &'a [u8]| match content {
        Content::EtherType(t) => Some((t, payload)),
        _ => None,
    };
    match kind {
        EtherType::BRIDGING => {
            let h = ethernet::Frame::parse(bytes).ok()?;
            after(h.content(), h.payload())
        }
        EtherType::VLAN | EtherType::QINQ => {
            let h = vlan::Tag::parse(bytes).ok()?;
            after(h.content(), h.payload())
        }
        EtherType::IPV4 | EtherType::IPV6 => {
            let packet = ip::Packet::parse(bytes, bytes.len(), true).ok()?;
            if packet.proto() != IpProto::UDP {
                return None;
            }
            let payload = packet.captured();
            let datagram = udp::Datagram::parse(payload, payload.len()).ok()?;
            if !ports.contains(&datagram.dst_port()) {
                return None;
            }
            let inner = geneve::Packet::parse(datagram.payload()).ok()?;
            found.push(inner.options.map(Owned::from).collect());
            Some((inner.protocol, inner.payload))
        }
        _ => None,
    }
}
