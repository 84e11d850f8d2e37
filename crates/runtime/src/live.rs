//! The traffic side as built-in functions reach it.
//!
//! Handlers run when a packet has been worked through, so they may ask the session what they like. What they want
//! changed they leave as an [`Order`], which is carried out when they are done: it may raise events of its own. A few
//! events are handled while the session is still at work; they find connections by the records that were made.
use crate::traffic::Connections;
use event::ConnId;
use net_types::Port;
use session::{ConnKey, Session, Sink};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use value::{Record, Value};

/// Why a `conn_id` names no connection, whatever there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoId {
    /// An address or a port is not set.
    Incomplete,
    /// The IP protocol was not set.
    NoProtocol,
}

impl fmt::Display for NoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid connection ID record encountered")?;
        match self {
            NoId::Incomplete => Ok(()),
            NoId::NoProtocol => {
                f.write_str(": the proto field has the \"unknown\" 65535 value. Did you forget to set it?")
            }
        }
    }
}

/// Something to be done with the session once it is free.
pub type Order = Box<dyn FnOnce(&mut Session, &mut dyn Sink)>;

/// The session of a run and the records of its connections.
#[derive(Clone)]
pub struct Live {
    session: Rc<RefCell<Session>>,
    connections: Rc<RefCell<Connections>>,
    /// Whether an id's VLANs are part of what it names.
    by_vlans: bool,
}

impl Live {
    pub(crate) fn new(session: Rc<RefCell<Session>>, connections: Rc<RefCell<Connections>>) -> Self {
        let by_vlans = session.borrow().options().vlans_tell_apart;
        Live { session, connections, by_vlans }
    }

    /// The connection that a `conn_id` names, where it is there.
    pub fn find(&self, cid: &Record) -> Result<Option<ConnId>, NoId> {
        let keys = keys_of(cid, self.by_vlans)?;
        Ok(match self.session.try_borrow() {
            Ok(session) => keys.iter().find_map(|k| session.find(k)),
            Err(_) => {
                let connections = self.connections.borrow();
                keys.iter().find_map(|k| connections.find(k))
            }
        })
    }

    /// The record of a connection; made now where no event has been about it.
    pub fn record(&self, id: ConnId, cx: &mut dyn value::Context) -> value::Result<Option<Record>> {
        if let Ok(mut session) = self.session.try_borrow_mut()
            && let Some(view) = session.conn_with_uid(id)
        {
            self.connections.borrow_mut().update(&view, cx)?;
        }
        Ok(self.connections.borrow().get(id).cloned())
    }

    /// Changes the session where that raises nothing; `None` while it is at work.
    pub(crate) fn change<R>(&self, f: impl FnOnce(&mut Session) -> R) -> Option<R> {
        self.session.try_borrow_mut().ok().map(|mut s| f(&mut s))
    }

    /// Asks the session; `None` while it is at work.
    pub fn ask<R>(&self, f: impl FnOnce(&Session) -> R) -> Option<R> {
        self.session.try_borrow().ok().map(|s| f(&s))
    }
}

/// The keys that a `conn_id` may stand for: a flow of ICMP has one direction or two.
fn keys_of(cid: &Record, by_vlans: bool) -> Result<[ConnKey; 2], NoId> {
    let field =
        |name: &str| cid.record_type().position(name).and_then(|at| cid.get(at)).ok_or(NoId::Incomplete);
    let addr = |name: &str| field(name)?.as_addr().ok_or(NoId::Incomplete);
    let port = |name: &str| field(name)?.as_port().ok_or(NoId::Incomplete);
    let (orig, resp) = (addr("orig_h")?, addr("resp_h")?);
    let (from, to): (Port, Port) = (port("orig_p")?, port("resp_p")?);
    let stated = field("proto")?.as_count().and_then(|n| u16::try_from(n).ok());
    let proto = stated.filter(|n| *n != session::NO_IP_PROTO).ok_or(NoId::NoProtocol)?;
    let vlans = if by_vlans { vlans_of(cid) } else { (0, 0) };
    let key = |one_way| ConnKey::of((orig, from.num), (resp, to.num), proto, one_way).key.in_vlans(vlans);
    Ok([key(false), key(true)])
}

/// The VLANs in what scripts have added to a `conn_id`; 0 for none.
fn vlans_of(cid: &Record) -> (u16, u16) {
    let ctx = cid.record_type().position("ctx").and_then(|at| cid.get(at));
    let vlan = |name: &str| {
        let Some(Value::Record(ctx)) = &ctx else { return 0 };
        let value = ctx.record_type().position(name).and_then(|at| ctx.get(at));
        value.and_then(|v| v.as_int()).and_then(|n| u16::try_from(n).ok()).unwrap_or(0)
    };
    (vlan("vlan"), vlan("inner_vlan"))
}
