//! The walk of a frame through its layers: link, network, tunnels, transport.
//!
//! [`Session::walk`] dispatches from layer to layer in a loop, so nested headers cost no stack. Tunnels call it
//! recursively for the inner packet, limited by the maximum tunnel depth.
mod extensions;
mod headers;
mod icmp;
mod ip;
mod ip_tunnel;
mod link;
mod off;
mod tcp;
mod transport;
mod udp;
mod udp_tunnel;

use crate::session::{Frame, Session};
use crate::sink::Sink;
use event::packet::{RawPacket, UnknownProtocol};
use event::{EventType, ListOf};
use headers::Shown;
pub(crate) use headers::Walked;
use net_types::{Addr, LinkType, Mac};
pub(crate) use off::LayersOff;
use wire::{Anomaly, EtherType};

/// Maximum number of layers that `unknown_protocol` shows.
const MAX_TRAIL: usize = 64;

/// The packet being walked, from the frame or from a tunnel.
#[derive(Clone, Copy)]
pub(crate) struct Packet<'a> {
    /// All its bytes.
    data: &'a [u8],
    /// Its length on the wire.
    wire_len: usize,
    /// The number of tunnels around it.
    depth: usize,
    vlan: u16,
    inner_vlan: u16,
    src: Mac,
    dst: Mac,
    /// The addresses of its IP header, once that is validated.
    ends: Option<(Addr, Addr)>,
    /// From its IP header on; empty if none was found.
    ip: &'a [u8],
}

impl<'a> Packet<'a> {
    fn new(data: &'a [u8], wire_len: usize, depth: usize) -> Self {
        Packet {
            data,
            wire_len,
            depth,
            vlan: 0,
            inner_vlan: 0,
            src: Mac::default(),
            dst: Mac::default(),
            ends: None,
            ip: &[],
        }
    }

    /// Length on the wire from `rest`, which is part of the packet, to the packet's end.
    fn wire_len_from(&self, rest: &[u8]) -> usize {
        self.wire_len.saturating_sub(rest.as_ptr().addr().saturating_sub(self.data.as_ptr().addr()))
    }
}

/// The layer that parses the next bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layer {
    Ethernet,
    Vlan,
    VnTag,
    Pbb,
    Mpls,
    Pppoe,
    Ppp,
    PppSerial,
    Snap,
    Novell,
    Llc,
    Fddi,
    Null,
    Nflog,
    Sll,
    Sll2,
    Radiotap,
    Ieee80211,
    Arp,
    Ip,
}

/// The outcome of a layer.
enum Step<'a> {
    /// Continue with this layer and these bytes.
    Next(Layer, &'a [u8]),
    /// Stop; true if the content was valid.
    End(bool),
}

impl Layer {
    /// The layer's name in scripts.
    const fn name(self) -> &'static str {
        match self {
            Layer::Ethernet => "ETHERNET",
            Layer::Vlan => "VLAN",
            Layer::VnTag => "VNTAG",
            Layer::Pbb => "PBB",
            Layer::Mpls => "MPLS",
            Layer::Pppoe => "PPPOE",
            Layer::Ppp => "PPP",
            Layer::PppSerial => "PPPSERIAL",
            Layer::Snap => "SNAP",
            Layer::Novell => "NOVELL_802_3",
            Layer::Llc => "LLC",
            Layer::Fddi => "FDDI",
            Layer::Null => "NULL",
            Layer::Nflog => "NFLOG",
            Layer::Sll => "LINUXSLL",
            Layer::Sll2 => "LINUXSLL2",
            Layer::Radiotap => "IEEE802_11_RADIO",
            Layer::Ieee80211 => "IEEE802_11",
            Layer::Arp => "ARP",
            Layer::Ip => "IP",
        }
    }

    fn of_link(link: LinkType) -> Layer {
        match link {
            LinkType::ETHERNET => Layer::Ethernet,
            LinkType::FDDI => Layer::Fddi,
            LinkType::IEEE802_11 => Layer::Ieee80211,
            LinkType::IEEE802_11_RADIOTAP => Layer::Radiotap,
            LinkType::LINUX_SLL => Layer::Sll,
            LinkType::LINUX_SLL2 => Layer::Sll2,
            LinkType::NFLOG => Layer::Nflog,
            LinkType::NULL | LinkType::LOOP => Layer::Null,
            LinkType::PPP => Layer::Ppp,
            LinkType::PPP_SERIAL => Layer::PppSerial,
            _ => Layer::Ip,
        }
    }
}

impl Session {
    pub(crate) fn walk_frame(&mut self, frame: &Frame<'_>, sink: &mut dyn Sink) {
        let mut packet = Packet::new(frame.data, frame.wire_len, 0);
        self.keeps_trail = sink.wants(UnknownProtocol::ID);
        self.trail.clear();
        if !self.walk(&mut packet, Layer::of_link(frame.link), frame.data, sink) {
            self.env.stats.unprocessed += 1;
        }
        self.walked = Walked::new(frame, &packet);
        if sink.wants(RawPacket::ID) {
            let shown = Shown { frame, ip: packet.ip, vlan: packet.vlan, inner_vlan: packet.inner_vlan };
            shown.headers(&mut |p| sink.take(&RawPacket { p: *p }));
        }
    }

    /// Walks from a layer on; true if the content was valid.
    fn walk<'a>(
        &mut self,
        p: &mut Packet<'a>,
        mut layer: Layer,
        mut bytes: &'a [u8],
        sink: &mut dyn Sink,
    ) -> bool {
        loop {
            if self.keeps_trail && self.trail.len() < MAX_TRAIL {
                self.trail.push(layer.name());
            }
            let step = match layer {
                Layer::Ip => return self.ip(p, bytes, sink),
                Layer::Arp => return self.arp(p, bytes, sink),
                Layer::Ieee80211 => return self.ieee80211(p, bytes, sink),
                _ => self.link(p, layer, bytes, sink),
            };
            match step {
                Step::Next(l, b) => (layer, bytes) = (l, b),
                Step::End(ok) => return ok,
            }
        }
    }

    /// Walks the packet inside a tunnel whose layer has been pushed. Also returns the inner IP packet.
    fn walk_inner<'a>(
        &mut self,
        data: &'a [u8],
        wire_len: usize,
        layer: Layer,
        sink: &mut dyn Sink,
    ) -> (bool, &'a [u8]) {
        let mut inner = Packet::new(data, wire_len, self.encap.depth());
        (self.walk(&mut inner, layer, data, sink), inner.ip)
    }

    /// Reports an anomaly of a packet.
    #[cold]
    fn anomaly(&mut self, p: &Packet<'_>, what: impl Anomaly, sink: &mut dyn Sink) {
        let mut addl = String::new();
        // Writing into a string does not fail.
        let _ = what.addl(&mut addl);
        self.packet_weird(p, what.weird(), &addl, what.source(), sink);
    }

    /// Reports a weird of a packet: of its addresses if known. Inside tunnels some weirds have another name.
    #[cold]
    fn packet_weird(&mut self, p: &Packet<'_>, name: &str, addl: &str, source: &str, sink: &mut dyn Sink) {
        let in_tunnel;
        let name = if p.depth > 0 {
            in_tunnel = format!("{name}_in_tunnel");
            &in_tunnel
        } else {
            name
        };
        match p.ends {
            Some(ends) => self.env.flow_weird(sink, ends, name, addl.as_bytes(), source),
            None => self.env.net_weird(sink, name, addl.as_bytes(), source),
        }
    }

    /// Reports a protocol number without an analyzer.
    fn unknown(
        &mut self,
        who: &'static str,
        number: u64,
        bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Step<'static> {
        self.unknown_protocol(who, number, bytes, sink);
        Step::End(false)
    }

    #[cold]
    fn unknown_protocol(&mut self, who: &'static str, number: u64, bytes: &[u8], sink: &mut dyn Sink) {
        if !sink.wants(UnknownProtocol::ID) || !self.env.permit_unknown(who, number) {
            return;
        }
        let first = bytes.get(..self.env.opts.unknown_protocol.first_bytes).unwrap_or(bytes);
        event::emit(sink, || UnknownProtocol {
            analyzer_name: who,
            protocol: number,
            first_bytes: first,
            analyzer_history: ListOf(&self.trail),
        });
    }

    /// The layer of an EtherType after Ethernet or a VLAN tag.
    fn by_ethertype(t: EtherType) -> Option<Layer> {
        Some(match t {
            EtherType::IPV4 | EtherType::IPV6 => Layer::Ip,
            EtherType::ARP | EtherType::RARP => Layer::Arp,
            EtherType::VLAN => Layer::Vlan,
            EtherType::MPLS => Layer::Mpls,
            EtherType::PBB => Layer::Pbb,
            EtherType::PPPOE => Layer::Pppoe,
            EtherType::VNTAG => Layer::VnTag,
            _ => return None,
        })
    }
}
