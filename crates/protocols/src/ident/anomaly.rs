//! What can be wrong with Ident, with the line that weird.log shows.

/// A line that violates RFC 1413.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anomaly {
    /// A query without two ports.
    BadRequest,
    /// Something behind the ports of a query.
    RequestAddendum,
    /// A reply without its parts.
    BadReply,
    /// A number that is no port.
    BadPort,
    /// The client closed before it asked.
    PartialRequest,
}

impl Anomaly {
    /// The name of the weird.
    pub const fn weird(self) -> &'static str {
        match self {
            Anomaly::BadRequest => "bad_ident_request",
            Anomaly::RequestAddendum => "ident_request_addendum",
            Anomaly::BadReply => "bad_ident_reply",
            Anomaly::BadPort => "bad_ident_port",
            Anomaly::PartialRequest => "partial_ident_request",
        }
    }
}
