//! Connections that carry one file: FTP's data connections, and the transfers between IRC clients (DCC).
use crate::irc;
use crate::{Maker, Settings};
use event::file::FileTransferred;
use event::irc::IrcDccSendAck;
use session::analyzer::{Analyzer, Context};
use session::{Role, Uid};

/// Bytes of an acknowledgement of DCC: how many of the file came.
const ACK: usize = 4;

/// Bytes that `file_transferred` shows.
const PREFIX: usize = 1024;

/// The type of a file that is not recognized.
const UNKNOWN: &str = "<unknown>";

/// The side that sends the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Either side may send a file.
    Either,
    /// From the responder; the originator acknowledges.
    FromResponder,
}

/// The analyzer of a connection with a file.
pub struct Transfer {
    way: Way,
    files: [Option<Uid>; 2],
    /// The first bytes, until they were shown.
    prefix: Vec<u8>,
    shown: bool,
}

/// For the data connections of FTP.
pub fn ftp(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Transfer::new(Way::Either))))
}

/// For direct connections of IRC.
pub fn dcc(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Transfer::new(Way::FromResponder))))
}

impl Transfer {
    fn new(way: Way) -> Self {
        Transfer { way, files: [None; 2], prefix: Vec::new(), shown: false }
    }

    /// Keeps the first bytes, and shows them as soon as they are enough.
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
        if self.way == Way::FromResponder && from.is_orig() {
            return self.acknowledged(cx, data);
        }
        self.begins_with(cx, data);
        if let Some(file) = self.files.get_mut(usize::from(!from.is_orig())) {
            *file = cx.file_data(from, *file, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.way == Way::FromResponder && from.is_orig() {
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
