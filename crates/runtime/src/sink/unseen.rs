//! Connections that no script sees: those about which there is no event but `new_connection` and
//! `connection_state_remove`, while only packed scripts handle these two. Such a connection has no record. Its row of
//! conn.log comes straight from the session, as the argument of `Conn::unseen_connection`.
use super::BridgeSink;
use bridge::DISCARDERS;
use builtins::{PACKED, Services};
use event::ConnId;
use script_sema::tree::{ExprKind, GlobalId};
use script_syntax::{SourceMap, Span};
use script_vm::Machine;
use session::ConnView;
use std::rc::Rc;
use value::{Context, Layout, Pending, Result, Value};

/// The packed scripts whose handlers of `new_connection` do no more than fill the record of a connection outside of
/// tunnels, from facts that do not change.
const AT_BEGINNING: [&str; 2] = ["/base/protocols/conn/main.zeek", "/base/frameworks/tunnels/main.zeek"];

/// The packed scripts whose handlers of `connection_state_remove` handle `Conn::unseen_connection` as well, or do
/// nothing for a connection that no script has seen.
const AT_END: [&str; 3] = [
    "/base/protocols/conn/main.zeek",
    "/base/protocols/conn/removal-hooks.zeek",
    "/base/misc/find-filtered-trace.zeek",
];

/// If more events wait, rows are written at once: when very many connections end together, as at the end of a run, their
/// rows must not all be in memory.
const MOST_QUEUED: usize = 4096;

/// The numbers of the events' globals.
pub(super) struct Unseen {
    /// `new_connection`.
    pub(super) begins: u32,
    /// `connection_state_remove` and `Conn::unseen_connection`, which replaces it; `None` if other scripts handle the
    /// former.
    ends: Option<(u32, u32)>,
}

impl Unseen {
    /// Returns `None` if a script could tell that the handlers of `new_connection` ran later: another script handles
    /// that event, a default of the record is computed, or functions that run amid a packet may look for connections.
    pub(super) fn of(machine: &mut Machine) -> Option<Self> {
        let sources = Rc::clone(&Services::of(machine).program.sources);
        let machine = &*machine;
        let bodies = |name: &str| machine.global_id(name).filter(|id| machine.has_bodies(*id));
        let begins = bodies("new_connection")?;
        let asks =
            ["new_event"].into_iter().chain(DISCARDERS.iter().map(|d| d.1)).any(|n| bodies(n).is_some());
        let computes = |name: &str| {
            let ty = machine.named_type(name).and_then(|ty| ty.as_record().cloned());
            let pending = |l: &Layout| l.pending.iter().any(|(_, p)| !reads_variable(machine, p));
            ty.is_none_or(|ty| ty.layout().is_none_or(|l| pending(l)))
        };
        let computed = ["connection", "conn_id", "Conn::Info"].into_iter().any(computes);
        if asks || computed || !handled_only_in(machine, &sources, begins, &AT_BEGINNING) {
            return None;
        }
        let ends = bodies("connection_state_remove").zip(bodies("Conn::unseen_connection"));
        Some(Unseen {
            begins,
            ends: ends.filter(|(end, _)| handled_only_in(machine, &sources, *end, &AT_END)),
        })
    }
}

/// Whether a default is the value of a variable.
fn reads_variable(machine: &Machine, default: &Pending) -> bool {
    let Pending::Thunk(id) = default else { return false };
    let thunk = machine.program().thunks.get(id.0 as usize);
    thunk.is_some_and(|t| matches!(t.expr.kind, ExprKind::Var(..)))
}

/// Whether all handlers of an event are in these packed scripts.
fn handled_only_in(machine: &Machine, sources: &SourceMap, event: u32, files: &[&str]) -> bool {
    let program = machine.program();
    program.global(GlobalId(event)).bodies.iter().all(|b| {
        let loc = program.bodies.head(*b).loc;
        let place = sources.place(Span::new(loc.start, loc.end));
        let packed = place.as_ref().and_then(|p| p.file.strip_prefix(PACKED));
        packed.is_some_and(|path| files.contains(&path))
    })
}

impl BridgeSink<'_> {
    /// Whether the handlers of `new_connection` run before the first other event about a connection.
    pub(super) fn postpones_beginning(&mut self, id: ConnId) -> bool {
        let Some(unseen) = &self.bridge.unseen else { return false };
        if self.machine.copies_events() || !self.bridge.connections.borrow().postpones(id) {
            return false;
        }
        self.machine.count_event(unseen.begins);
        true
    }

    /// Queues the row of a connection that no script has seen. Returns false if the event `connection_state_remove` must
    /// be raised.
    pub(super) fn take_unseen(&mut self, conn: &ConnView<'_>) -> Result<bool> {
        let Some((end, instead)) = self.bridge.unseen.as_ref().and_then(|u| u.ends) else { return Ok(false) };
        if self.machine.copies_events() {
            return Ok(false);
        }
        let row = self.bridge.connections.borrow_mut().row(conn, self.machine)?;
        let Some(row) = row else { return Ok(false) };
        self.machine.count_event(end);
        if self.machine.queued() >= MOST_QUEUED {
            self.machine.handle(instead, &[Value::Record(row)]);
            return Ok(true);
        }
        let args = &mut self.bridge.args;
        args.clear();
        args.push(Value::Record(row).into());
        self.machine.queue_bits(instead, args, 0);
        Ok(true)
    }
}
