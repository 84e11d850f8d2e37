//! Connections that switch to TLS by STARTTLS or a similar command.
use crate::tags;
use session::Role;
use session::analyzer::{Context, Tag};

/// The analyzer of TLS.
pub(crate) const TLS: Tag = tags::tag("SSL");

/// Whether a connection has switched to TLS.
#[derive(Default)]
pub(crate) struct StartTls {
    begun: bool,
}

impl StartTls {
    /// Starts to forward the connection to TLS.
    pub(crate) fn begin(&mut self, cx: &mut Context<'_, '_>) {
        self.begun = true;
        cx.add_child(TLS);
    }

    /// True once the connection has switched to TLS.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Forwards the rest of a delivery, if the connection has switched to TLS.
    pub(crate) fn forward(&self, cx: &mut Context<'_, '_>, from: Role, rest: &[u8]) {
        if self.begun && !rest.is_empty() {
            cx.forward_stream(from, rest);
        }
    }

    /// Forwards a gap to TLS; false before the switch.
    pub(crate) fn forward_gap(&self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) -> bool {
        if self.begun {
            cx.forward_undelivered(from, seq, len);
        }
        self.begun
    }

    /// Forwards the end of a stream to TLS; false before the switch.
    pub(crate) fn forward_end(&self, cx: &mut Context<'_, '_>, from: Role) -> bool {
        if self.begun {
            cx.forward_end_of_stream(from);
        }
        self.begun
    }
}
