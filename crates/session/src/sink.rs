//! Who takes what the traffic side says.
use crate::analyzer::FileFeed;
use crate::conn::ConnView;
use crate::uid::Uid;

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
}
