//! Link layers.
use super::{Layer, Packet, Step, Walk};
use event::{EventType, packet as events};
use net_types::{Addr, Mac};
use wire::EtherType;
use wire::link::ethernet::Content;
use wire::link::{arp, ethernet, fddi, ieee80211, llc, mpls, nflog, novell, null, pbb, ppp, pppoe, radiotap};
use wire::link::{sll, snap, vlan, vntag};

/// Linux's number of the IPv4 address family.
const AF_INET: u8 = 2;
const AF_INET6: u8 = 10;

/// Parses a header, or reports the anomaly and ends the walk.
macro_rules! header {
    ($self:ident, $p:ident, $parsed:expr) => {
        match $parsed {
            Ok(h) => h,
            Err(e) => {
                $self.anomaly($p, e);
                return Step::End(false);
            }
        }
    };
}

/// The layer of an EtherType below carriers other than Ethernet and VLAN, which support only IP and ARP.
pub(super) fn ip_or_arp(t: EtherType) -> Option<Layer> {
    match t {
        EtherType::IPV4 | EtherType::IPV6 => Some(Layer::Ip),
        EtherType::ARP | EtherType::RARP => Some(Layer::Arp),
        _ => None,
    }
}

fn by_ppp(p: ppp::Protocol) -> Option<Layer> {
    match p {
        ppp::Protocol::IPV4 | ppp::Protocol::IPV6 => Some(Layer::Ip),
        ppp::Protocol::MPLS => Some(Layer::Mpls),
        _ => None,
    }
}

impl Walk<'_> {
    pub(super) fn link<'a>(&mut self, p: &mut Packet<'a>, layer: Layer, bytes: &'a [u8]) -> Step<'a> {
        match layer {
            Layer::Ethernet => {
                let h = header!(self, p, ethernet::Frame::parse(bytes));
                (p.src, p.dst) = (h.src(), h.dst());
                let stag = |t| matches!(t, EtherType::QINQ | EtherType::QINQ_OLD);
                match h.content() {
                    Content::EtherType(t) if stag(t) => Step::Next(Layer::Vlan, h.payload()),
                    c => self.content(p, "ETHERNET", c, h.payload()),
                }
            }
            Layer::Vlan => {
                let h = header!(self, p, vlan::Tag::parse(bytes));
                if p.vlan == 0 {
                    p.vlan = h.id();
                } else {
                    p.inner_vlan = h.id();
                }
                self.content(p, "VLAN", h.content(), h.payload())
            }
            Layer::VnTag => {
                let h = header!(self, p, vntag::Tag::parse(bytes));
                match h.ethertype() {
                    EtherType::VLAN | EtherType::QINQ | EtherType::QINQ_OLD => {
                        Step::Next(Layer::Vlan, h.payload())
                    }
                    t => self.routed_or_unknown(p, "VNTAG", t.0.into(), h.payload()),
                }
            }
            Layer::Pbb => {
                let h = header!(self, p, pbb::Header::parse(bytes));
                Step::Next(Layer::Ethernet, h.frame())
            }
            Layer::Mpls => {
                let h = header!(self, p, mpls::Stack::parse(bytes));
                Step::Next(Layer::Ip, h.payload())
            }
            Layer::Pppoe => {
                let h = header!(self, p, pppoe::Header::parse(bytes));
                if let Some(odd) = h.oddity() {
                    self.anomaly(p, odd);
                }
                let payload = h.payload();
                match h.protocol() {
                    ppp::Protocol::IPV4 | ppp::Protocol::IPV6 => Step::Next(Layer::Ip, payload),
                    proto => self.routed_or_unknown(p, "PPPOE", proto.0.into(), payload),
                }
            }
            Layer::Ppp => {
                let h = header!(self, p, ppp::Frame::parse(bytes));
                self.ppp(p, "PPP", h)
            }
            Layer::PppSerial => {
                let h = header!(self, p, ppp::Frame::parse_serial(bytes));
                self.ppp(p, "PPPSERIAL", h)
            }
            Layer::Snap => {
                let h = header!(self, p, snap::Header::parse(bytes));
                let routed = self.routed_layer("SNAP", h.identifier());
                match routed.or_else(|| ip_or_arp(h.ethertype()).filter(|_| h.oui() == 0)) {
                    Some(l) => Step::Next(l, h.payload()),
                    None => self.unknown(p, "SNAP", h.identifier(), h.payload()),
                }
            }
            Layer::Novell => {
                self.anomaly(p, novell::Stop::NoDecoder);
                Step::End(false)
            }
            Layer::Llc => {
                let h = header!(self, p, llc::Header::parse(bytes));
                self.unknown(p, "LLC", h.dsap().into(), bytes)
            }
            Layer::Fddi => Step::Next(Layer::Ip, header!(self, p, fddi::payload(bytes))),
            Layer::Null => {
                let h = header!(self, p, null::Header::parse(bytes));
                if h.is_ip() {
                    Step::Next(Layer::Ip, h.payload())
                } else {
                    self.routed_or_unknown(p, "NULL", h.family().into(), h.payload())
                }
            }
            Layer::Nflog => {
                let r = header!(self, p, nflog::Record::parse(bytes));
                match r.family {
                    AF_INET | AF_INET6 => Step::Next(Layer::Ip, r.payload),
                    family => self.routed_or_unknown(p, "NFLOG", family.into(), r.payload),
                }
            }
            Layer::Sll => {
                let h = header!(self, p, sll::Header::parse(bytes));
                p.src = h.src;
                self.cooked(p, "LINUXSLL", h.ethertype, h.payload)
            }
            Layer::Sll2 => {
                let h = header!(self, p, sll::Header::parse_v2(bytes));
                p.src = h.src;
                self.cooked(p, "LINUXSLL2", h.ethertype, h.payload)
            }
            Layer::Radiotap => Step::Next(Layer::Ieee80211, header!(self, p, radiotap::payload(bytes))),
            Layer::Skip => match bytes.get(self.session.env.opts.skip_bytes..) {
                Some(rest) => Step::Next(Layer::Ip, rest),
                None => Step::End(false),
            },
            Layer::Ieee80211 | Layer::Arp | Layer::Ip => Step::Next(layer, bytes),
        }
    }

    /// Continues with the layer that a route sets for a number without a built-in layer, or else reports the number.
    fn routed_or_unknown<'a>(
        &mut self,
        p: &mut Packet<'a>,
        who: &'static str,
        number: u64,
        payload: &'a [u8],
    ) -> Step<'a> {
        match self.routed_layer(who, number) {
            Some(l) => Step::Next(l, payload),
            None => self.unknown(p, who, number, payload),
        }
    }

    fn content<'a>(
        &mut self,
        p: &mut Packet<'a>,
        who: &'static str,
        c: Content,
        payload: &'a [u8],
    ) -> Step<'a> {
        match c {
            Content::EtherType(t) => {
                if let Some(step) = self.claimed(p, who, t.0.into(), payload) {
                    return step;
                }
                match self.routed_layer(who, t.0.into()).or_else(|| Self::by_ethertype(t)) {
                    Some(l) => Step::Next(l, payload),
                    None => self.unknown(p, who, t.0.into(), payload),
                }
            }
            Content::Snap => Step::Next(Layer::Snap, payload),
            Content::Novell => Step::Next(Layer::Novell, payload),
            Content::Llc => Step::Next(Layer::Llc, payload),
        }
    }

    fn ppp<'a>(&mut self, p: &mut Packet<'a>, who: &'static str, h: ppp::Frame<'a>) -> Step<'a> {
        match self.routed_layer(who, h.protocol.0.into()).or_else(|| by_ppp(h.protocol)) {
            Some(l) => Step::Next(l, h.payload),
            None => self.unknown(p, who, h.protocol.0.into(), h.payload),
        }
    }

    fn cooked<'a>(
        &mut self,
        p: &mut Packet<'a>,
        who: &'static str,
        t: EtherType,
        payload: &'a [u8],
    ) -> Step<'a> {
        if let Some(step) = self.claimed(p, who, t.0.into(), payload) {
            return step;
        }
        match self.routed_layer(who, t.0.into()).or_else(|| ip_or_arp(t)) {
            Some(l) => Step::Next(l, payload),
            None => self.unknown(p, who, t.0.into(), payload),
        }
    }

    /// Walks an 802.11 frame: one packet, or several aggregated ones.
    pub(super) fn ieee80211<'a>(&mut self, p: &mut Packet<'a>, bytes: &'a [u8]) -> bool {
        let data = match ieee80211::Frame::parse(bytes) {
            Ok(ieee80211::Frame::Data(d)) => d,
            Ok(ieee80211::Frame::Protected) => return true,
            Ok(ieee80211::Frame::NoData) => return false,
            Err(e) => {
                self.anomaly(p, e);
                return false;
            }
        };
        (p.src, p.dst) = (data.src, data.dst);
        let depth = self.session.encap.depth();
        for body in data.subframes() {
            let ok = match body {
                Ok(body) => self.ieee80211_body(p, body),
                Err(e) => {
                    self.anomaly(p, e);
                    return false;
                }
            };
            if !ok {
                if data.aggregated {
                    self.anomaly(p, ieee80211::Malformed::InvalidInnerPacket);
                }
                return false;
            }
            self.session.encap.truncate(depth);
        }
        true
    }

    fn ieee80211_body<'a>(&mut self, p: &mut Packet<'a>, body: &'a [u8]) -> bool {
        match ieee80211::packet(body) {
            Ok(Some((t, payload))) => match ip_or_arp(t) {
                // Outside the loop: each body is walked separately, and neither layer leads to another link layer.
                Some(Layer::Ip) => self.ip(p, payload),
                Some(_) => self.arp(p, payload),
                None => {
                    self.unknown_protocol("IEEE802_11", t.0.into(), payload);
                    false
                }
            },
            Ok(None) => false,
            Err(e) => {
                self.anomaly(p, e);
                false
            }
        }
    }

    pub(super) fn arp(&mut self, p: &mut Packet<'_>, bytes: &[u8]) -> bool {
        if self.session.off.arp() {
            return false;
        }
        let packet = match arp::Packet::parse(bytes) {
            Ok(packet) => packet,
            Err(e) => {
                self.anomaly(p, e);
                return false;
            }
        };
        let text = |m: Option<Mac>| m.map(|m| m.to_string()).unwrap_or_default();
        let addr = |a: Option<Addr>| a.unwrap_or(Addr::v4([0; 4]));
        let (spa, tpa) = (addr(packet.sender()), addr(packet.target()));
        let meaning = packet.meaning(p.src);
        let wanted = |id| self.sink.wants(id);
        let any = match &meaning {
            Ok(arp::Operation::Request) => wanted(events::ArpRequest::ID),
            Ok(arp::Operation::Reply) => wanted(events::ArpReply::ID),
            Err(_) => wanted(events::BadArp::ID),
        };
        if !any {
            return true;
        }
        let (sha, tha) = (&*text(packet.sender_hardware()), &*text(packet.target_hardware()));
        let (mac_src, mac_dst) = (&*p.src.to_string(), &*p.dst.to_string());
        match meaning {
            Ok(arp::Operation::Request) => {
                event::emit(self.sink, || events::ArpRequest { mac_src, mac_dst, spa, sha, tpa, tha });
            }
            Ok(arp::Operation::Reply) => {
                event::emit(self.sink, || events::ArpReply { mac_src, mac_dst, spa, sha, tpa, tha });
            }
            Err(bad) => {
                let explanation = &*bad.to_string();
                event::emit(self.sink, || events::BadArp { spa, sha, tpa, tha, explanation });
            }
        }
        true
    }
}
