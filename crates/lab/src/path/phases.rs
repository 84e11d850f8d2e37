//! The packet path, cut off after each layer.
use crate::null_sink::NullSink;
use anyhow::Context;
use capture::FileSource;
use clap::ValueEnum;
use event::EnumName;
use session::analyzer::{Analyzer, Detector, Factory, FirstHeaders, Found, Tag};
use session::{ConnView, Frame, Keys, Options, Role, Session, Sink};
use std::cell::Cell;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use wire::link::ethernet;
use wire::{IpProto, icmp, ip, tcp, udp};

/// The last layer to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Phase {
    /// Reads frames from the file.
    Read,
    /// Decodes the headers of Ethernet, IP and transport.
    Decode,
    /// Tracks connections and reassembles TCP, without analyzers.
    Sessions,
    /// Also delivers all streams and datagrams to an analyzer.
    Streams,
    /// All of `egret -C -r`: runs scripts and writes logs.
    Logs,
}

impl Phase {
    pub(super) const ALL: [Phase; 5] =
        [Phase::Read, Phase::Decode, Phase::Sessions, Phase::Streams, Phase::Logs];

    pub(super) const fn describe(self) -> &'static str {
        match self {
            Phase::Read => "frames read",
            Phase::Decode => "and headers decoded",
            Phase::Sessions => "connections and reassembly instead",
            Phase::Streams => "and every byte delivered to an analyzer",
            Phase::Logs => "file to logs: the program itself",
        }
    }

    /// Runs over the capture and returns the number of packets.
    pub(super) fn run(self, path: &Path) -> anyhow::Result<u64> {
        match self {
            Phase::Read => each_frame(path, |f| {
                black_box(f.data.len());
            }),
            Phase::Decode => each_frame(path, |f| {
                black_box(decode(f.data));
            }),
            Phase::Sessions => follow(path, None),
            Phase::Streams => follow(path, Some(Rc::new(Everything::default()))),
            Phase::Logs => logs(path),
        }
    }
}

const KEYS: Keys = Keys { sip: [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210], fixed: true };

fn options() -> Options {
    Options { ignore_checksums: true, ..Options::default() }
}

fn each_frame(path: &Path, mut f: impl FnMut(&capture::Frame<'_>)) -> anyhow::Result<u64> {
    let mut source = FileSource::open(path)?;
    let mut packets = 0;
    while let Some(batch) = source.next_batch()? {
        for frame in batch.iter() {
            packets += 1;
            f(&frame);
        }
    }
    Ok(packets)
}

/// Folds a decoder's result into a number, so that the compiler cannot remove the work.
fn decode(data: &[u8]) -> u64 {
    let Ok(frame) = ethernet::Frame::parse(data) else { return 0 };
    let payload = frame.payload();
    let Ok(packet) = ip::Packet::parse(payload, payload.len(), true) else { return 1 };
    let (captured, len) = (packet.captured(), packet.payload_len());
    match packet.proto() {
        IpProto::TCP => tcp::Segment::parse(captured, len)
            .ok()
            .and_then(|s| s.body().ok().map(|b| u64::from(s.seq()) + b.payload_len as u64))
            .unwrap_or(2),
        IpProto::UDP => udp::Datagram::parse(captured, len).map_or(3, |d| u64::from(d.dst_port())),
        IpProto::ICMP | IpProto::ICMPV6 => icmp::Message::parse(captured, len).map_or(4, |m| m.kind().into()),
        _ => 5,
    }
}

fn follow(path: &Path, everything: Option<Rc<Everything>>) -> anyhow::Result<u64> {
    let factory = everything.clone().map(|e| e as Rc<dyn Factory>);
    let mut session = Session::new(options(), &KEYS, factory);
    let packets = each_frame(path, |f| {
        let frame = Frame { ts: f.ts, link: f.link, data: f.data, wire_len: f.wire_len as usize };
        session.handle_frame(&frame, &mut NullSink);
    })?;
    session.finish(&mut NullSink);
    if let Some(e) = everything {
        black_box(e.bytes.get());
    }
    Ok(packets)
}

/// Runs the egret in this program's folder.
fn logs(path: &Path) -> anyhow::Result<u64> {
    let egret = std::env::current_exe()?.with_file_name("egret");
    let folder = tempfile::tempdir().context("making a folder for logs")?;
    let path = path.canonicalize()?;
    let ran = Command::new(&egret)
        .args(["-Q", "-C", "-r"])
        .arg(path)
        .current_dir(folder.path())
        .output()
        .with_context(|| format!("running {}; it is built with cargo build --release", egret.display()))?;
    let said = String::from_utf8_lossy(&ran.stderr);
    let packets = said.lines().find_map(|l| l.strip_prefix("packets ")?.trim().parse().ok());
    packets.with_context(|| format!("{} said no number of packets: {said}", egret.display()))
}

/// Gives every connection an analyzer that counts bytes.
#[derive(Default)]
struct Everything {
    bytes: Rc<Cell<u64>>,
}

const COUNTER: Tag = Tag(0);

impl Factory for Everything {
    fn create(&self, _: Tag, _: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        Some(Box::new(Counter(self.bytes.clone())))
    }
    fn name(&self, _: Tag) -> &'static str {
        "COUNTER"
    }
    fn script_name(&self, _: Tag) -> EnumName {
        EnumName("Analyzer::ANALYZER_COUNTER")
    }
    fn detector(&self, _: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        Some(Box::new(Always { found: false }))
    }
}

struct Always {
    found: bool,
}

impl Detector for Always {
    fn begin(
        &mut self,
        _: &ConnView<'_>,
        _: Role,
        _: FirstHeaders<'_>,
        _: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        if !std::mem::replace(&mut self.found, true) {
            found.push(Found { tag: COUNTER, under: None });
        }
    }
    fn feed(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        _: &[u8],
        _: bool,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        self.begin(conn, from, FirstHeaders::default(), sink, found);
    }
}

struct Counter(Rc<Cell<u64>>);

impl Analyzer for Counter {
    fn stream(&mut self, _: &mut session::analyzer::Context<'_, '_>, _: Role, data: &[u8]) {
        self.0.set(self.0.get() + data.len() as u64);
    }
    fn packet(
        &mut self,
        _: &mut session::analyzer::Context<'_, '_>,
        _: Role,
        packet: &session::analyzer::Datagram<'_>,
    ) {
        self.0.set(self.0.get() + packet.payload.len() as u64);
    }
}
