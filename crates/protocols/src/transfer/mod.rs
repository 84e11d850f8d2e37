//! Connections that carry one file: FTP's data connections, and DCC transfers between IRC clients.
use crate::irc;
use crate::{Maker, Settings};
use event::file::FileTransferred;
use event::irc::IrcDccSendAck;
use session::analyzer::{Analyzer, Context};
use session::{Role, Uid};

/// Bytes of a DCC acknowledgement, which counts the received bytes of the file.
const ACK: usize = 4;

/// The maximum number of bytes that `file_transferred` shows.
const PREFIX: usize = 1024;

/// The type of a file that no signature matches.
const UNKNOWN: &str = "<unknown>";

/// Which side sends a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sender {
    /// Either side may send a file.
    Either,
    /// The responder; the originator sends acknowledgements.
    Responder,
}

/// The analyzer of a connection.
pub struct Transfer {
    sender: Sender,
    files: [Option<Uid>; 2],
    /// The first bytes, until they were reported.
    prefix: Vec<u8>,
    shown: bool,
}

/// Makes analyzers for FTP's data connections.
pub fn ftp(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Transfer::new(Sender::Either))))
}

/// Makes analyzers for DCC transfers.
pub fn dcc(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Transfer::new(Sender::Responder))))
}

impl Transfer {
    fn new(sender: Sender) -> Self {
        Transfer { sender, files: [None; 2], prefix: Vec::new(), shown: false }
    }

    /// Buffers the first bytes, and reports them once there are enough.
    fn begins_with(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) {
        if self.shown || !cx.wants::<FileTransferred<'_>>() {
            return;
        }
        let room = PREFIX.saturating_sub(self.prefix.len());
        self.prefix.extend(data.iter().take(room));
        if self.prefix.len() == PREFIX {
            self.show(cx);
        }
    }

    fn show(&mut self, cx: &mut Context<'_, '_>) {
        self.shown = true;
        let prefix = std::mem::take(&mut self.prefix);
        let found = cx.file_type(&prefix);
        let mime_type = found.as_deref().unwrap_or(UNKNOWN).as_bytes();
        cx.event(|c| FileTransferred { c, prefix: &prefix, descr: UNKNOWN.as_bytes(), mime_type });
    }

    fn acknowledged(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) {
        if !data.len().is_multiple_of(ACK) {
            return cx.anomaly(irc::Anomaly::DccAck);
        }
        for ack in data.chunks_exact(ACK) {
            let bytes_received = ack.iter().fold(0, |n, &b| n << 8 | u64::from(b));
            cx.event(|c| IrcDccSendAck { c, bytes_received });
        }
    }
}

impl Analyzer for Transfer {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.sender == Sender::Responder && from.is_orig() {
            return self.acknowledged(cx, data);
        }
        self.begins_with(cx, data);
        if let Some(file) = self.files.get_mut(usize::from(!from.is_orig())) {
            *file = cx.file_data(from, *file, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.sender == Sender::Responder && from.is_orig() {
            return;
        }
        if let Some(file) = self.files.get_mut(usize::from(!from.is_orig())) {
            // The stream's first byte has the relative sequence number 1.
            *file = cx.file_gap(from, *file, Some(seq), len);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if !self.prefix.is_empty() {
            self.show(cx);
        }
        for (role, file) in [Role::Orig, Role::Resp].into_iter().zip(self.files) {
            cx.file_end(role, file);
        }
    }
}

#[cfg(test)]
mod tests;
