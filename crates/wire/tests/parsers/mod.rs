//! Runs every parser of the crate over the same bytes and checks invariants that hold for any input.
use net_types::Addr;
use wire::link::{self, ethernet};
use wire::tunnel::{ayiya, geneve, gre, gtpv1, teredo, vxlan};
use wire::{Checksum, Fixed, IpProto, Reader, icmp, icmpv6, ip, sctp, tcp, udp};

/// The part lies within the whole: views never invent bytes.
fn within(whole: &[u8], part: &[u8]) {
    let (whole, part) = (whole.as_ptr_range(), part.as_ptr_range());
    assert!(part.start == part.end || (whole.start <= part.start && part.end <= whole.end));
}

/// Runs all parsers.
pub(crate) fn run(bytes: &[u8]) {
    links(bytes);
    network(bytes);
    tunnels(bytes);
    checksums(bytes);
    reader(bytes);
}

fn links(b: &[u8]) {
    if let Ok(f) = ethernet::Frame::parse(b) {
        within(b, f.payload());
        assert!(!f.payload().is_empty() && f.payload().len() + 14 <= b.len());
    }
    if let Ok(t) = link::vlan::Tag::parse(b) {
        within(b, t.payload());
        assert!(t.id() < 4096 && t.priority() < 8);
    }
    let _ = link::vntag::Tag::parse(b).map(|t| within(b, t.payload()));
    let _ = link::pbb::Header::parse(b).map(|h| within(b, h.frame()));
    let _ = link::llc::Header::parse(b).map(|h| within(b, h.payload()));
    let _ = link::snap::Header::parse(b).map(|h| within(b, h.payload()));
    let _ = link::sll::Header::parse(b).map(|h| within(b, h.payload));
    let _ = link::sll::Header::parse_v2(b).map(|h| within(b, h.payload));
    let _ = link::null::Header::parse(b).map(|h| within(b, h.payload()));
    let _ = link::ppp::Frame::parse(b).map(|f| within(b, f.payload));
    let _ = link::ppp::Frame::parse_serial(b).map(|f| within(b, f.payload));
    let _ = link::pppoe::Header::parse(b).map(|h| within(b, h.payload()));
    let _ = link::radiotap::payload(b).map(|p| within(b, p));
    let _ = link::fddi::payload(b).map(|p| within(b, p));
    let _ = link::nflog::Record::parse(b).map(|r| within(b, r.payload));
    if let Ok(s) = link::mpls::Stack::parse(b) {
        within(b, s.payload());
        assert_eq!(s.labels().count() * 4 + s.payload().len(), b.len());
    }
    if let Ok(link::ieee80211::Frame::Data(d)) = link::ieee80211::Frame::parse(b) {
        for body in d.subframes().flatten() {
            within(d.body, body);
            if let Ok(Some((_, packet))) = link::ieee80211::packet(body) {
                within(body, packet);
            }
        }
    }
    if let Ok(p) = link::arp::Packet::parse(b) {
        let _ = p.meaning(p.sender_hardware().unwrap_or_default());
        let _ = (p.sender(), p.target(), p.target_hardware());
    }
}

fn network(b: &[u8]) {
    for zero_is_all in [false, true] {
        let Ok(p) = ip::Packet::parse(b, b.len() + 7, zero_is_all) else { continue };
        within(b, p.captured());
        assert!(p.header_len() <= p.total_len() && p.header_len() <= b.len());
        assert!(p.payload().len() <= p.payload_len() && p.payload().len() <= p.captured().len());
        let _ = (p.src(), p.dst(), p.ttl(), p.fragment(), p.checksum_ok(), p.flow_label());
        match p.header() {
            ip::Header::V4(h) => h.options().for_each(|o| within(b, o.data)),
            ip::Header::V6(h) => {
                let extensions: usize = h.extensions().map(|e| e.bytes.len()).sum();
                assert_eq!(ip::v6::FIXED_LEN + extensions, p.header_len());
                h.extensions().for_each(|e| e.options().flatten().for_each(|o| within(e.bytes, o.data)));
                h.oddities(|_| ());
                let _ = h.mobility_checksum_ok();
            }
        }
        transports(&p);
    }
    let _ = (icmp::Context::v4(b), icmp::Context::v6(b));
    if let Some(p) = sctp::Packet::parse(b) {
        p.chunks().for_each(|c| within(b, c.value));
    }
}

fn transports(p: &ip::Packet<'_>) {
    let (b, len) = (p.captured(), p.payload_len());
    if let Ok(s) = tcp::Segment::parse(b, len) {
        let _ = s.checksum_ok(p);
        if let Ok(body) = s.body() {
            within(b, body.payload);
            assert!(body.payload.len() <= body.payload_len && body.payload_len + s.header_len() == len);
            let mut options = body.options;
            let read: usize = options.by_ref().map(|o| usize::from(o.len)).sum();
            assert!(read + options.leftover().len() <= s.header_len() - tcp::MIN_HEADER_LEN);
            let known = body.options.filter(|o| o.meaning().is_ok()).count();
            assert!(known <= 40, "each option takes at least one byte");
        }
    }
    if let Ok(d) = udp::Datagram::parse(b, len) {
        within(b, d.payload());
        let _ = d.checksum_ok(p, len);
    }
    if let Ok(m) = icmp::Message::parse(b, len) {
        within(b, m.body());
        let _ = m.checksum_ok(p);
        use icmpv6::Discovery as D;
        if let Some(Ok(
            D::RouterSolicitation { options }
            | D::RouterAdvertisement { options, .. }
            | D::NeighborSolicitation { options, .. }
            | D::NeighborAdvertisement { options, .. }
            | D::Redirect { options, .. },
        )) = D::parse(&m)
        {
            assert!(options.count() <= m.body().len());
        }
    }
}

fn tunnels(b: &[u8]) {
    let _ = gre::Packet::parse(b).map(|p| within(b, p.payload));
    let _ = vxlan::Packet::parse(b).map(|p| within(b, p.frame));
    let _ = teredo::Packet::parse(b).map(|p| within(b, p.packet));
    let _ = (teredo::looks_like(b), ayiya::looks_like(b));
    if let Some(p) = ayiya::Packet::parse(b) {
        within(b, p.payload);
    }
    if let Ok(p) = geneve::Packet::parse(b) {
        within(b, p.payload);
        p.options.for_each(|o| within(b, o.data));
    }
    if let Ok(h) = gtpv1::Header::parse(b) {
        assert_eq!(h.header_len + h.message.len(), b.len());
    }
}

/// Compares the fast sum with the definition, in one and in two parts.
fn checksums(b: &[u8]) {
    let slow = b.chunks(2).fold(0u32, |sum, pair| {
        let word = u32::from(pair[0]) << 8 | pair.get(1).copied().map_or(0, u32::from);
        let sum = sum + word;
        (sum & 0xffff) + (sum >> 16)
    });
    assert_eq!(u32::from(Checksum::new().bytes(b).sum()), slow);
    let (head, tail) = b.split_at(b.len() / 4 * 2);
    assert_eq!(u32::from(Checksum::new().bytes(head).bytes(tail).sum()), slow);
    let _ = Checksum::pseudo(Addr::UNSPECIFIED, Addr::UNSPECIFIED, IpProto::UDP, b.len() as u32)
        .bytes(b)
        .is_intact();
}

/// Reads match the bytes, and the offset is always right.
fn reader(b: &[u8]) {
    let mut r = Reader::new("bytes", b);
    while let Ok(op) = r.u8() {
        let before = r.offset();
        let read = match op % 8 {
            0 => r.be16().map(drop),
            1 => r.le32().map(drop),
            2 => r.be24().map(drop),
            3 => r.bytes(usize::from(op / 8)).map(|s| within(b, s)),
            4 => r.until(op).map(|s| within(b, s)),
            5 => r.sub("part", usize::from(op / 16)).map(|s| assert_eq!(s.offset(), 0)),
            6 => r.be_uint(usize::from(op / 32)).map(drop),
            _ => r.be64().map(drop),
        };
        assert_eq!(r.offset() + r.len(), b.len());
        assert!(read.is_ok() || r.offset() == before, "a failed read consumes nothing");
    }
    assert!(r.is_empty() && r.finish().is_ok());
    assert_eq!(Fixed::<8>::split(b).is_some(), b.len() >= 8);
}
