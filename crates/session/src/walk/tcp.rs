//! TCP segments: finding their connection.
use super::transport::ip_len;
use super::{Packet, Walk};
use crate::analyzer::FirstHeaders;
use crate::conn::{Role, Transport};
use crate::key::Keyed;
use crate::tcp::{Flags, IpFacts, Segment, Tally, Tcp, TcpFlow};
use crate::weird::Weird;
use event::conn::ConnectionReused;
use event::packet::PacketContents;
use net_types::Port;
use wire::ip::{self, Header};
use wire::tcp::{self, Malformed};

impl Walk<'_> {
    pub(super) fn tcp(&mut self, p: &Packet<'_>, packet: &ip::Packet<'_>) -> bool {
        let seg = match tcp::Segment::parse(packet.captured(), packet.payload_len()) {
            Ok(seg) => seg,
            Err(e) => {
                self.anomaly(p, e);
                return false;
            }
        };
        let keyed = self.keyed(p, packet, (seg.src_port(), seg.dst_port()), false);
        let Some(at) = self.tcp_connection(p, packet, &seg, keyed) else { return false };
        self.show_packet(at, packet);
        self.segment(at, keyed.from, packet, &seg);
        true
    }

    fn tcp_connection(
        &mut self,
        p: &Packet<'_>,
        packet: &ip::Packet<'_>,
        seg: &tcp::Segment<'_>,
        keyed: Keyed,
    ) -> Option<u32> {
        let flags = Flags(seg.flags().0);
        if let Some(at) = self.session.lookup(&keyed.key) {
            let begins_anew = flags.syn()
                && seg.header_len() >= tcp::MIN_HEADER_LEN
                && self.with_tcp_flow(at, |f| f.is_reuse(flags, seg.seq()))?;
            if !begins_anew {
                self.known_connection(at);
                return Some(at);
            }
            self.with_flow(at, |f| f.event(|c| ConnectionReused { c }));
            self.session.remove(at, self.sink);
        }
        let flip = self.wants_tcp(seg, flags)?;
        let transport = Transport::Tcp(self.session.tcps.insert(Tcp::default()));
        Some(self.new_connection(p, packet, keyed, flip, transport))
    }

    /// Whether a connection that begins with this segment is followed (`None` if not), and whether its sender is the
    /// responder.
    fn wants_tcp(&self, seg: &tcp::Segment<'_>, flags: Flags) -> Option<bool> {
        if flags.syn() && !flags.ack() {
            return Some(false);
        }
        let opts = &self.session.env.opts;
        if !opts.partial_connection_ok || (flags.syn() && !opts.tcp_syn_ack_ok) {
            return None;
        }
        let likely = |p| opts.likely_server_ports.has(Port::tcp(p));
        let (src, dst) = (seg.src_port(), seg.dst_port());
        Some(match (likely(src), likely(dst)) {
            (false, _) => false,
            (true, false) => true,
            // Both ports belong to likely servers. A SYN-ACK keeps its roles, because it may be part of a scan;
            // otherwise the side with the lower port is the server.
            (true, true) => !flags.syn() && src < dst,
        })
    }

    #[inline]
    fn segment(&mut self, at: u32, from: u8, packet: &ip::Packet<'_>, seg: &tcp::Segment<'_>) {
        let check = !self.session.env.opts.ignore_checksums
            && seg.is_whole()
            && !self.ignores_checksums_of(packet.header_src());
        let ending = self.with_tcp_flow(at, |f| {
            let role = f.flow().sender(from, packet.flow_label());
            if !f.conn.skipping {
                f.segment(f.conn.place(role), packet, seg, check);
            }
            f.conn.ending
        });
        if ending == Some(true) {
            self.session.remove(at, self.sink);
        }
    }
}

impl TcpFlow<'_> {
    /// Processes a segment from the endpoint at `place` without looking at its payload.
    #[inline]
    fn segment(&mut self, place: u8, packet: &ip::Packet<'_>, seg: &tcp::Segment<'_>, check: bool) {
        let body = match seg.body() {
            Ok(b) => b,
            Err(Malformed::HeaderLength) => return self.weird(Weird::BadTcpHeaderLen),
            Err(_) => return self.weird(Weird::TruncatedHeader),
        };
        if check && !seg.checksum_ok(packet) {
            self.weird(Weird::BadTcpChecksum);
            self.tally(place, Tally::Checksum);
            return;
        }
        if !body.payload.is_empty() && self.env.packet_events.has::<PacketContents<'_>>() {
            let contents = body.payload;
            self.flow().event(|c| PacketContents { c, contents });
        }
        let ip = IpFacts {
            df: matches!(packet.header(), Header::V4(h) if h.dont_fragment()),
            ttl: packet.ttl(),
            total_len: packet.total_len() as u32,
        };
        self.process(
            place,
            &Segment {
                flags: Flags(seg.flags().0),
                seq: seg.seq(),
                ack: seg.ack(),
                window: seg.window(),
                options: body.options,
                len: body.payload_len as u32,
                payload: body.payload,
                ip,
                headers: FirstHeaders { ip: packet.header_bytes(), transport: packet.captured() },
            },
        );
        // Computed again, because the roles may have been exchanged meanwhile.
        let role = Role::of(place == self.conn.orig);
        self.flow().count(role, ip_len(packet));
    }
}
