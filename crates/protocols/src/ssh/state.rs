//! The analyzer of a connection.
mod keys;

use super::guess::{Attempt, Guess};
use super::message::{Exchange, Fields, KexInit, exchange, names};
use super::{Anomaly, MAX_LINE};
use crate::{Maker, Settings};
use event::ListOf;
use event::ssh as ev;
use keys::fingerprint;
use md5::{Digest, Md5};
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::mem;
use wire::{Anomaly as _, ReadResult, Reader};

/// Options, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `SSH::max_packet_length`; 0 means no limit.
    pub max_packet: u32,
    /// `SSH::max_string_length`; 0 means no limit.
    pub max_string: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config { max_packet: 8 << 20, max_string: 2 << 20 }
    }
}

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let d = Config::default();
    let limit = |name, default| s.count(name).map_or(default, |n| n.min(u64::from(u32::MAX)) as u32);
    let config = Config {
        max_packet: limit("SSH::max_packet_length", d.max_packet),
        max_string: limit("SSH::max_string_length", d.max_string),
    };
    Box::new(move |_| Some(Box::new(Ssh { config, ..Ssh::default() })))
}

/// The next message of a side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum Stage {
    /// The identification string.
    #[default]
    Line,
    /// SSH_MSG_KEXINIT.
    Init,
    /// A message of the key exchange.
    Keys(Exchange),
    /// Encrypted packets.
    Encrypted,
}

/// The protocol version in an identification string; 1.99 stands for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    One,
    Two,
    Both,
}

#[derive(Default)]
struct Side {
    stage: Stage,
    version: Option<Version>,
    buffer: Vec<u8>,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Ssh {
    config: Config,
    sides: [Side; 2],
    /// The side that sent its algorithms first, and its key exchange methods.
    first_list: Option<(Role, Vec<u8>)>,
    guess: Guess,
    gap: bool,
}

/// Message numbers (RFC 4253, 12, and those of the key exchange methods).
const NEWKEYS: u8 = 21;
const SSH1_PUBLIC_KEY: u8 = 2;
const SSH1_SESSION_KEY: u8 = 3;

impl Ssh {
    fn side(&mut self, from: Role) -> &mut Side {
        let [orig, resp] = &mut self.sides;
        if from.is_orig() { orig } else { resp }
    }

    /// The version that both sides support.
    fn version(&self) -> Option<Version> {
        let [client, server] = &self.sides;
        match (client.version?, server.version?) {
            (Version::Both | Version::Two, Version::Both | Version::Two) => Some(Version::Two),
            (Version::Both | Version::One, Version::Both | Version::One) => Some(Version::One),
            (Version::One, Version::Two) | (Version::Two, Version::One) => None,
        }
    }

    /// Reads a line or packet; returns how many bytes it has, 0 if it is incomplete.
    fn step(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) -> Result<usize, String> {
        if self.side(from).stage == Stage::Line {
            return self.line(cx, from, data);
        }
        // The version is needed only for a packet: until then, the other side's identification string may be missing.
        let Ok(stated) = Reader::new("SSH_Key_Exchange", data).be32() else { return Ok(0) };
        let Some(version) = self.version() else {
            return Err(
                "Binpac exception: binpac exception: invalid index for case: SSH_Key_Exchange: 3".to_owned()
            );
        };
        let max = self.config.max_packet;
        let mut len = stated;
        if max > 0 && stated > max {
            cx.cannot_follow();
            weird(cx, Anomaly::PacketTooLong(stated, max));
            len = max;
        }
        let padding = 8 - len % 8;
        let whole = len as usize + 4 + if version == Version::One { padding as usize } else { 0 };
        let Some(packet) = data.get(4..whole) else { return Ok(0) };
        let result = match version {
            Version::One => self.old_packet(cx, from, packet, padding as usize),
            _ => self.packet_of_two(cx, from, packet),
        };
        result.map(|()| whole).map_err(|e| crate::out_of_bound::reason(&e))
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) -> Result<usize, String> {
        let Some(end) = data.iter().position(|b| *b == b'\n') else {
            if data.len() > MAX_LINE {
                weird(cx, Anomaly::LineTooLong);
                return Err("a first line without an end".to_owned());
            }
            return Ok(0);
        };
        let line = data.get(..end).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.starts_with(b"SSH-") {
            if from.is_orig() {
                return Err("the client's first line is not one of SSH".to_owned());
            }
            cx.event(|c| ev::SshServerPreBannerData { c, data: line });
            return Ok(end + 1);
        }
        let side = self.side(from);
        side.stage = Stage::Init;
        side.version = match (line.get(4), line.get(6..8)) {
            (Some(b'2'), _) => Some(Version::Two),
            (Some(b'1'), Some(b"99")) => Some(Version::Both),
            (Some(b'1'), _) => Some(Version::One),
            _ => None,
        };
        if from.is_orig() {
            cx.event(|c| ev::SshClientVersion { c, version: line });
        } else {
            cx.event(|c| ev::SshServerVersion { c, version: line });
        }
        Ok(end + 1)
    }

    fn old_packet(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        packet: &[u8],
        padding: usize,
    ) -> ReadResult<()> {
        let mut r = Reader::new("SSH1_Key_Exchange", packet);
        r.skip(padding)?;
        let kind = r.u8()?;
        self.side(from).stage = Stage::Encrypted;
        if kind == SSH1_SESSION_KEY {
            cx.confirm();
        }
        if kind != SSH1_PUBLIC_KEY {
            return Ok(());
        }
        let mut f = Fields { r, max_string: self.config.max_string, odd: &mut |_| {} };
        f.r.skip(8 + 4)?;
        f.old_number()?;
        f.old_number()?;
        f.r.be32()?;
        let (exponent, modulus) = (f.old_number()?, f.old_number()?);
        let hash = fingerprint(Md5::new().chain_update(modulus).chain_update(exponent));
        cx.event(|c| ev::SshServerHostKey { c, hash: hash.as_bytes() });
        cx.event(|c| ev::Ssh1ServerHostKey { c, modulus, exponent });
        Ok(())
    }

    fn packet_of_two(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &[u8]) -> ReadResult<()> {
        let mut r = Reader::new("SSH2_Key_Exchange", packet);
        let padding = usize::from(r.u8()?);
        let kind = r.u8()?;
        let payload = r.bytes(r.len().saturating_sub(padding))?;
        if kind == NEWKEYS {
            self.side(from).stage = Stage::Encrypted;
            cx.confirm();
            return Ok(());
        }
        let mut odd = Vec::new();
        let mut keep = |a| odd.push(a);
        let r = Reader::new("SSH2_Message", payload);
        let mut f = Fields { r, max_string: self.config.max_string, odd: &mut keep };
        let result = match self.side(from).stage {
            Stage::Init => KexInit::read(&mut f).map(|init| self.init(cx, from, &init)),
            Stage::Keys(way) => keys::report(cx, from, way, kind, &mut f),
            Stage::Line | Stage::Encrypted => Ok(()),
        };
        for a in odd {
            cx.cannot_follow();
            weird(cx, a);
        }
        result
    }

    fn init(&mut self, cx: &mut Context<'_, '_>, from: Role, init: &KexInit<'_>) {
        let lists = init.lists.map(names);
        let [kex, host_key, c1, c2, m1, m2, z1, z2, l1, l2] = &lists;
        let pair = |a, b| ev::AlgorithmPrefs {
            client_to_server: Some(ListOf::<&[u8]>(a)),
            server_to_client: Some(ListOf(b)),
        };
        let languages = (!l1.is_empty() || !l2.is_empty()).then(|| ev::AlgorithmPrefs {
            client_to_server: (!l1.is_empty()).then_some(ListOf(l1)),
            server_to_client: (!l2.is_empty()).then_some(ListOf(l2)),
        });
        let [algorithms, ..] = init.lists;
        match &self.first_list {
            None => self.first_list = Some((from, algorithms.to_vec())),
            Some((first, _)) if *first == from => {}
            Some((_, other)) => {
                let other = names(other);
                let (client, server) = if from.is_orig() { (kex, &other) } else { (&other, kex) };
                let chosen = client.iter().find(|n| server.contains(n)).map(|n| n.to_vec());
                if let Some(name) = chosen {
                    match exchange(&name) {
                        Some(way) => {
                            for side in &mut self.sides {
                                side.stage = Stage::Keys(way);
                            }
                        }
                        None => cx.weird("ssh_unknown_kex_algorithm", &name),
                    }
                }
            }
        }
        let is_server = !from.is_orig();
        cx.event(|c| ev::SshCapabilities {
            c,
            cookie: init.cookie,
            capabilities: ev::Capabilities {
                kex_algorithms: ListOf(kex),
                server_host_key_algorithms: ListOf(host_key),
                encryption_algorithms: pair(c1, c2),
                mac_algorithms: pair(m1, m2),
                compression_algorithms: pair(z1, z2),
                languages,
                is_server,
            },
        });
    }

    fn encrypted(&mut self, cx: &mut Context<'_, '_>, from: Role, len: usize) {
        let orig = from.is_orig();
        cx.event(|c| ev::SshEncryptedPacket { c, orig, len: len as u64 });
        if self.version() != Some(Version::Two) {
            return;
        }
        match self.guess.segment(orig, len) {
            Some(Attempt::Succeeded { by_none }) => {
                cx.event(|c| ev::SshAuthAttempted { c, authenticated: true });
                cx.event(|c| ev::SshAuthSuccessful { c, auth_method_none: by_none });
            }
            Some(Attempt::Failed) => cx.event(|c| ev::SshAuthAttempted { c, authenticated: false }),
            None => {}
        }
    }
}

fn weird(cx: &mut Context<'_, '_>, what: Anomaly) {
    let mut addl = String::new();
    // Writing to a string cannot fail.
    let _ = what.addl(&mut addl);
    cx.weird(what.weird(), addl.as_bytes());
}

impl Analyzer for Ssh {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.gap || cx.is_partial() {
            return;
        }
        if self.side(from).stage == Stage::Encrypted {
            self.encrypted(cx, from, data.len());
            return;
        }
        let mut buffer = mem::take(&mut self.side(from).buffer);
        buffer.extend_from_slice(data);
        let mut rest = buffer.as_slice();
        loop {
            if self.side(from).stage == Stage::Encrypted {
                if !rest.is_empty() {
                    self.encrypted(cx, from, rest.len());
                }
                return;
            }
            match self.step(cx, from, rest) {
                Ok(0) => break,
                Ok(n) => rest = rest.get(n..).unwrap_or_default(),
                Err(reason) => {
                    cx.violate(&reason, None);
                    return;
                }
            }
        }
        let kept = buffer.len() - rest.len();
        buffer.drain(..kept);
        self.side(from).buffer = buffer;
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.gap = true;
        for side in &mut self.sides {
            side.buffer = Vec::new();
        }
    }
}
