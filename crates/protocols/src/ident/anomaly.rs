//! Violations of Ident that are reported as weirds.

/// A line that violates RFC 1413.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anomaly {
    /// A query without two ports.
    BadRequest,
    /// Text after the ports of a query.
    RequestAddendum,
    /// An incomplete reply.
    BadReply,
    /// A port number above 65535.
    BadPort,
    /// The client closed the connection before the end of its query.
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
