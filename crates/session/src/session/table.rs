//! Inserting and removing connections.
use super::Session;
use crate::analyzer;
use crate::conn::{Conn, Transport};
use crate::key::Keyed;
use crate::sink::Sink;
use crate::weird::Weird;
use event::{ConnId, conn as events};
use net_types::TransportProto;
use std::rc::Rc;

impl Session {
    /// Inserts a connection. The packet's sender is the originator unless `flip`.
    pub(crate) fn insert(
        &mut self,
        keyed: Keyed,
        transport: Transport,
        flip: bool,
        prepare: impl FnOnce(&mut Conn),
        sink: &mut dyn Sink,
    ) -> u32 {
        if self.table.len() >= self.env.opts.caps.connections {
            self.make_room(sink);
        }
        let mut conn = Conn::new(keyed, self.env.ts, transport);
        prepare(&mut conn);
        if self.encap.depth() > 0 {
            conn.encap = Some(Rc::new(self.encap.clone()));
        }
        let kind = conn.key.transport();
        let at = self.conns.insert(conn);
        self.made = self.made.wrapping_add(1);
        let id = ConnId(u64::from(self.made) << 32 | u64::from(at));
        self.table.insert(&keyed.key, at);
        let stats = &mut self.env.stats;
        stats.live_max = stats.live_max.max(self.table.len());
        if let Some(kind) = (kind as usize).checked_sub(1)
            && let (Some(n), Some(most)) = (self.live.get_mut(kind), stats.most.get_mut(kind))
        {
            *n += 1;
            *most = (*most).max(*n);
        }
        if let Some(n) = stats.connections.get_mut(kind as usize) {
            *n += 1;
        }
        if let Some(c) = self.conns.get_mut(at) {
            c.id = id;
        }
        self.with_flow(at, None, sink, |f| {
            if flip {
                f.flip_roles();
            }
            f.begin();
            analyzer::begin(f);
            if kind == TransportProto::Tcp {
                // A handler of this event expects the contents of every stream from the first byte on.
                f.event(|c| event::tcp::NewConnectionContents { c });
            }
            if f.conn.encap.is_none() && f.sink.postpones(f.id) {
                f.draw_uid();
                f.conn.postponed.set(true);
            } else {
                f.event(|c| events::NewConnection { c });
            }
        });
        at
    }

    /// Ends and removes a connection.
    pub(crate) fn remove(&mut self, at: u32, sink: &mut dyn Sink) {
        self.with_flow(at, None, sink, |f| {
            f.env.timers.cancel_all(&mut f.conn.timers);
            if let Some(mut tree) = f.conn.analyzers.take() {
                tree.done(f);
            }
            let unseen = f.conn.postponed.get() && {
                let view = f.conn.view(f.id, f.tcp.as_deref());
                f.sink.ends_unseen(&view)
            };
            if !unseen {
                f.event(|c| events::ConnectionStateRemove { c });
            }
            f.sink.ended(f.id);
        });
        self.with_tcp_flow(at, sink, |f| f.release());
        if let Some(conn) = self.conns.get(at) {
            if let Transport::Tcp(t) = conn.transport {
                self.tcps.discard(t);
            }
            self.table.remove(&conn.key);
            let kind = (conn.key.transport() as usize).checked_sub(1);
            if let Some(n) = kind.filter(|_| !self.ending).and_then(|k| self.live.get_mut(k)) {
                *n -= 1;
            }
            self.conns.discard(at);
        }
    }

    /// At the cap, removes the longest silent connection.
    fn make_room(&mut self, sink: &mut dyn Sink) {
        self.env.net_weird(sink, Weird::ConnectionCap.name(), b"", "");
        self.end_silent(1, 0, sink);
    }
}
