//! The scripts' options for capturing: `io_poll_interval_live`, `Pcap::…`, `AF_Packet::…`.
use crate::globals::global;
use capture::live::{Fanout, FanoutMode, LiveOptions};
use runloop::Cadence;
use script_vm::Machine;
use std::num::NonZeroU32;
use std::time::Duration;

/// Zeek's defaults. This loop needs fewer system calls and less memory, so these values are treated as "not set".
const POLL_FILES: u64 = 100;
const POLL_LIVE: u64 = 10;
const BUFFER_MB: u64 = 128;

/// The time between two polls while a file is read. Its packets do not get lost while they wait, so the loop may serve
/// other descriptors less promptly than beside an interface, and calls the kernel less often.
const FILE_INTERVAL: Duration = Duration::from_micros(500);

/// The prefix of an interface that is captured exactly as the `AF_Packet::…` options say.
const AF_PACKET: &str = "af_packet::";

/// The prefix of an interface that is captured with XDP sockets if possible.
const AF_XDP: &str = "af_xdp::";

/// A requested interface, and how to capture from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<'n> {
    /// Its name.
    pub device: &'n str,
    /// The options of the ring.
    pub options: LiveOptions,
    /// Whether to use XDP sockets if the kernel and the interface support them.
    pub xdp: bool,
}

/// How packets are captured.
#[derive(Clone, Debug)]
pub struct Capturing {
    /// The time between two polls of other sources while packets are available; `None` is the loop's default.
    pub poll_interval: Option<Duration>,
    /// The most packets between two polls of other sources, if scripts set it.
    pub poll_every: Option<NonZeroU32>,
    /// The time after which a source without a descriptor is polled again.
    pub non_fd_timeout: Duration,
    /// The time without packets after which network time advances without them.
    pub quiet: Duration,
    /// The options for an interface without a prefix.
    plain: LiveOptions,
    /// The options for `af_packet::…`, or why they are invalid.
    af_packet: Result<LiveOptions, String>,
}

impl Default for Capturing {
    fn default() -> Self {
        Capturing {
            poll_interval: None,
            poll_every: None,
            non_fd_timeout: Duration::from_micros(20),
            quiet: Duration::from_millis(100),
            plain: LiveOptions::default(),
            af_packet: Ok(LiveOptions::default()),
        }
    }
}

impl Capturing {
    /// Reads the constants of scripts. Their globals must be initialized.
    pub(crate) fn of(machine: &Machine, live: bool) -> Self {
        let mut plain = Capturing { poll_interval: (!live).then_some(FILE_INTERVAL), ..Capturing::default() };
        let (name, usual) = if live {
            ("io_poll_interval_live", POLL_LIVE)
        } else {
            ("io_poll_interval_default", POLL_FILES)
        };
        plain.poll_every = count(machine, name)
            .filter(|n| *n != usual)
            .and_then(|n| NonZeroU32::new(u32::try_from(n).unwrap_or(u32::MAX)));
        plain.non_fd_timeout = interval(machine, "Pcap::non_fd_timeout").unwrap_or(plain.non_fd_timeout);
        plain.quiet = interval(machine, "packet_source_inactivity_timeout").unwrap_or(plain.quiet);
        if let Some(mb) = count(machine, "Pcap::bufsize").filter(|n| *n != BUFFER_MB) {
            plain.plain.ring = bytes(mb.saturating_mul(1 << 20));
        }
        plain.af_packet = af_packet(machine);
        plain
    }

    /// Returns how often the loop polls other sources while packets are available.
    #[must_use]
    pub fn cadence(&self) -> Cadence {
        match Cadence::default() {
            Cadence::Adaptive { interval, .. } => Cadence::Adaptive {
                interval: self.poll_interval.unwrap_or(interval),
                at_most: self.poll_every,
            },
            every => every,
        }
    }

    /// Returns the interface that `name` refers to, and how to capture from it.
    ///
    /// # Errors
    /// If the options of `af_packet::…` are invalid or not supported.
    pub fn interface<'n>(&self, name: &'n str) -> Result<Wanted<'n>, String> {
        if let Some(device) = name.strip_prefix(AF_PACKET) {
            return Ok(Wanted { device, options: self.af_packet.clone()?, xdp: false });
        }
        let xdp = name.strip_prefix(AF_XDP);
        Ok(Wanted { device: xdp.unwrap_or(name), options: self.plain.clone(), xdp: xdp.is_some() })
    }
}

fn af_packet(machine: &Machine) -> Result<LiveOptions, String> {
    let mut options = LiveOptions::default();
    let size = |name: &str, to: &mut usize| {
        if let Some(n) = count(machine, name) {
            *to = bytes(n);
        }
    };
    size("AF_Packet::buffer_size", &mut options.ring);
    size("AF_Packet::block_size", &mut options.block);
    options.block_timeout = interval(machine, "AF_Packet::block_timeout").unwrap_or(options.block_timeout);
    let is = |machine: &Machine, name: &str| global(machine, name).and_then(|v| v.as_bool());
    options.hardware_time = is(machine, "AF_Packet::enable_hw_timestamping").unwrap_or(false);
    if is(machine, "AF_Packet::enable_fanout") == Some(true) {
        let id = count(machine, "AF_Packet::fanout_id").unwrap_or(23);
        let group = u16::try_from(id)
            .map_err(|_| format!("AF_Packet::fanout_id is {id}; expected a number of 16 bits"))?;
        let mode = match name_of(machine, "AF_Packet::fanout_mode").as_deref() {
            None | Some("AF_Packet::FANOUT_HASH") => FanoutMode::Hash,
            Some("AF_Packet::FANOUT_CPU") => FanoutMode::Cpu,
            Some("AF_Packet::FANOUT_QM") => FanoutMode::QueueMapping,
            Some(other) => {
                return Err(format!(
                    "AF_Packet::fanout_mode is {other}; expected AF_Packet::FANOUT_HASH, FANOUT_CPU or FANOUT_QM"
                ));
            }
        };
        let defrag = is(machine, "AF_Packet::enable_defrag").unwrap_or(false);
        options.fanout = Some(Fanout { group, mode, defrag });
    }
    match name_of(machine, "AF_Packet::checksum_validation_mode").as_deref() {
        None | Some("AF_Packet::CHECKSUM_ON") => Ok(options),
        Some(other) => Err(format!(
            "AF_Packet::checksum_validation_mode is {other}; expected AF_Packet::CHECKSUM_ON (-C turns checks off)"
        )),
    }
}

fn bytes(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

fn count(machine: &Machine, name: &str) -> Option<u64> {
    global(machine, name)?.as_count()
}

fn interval(machine: &Machine, name: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(global(machine, name)?.as_number()?).ok()
}

fn name_of(machine: &Machine, name: &str) -> Option<String> {
    Some(global(machine, name)?.enum_name()?.to_string())
}
