//! A TCP connection with all state that a segment may change, and functions that all parts of its processing share.
use super::Tcp;
use crate::conn::{Conn, Role};
use crate::env::Env;
use crate::flow::Flow;
use crate::sink::Sink;
use crate::weird::Weird;
use event::{ConnId, EventType};

/// A TCP connection with all state that a segment may change.
pub(crate) struct TcpFlow<'a> {
    pub(crate) id: ConnId,
    pub(crate) conn: &'a mut Conn,
    pub(crate) tcp: &'a mut Tcp,
    pub(crate) env: &'a mut Env,
    pub(crate) sink: &'a mut dyn Sink,
}

impl TcpFlow<'_> {
    /// The flow, for code that serves all transports.
    #[inline]
    pub(crate) fn flow(&mut self) -> Flow<'_> {
        Flow { id: self.id, conn: self.conn, tcp: Some(self.tcp), env: self.env, sink: self.sink }
    }

    /// Raises an event if a handler exists.
    #[inline]
    pub(crate) fn event<E: EventType>(&mut self, build: impl FnOnce(ConnId) -> E) {
        if self.sink.wants(E::ID) {
            self.conn.draw_uid(&self.env.uids);
            self.sink.about(&self.conn.view(self.id, Some(self.tcp)));
            self.sink.take(&build(self.id));
        }
    }

    /// Reports a weird with the TCP analyzer as source.
    #[cold]
    pub(crate) fn weird(&mut self, w: Weird) {
        self.weird_with(w, "", "TCP");
    }

    /// Reports a weird of sequence numbers, which has no source.
    #[cold]
    pub(super) fn weird_bare(&mut self, w: Weird) {
        self.weird_with(w, "", "");
    }

    #[cold]
    pub(super) fn weird_with(&mut self, w: Weird, addl: &str, source: &'static str) {
        self.flow().weird(w.name(), addl.as_bytes(), source);
    }

    /// The current role of the endpoint at `place`.
    #[inline]
    pub(super) fn role(&self, place: u8) -> Role {
        Role::of(place == self.conn.orig)
    }

    /// Exchanges originator and responder.
    pub(super) fn exchange_roles(&mut self) {
        // Before the following event, which already shows the new state.
        self.tcp.partial = false;
        self.flow().flip_roles();
    }
}
