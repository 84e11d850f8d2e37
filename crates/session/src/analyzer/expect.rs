//! Connections that a protocol announced: an FTP data channel, an IRC file transfer.
use super::{AnalyzerId, Tag, Tree};
use crate::conn::Role;
use crate::env::{Env, Timer};
use crate::flow::Flow;
use crate::timers::TimerId;
use event::conn::ScheduledAnalyzerApplied;
use hashbrown::HashMap;
use net_types::{Addr, Interval, Port};

/// The endpoints of an expected connection. `None` as originator stands for any host.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Who {
    orig: Option<Addr>,
    resp: Addr,
    port: Port,
}

/// One expected connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expectation {
    number: u32,
    tag: Tag,
}

/// All expected connections.
#[derive(Default)]
pub(super) struct Expected {
    by_who: HashMap<Who, Vec<Expectation>, foldhash::fast::RandomState>,
    by_number: HashMap<u32, Who, foldhash::fast::RandomState>,
    next: u32,
}

impl Expectation {
    /// Adds an expected connection, unless the cap is reached.
    pub(super) fn add(
        env: &mut Env,
        orig: Option<Addr>,
        resp: Addr,
        port: Port,
        tag: Tag,
        timeout: Interval,
    ) {
        let at = env.now + timeout;
        let cap = env.opts.caps.expected;
        let expected = &mut env.analyzers.expected;
        if expected.by_number.len() >= cap {
            return;
        }
        expected.next = expected.next.wrapping_add(1);
        let (who, number) = (Who { orig, resp, port }, expected.next);
        expected.by_number.insert(number, who);
        expected.by_who.entry(who).or_default().push(Expectation { number, tag });
        // The timer fires even if the connection arrived; its number is then unknown and ignored.
        env.timers.add(at, Timer::Expected(number), &mut TimerId::default());
    }
}

impl Expected {
    /// Removes an expected connection that did not arrive in time.
    pub(super) fn expire(&mut self, number: u32) {
        let Some(who) = self.by_number.remove(&number) else { return };
        if let Some(list) = self.by_who.get_mut(&who) {
            list.retain(|e| e.number != number);
            if list.is_empty() {
                self.by_who.remove(&who);
            }
        }
    }

    /// Removes the expectations that match a connection. Returns each tag once.
    fn take(&mut self, orig: Addr, resp: Addr, port: Port) -> Vec<Tag> {
        let mut tags = Vec::new();
        for orig in [Some(orig), None] {
            for e in self.by_who.remove(&Who { orig, resp, port }).unwrap_or_default() {
                self.by_number.remove(&e.number);
                if !tags.contains(&e.tag) {
                    tags.push(e.tag);
                }
            }
        }
        tags
    }
}

impl super::Registry {
    pub(crate) fn expire(&mut self, number: u32) {
        self.expected.expire(number);
    }
}

/// Expects a connection.
pub(crate) fn expect(env: &mut Env, orig: Option<Addr>, resp: Addr, port: Port, tag: Tag, timeout: Interval) {
    Expectation::add(env, orig, resp, port, tag, timeout);
}

/// Attaches the analyzers that were expected for this connection. Returns true if there were any.
pub(crate) fn attach_expected(flow: &mut Flow<'_>) -> bool {
    if flow.env.analyzers.expected.by_number.is_empty() {
        return false;
    }
    let (orig, _) = flow.conn.key.end(flow.conn.place(Role::Orig));
    let place = flow.conn.place(Role::Resp);
    let ((resp, _), port) = (flow.conn.key.end(place), flow.conn.key.port(place));
    let tags = flow.env.analyzers.expected.take(orig, resp, port);
    let mut any = false;
    for tag in tags {
        let attached: Option<AnalyzerId> = Tree::attach(flow, tag);
        any |= attached.is_some();
        if let Some(a) =
            flow.env.analyzers.factory.as_ref().map(|f| f.script_name(tag)).filter(|_| attached.is_some())
        {
            flow.event(|c| ScheduledAnalyzerApplied { c, a });
        }
    }
    any
}
