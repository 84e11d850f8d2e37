//! Events of the traffic side: typed events and the records they carry. Data only.
//!
//! A parser fills a struct with borrowed bytes and passes it to a [`Sink`]. The sink reads it through [`Event::args`]
//! and [`Record::each`], by position and by the names that scripts see. This crate does not depend on scripts or their
//! values. Emitting an event allocates nothing: its struct is on the parser's stack.
//!
//! [`emit`] builds an event only if it is handled.
//!
//! ```
//! use event::{conn::NewConnection, emit, ConnId, Event, EventId, EventType, Sink};
//! #[derive(Default)]
//! struct Names(Vec<&'static str>);
//! impl Sink for Names {
//!     fn wants(&self, id: EventId) -> bool {
//!         id == NewConnection::ID
//!     }
//!     fn take(&mut self, e: &dyn Event) {
//!         self.0.push(e.def().name);
//!     }
//! }
//! let mut sink = Names::default();
//! emit(&mut sink, || NewConnection { c: ConnId(7) });
//! assert_eq!(sink.0, ["new_connection"]);
//! ```
//!
//! Events and records are declared in `.zeek` files. From these, `cargo xtask generate` writes a module per protocol,
//! and `modules!` below numbers all events at compile time.
mod added;
mod arg;
mod declare;
mod set;

pub use added::{add, added, is_added};
pub use arg::{
    Arg, CertificateDer, ConnId, EnumLabel, EnumName, Fields, FileId, List, ListOf, Moment, Pairs, Record,
    Shape, TableOf, ToArg,
};
pub use set::EventSet;

use declare::modules;

modules! {
    // generated: modules
    analyzer,
    bittorrent,
    conn,
    dce_rpc,
    dhcp,
    dnp3,
    dns,
    file,
    finger,
    ftp,
    gnutella,
    gssapi,
    http,
    icmp,
    ident,
    imap,
    irc,
    krb,
    ldap,
    login,
    mime,
    modbus,
    mqtt,
    mysql,
    ncp,
    netbios,
    ntlm,
    ntp,
    packet,
    pe,
    pop3,
    postgresql,
    quic,
    radius,
    rdp,
    redis,
    rfb,
    rpc,
    sip,
    smb,
    smb1,
    smb2,
    smtp,
    snmp,
    socks,
    ssh,
    ssl,
    syslog,
    tcp,
    tftp,
    tunnel,
    udp,
    websocket,
    weird,
    x509,
    xmpp,
    // end of generated: modules
}

/// The number of an event. Numbers are dense and fixed at compile time, except those of events that [`add`] adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u16);

/// The definition of an event.
#[derive(Debug)]
pub struct EventDef {
    /// Its number.
    pub id: EventId,
    /// Its name as scripts write it.
    pub name: &'static str,
    /// The names of its parameters in scripts, in order.
    pub params: &'static [&'static str],
}

/// An event with its arguments.
pub trait Event {
    /// The definition: number, name and parameters.
    fn def(&self) -> &'static EventDef;
    /// Calls `f` with the position and value of each argument.
    fn args(&self, f: &mut dyn FnMut(usize, Arg<'_>));
}

/// A type of event, whose number is known without an event of it.
pub trait EventType: Event {
    /// The number of this type's events.
    const ID: EventId;
}

/// A receiver of events.
pub trait Sink {
    /// Whether the event is handled.
    fn wants(&self, id: EventId) -> bool;
    /// Takes an event, which is borrowed only during the call.
    fn take(&mut self, event: &dyn Event);
}

/// Builds an event and passes it to `sink`, if `sink` wants it.
pub fn emit<E: EventType>(sink: &mut dyn Sink, build: impl FnOnce() -> E) {
    if sink.wants(E::ID) {
        sink.take(&build());
    }
}

/// The definition of the event with this number.
pub fn def(id: EventId) -> Option<&'static EventDef> {
    all().nth(usize::from(id.0)).or_else(|| added().get(usize::from(id.0).checked_sub(EVENT_COUNT)?).copied())
}

/// The events fixed at compile time, in the order of their numbers.
pub fn all() -> impl Iterator<Item = &'static EventDef> {
    MODULES.iter().flat_map(|m| m.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_are_dense_and_names_are_one_a_shape() {
        let mut seen = HashSet::new();
        for (i, d) in all().enumerate() {
            assert_eq!(usize::from(d.id.0), i, "{}", d.name);
            assert!(seen.insert((d.name, d.params)), "{} is declared twice", d.name);
        }
        assert_eq!(seen.len(), EVENT_COUNT);
    }
}
