//! The state of a connection between messages: pending requests, trees, pipes, embedded parsers.
use super::anomaly::Anomaly;
use super::{MAX_PIPE_BYTES, MAX_TREES};
use crate::dce_rpc::{self, DceRpc};
use crate::embedded::Embedded;
use crate::gssapi::Gssapi;
use crate::ntlm::{self, Ntlm};
use crate::{Settings, tags, utf16};
use event::smb as ev;
use hashbrown::{HashMap, HashSet};
use session::analyzer::{Context, Tag};
use session::{Role, Uid};
use std::rc::Rc;

const DCE_RPC: Tag = tags::tag("DCE_RPC");
const GSSAPI: Tag = tags::tag("GSSAPI");
const NTLM: Tag = tags::tag("NTLM");

/// The shortest authentication token that is read, in bytes.
const SHORTEST_TOKEN: usize = 8;

/// A map with a randomly seeded hash, so that attackers cannot provoke collisions.
pub(super) type Map<V> = HashMap<u64, V, foldhash::fast::RandomState>;

/// Options, named as scripts name them.
#[derive(Clone, Debug)]
pub struct Config {
    /// `SMB::pipe_filenames`: files with these names are pipes in any tree.
    pub pipe_filenames: Vec<String>,
    /// `SMB::max_pending_messages`: the maximum number of requests of each kind that wait for a response.
    pub max_pending_messages: usize,
    /// `SMB::max_dce_rpc_analyzers`: the maximum number of open pipes.
    pub max_dce_rpc_analyzers: usize,
    /// Settings of the pipes' parsers.
    pub dce_rpc: dce_rpc::Config,
}

impl Config {
    /// Reads the settings of a run. A limit of 0 means no limit in scripts, and becomes a large one here.
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

/// State between messages.
pub(super) struct State {
    pub(super) config: Rc<Config>,
    pipe_trees: HashSet<u32, foldhash::fast::RandomState>,
    pipes: Map<Box<Embedded<DceRpc>>>,
    /// Bytes in the buffers of all pipes.
    held: usize,
    gssapi: Embedded<Gssapi>,
    ntlm: Embedded<Ntlm>,
    pub(super) smb1: Smb1,
    pub(super) smb2: Smb2,
}

/// The state of SMB 1, by message identifier.
#[derive(Default)]
pub(super) struct Smb1 {
    /// The file offsets of reads that wait for a response.
    pub(super) reads: Map<u64>,
    /// Transactions on pipes that wait for a response.
    pub(super) pipe_transactions: Map<()>,
}

/// The state of SMB 2 and 3, by message identifier if not stated otherwise.
#[derive(Default)]
pub(super) struct Smb2 {
    /// The tree of a request, which not every response repeats.
    pub(super) trees: Map<u32>,
    /// The offset and file of a read.
    pub(super) reads: Map<(u64, u64)>,
    /// The file of a control request.
    pub(super) ioctls: Map<u64>,
    /// The identifiers of files in the files framework, by file number. They save a call to scripts at every read and
    /// write.
    pub(super) names: Map<Uid>,
}

impl State {
    pub(super) fn new(config: Rc<Config>) -> Self {
        State {
            config,
            pipe_trees: HashSet::default(),
            pipes: Map::default(),
            held: 0,
            gssapi: Embedded::default(),
            ntlm: Embedded::default(),
            smb1: Smb1::default(),
            smb2: Smb2::default(),
        }
    }

    /// True if the files of a tree are pipes.
    pub(super) fn is_pipe(&self, tree: u32) -> bool {
        !self.pipe_trees.is_empty() && self.pipe_trees.contains(&tree)
    }

    /// Marks a tree as a tree of pipes.
    pub(super) fn set_pipe(&mut self, cx: &mut Context<'_, '_>, tree: u32) {
        if self.pipe_trees.len() >= MAX_TREES {
            cx.anomaly(Anomaly::TooManyTrees);
            self.pipe_trees.clear();
        }
        self.pipe_trees.insert(tree);
    }

    /// Drops the mark of a tree that is disconnected.
    pub(super) fn unset_pipe(&mut self, tree: u32) {
        self.pipe_trees.remove(&tree);
    }

    /// Marks a tree as a tree of pipes if an opened file has the name of a pipe; the tree connect may not have been
    /// seen.
    pub(super) fn guess_pipe(&mut self, cx: &mut Context<'_, '_>, tree: u32, name: &[u8], is_utf16: bool) {
        let is = |known: &String| {
            if is_utf16 { utf16::is_ascii(name, known) } else { name == known.as_bytes() }
        };
        if self.config.pipe_filenames.iter().any(is) {
            self.set_pipe(cx, tree);
            cx.event(|c| ev::PipeConnectHeuristic { c });
        }
    }

    /// Passes bytes of a pipe to its parser.
    pub(super) fn pipe_data(&mut self, cx: &mut Context<'_, '_>, pipe: u64, from: Role, data: &[u8]) {
        if !self.pipes.contains_key(&pipe) {
            if self.pipes.len() >= self.config.max_dce_rpc_analyzers {
                self.forget_pipes(cx);
            }
            let Some(new) = Embedded::new(cx, DCE_RPC, DceRpc::new(&self.config.dce_rpc, Some(pipe))) else {
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

    /// Drops all pipes: there are too many, or they buffer too many bytes.
    fn forget_pipes(&mut self, cx: &mut Context<'_, '_>) {
        cx.event(|c| ev::DiscardedDceRpcAnalyzers { c });
        self.pipes.clear();
        self.held = 0;
    }

    /// Drops the state of a closed file if it is a pipe.
    pub(super) fn close_pipe(&mut self, pipe: u64) {
        if !self.pipes.is_empty()
            && let Some(carried) = self.pipes.remove(&pipe)
        {
            self.held -= held(&carried);
        }
    }

    /// Passes an authentication token to GSS-API or, if it is not wrapped, to NTLM.
    pub(super) fn auth_token(&mut self, cx: &mut Context<'_, '_>, token: &[u8]) {
        if token.len() < SHORTEST_TOKEN {
            return;
        }
        if token.starts_with(ntlm::SIGNATURE) {
            self.ntlm.run(cx, NTLM, |ntlm, cx| ntlm.message(cx, token));
        } else {
            let make = || Gssapi::new(&self.config.dce_rpc.keys);
            self.gssapi.run_new(cx, GSSAPI, make, |gssapi, cx| gssapi.token(cx, token));
        }
    }
}

/// Bytes in the buffers of a pipe.
fn held(pipe: &Embedded<DceRpc>) -> usize {
    pipe.parser().map_or(0, DceRpc::held)
}
