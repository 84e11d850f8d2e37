//! Who takes what the traffic side says.
use crate::analyzer::FileFeed;
use crate::conn::ConnView;
use crate::uid::Uid;

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

/// Takes events, and before each event about a connection, what the connection is at that moment.
///
/// Events name a connection by number; `about` comes right before such an event with the connection behind the number,
/// so that whoever keeps a record of it can bring it up to date. Nothing is called for events that nobody wants.
pub trait Sink: event::Sink {
    /// The next event is about this connection.
    fn about(&mut self, conn: &ConnView<'_>);

    /// A piece of a file that an analyzer found on a connection. Returns the file's id, where anybody follows it.
    fn file(&mut self, conn: &ConnView<'_>, feed: &FileFeed<'_>) -> Option<Uid> {
        let _ = (conn, feed);
        None
    }

    /// A signature matched that has something to say of it.
    fn signature(&mut self, conn: &ConnView<'_>, hit: &SignatureHit<'_>) {
        let _ = (conn, hit);
    }

    /// Whether a condition of a signature holds that only scripts can judge; `name` is their function or variable.
    fn condition(&mut self, conn: &ConnView<'_>, name: &str, hit: &SignatureHit<'_>) -> bool {
        let _ = (conn, name, hit);
        false
    }
}
