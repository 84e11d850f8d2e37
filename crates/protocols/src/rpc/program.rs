//! Dispatches to the programs over RPC.
use super::answer::{Answer, Unreadable};
use super::call::Call;
use super::{mount, nfs, portmap};
use session::analyzer::Context;
use wire::Reader;

/// A program over RPC.
#[derive(Clone, Copy, Debug)]
pub(super) enum Program {
    Portmap,
    Mount,
    Nfs(nfs::Config),
}

impl Program {
    /// Reads the arguments of a call.
    pub(super) fn call(
        &self,
        cx: &mut Context<'_, '_>,
        call: &Call,
        args: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        match self {
            Program::Portmap => portmap::call(cx, call, args),
            Program::Mount => mount::call(cx, call, args),
            Program::Nfs(_) => nfs::call(cx, call, args),
        }
    }

    /// Reads the results of a call and raises the event of both.
    pub(super) fn reply(
        &self,
        cx: &mut Context<'_, '_>,
        call: &Call,
        answer: Answer,
        results: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        match self {
            Program::Portmap => portmap::reply(cx, call, answer, results),
            Program::Mount => mount::reply(cx, call, answer, results),
            Program::Nfs(config) => nfs::reply(cx, config, call, answer, results),
        }
    }
}
