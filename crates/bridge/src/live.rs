//! Access of built-in functions to the session.
//!
//! Most handlers run after a packet was processed and may query the session. A change that raises events is queued as
//! an [`Order`], which runs when the handlers are done. A few handlers run while the session is borrowed; they find
//! connections by the existing records.
use crate::connections::Connections;
use event::ConnId;
use net_types::Port;
use session::{ConnKey, Session, Sink};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use value::{File, Record, Value};

/// Why a `conn_id` cannot name a connection.
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

/// A change of the session, made once it is free.
pub type Order = Box<dyn FnOnce(&mut Session, &mut dyn Sink)>;

/// Files that a connection's contents are written to, one for each side.
#[derive(Clone, Default)]
pub struct Recording {
    /// The file for the originator's side.
    pub orig: Option<Rc<File>>,
    /// The file for the responder's side.
    pub resp: Option<Rc<File>>,
}

/// The session of a run with the records of its connections.
#[derive(Clone)]
pub struct Live {
    session: Rc<RefCell<Session>>,
    connections: Rc<RefCell<Connections>>,
    /// Whether VLANs are part of a connection's key.
    by_vlans: bool,
}

impl Live {
    /// Makes the access to a session and the records of its connections.
    #[must_use]
    pub fn new(session: Rc<RefCell<Session>>, connections: Rc<RefCell<Connections>>) -> Self {
        let by_vlans = session.borrow().options().vlans_tell_apart;
        Live { session, connections, by_vlans }
    }

    /// Finds the connection that a `conn_id` names; `None` if it does not exist.
    ///
    /// # Errors
    /// The id is incomplete.
    pub fn find(&self, cid: &Record) -> Result<Option<ConnId>, NoId> {
        let keys = keys_of(cid, self.by_vlans)?;
        Ok(match self.session.try_borrow() {
            Ok(session) => keys.iter().find_map(|k| session.find(k)),
            Err(_) => {
                let mut connections = self.connections.borrow_mut();
                keys.iter().find_map(|k| connections.find(k))
            }
        })
    }

    /// The record of a connection, which is made now if no event was about it yet.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub fn record(&self, id: ConnId, cx: &mut dyn value::Context) -> value::Result<Option<Record>> {
        if let Ok(mut session) = self.session.try_borrow_mut()
            && let Some(view) = session.conn_with_uid(id)
        {
            crate::show(&self.connections, &view, cx)?;
        }
        Ok(self.connections.borrow().get(id).cloned())
    }

    /// Makes a change of the session that raises no events; `None` while the session is borrowed.
    pub fn change<R>(&self, f: impl FnOnce(&mut Session) -> R) -> Option<R> {
        self.session.try_borrow_mut().ok().map(|mut s| f(&mut s))
    }

    /// Queries the session; `None` while it is borrowed.
    pub fn ask<R>(&self, f: impl FnOnce(&Session) -> R) -> Option<R> {
        self.session.try_borrow().ok().map(|s| f(&s))
    }
}

/// The possible keys of a `conn_id`: an ICMP flow may have one direction or two.
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

/// The VLANs in the `ctx` of a `conn_id`; 0 for none.
fn vlans_of(cid: &Record) -> (u16, u16) {
    let ctx = cid.record_type().position("ctx").and_then(|at| cid.get(at));
    let vlan = |name: &str| {
        let Some(Value::Record(ctx)) = &ctx else { return 0 };
        let value = ctx.record_type().position(name).and_then(|at| ctx.get(at));
        value.and_then(|v| v.as_int()).and_then(|n| u16::try_from(n).ok()).unwrap_or(0)
    };
    (vlan("vlan"), vlan("inner_vlan"))
}
