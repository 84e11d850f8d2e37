//! The walk of a frame through its layers: link, network, tunnels, transport.
//!
//! [`Walk::walk`] dispatches from layer to layer in a loop, so nested headers cost no stack. Tunnels call it
//! recursively for the inner packet, limited by the maximum tunnel depth.
//!
//! This module and `session` use each other: the walk works on the session, which keeps the walk's result and the
//! layers that are off.
mod added;
mod extensions;
mod headers;
mod icmp;
mod ip;
mod ip_tunnel;
mod link;
mod off;
mod routes;
mod tcp;
mod transport;
mod udp;
mod udp_tunnel;

use crate::flow::Flow;
use crate::session::{Frame, Session};
use crate::sink::Sink;
use crate::tcp::TcpFlow;
pub(crate) use added::AddedLayers;
pub use added::{PacketAnalyzer, PacketAnalyzerName, PacketContext, ShownTo, Verdict, is_layer};
use event::ListOf;
use event::packet::{RawPacket, UnknownProtocol};
use headers::Shown;
pub(crate) use headers::Walked;
use net_types::{Addr, LinkType, Mac};
pub(crate) use off::LayersOff;
pub use routes::{RouteError, Routes};
use wire::{Anomaly, EtherType};

/// Maximum number of layers that `unknown_protocol` shows.
const MAX_TRAIL: usize = 64;

/// The packet being walked, from the frame or from a tunnel.
#[derive(Clone, Copy)]
pub(crate) struct Packet<'a> {
    /// All bytes of the packet.
    data: &'a [u8],
    /// The packet's length on the wire.
    wire_len: usize,
    /// The number of tunnels around the packet.
    depth: usize,
    vlan: u16,
    inner_vlan: u16,
    src: Mac,
    dst: Mac,
    /// The addresses in the IP header, once that is validated.
    ends: Option<(Addr, Addr)>,
    /// The bytes from the IP header on; empty if none was found.
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
    /// Bytes to skip, then IP.
    Skip,
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
            Layer::Skip => "SKIP",
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

/// The walk of one frame through a session; events go to the sink.
///
/// Both are named at each use, without a `Deref` to the session, so that code can borrow the sink and parts of the
/// session together.
struct Walk<'s> {
    session: &'s mut Session,
    sink: &'s mut dyn Sink,
    frame: &'s Frame<'s>,
}

impl Session {
    pub(crate) fn walk_frame(&mut self, frame: &Frame<'_>, sink: &mut dyn Sink) {
        let mut packet = Packet::new(frame.data, frame.wire_len, 0);
        self.env.packet_events = sink.packet_events();
        self.trail.clear();
        let mut walk = Walk { session: self, sink, frame };
        if !walk.walk_link(&mut packet, frame.link, frame.data) {
            self.env.stats.unprocessed += 1;
        }
        self.walked = Walked::new(frame, &packet);
        if self.env.packet_events.has::<RawPacket<'_>>() {
            let shown = Shown { frame, ip: packet.ip, vlan: packet.vlan, inner_vlan: packet.inner_vlan };
            shown.headers(&mut |p| sink.take(&RawPacket { p: *p }));
        }
    }

    /// Records a layer of the current packet if a handler needs the layers.
    #[inline]
    fn leave_trail(&mut self, layer: &'static str) {
        if self.env.packet_events.has::<UnknownProtocol<'_>>() && self.trail.len() < MAX_TRAIL {
            self.trail.push(layer);
        }
    }
}

impl Walk<'_> {
    /// Runs `f` on a connection; `None` if it is gone.
    #[inline]
    fn with_flow<R>(&mut self, at: u32, f: impl FnOnce(&mut Flow<'_>) -> R) -> Option<R> {
        self.session.with_flow(at, None, self.sink, f)
    }

    /// Runs `f` on a TCP connection; `None` if it is gone.
    #[inline]
    fn with_tcp_flow<R>(&mut self, at: u32, f: impl FnOnce(&mut TcpFlow<'_>) -> R) -> Option<R> {
        self.session.with_tcp_flow(at, self.sink, f)
    }

    /// Walks from a layer on; true if the content was valid.
    fn walk<'a>(&mut self, p: &mut Packet<'a>, mut layer: Layer, mut bytes: &'a [u8]) -> bool {
        loop {
            self.session.leave_trail(layer.name());
            if let Some(step) = self.instead(p, layer, bytes) {
                match step {
                    Step::Next(l, b) => (layer, bytes) = (l, b),
                    Step::End(ok) => return ok,
                }
                continue;
            }
            let step = match layer {
                Layer::Ip => return self.ip(p, bytes),
                Layer::Arp => return self.arp(p, bytes),
                Layer::Ieee80211 => return self.ieee80211(p, bytes),
                _ => self.link(p, layer, bytes),
            };
            match step {
                Step::Next(l, b) => (layer, bytes) = (l, b),
                Step::End(ok) => return ok,
            }
        }
    }

    /// Walks the packet inside a tunnel whose layer has been pushed. Also returns the inner IP packet.
    fn walk_inner<'a>(&mut self, data: &'a [u8], wire_len: usize, layer: Layer) -> (bool, &'a [u8]) {
        let mut inner = Packet::new(data, wire_len, self.session.encap.depth());
        (self.walk(&mut inner, layer, data), inner.ip)
    }

    /// Reports an anomaly of a packet.
    #[cold]
    fn anomaly(&mut self, p: &Packet<'_>, what: impl Anomaly) {
        let mut addl = String::new();
        // Writing into a string does not fail.
        let _ = what.addl(&mut addl);
        self.packet_weird(p, what.weird(), &addl, what.source());
    }

    /// Reports a weird of a packet: of its addresses if known. Inside tunnels some weirds have another name.
    #[cold]
    fn packet_weird(&mut self, p: &Packet<'_>, name: &str, addl: &str, source: &str) {
        let in_tunnel;
        let name = if p.depth > 0 {
            in_tunnel = format!("{name}_in_tunnel");
            &in_tunnel
        } else {
            name
        };
        match p.ends {
            Some(ends) => self.session.env.flow_weird(self.sink, ends, name, addl.as_bytes(), source),
            None => self.session.env.net_weird(self.sink, name, addl.as_bytes(), source),
        }
    }

    /// Reports a protocol number without an analyzer.
    fn unknown<'a>(
        &mut self,
        p: &mut Packet<'a>,
        who: &'static str,
        number: u64,
        bytes: &'a [u8],
    ) -> Step<'a> {
        if let Some(step) = self.claimed(p, who, number, bytes) {
            return step;
        }
        self.unknown_protocol(who, number, bytes);
        Step::End(false)
    }

    #[cold]
    fn unknown_protocol(&mut self, who: &'static str, number: u64, bytes: &[u8]) {
        if !self.session.env.packet_events.has::<UnknownProtocol<'_>>()
            || !self.session.env.permit_unknown(who, number)
        {
            return;
        }
        let first = bytes.get(..self.session.env.opts.unknown_protocol.first_bytes).unwrap_or(bytes);
        event::emit(self.sink, || UnknownProtocol {
            analyzer_name: who,
            protocol: number,
            first_bytes: first,
            analyzer_history: ListOf(&self.session.trail),
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
