use super::*;
use capture::FileSource;
use net_types::Addr;
use std::collections::{HashMap, HashSet};
use wire::link::ethernet;
use wire::{IpProto, ip, tcp, udp};

type Ends = [(Addr, u16); 2];

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name)
}

/// Counts the packets of every flow of a capture. Checks that all packets are complete, in order of time, between the
/// ranges of addresses, and have correct checksums.
fn flows_of(path: &Path) -> HashMap<(IpProto, Ends), u64> {
    let mut source = FileSource::open(path).unwrap();
    let (mut flows, mut last) = (HashMap::new(), None);
    while let Some(batch) = source.next_batch().unwrap() {
        for frame in batch.iter() {
            assert!(last <= Some(frame.ts), "time runs backwards at {:?}", frame.ts);
            last = Some(frame.ts);
            let inner = ethernet::Frame::parse(frame.data).unwrap().payload();
            let packet = ip::Packet::parse(inner, inner.len(), false).unwrap();
            assert!(packet.checksum_ok());
            let len = packet.payload_len();
            let ports = if packet.proto() == IpProto::TCP {
                let segment = tcp::Segment::parse(packet.captured(), len).unwrap();
                assert!(segment.is_whole() && segment.checksum_ok(&packet));
                (segment.src_port(), segment.dst_port())
            } else {
                let datagram = udp::Datagram::parse(packet.captured(), len).unwrap();
                assert!(datagram.checksum_field() != 0 && datagram.checksum_ok(&packet, len));
                (datagram.src_port(), datagram.dst_port())
            };
            let mut ends = [(packet.src(), ports.0), (packet.dst(), ports.1)];
            ends.sort_by_key(|(a, _)| a.wire_bytes().to_vec());
            assert_eq!(
                (ends[0].0.wire_bytes()[..3].to_vec(), ends[1].0.wire_bytes()[..2].to_vec()),
                (vec![16, 0, 0], vec![48, 0])
            );
            *flows.entry((packet.proto(), ends)).or_default() += 1;
        }
    }
    flows
}

#[test]
fn flows_of_a_sample_come_back_whole() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["smb.pcap", "dns.pcap", "office.pcap"] {
        let seed = Seed::read(&sample(name)).unwrap();
        let out = dir.path().join(name);
        let packets = 12_000;
        let written = write(&seed, packets, Pace::PUBLISHED, &out, |_| ()).unwrap();
        let flows = flows_of(&out);
        assert_eq!(flows.values().sum::<u64>(), packets, "{name}");
        assert_eq!(flows.len() as u64, written.flows, "{name}: no two flows share their ends");
        // A flow that has ended has as many packets as in the seed; it lasts 10 ms per packet.
        let lengths: HashSet<u64> = seed.flows.iter().map(|f| f.packets.len() as u64).collect();
        let whole = flows.values().filter(|n| lengths.contains(n)).count();
        assert!(
            whole as f64 > 0.2 * flows.len() as f64,
            "{name}: {whole} of {} flows are whole",
            flows.len()
        );
    }
}

#[test]
fn each_flow_begins_once_a_second() {
    let seed = Seed::read(&sample("smb.pcap")).unwrap();
    let mut play = Play::new(&seed, Pace::PUBLISHED, Clients::PUBLISHED);
    while play.elapsed() < Duration::from_secs(20) {
        play.next_frame();
    }
    let each = play.flows() as f64 / seed.flows.len() as f64;
    assert!((20.0..=20.1).contains(&each), "{each} beginnings in 20 s");
}

#[test]
fn a_connection_between_the_same_ends_is_another_flow() {
    // Two handshakes between the same ports, and a repeated SYN, which begins nothing.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("again.pcap");
    let mut out = PcapWriter::create(&path, Precision::Micros).unwrap();
    for (i, seq) in [7_u32, 7, 900].into_iter().enumerate() {
        let mut data = vec![0; 12];
        data.extend([8, 0, 0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
        data.extend([0x9c, 0x40, 0, 80]);
        data.extend(seq.to_be_bytes());
        data.extend([0, 0, 0, 0, 0x50, 2, 0xff, 0xff, 0, 0, 0, 0]);
        let ts = net_types::Timestamp::from_nanos(i as i64);
        let frame = capture::Frame { ts, link: net_types::LinkType::ETHERNET, wire_len: 54, data: &data };
        out.write(&frame).unwrap();
    }
    out.finish().unwrap();
    let seed = Seed::read(&path).unwrap();
    assert_eq!(seed.flows.iter().map(|f| f.packets.len()).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_capture_without_flows_is_refused() {
    let message = Seed::read(&sample("dhcp.pcap")).map(|s| s.to_string());
    // DHCP runs over UDP, so it has flows. A capture of echoes has none.
    assert!(message.is_ok());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("none.pcap");
    PcapWriter::create(&path, Precision::Micros).unwrap().finish().unwrap();
    let error = Seed::read(&path).map(|_| ()).unwrap_err().to_string();
    assert!(error.ends_with("no whole TCP or UDP packet in IPv4 in it"), "{error}");
}
