//! The receiver of everything the traffic side reports.
use crate::analyzer::{AnalyzerId, FileFeed, Tag};
use crate::conn::{ConnView, Role};
use crate::packet_events::PacketEvents;
use crate::script_value::ScriptValue;
use crate::uid::Uid;
use event::ConnId;
use event::packet::PktHdr;

/// A signature that has matched, or is about to.
#[derive(Clone, Copy, Debug)]
pub struct SignatureHit<'a> {
    /// The signature's name.
    pub signature: &'a str,
    /// The event that it raises instead of `signature_match`, if any.
    pub event: Option<&'a str>,
    /// The message.
    pub message: Option<&'a str>,
    /// True if it matched in the originator's data.
    pub is_orig: bool,
    /// Size of that side's first payload.
    pub payload_size: u64,
    /// The data in which it matched.
    pub data: &'a [u8],
    /// End of the match in `data`.
    pub end_of_match: u64,
}

/// A piece of a recorded stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded<'a> {
    /// The bytes.
    Data(&'a [u8]),
    /// This many bytes are missing.
    Gap(u64),
}

/// The discarder function to which a packet is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discarder {
    /// For every IP packet.
    Ip,
    /// For every complete TCP segment.
    Tcp,
    /// For every complete UDP datagram.
    Udp,
    /// For every complete ICMP message.
    Icmp,
}

/// Receives events and, before each event about a connection, the connection's current state.
///
/// Events name a connection by id. `about` comes right before such an event, so that a receiver can update its record
/// of the connection. Nothing is called for events without a handler, except `about` for a connection's weird.
pub trait Sink: event::Sink {
    /// Announces that the next event is about this connection.
    fn about(&mut self, conn: &ConnView<'_>);

    /// Returns which of the events that can come with any packet have handlers. Called once a frame.
    fn packet_events(&self) -> PacketEvents {
        PacketEvents::of(|id| self.wants(id))
    }

    /// True if the sink itself raises `new_connection` for a connection, before the first other event about it
    /// ([`ConnView::take_postponed`]). Called for connections outside of tunnels.
    fn postpones(&mut self, id: ConnId) -> bool {
        let _ = id;
        false
    }

    /// Takes the end of a connection whose event `new_connection` is still postponed. Returns false if the sink needs
    /// the events.
    fn ends_unseen(&mut self, conn: &ConnView<'_>) -> bool {
        let _ = conn;
        false
    }

    /// Announces that a connection has ended. No more events are about it.
    fn ended(&mut self, id: ConnId) {
        let _ = id;
    }

    /// Names the analyzer that raises the following events; `None`, the initial state, if no analyzer does.
    fn raised_by(&mut self, analyzer: Option<(AnalyzerId, Tag)>) {
        let _ = analyzer;
    }

    /// Takes a piece of a file found on a connection. Returns the file's id if the file is analyzed.
    fn file(&mut self, conn: &ConnView<'_>, feed: &FileFeed<'_>) -> Option<Uid> {
        let _ = (conn, feed);
        None
    }

    /// Returns the MIME type of a file with this beginning, if known.
    fn type_of(&mut self, beginning: &[u8]) -> Option<String> {
        let _ = beginning;
        None
    }

    /// The value of a script's global variable; `None` if it does not exist.
    fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        let _ = name;
        None
    }

    /// Prints a line for an analyzer's author.
    fn print(&mut self, line: &str) {
        let _ = line;
    }

    /// Reports an error in an analyzer itself, not in its input.
    fn complain(&mut self, message: &str) {
        let _ = message;
    }

    /// Handles a match of a signature that raises an event.
    fn signature(&mut self, conn: &ConnView<'_>, hit: &SignatureHit<'_>) {
        let _ = (conn, hit);
    }

    /// Takes a piece of a recorded stream ([`Session::record`](crate::Session::record)), in order.
    fn recorded(&mut self, id: ConnId, from: Role, what: Recorded<'_>) {
        let _ = (id, from, what);
    }

    /// True if scripts discard a packet; `data` follows the transport header. Only called if
    /// [`Options::discarders`](crate::Options) is set.
    fn discards(&mut self, who: Discarder, headers: &PktHdr<'_>, data: &[u8]) -> bool {
        let _ = (who, headers, data);
        false
    }

    /// Evaluates a signature's script condition; `name` is the function or variable.
    fn condition(&mut self, conn: &ConnView<'_>, name: &str, hit: &SignatureHit<'_>) -> bool {
        let _ = (conn, name, hit);
        false
    }
}
