//! The process that sends: ordinary traffic at a rate, and floods on demand.
//!
//! It reads commands from its standard input, a line each, and answers each with a line. The answer to `end` follows
//! when all flows have ended, and is a [`Sent`] in JSON.
use super::door::Door;
use super::ordinary::Ordinary;
use crate::flood::{self, Kind};
use crate::intensify::play::Play;
use anyhow::{Context, bail};
use clap::ValueEnum as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{BufRead as _, Write as _};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The options of the sender, for the soak itself.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long)]
    interface: String,
    #[arg(long)]
    rate: f64,
    captures: Vec<PathBuf>,
}

/// What the sender has sent.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Sent {
    pub(super) packets: u64,
    pub(super) bytes: u64,
    /// The ordinary flows, numbered from 0.
    pub(super) flows: u64,
    /// Ordinary flows with a packet that did not arrive for sure.
    pub(super) harmed: BTreeSet<u64>,
    /// Flows of floods that did not arrive for sure.
    pub(super) harmed_floods: BTreeSet<u32>,
    /// Seconds by which the sender was late.
    pub(super) late: f64,
}

/// The maximum number of frames per system call.
const BATCH: usize = 64;
/// If it is later than this, it does not catch up, since that would be a burst.
const LATE: Duration = Duration::from_millis(500);

/// A flood under way.
struct Flood {
    kind: Kind,
    next: u32,
    end: u32,
    /// Flows a second.
    rate: f64,
    begun: Instant,
    first: u32,
}

/// Which flow a frame belongs to.
#[derive(Clone, Copy)]
enum Of {
    Ordinary(u64),
    Flood(u32),
}

struct Sender<'a> {
    door: Door,
    play: Play<'a>,
    begun: Instant,
    /// The next ordinary frame, its flow, and when it is due.
    next: Option<(Vec<u8>, u64, Duration)>,
    flood: Option<Flood>,
    /// Whether frames may get lost now, because the interface goes down.
    harming: bool,
    ending: bool,
    /// Whether all flows have ended.
    over: bool,
    frames: Vec<Vec<u8>>,
    of: Vec<Of>,
    sent: Sent,
}

/// Runs the sender.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let ordinary = Ordinary::read(&args.captures, args.rate)?;
    let mut sender = Sender {
        door: Door::open(&args.interface)?,
        play: ordinary.play(),
        begun: Instant::now(),
        next: None,
        flood: None,
        harming: false,
        ending: false,
        over: false,
        frames: Vec::new(),
        of: Vec::new(),
        sent: Sent::default(),
    };
    let (to, commands) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                return;
            }
        }
    });
    let mut flooding = false;
    loop {
        if !sender.ending && !flooding {
            match commands.try_recv() {
                Ok(line) => {
                    sender.obey(&line)?;
                    flooding = sender.flood.is_some();
                    if !flooding && !sender.ending {
                        answer(&line)?;
                    }
                }
                Err(mpsc::TryRecvError::Empty) => {}
                Err(mpsc::TryRecvError::Disconnected) => bail!("no more commands"),
            }
        }
        let busy = sender.step()?;
        if flooding && sender.flood.is_none() {
            flooding = false;
            answer("flooded")?;
        }
        if sender.over {
            sender.sent.flows = sender.play.flows();
            return answer(&serde_json::to_string(&sender.sent)?);
        }
        if !busy {
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}

fn answer(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

impl Sender<'_> {
    fn obey(&mut self, line: &str) -> anyhow::Result<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["down"] => self.harming = true,
            ["up"] => self.harming = false,
            ["end"] => self.ending = true,
            ["flood", kind, first, count, rate] => {
                let kind = Kind::from_str(kind, false).map_err(anyhow::Error::msg)?;
                let (first, count): (u32, u32) = (first.parse()?, count.parse()?);
                let (begun, rate) = (Instant::now(), rate.parse()?);
                self.flood = Some(Flood { kind, next: first, end: first + count, rate, begun, first });
            }
            _ => bail!("{line}: no such command"),
        }
        Ok(())
    }

    /// Sends what is due, up to a batch. Returns false if nothing was due.
    fn step(&mut self) -> anyhow::Result<bool> {
        self.frames.clear();
        self.of.clear();
        let now = self.begun.elapsed();
        while self.frames.len() < BATCH {
            if self.next.is_none() {
                self.next = self.following();
                self.over = self.next.is_none();
            }
            match self.next.take() {
                Some((frame, flow, due)) if due <= now => {
                    if now - due > LATE {
                        self.sent.late += (now - due).as_secs_f64();
                        self.begun += now - due;
                    }
                    self.frames.push(frame);
                    self.of.push(Of::Ordinary(flow));
                }
                later => {
                    self.next = later;
                    break;
                }
            }
        }
        self.flood_frames();
        if self.frames.is_empty() {
            return Ok(false);
        }
        let sent = self.door.send(&self.frames).context("the interface")?;
        self.sent.packets += sent as u64;
        self.sent.bytes += self.frames[..sent].iter().map(|f| f.len() as u64).sum::<u64>();
        let harmed = if self.harming { 0 } else { sent };
        for of in &self.of[harmed..] {
            match *of {
                Of::Ordinary(flow) => {
                    self.sent.harmed.insert(flow);
                }
                Of::Flood(flow) => {
                    self.sent.harmed_floods.insert(flow);
                }
            }
        }
        Ok(true)
    }

    fn following(&mut self) -> Option<(Vec<u8>, u64, Duration)> {
        let frame = if self.ending {
            self.play.remaining_frame()?.data.to_vec()
        } else {
            self.play.next_frame().data.to_vec()
        };
        Some((frame, self.play.last_flow(), self.play.elapsed()))
    }

    /// Adds the frames of a flood that are due.
    fn flood_frames(&mut self) {
        let Some(flood) = &mut self.flood else { return };
        let due = flood.first + (flood.begun.elapsed().as_secs_f64() * flood.rate) as u32;
        while flood.next < due.min(flood.end) && self.frames.len() < 2 * BATCH {
            for packet in flood.kind.packets(flood.next) {
                self.frames.push(flood::framed(&packet));
                self.of.push(Of::Flood(flood.next));
            }
            flood.next += 1;
        }
        if flood.next == flood.end {
            self.flood = None;
        }
    }
}
