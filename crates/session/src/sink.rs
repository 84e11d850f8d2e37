//! Who takes what the traffic side says.
use crate::analyzer::{AnalyzerId, FileFeed, Tag};
use crate::conn::{ConnView, Role};
use crate::uid::Uid;
use event::ConnId;
use event::packet::PktHdr;

/// A signature that matches, or is about to.
#[derive(Clone, Copy, Debug)]
pub struct SignatureHit<'a> {
    /// Its name.
    pub signature: &'a str,
    /// The event that it raises; none for `signature_match`.
    pub event: Option<&'a str>,
    /// Its message.
    pub message: Option<&'a str>,
    /// Whether it matched what the originator sends.
    pub is_orig: bool,
    /// Bytes of the first payload of that side.
    pub payload_size: u64,
    /// What it matched in.
    pub data: &'a [u8],
    /// Where in that the match ends.
    pub end_of_match: u64,
}

/// A part of a recorded stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded<'a> {
    /// Its bytes.
    Data(&'a [u8]),
    /// So many bytes never came.
    Gap(u64),
}

/// Who may have a packet thrown away, unseen by all that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discarder {
    /// Asked about each packet.
    Ip,
    /// Asked about each whole segment.
    Tcp,
    /// Asked about each whole datagram.
    Udp,
    /// Asked about each whole message of ICMP.
    Icmp,
}

/// Takes events, and before each event about a connection, what the connection is at that moment.
///
/// Events name a connection by number; `about` comes right before such an event with the connection behind the number,
/// so that whoever keeps a record of it can bring it up to date. Nothing is called for events that nobody wants.
pub trait Sink: event::Sink {
    /// The next event is about this connection.
    fn about(&mut self, conn: &ConnView<'_>);

    /// What comes next is raised by this analyzer; by none of them until this is first called, and with `None`.
    fn raised_by(&mut self, analyzer: Option<(AnalyzerId, Tag)>) {
        let _ = analyzer;
    }

    /// A piece of a file that an analyzer found on a connection. Returns the file's id, where anybody follows it.
    fn file(&mut self, conn: &ConnView<'_>, feed: &FileFeed<'_>) -> Option<Uid> {
        let _ = (conn, feed);
        None
    }

    /// The type of the file that begins so, where anybody knows.
    fn type_of(&mut self, beginning: &[u8]) -> Option<String> {
        let _ = beginning;
        None
    }

    /// A signature matched that has something to say of it.
    fn signature(&mut self, conn: &ConnView<'_>, hit: &SignatureHit<'_>) {
        let _ = (conn, hit);
    }

    /// A part of a stream that is recorded ([`Session::record`](crate::Session::record)), in order.
    fn recorded(&mut self, id: ConnId, from: Role, what: Recorded<'_>) {
        let _ = (id, from, what);
    }

    /// Whether a packet is to be thrown away; `data` is what stands behind the transport header. Asked only where
    /// [`Options::discarders`](crate::Options) is set.
    fn discards(&mut self, who: Discarder, headers: &PktHdr<'_>, data: &[u8]) -> bool {
        let _ = (who, headers, data);
        false
    }

    /// Whether a condition of a signature holds that only scripts can judge; `name` is their function or variable.
    fn condition(&mut self, conn: &ConnView<'_>, name: &str, hit: &SignatureHit<'_>) -> bool {
        let _ = (conn, name, hit);
        false
    }
}
