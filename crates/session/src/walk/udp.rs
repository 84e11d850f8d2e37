//! UDP datagrams: finding their flow.
use super::transport::ip_len;
use super::{Packet, Walk};
use crate::analyzer::{Datagram, FirstHeaders};
use crate::conn::{Role, Transport};
use crate::flow::Flow;
use crate::history::Scaled;
use crate::weird::Weird;
use event::{EventType, udp as events};
use net_types::Port;
use wire::ip;
use wire::udp::{self, HEADER_LEN};

/// Letters that appear only once.
mod letter {
    pub(super) const ORIG_DATA: u32 = 0x1;
    pub(super) const RESP_DATA: u32 = 0x2;
}

impl Walk<'_> {
    pub(super) fn udp<'a>(&mut self, p: &Packet<'a>, packet: &ip::Packet<'a>) -> bool {
        let d = match udp::Datagram::parse(packet.captured(), packet.payload_len()) {
            Ok(d) => d,
            Err(e) => {
                self.anomaly(p, e);
                return false;
            }
        };
        let (sport, dport) = (d.src_port(), d.dst_port());
        let keyed = self.keyed(p, packet, (sport, dport), false);
        let likely = &self.session.env.opts.likely_server_ports;
        let flip = likely.has(Port::udp(sport)) && !likely.has(Port::udp(dport));
        let make =
            || Transport::Datagrams { sent: [-1; 2], bad_checksums: [Scaled::default(); 2], looked: 0 };
        let at = self.connection(p, packet, keyed, flip, make);
        self.show_packet(at, packet);
        // Without a length in the IP header (jumbograms), the captured length counts.
        let len = match packet.payload_len() {
            0 => packet.captured().len(),
            n => n,
        };
        let good = self.udp_checksum_ok(p, packet, &d, len);
        let taken = self.with_flow(at, |f| {
            let role = f.sender(keyed.from, packet.flow_label());
            if f.conn.skipping {
                return None;
            }
            if !good {
                f.bad_checksum(role, Weird::BadUdpChecksum, "UDP");
                return None;
            }
            f.datagram(role, &d, len, (sport, dport));
            if f.first_datagram(role) {
                let headers = FirstHeaders { ip: packet.header_bytes(), transport: packet.captured() };
                f.detection_begins(role, headers);
            }
            Some((role, f.conn.key.end(f.conn.place(Role::Resp)).1))
        });
        let Some((role, resp_port)) = taken.flatten() else { return true };
        self.show_contents(at, d.payload());
        self.udp_tunnel(p, packet, at, role, resp_port, d.payload());
        let ending = self.with_flow(at, |f| {
            f.deliver_packet(role, &Datagram { payload: d.payload(), len: len - HEADER_LEN });
            f.count(role, ip_len(packet));
            f.conn.ending
        });
        if ending == Some(true) {
            self.session.remove(at, self.sink);
        }
        true
    }

    fn udp_checksum_ok(
        &self,
        p: &Packet<'_>,
        packet: &ip::Packet<'_>,
        d: &udp::Datagram<'_>,
        len: usize,
    ) -> bool {
        let opts = &self.session.env.opts;
        let whole = packet.captured().len() >= len && p.wire_len <= p.data.len();
        if opts.ignore_checksums || !whole || self.ignores_checksums_of(packet.header_src()) {
            return true;
        }
        // VXLAN senders may omit the checksum (RFC 7348, 5), so it is verified only if configured.
        let vxlan = len > HEADER_LEN + 8 + 14
            && d.payload().first().is_some_and(|b| b & 0x08 != 0)
            && opts.vxlan_ports.contains(&d.dst_port());
        if vxlan && (d.checksum_field() == 0 || !opts.validate_vxlan_checksums) {
            return true;
        }
        d.checksum_ok(packet, len)
    }
}

impl Flow<'_> {
    /// Processes a datagram with a valid checksum.
    fn datagram(&mut self, role: Role, d: &udp::Datagram<'_>, len: usize, (sport, dport): (u16, u16)) {
        let said = usize::from(d.len_field());
        if said != len {
            self.weird(Weird::UdpDatagramLengthMismatch.name(), format!("{said} != {len}").as_bytes(), "UDP");
        }
        self.conn.last = self.env.ts;
        if self.env.opts.udp_contents.any && self.sink.wants(events::UdpContents::ID) {
            self.show_contents(role, d.payload(), sport, dport);
        }
        let (mask, code) = if role.is_orig() { (letter::ORIG_DATA, b'D') } else { (letter::RESP_DATA, b'd') };
        self.letter_once(mask, code);
        self.add_length(role, said as i64 - HEADER_LEN as i64);
        if role.is_orig() {
            self.event(|u| events::UdpRequest { u });
        } else {
            self.event(|u| events::UdpReply { u });
        }
    }

    /// True if this is a side's first datagram that signatures see. Call once per datagram.
    pub(super) fn first_datagram(&mut self, role: Role) -> bool {
        let Transport::Datagrams { looked, .. } = &mut self.conn.transport else { return false };
        let bit = if role.is_orig() { 1 } else { 2 };
        let first = *looked & bit == 0;
        *looked |= bit;
        first
    }

    /// Adds to the payload bytes of a side of a UDP or ICMP flow.
    pub(super) fn add_length(&mut self, role: Role, len: i64) {
        if let Transport::Datagrams { sent: [orig, resp], .. } = &mut self.conn.transport {
            let n = if role.is_orig() { orig } else { resp };
            *n = if *n < 0 { len } else { n.saturating_add(len) };
        }
    }

    /// Counts a wrong UDP checksum.
    fn bad_checksum(&mut self, role: Role, weird: Weird, source: &str) {
        self.weird(weird.name(), b"", source);
        let is_orig = role.is_orig();
        let Transport::Datagrams { bad_checksums: [orig, resp], .. } = &mut self.conn.transport else {
            return;
        };
        let Some(threshold) = if is_orig { orig } else { resp }.count() else { return };
        self.push_letter(if is_orig { b'C' } else { b'c' });
        if threshold > 1 {
            self.event(|u| events::UdpMultipleChecksumErrors { u, is_orig, threshold: threshold.into() });
        }
    }

    #[cold]
    fn show_contents(&mut self, role: Role, payload: &[u8], sport: u16, dport: u16) {
        let c = &self.env.opts.udp_contents;
        let port = if c.use_resp_port { self.conn.key.end(self.conn.place(Role::Resp)).1 } else { dport };
        let (all, ports) =
            if role.is_orig() { (c.all_orig, &c.ports_orig) } else { (c.all_resp, &c.ports_resp) };
        let wanted = c.ports.has(Port::udp(dport))
            || c.ports.has(Port::udp(sport))
            || all
            || ports.has(Port::udp(port));
        if wanted {
            self.event(|u| events::UdpContents { u, is_orig: role.is_orig(), contents: payload });
        }
    }
}
