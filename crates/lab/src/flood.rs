//! `egret-lab flood`: makes captures of many flows within two seconds, each with as few packets as such a flow can
//! have.
//!
//! They show how much memory a flow of each kind takes, and whether a monitor stays within its budget. With
//! `--measure`, the monitor runs on the capture and its peak memory is printed.
use anyhow::{Context, ensure};
use capture::{Frame, PcapWriter, Precision};
use clap::ValueEnum;
use net_types::{LinkType, Timestamp};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The duration of the flood in nanoseconds.
const LASTS: u64 = 2_000_000_000;
/// The start of the flood, in seconds since the epoch.
const BEGINS: i64 = 1_700_000_000;

/// The options of `flood`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The kind of flows.
    kind: Kind,
    /// The number of flows.
    #[arg(long, short = 'n')]
    flows: u32,
    /// The capture to write.
    out: PathBuf,
    /// Run this monitor over the capture, with the arguments after `--`.
    #[arg(long)]
    measure: Option<PathBuf>,
    /// Arguments of the monitor.
    #[arg(last = true)]
    args: Vec<String>,
}

/// A kind of flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A UDP datagram without an answer.
    Udp,
    /// A DNS query without an answer.
    Dns,
    /// A SYN without an answer, to one server.
    Syn,
    /// A SYN and the RST that answers it, to many servers.
    Scan,
    /// A UDP datagram in its own GRE tunnel.
    Gre,
    /// A handshake and a request, without an answer.
    Http,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Kind; 6] = [Kind::Udp, Kind::Dns, Kind::Syn, Kind::Scan, Kind::Gre, Kind::Http];

    /// Returns the packets of the `n`th flow: IP packets, in order.
    pub(crate) fn packets(self, n: u32) -> Vec<Vec<u8>> {
        let [_, a, b, c] = n.to_be_bytes();
        let (client, server) = ([16, a, b, c], [48, 0, 0, 1]);
        let port = 1024 + (n % 60_000) as u16;
        match self {
            Kind::Udp => vec![ip(17, client, server, &udp(port, 9999, b"text"))],
            Kind::Dns => vec![ip(17, client, server, &udp(port, 53, &query(n)))],
            Kind::Syn => vec![ip(6, client, server, &tcp(port, 80, (1000, 0), SYN, b""))],
            Kind::Scan => {
                let (scanner, target) = (SCANNER.octets(), [48, a, b, c]);
                let syn = tcp(40_000, 23, (1000, 0), SYN, b"");
                let rst = tcp(23, 40_000, (0, 1001), RST | ACK, b"");
                vec![ip(6, scanner, target, &syn), ip(6, target, scanner, &rst)]
            }
            Kind::Gre => {
                let inner = ip(17, client, server, &udp(port, 9999, b"text"));
                // RFC 2784: no options, and the EtherType of IPv4.
                let gre = [&[0, 0, 8, 0][..], &inner].concat();
                vec![ip(47, [172, 16, b, c], [172, 17, a, 1], &gre)]
            }
            Kind::Http => {
                let request = format!("GET /{n} HTTP/1.1\r\nHost: server\r\n");
                vec![
                    ip(6, client, server, &tcp(port, 80, (1000, 0), SYN, b"")),
                    ip(6, server, client, &tcp(80, port, (5000, 1001), SYN | ACK, b"")),
                    ip(6, client, server, &tcp(port, 80, (1001, 5001), ACK, b"")),
                    ip(6, client, server, &tcp(port, 80, (1001, 5001), ACK, request.as_bytes())),
                ]
            }
        }
    }
}

pub(crate) const SYN: u8 = 2;
pub(crate) const RST: u8 = 4;
pub(crate) const ACK: u8 = 16;

pub(crate) fn ip(protocol: u8, src: [u8; 4], dst: [u8; 4], payload: &[u8]) -> Vec<u8> {
    let [high, low] = ((20 + payload.len()) as u16).to_be_bytes();
    let head = [0x45, 0, high, low, 0, 0, 0, 0, 64, protocol, 0, 0];
    [&head[..], &src, &dst, payload].concat()
}

fn udp(src: u16, dst: u16, payload: &[u8]) -> Vec<u8> {
    let len = (8 + payload.len()) as u16;
    [&src.to_be_bytes()[..], &dst.to_be_bytes(), &len.to_be_bytes(), &[0, 0], payload].concat()
}

pub(crate) fn tcp(src: u16, dst: u16, (seq, ack): (u32, u32), flags: u8, payload: &[u8]) -> Vec<u8> {
    let ports = [src.to_be_bytes(), dst.to_be_bytes()].concat();
    let rest = [0x50, flags, 0xff, 0xff, 0, 0, 0, 0];
    [&ports[..], &seq.to_be_bytes(), &ack.to_be_bytes(), &rest, payload].concat()
}

/// Makes a query for the address of a distinct name (RFC 1035).
fn query(n: u32) -> Vec<u8> {
    let id = (n as u16).to_be_bytes();
    let name = format!("h{n:07}");
    let head = [&id[..], &[1, 0, 0, 1, 0, 0, 0, 0, 0, 0, name.len() as u8]].concat();
    [&head[..], name.as_bytes(), b"\x04test\0", &[0, 1, 0, 1]].concat()
}

/// Puts an IPv4 packet into an Ethernet frame.
pub(crate) fn framed(packet: &[u8]) -> Vec<u8> {
    [&[2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0][..], packet].concat()
}

/// Returns the number of the flow that a row of conn.log is about, by the row's endpoints; `None` if no flood that begins
/// with flow `first` or later has it. `first` must be at least 2^16, since flows below differ from no others.
pub(crate) fn flow_of(orig: Ipv4Addr, resp: Ipv4Addr, first: u32) -> Option<u32> {
    let number = |a: Ipv4Addr| u32::from(a) & 0xff_ffff;
    let (orig, resp) = if orig.octets()[0] == 48 { (resp, orig) } else { (orig, resp) };
    let n = if orig == SCANNER { number(resp) } else { number(orig) };
    (orig.octets()[0] == 16 && resp.octets()[0] == 48 && n >= first).then_some(n)
}

/// The client of all flows of [`Kind::Scan`].
const SCANNER: Ipv4Addr = Ipv4Addr::new(16, 0, 0, 1);

/// Writes the capture.
pub(crate) fn write(kind: Kind, flows: u32, out: &Path) -> anyhow::Result<u64> {
    let mut capture = PcapWriter::create(out, Precision::Nanos)?;
    let mut packets = 0;
    for n in 0..flows {
        let at = LASTS / u64::from(flows.max(1)) * u64::from(n);
        for (step, packet) in kind.packets(n).iter().enumerate() {
            let frame = framed(packet);
            let ts = Timestamp::from_parts(BEGINS, i64::try_from(at)? + step as i64);
            let wire_len = frame.len() as u32;
            capture.write(&Frame { ts, link: LinkType::ETHERNET, wire_len, data: &frame })?;
            packets += 1;
        }
    }
    capture.finish()?;
    Ok(packets)
}

/// Reads the peak of resident memory, in MB, from the messages of `-Q`.
pub(crate) fn peak(said: &str) -> Option<u64> {
    said.lines().find_map(|l| l.strip_prefix("# total mem ")?.split_once("M/")?.0.parse().ok())
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(args.flows > 0 && args.flows <= 1 << 24, "-n {}: 1 to 16,777,216 flows are expected", args.flows);
    let packets = write(args.kind, args.flows, &args.out)?;
    println!("{}: {} flows, {packets} packets", args.out.display(), args.flows);
    let Some(monitor) = &args.measure else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let out = args.out.canonicalize()?;
    let mut command = Command::new(monitor.canonicalize().context("the monitor")?);
    // -Q prints the peak of resident memory, in megabytes.
    command.args(["-Q", "-C", "-r"]).arg(out).args(&args.args).current_dir(folder.path());
    let before = std::time::Instant::now();
    let ran = command.stdout(Stdio::null()).output()?;
    let took = before.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&ran.stderr);
    let peak = peak(&said)
        .with_context(|| format!("{}: {} without the lines of -Q: {said}", monitor.display(), ran.status))?;
    let log = std::fs::read_to_string(folder.path().join("conn.log")).unwrap_or_default();
    let logged = log.lines().filter(|l| !l.starts_with('#')).count();
    let each = (peak << 20) / u64::from(args.flows);
    let (kind, flows) = (args.kind, args.flows);
    println!("{kind:?} {flows}: {took:.1} s, peak {peak} MB, {each} bytes a flow, {logged} rows in conn.log");
    Ok(())
}
