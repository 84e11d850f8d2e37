//! Ordinary traffic: the flows of captures, repeated with endpoints of their own, and large downloads.
use crate::flood::{ACK, SYN, framed, ip, tcp};
use crate::intensify::Pace;
use crate::intensify::play::{Clients, Play};
use crate::intensify::seed::Seed;
use anyhow::Context;
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time between two packets of a flow.
const GAP: Duration = Duration::from_millis(10);
/// The payload of a segment of a download, in bytes.
const SEGMENT: usize = 1400;
/// The body of a download, in bytes.
const BODY: usize = 4 << 20;
/// The bytes of headers of a packet in a flow: Ethernet's.
const LINK: usize = 14;

/// The flows that are repeated.
pub(super) struct Ordinary {
    seed: Seed,
    pace: Pace,
}

impl Ordinary {
    /// Reads the captures, and repeats their flows so often that all of them together have the rate.
    pub(super) fn read(captures: &[PathBuf], mbps: f64) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let download = folder.path().join("download.pcap");
        write_download(&download)?;
        let mut seed = Seed::empty();
        for capture in captures.iter().chain([&download]) {
            seed.add(capture).with_context(|| capture.display().to_string())?;
        }
        // Where the client's port is fixed too, the endpoints would soon repeat.
        seed.flows.retain(|f| f.client_port >= 1024);
        let bytes: usize = seed.flows.iter().flat_map(|f| &f.packets).map(|p| p.bytes.len() + LINK).sum();
        let pace = Pace { rate: mbps * 1e6 / 8.0 / bytes as f64, gap: GAP };
        Ok(Ordinary { seed, pace })
    }

    /// The number of different flows.
    pub(super) fn kinds(&self) -> usize {
        self.seed.flows.len()
    }

    /// The packets of a flow.
    pub(super) fn packets(&self, kind: usize) -> usize {
        self.seed.flows[kind].packets.len()
    }

    /// Begins to repeat the flows.
    pub(super) fn play(&self) -> Play<'_> {
        Play::new(&self.seed, self.pace, Clients::APART)
    }

    /// Writes a capture with each flow once.
    pub(super) fn write_once(&self, to: &Path) -> anyhow::Result<()> {
        let mut out = PcapWriter::create(to, Precision::Micros)?;
        let mut play = self.play();
        let mut left: usize = (0..self.kinds()).map(|k| self.packets(k)).sum();
        while left > 0 {
            let frame = play.next_frame();
            let (ts, wire_len, data) = (frame.ts, frame.wire_len, frame.data.to_vec());
            if play.last_flow() < self.kinds() as u64 {
                out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len, data: &data })?;
                left -= 1;
            }
        }
        out.finish()?;
        Ok(())
    }
}

/// Writes a capture of one download over HTTP.
fn write_download(to: &Path) -> anyhow::Result<()> {
    const FIN: u8 = 1;
    let (client, server) = ([10, 0, 0, 1], [10, 0, 0, 2]);
    let mut out = PcapWriter::create(to, Precision::Micros)?;
    let mut write = |from_client: bool, (seq, ack): (usize, usize), flags: u8, payload: &[u8]| {
        let number = |n: usize| n as u32;
        let packet = if from_client {
            ip(6, client, server, &tcp(40_000, 80, (number(seq), number(ack)), flags, payload))
        } else {
            ip(6, server, client, &tcp(80, 40_000, (number(seq), number(ack)), flags, payload))
        };
        let data = framed(&packet);
        let ts = Timestamp::from_parts(1_700_000_000, 0);
        out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len: data.len() as u32, data: &data })
    };
    let request = b"GET /big HTTP/1.1\r\nHost: server\r\n\r\n";
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: {BODY}\r\n\r\n");
    let (mine, begin) = (1001 + request.len(), 5001);
    write(true, (1000, 0), SYN, b"")?;
    write(false, (5000, 1001), SYN | ACK, b"")?;
    write(true, (1001, begin), ACK, b"")?;
    write(true, (1001, begin), ACK, request)?;
    let bytes: Vec<u8> = head.bytes().chain((0..BODY).map(|n| (n % 251) as u8)).collect();
    for (n, part) in bytes.chunks(SEGMENT).enumerate() {
        write(false, (begin + n * SEGMENT, mine), ACK, part)?;
        if n % 2 == 1 {
            write(true, (mine, begin + n * SEGMENT + part.len()), ACK, b"")?;
        }
    }
    let end = begin + bytes.len();
    write(false, (end, mine), ACK | FIN, b"")?;
    write(true, (mine, end + 1), ACK | FIN, b"")?;
    write(false, (end + 1, mine + 1), ACK, b"")?;
    out.finish()?;
    Ok(())
}
