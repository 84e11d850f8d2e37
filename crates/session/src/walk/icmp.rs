//! ICMP and ICMPv6: finding the flow of a message, and raising its events.
use super::transport::ip_len;
use super::{Packet, Walk};
use crate::analyzer::{Datagram, FirstHeaders};
use crate::conn::Transport;
use crate::flow::Flow;
use crate::history::Scaled;
use crate::weird::Weird;
use event::packet::ConnTuple;
use event::{EventType, ListOf, icmp as events};
use net_types::Port;
use wire::icmp::{Context, Counterpart, HEADER_LEN, Message, kind as kind4};
use wire::icmpv6::{self, Discovery, Value, kind as kind6};
use wire::{Anomaly, IpProto, ip};

impl Walk<'_> {
    pub(super) fn icmp(&mut self, p: &Packet<'_>, packet: &ip::Packet<'_>) -> bool {
        let message = match Message::parse(packet.captured(), packet.payload_len()) {
            Ok(m) => m,
            Err(e) => {
                self.anomaly(p, e);
                return false;
            }
        };
        let v6 = packet.proto() == IpProto::ICMPV6;
        let counterpart = if v6 { icmpv6::counterpart } else { Counterpart::of };
        let other = counterpart(message.kind(), message.code());
        let keyed = self.keyed(p, packet, (message.kind().into(), other.port.into()), other.one_way);
        let make =
            || Transport::Datagrams { sent: [-1; 2], bad_checksums: [Scaled::default(); 2], looked: 0 };
        let at = self.connection(p, packet, keyed, false, make);
        self.show_packet(at, packet);
        let len = match packet.payload_len() {
            0 => packet.captured().len(),
            n => n,
        };
        let whole = packet.captured().len() >= len;
        let check = !self.session.env.opts.ignore_checksums
            && whole
            && !self.ignores_checksums_of(packet.header_src());
        let ending = self.with_flow(at, |f| {
            let role = f.sender(keyed.from, packet.flow_label());
            if f.conn.skipping {
                return false;
            }
            if check && !message.checksum_ok(packet) {
                f.weird(Weird::BadIcmpChecksum.name(), b"", "ICMP");
                return false;
            }
            f.conn.last = f.env.ts;
            let len = len - HEADER_LEN;
            f.add_length(role, len as i64);
            f.show_message(&message, v6, len, packet.ttl());
            if f.first_datagram(role) {
                let headers = FirstHeaders { ip: packet.header_bytes(), transport: packet.captured() };
                f.detection_begins(role, headers);
            }
            if whole {
                f.deliver_packet(role, &Datagram { payload: message.body(), len });
                f.count(role, ip_len(packet));
            }
            f.conn.ending
        });
        if ending == Some(true) {
            self.session.remove(at, self.sink);
        }
        true
    }
}

/// The quoted packet as scripts see it.
fn context_record(c: &Context, v6: bool) -> events::IcmpContext {
    let port = |num| Port { proto: c.transport, num };
    let proto = if v6 { IpProto::ICMPV6 } else { IpProto::ICMP };
    events::IcmpContext {
        id: ConnTuple {
            orig_h: c.src,
            orig_p: port(c.src_port),
            resp_h: c.dst,
            resp_p: port(c.dst_port),
            proto: proto.0.into(),
        },
        len: c.len.into(),
        proto: c.transport as u64,
        frag_offset: c.frag_offset.into(),
        bad_hdr_len: c.bad_header_len,
        bad_checksum: c.bad_checksum,
        mf: c.more_fragments,
        df: c.dont_fragment,
    }
}

impl Flow<'_> {
    fn show_message(&mut self, m: &Message<'_>, v6: bool, len: usize, ttl: u8) {
        let info = || events::IcmpInfo {
            v6,
            itype: m.kind().into(),
            icode: m.code().into(),
            len: len as u64,
            ttl: ttl.into(),
        };
        let code = u64::from(m.code());
        if v6 {
            self.show_v6(m, info);
            return;
        }
        match m.kind() {
            kind4::ECHO => self.show_echo(m, true, info),
            kind4::ECHO_REPLY => self.show_echo(m, false, info),
            kind4::UNREACHABLE => self.event(|c| events::IcmpUnreachable {
                c,
                info: info(),
                code,
                context: context_record(&Context::v4(m.body()), false),
            }),
            kind4::TIME_EXCEEDED => self.event(|c| events::IcmpTimeExceeded {
                c,
                info: info(),
                code,
                context: context_record(&Context::v4(m.body()), false),
            }),
            _ => self.show_sent(m, info),
        }
    }

    fn show_echo(&mut self, m: &Message<'_>, request: bool, info: impl FnOnce() -> events::IcmpInfo) {
        let (id, seq) = m.echo();
        let (id, seq, payload) = (id.into(), seq.into(), m.body());
        if request {
            self.event(|c| events::IcmpEchoRequest { c, info: info(), id, seq, payload });
        } else {
            self.event(|c| events::IcmpEchoReply { c, info: info(), id, seq, payload });
        }
    }

    fn show_sent(&mut self, m: &Message<'_>, info: impl Fn() -> events::IcmpInfo) {
        self.event(|c| events::IcmpSent { c, info: info() });
        self.event(|c| events::IcmpSentPayload { c, info: info(), payload: m.body() });
    }

    fn show_v6(&mut self, m: &Message<'_>, info: impl Fn() -> events::IcmpInfo) {
        let code = u64::from(m.code());
        let context = || context_record(&Context::v6(m.body()), true);
        match m.kind() {
            kind6::ECHO => self.show_echo(m, true, info),
            kind6::ECHO_REPLY => self.show_echo(m, false, info),
            kind6::UNREACHABLE => {
                self.event(|c| events::IcmpUnreachable { c, info: info(), code, context: context() });
            }
            kind6::TOO_BIG => {
                self.event(|c| events::IcmpPacketTooBig { c, info: info(), code, context: context() });
            }
            kind6::TIME_EXCEEDED => {
                self.event(|c| events::IcmpTimeExceeded { c, info: info(), code, context: context() });
            }
            kind6::PARAMETER_PROBLEM => {
                self.event(|c| events::IcmpParameterProblem { c, info: info(), code, context: context() });
            }
            // All types below 128 are errors that quote a packet (RFC 4443, 2.1).
            0..128 => self.event(|c| events::IcmpErrorMessage { c, info: info(), code, context: context() }),
            kind if !self.wants_discovery(kind) => {}
            _ => match Discovery::parse(m) {
                None => self.show_sent(m, info),
                Some(Ok(d)) => self.show_discovery(&d, info),
                Some(Err(e)) => {
                    let mut addl = String::new();
                    // Writing into a string does not fail.
                    let _ = e.addl(&mut addl);
                    self.env.net_weird(self.sink, e.weird(), addl.as_bytes(), e.source());
                }
            },
        }
    }

    /// True if a neighbor discovery message has a handler, or the message is of another kind.
    fn wants_discovery(&self, kind: u8) -> bool {
        self.sink.wants(match kind {
            kind6::ROUTER_SOLICITATION => events::IcmpRouterSolicitation::ID,
            kind6::ROUTER_ADVERTISEMENT => events::IcmpRouterAdvertisement::ID,
            kind6::NEIGHBOR_SOLICITATION => events::IcmpNeighborSolicitation::ID,
            kind6::NEIGHBOR_ADVERTISEMENT => events::IcmpNeighborAdvertisement::ID,
            kind6::REDIRECT => events::IcmpRedirect::ID,
            _ => return true,
        })
    }

    fn show_discovery(&mut self, d: &Discovery<'_>, info: impl Fn() -> events::IcmpInfo) {
        match *d {
            Discovery::RouterSolicitation { options } => {
                if self.sink.wants(events::IcmpRouterSolicitation::ID) {
                    let options = self.nd_options(options);
                    self.event(|c| events::IcmpRouterSolicitation {
                        c,
                        info: info(),
                        options: ListOf(&options),
                    });
                }
            }
            Discovery::RouterAdvertisement { hop_limit, flags, lifetime, reachable, retransmit, options } => {
                if self.sink.wants(events::IcmpRouterAdvertisement::ID) {
                    let options = self.nd_options(options);
                    self.event(|c| events::IcmpRouterAdvertisement {
                        c,
                        info: info(),
                        cur_hop_limit: hop_limit.into(),
                        managed: flags & 0x80 != 0,
                        other: flags & 0x40 != 0,
                        home_agent: flags & 0x20 != 0,
                        pref: u64::from(flags >> 3 & 3),
                        proxy: flags & 0x04 != 0,
                        rsv: u64::from(flags & 0x02),
                        router_lifetime: lifetime,
                        reachable_time: reachable,
                        retrans_timer: retransmit,
                        options: ListOf(&options),
                    });
                }
            }
            Discovery::NeighborSolicitation { target, options } => {
                if self.sink.wants(events::IcmpNeighborSolicitation::ID) {
                    let options = self.nd_options(options);
                    self.event(|c| events::IcmpNeighborSolicitation {
                        c,
                        info: info(),
                        tgt: target,
                        options: ListOf(&options),
                    });
                }
            }
            Discovery::NeighborAdvertisement { router, solicited, override_, target, options } => {
                if self.sink.wants(events::IcmpNeighborAdvertisement::ID) {
                    let options = self.nd_options(options);
                    self.event(|c| events::IcmpNeighborAdvertisement {
                        c,
                        info: info(),
                        router,
                        solicited,
                        override_,
                        tgt: target,
                        options: ListOf(&options),
                    });
                }
            }
            Discovery::Redirect { target, destination, options } => {
                if self.sink.wants(events::IcmpRedirect::ID) {
                    let options = self.nd_options(options);
                    self.event(|c| events::IcmpRedirect {
                        c,
                        info: info(),
                        tgt: target,
                        dest: destination,
                        options: ListOf(&options),
                    });
                }
            }
        }
    }

    /// The options as scripts see them. Reports malformed ones.
    fn nd_options<'a>(&mut self, options: icmpv6::Options<'a>) -> Vec<events::Icmp6Option<'a>> {
        let mut shown = Vec::new();
        for option in options {
            let o = match option {
                Ok(o) => o,
                Err(e) => {
                    self.weird(e.weird(), b"", e.source());
                    break;
                }
            };
            let mut r = events::Icmp6Option {
                otype: o.kind.into(),
                len: o.len.into(),
                link_address: None,
                prefix: None,
                redirect: None,
                mtu: None,
                payload: None,
            };
            match o.value {
                Value::LinkAddress(a) => r.link_address = Some(a),
                Value::Prefix { len, on_link, autonomous, valid, preferred, prefix } => {
                    r.prefix = Some(events::Icmp6Prefix {
                        prefix_len: len.into(),
                        l_flag: on_link,
                        a_flag: autonomous,
                        valid_lifetime: valid,
                        preferred_lifetime: preferred,
                        prefix,
                    });
                }
                Value::Redirected(c) => r.redirect = Some(context_record(&c, true)),
                Value::Mtu(m) => r.mtu = Some(m.into()),
                Value::Other(b) => r.payload = Some(b),
            }
            shown.push(r);
        }
        shown
    }
}
