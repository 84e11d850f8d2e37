//! Opens captures and interfaces.
use super::status::Seen;
use crate::hiargs::{HiArgs, Source};
use crate::scripts;
use anyhow::bail;
use capture::live::{Interface, LiveError, LiveErrorKind, LiveOptions, XdpInterface};
use capture::{Corruption, Counters, ErrorKind, FilePackets, FileSource, PacketSource};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use net_types::LinkType;
use outside::system_error;
use runtime::{Capturing, Packets};
use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::rc::Rc;

/// The counters of finished sources, by name.
pub(super) type Counted = Rc<RefCell<Vec<(String, Counters)>>>;

/// The capture of `-r`, which is opened once, or the reason why it cannot be opened.
///
/// Opening a FIFO blocks until a writer opens it, and reading the link type blocks until the header arrives. So the
/// capture must be opened before signals are taken over: until then SIGTERM and SIGINT end the wait and the process,
/// which has written nothing yet.
pub(super) struct Opened {
    file: Result<FileSource, capture::Error>,
    /// The link type of its first frame; Ethernet if unknown.
    pub(super) link: LinkType,
}

impl Opened {
    /// Opens the file of `-r`; `None` without that option.
    pub(super) fn new(args: &HiArgs) -> Option<Self> {
        let Source::File(path) = &args.source else { return None };
        let mut file = FileSource::open(path);
        let link = file.as_mut().ok().and_then(FileSource::first_link);
        Some(Opened { file, link: link.unwrap_or(LinkType::ETHERNET) })
    }
}

/// Opens the interfaces that packets come from, or takes the opened capture. Each source adds its counts to `counted`
/// when it is done.
pub(super) fn sources(
    args: &HiArgs,
    opened: Option<Opened>,
    capturing: &Capturing,
    bar: &ProgressBar,
    counted: &Counted,
    seen: &Seen,
) -> anyhow::Result<Vec<Packets>> {
    let mut open: Vec<Box<dyn PacketSource>> = Vec::new();
    match &args.source {
        Source::None => {}
        Source::File(_) => {
            let Some(opened) = opened else { bail!("the capture was taken before") };
            let file = opened.file.map_err(|e| no_capture(args, &e))?;
            let sorted = args.low.workers > 1 && args.low.pseudo_realtime.is_none();
            open.push(Box::new(if sorted {
                FilePackets::sorted(file, runtime::lanes(args.low.workers))?
            } else {
                FilePackets::new(file)?
            }));
        }
        Source::Live(interfaces) => {
            for name in interfaces {
                let problem = |e: anyhow::Error| anyhow::anyhow!("problem with interface {name} ({e:#})");
                let wanted = capturing.interface(name).map_err(|e| problem(anyhow::Error::msg(e)))?;
                let options = LiveOptions { filter: args.low.filter.clone(), ..wanted.options };
                open.push(live(wanted.device, options, wanted.xdp).map_err(|e| problem(e.into()))?);
                eprintln!("listening on {}", wanted.device);
            }
        }
    }
    let packets = open.into_iter().map(|source| {
        let (bar, counted) = (bar.clone(), Rc::clone(counted));
        let (name, seen) = (source.name().to_owned(), seen.clone());
        let packets = Packets::new(source, move |at| bar.set_position(at));
        let packets = packets.observed(move |counters| seen.note(&name, counters));
        let packets = packets.at_end(move |source| {
            let count = source.counters();
            counted.borrow_mut().push((source.name().to_owned(), count));
        });
        match args.low.pseudo_realtime {
            Some(speed) => packets.replayed(speed),
            None => packets,
        }
        .capturing(capturing)
    });
    Ok(packets.collect())
}

/// Opens an interface, with XDP sockets if `xdp` is set and the kernel supports them.
fn live(device: &str, options: LiveOptions, xdp: bool) -> Result<Box<dyn PacketSource>, LiveError> {
    if xdp {
        match XdpInterface::open(device, &options) {
            Ok(found) => return Ok(Box::new(found)),
            // A packet socket would fail in the same way.
            Err(e) if matches!(e.kind(), LiveErrorKind::NoInterface | LiveErrorKind::Filter(_)) => {
                return Err(e);
            }
            Err(e) => eprintln!("XDP sockets are not available, using AF_PACKET: {e}"),
        }
    }
    Ok(Box::new(Interface::open(device, options)?))
}

/// Whether the error is that a file has no known capture format.
pub(super) fn is_no_capture(e: &capture::Error) -> bool {
    matches!(e.kind(), ErrorKind::Corrupt(Corruption::UnknownFormat(_)))
}

/// Returns the reason why a file cannot be read as a capture. With plain errors it is Zeek's message; otherwise it says
/// what the file begins with.
pub(super) fn no_capture(args: &HiArgs, e: &capture::Error) -> anyhow::Error {
    let path = e.path().display();
    let why = match e.kind() {
        ErrorKind::Io(e) => format!("unable to open {path}: {}", system_error(e)),
        _ if is_no_capture(e) && scripts::is_plain(args) => "unknown file format".to_owned(),
        ErrorKind::Corrupt(c) => c.to_string(),
        _ => e.to_string(),
    };
    anyhow::anyhow!("problem with trace file {path} ({why})")
}

/// Creates a progress bar over a capture, hidden unless standard error is a terminal. Interfaces get no bar.
pub(super) fn bar_of(args: &HiArgs) -> ProgressBar {
    match &args.source {
        Source::File(file) => progress_bar(file),
        _ => ProgressBar::hidden(),
    }
}

fn progress_bar(file: &Path) -> ProgressBar {
    let len = std::fs::metadata(file).map(|m| m.len()).ok().filter(|n| *n > 0);
    let bar = len.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = if len.is_some() { "{bar:40} {bytes}/{total_bytes} {eta}" } else { "{spinner} {bytes}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
