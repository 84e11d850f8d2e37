//! A connection: messages of both generations, and the state between them.
use super::anomaly::Anomaly;
use super::frame::{self, Framing, Step};
use super::{MAX_MESSAGE, MAX_PIPE_BYTES, MAX_TREES, smb1, smb2};
use crate::dce_rpc::{self, DceRpc};
use crate::embedded::Embedded;
use crate::gssapi::Gssapi;
use crate::ntlm::{self, Ntlm};
use crate::{Maker, Settings, registry, utf16};
use event::smb as ev;
use hashbrown::{HashMap, HashSet};
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};
use std::rc::Rc;
use wire::{ReadResult, Reader};

const DCE_RPC: Tag = registry::tag("DCE_RPC");
const GSSAPI: Tag = registry::tag("GSSAPI");
const NTLM: Tag = registry::tag("NTLM");

/// Deliveries without an error that confirm the protocol.
const CONFIRMED_AFTER: u32 = 3;

/// Shorter tokens are ignored, in bytes.
const SHORTEST_TOKEN: usize = 8;

/// A map with a hash that an attacker cannot foresee.
pub(super) type Map<V> = HashMap<u64, V, foldhash::fast::RandomState>;

/// What scripts may set, named as they name it.
#[derive(Clone, Debug)]
pub struct Config {
    /// `SMB::pipe_filenames`: names of files that are pipes in any tree.
    pub pipe_filenames: Vec<String>,
    /// `SMB::max_pending_messages`: requests of a kind that wait for a response.
    pub max_pending_messages: usize,
    /// `SMB::max_dce_rpc_analyzers`: open pipes.
    pub max_dce_rpc_analyzers: usize,
    /// Settings of the pipes' parsers.
    pub dce_rpc: dce_rpc::Config,
}

impl Config {
    /// Reads the settings of a run. Scripts switch a limit off by 0, which stands for a large one.
    pub fn of(s: &dyn Settings) -> Self {
        let limit = |name| match s.count(name) {
            None => 1000,
            Some(0) => 1 << 16,
            Some(n) => usize::try_from(n).unwrap_or(usize::MAX),
        };
        let names = s.strings("SMB::pipe_filenames").unwrap_or_default();
        Config {
            pipe_filenames: names.into_iter().filter_map(|n| String::from_utf8(n).ok()).collect(),
            max_pending_messages: limit("SMB::max_pending_messages"),
            max_dce_rpc_analyzers: limit("SMB::max_dce_rpc_analyzers"),
            dce_rpc: dce_rpc::Config::of(s),
        }
    }
}

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Rc::new(Config::of(s));
    Box::new(move |_| Some(Box::new(Smb::new(Rc::clone(&config)))))
}

/// The analyzer of a connection.
pub struct Smb {
    framing: [Framing; 2],
    /// Deliveries that were read.
    deliveries: u32,
    /// Bytes are skipped until a delivery begins with a header.
    must_sync: bool,
    state: State,
}

/// State between messages.
pub(super) struct State {
    pub(super) config: Rc<Config>,
    pipe_trees: HashSet<u32, foldhash::fast::RandomState>,
    pipes: Map<Box<Embedded<DceRpc>>>,
    /// Bytes that the pipes hold together.
    held: usize,
    gssapi: Embedded<Gssapi>,
    ntlm: Embedded<Ntlm>,
    pub(super) smb1: smb1::State,
    pub(super) smb2: smb2::State,
}

impl Smb {
    /// The analyzer of a new connection.
    pub fn new(config: Rc<Config>) -> Self {
        Smb {
            framing: Default::default(),
            deliveries: 0,
            must_sync: true,
            state: State {
                config,
                pipe_trees: HashSet::default(),
                pipes: Map::default(),
                held: 0,
                gssapi: Embedded::default(),
                ntlm: Embedded::default(),
                smb1: smb1::State::default(),
                smb2: smb2::State::default(),
            },
        }
    }

    fn resync(&mut self) {
        self.framing.iter_mut().for_each(Framing::reset);
        self.must_sync = true;
    }

    fn messages(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) -> ReadResult<()> {
        let [orig, resp] = &mut self.framing;
        let framing = if from.is_orig() { orig } else { resp };
        loop {
            data = match framing.step(data, MAX_MESSAGE)? {
                Step::Message(message, rest) => {
                    self.state.message(cx, from, message)?;
                    rest
                }
                Step::Joined(joined, rest) => {
                    self.state.message(cx, from, frame::body(&joined))?;
                    framing.give_back(joined);
                    rest
                }
                Step::Other(rest) => rest,
                Step::More => return Ok(()),
            };
            if data.is_empty() {
                return Ok(());
            }
        }
    }
}

/// Bytes that a pipe holds.
fn held(pipe: &Embedded<DceRpc>) -> usize {
    pipe.parser().map_or(0, DceRpc::held)
}

/// True at the header of a message of either generation that is not encrypted.
fn begins_message(data: &[u8]) -> bool {
    matches!(data, [_, _, _, _, 0xfe | 0xff, b'S', b'M', b'B', ..])
}

impl Analyzer for Smb {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.must_sync && !begins_message(data) {
            return;
        }
        self.must_sync = false;
        match self.messages(cx, from, data) {
            Ok(()) => {
                self.deliveries += 1;
                if self.deliveries == CONFIRMED_AFTER {
                    cx.confirm();
                }
            }
            Err(e) => {
                cx.violate(&e.to_string(), None);
                self.resync();
            }
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.resync();
    }
}

impl State {
    /// Reads one message, or a chain of SMB 2.
    fn message(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> ReadResult<()> {
        let mut r = Reader::new("SMB message", bytes);
        // A message of the session service may be empty, and a chain may end before the message does.
        while !r.is_empty() {
            let [first, s, m, b] = r.array()?;
            let chained = match (first, [s, m, b]) {
                (0xff, [b'S', b'M', b'B']) => {
                    smb1::message(self, cx, from, r.peek(), bytes.len())?;
                    false
                }
                (0xfe, [b'S', b'M', b'B']) => {
                    let next = smb2::message(self, cx, from, r.peek())?;
                    r.skip(next)?;
                    next > 0
                }
                (0xfd, [b'S', b'M', b'B']) => {
                    smb2::transform_header(cx, r.peek())?;
                    false
                }
                // 0xfc begins a compressed message. Other values are unknown.
                _ => false,
            };
            if !chained {
                break;
            }
        }
        Ok(())
    }

    /// True if the files of a tree are pipes.
    pub(super) fn is_pipe(&self, tree: u32) -> bool {
        !self.pipe_trees.is_empty() && self.pipe_trees.contains(&tree)
    }

    /// Makes the files of a tree pipes.
    pub(super) fn set_pipe(&mut self, cx: &mut Context<'_, '_>, tree: u32) {
        if self.pipe_trees.len() >= MAX_TREES {
            cx.anomaly(Anomaly::TooManyTrees);
            self.pipe_trees.clear();
        }
        self.pipe_trees.insert(tree);
    }

    /// Forgets a tree that is disconnected.
    pub(super) fn unset_pipe(&mut self, tree: u32) {
        self.pipe_trees.remove(&tree);
    }

    /// Takes a tree for one of pipes if the name of an opened file says so: its connection may not have been seen.
    pub(super) fn guess_pipe(&mut self, cx: &mut Context<'_, '_>, tree: u32, name: &[u8], is_utf16: bool) {
        let is = |known: &String| {
            if is_utf16 { utf16::is_ascii(name, known) } else { name == known.as_bytes() }
        };
        if self.config.pipe_filenames.iter().any(is) {
            self.set_pipe(cx, tree);
            cx.event(|c| ev::PipeConnectHeuristic { c });
        }
    }

    /// Hands bytes of a pipe to its parser.
    pub(super) fn pipe_data(&mut self, cx: &mut Context<'_, '_>, pipe: u64, from: Role, data: &[u8]) {
        if !self.pipes.contains_key(&pipe) {
            if self.pipes.len() >= self.config.max_dce_rpc_analyzers {
                self.forget_pipes(cx);
            }
            let Some(new) = Embedded::new(cx, DCE_RPC, DceRpc::new(self.config.dce_rpc, Some(pipe))) else {
                return;
            };
            self.pipes.insert(pipe, Box::new(new));
        }
        let Some(carried) = self.pipes.get_mut(&pipe) else { return };
        self.held -= held(carried);
        carried.resume(cx, |rpc, cx| rpc.deliver(cx, from, data));
        self.held += held(carried);
        if self.held > MAX_PIPE_BYTES {
            self.forget_pipes(cx);
        }
    }

    /// Drops all pipes: they are too many, or hold too much.
    fn forget_pipes(&mut self, cx: &mut Context<'_, '_>) {
        cx.event(|c| ev::DiscardedDceRpcAnalyzers { c });
        self.pipes.clear();
        self.held = 0;
    }

    /// Forgets a closed file that may be a pipe.
    pub(super) fn close_pipe(&mut self, pipe: u64) {
        if !self.pipes.is_empty()
            && let Some(carried) = self.pipes.remove(&pipe)
        {
            self.held -= held(&carried);
        }
    }

    /// Hands on an authentication token, of GSS-API or of NTLM alone.
    pub(super) fn proof(&mut self, cx: &mut Context<'_, '_>, token: &[u8]) {
        if token.len() < SHORTEST_TOKEN {
            return;
        }
        if token.starts_with(ntlm::SIGNATURE) {
            self.ntlm.run(cx, NTLM, |ntlm, cx| ntlm.message(cx, token));
        } else {
            self.gssapi.run(cx, GSSAPI, |gssapi, cx| gssapi.token(cx, token));
        }
    }
}
