//! Rsh: the port for errors and the names, each followed by a NUL, then lines.
use super::anomaly::RshAnomaly;
use super::side::{ByteReader, Bytewise, Side};
use super::{Dialog, MAX_LINE, Phrases};
use crate::ascii::is_space;
use crate::{Maker, Settings};
use event::login as ev;
use session::Role;
use session::analyzer::Context;
use std::mem;

/// Reads the phrases and returns the maker of analyzers.
pub fn maker(settings: &dyn Settings) -> Maker {
    let phrases = Phrases::read(settings);
    Box::new(move |_| Some(Box::new(Bytewise(Rsh::new(phrases.clone())))))
}

/// The next part of a side's stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Digits, then a NUL.
    Port,
    ClientName,
    ServerName,
    Lines,
    /// Lines with unknown context.
    Unknown,
}

/// The analyzer of a connection.
pub struct Rsh {
    pub(super) dialog: Dialog,
    client: Side<Part>,
    server: Side<Part>,
    /// Whether a line of the client has arrived. The first line is the command.
    asked: bool,
}

impl Rsh {
    /// Creates the analyzer of a new connection.
    pub fn new(phrases: Phrases) -> Self {
        let (client, server) = (Side::new(Part::Port), Side::new(Part::Lines));
        Rsh { dialog: Dialog::new(phrases), client, server, asked: false }
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        self.dialog.line(cx, from, line);
        let line = line.iter().position(|b| !is_space(*b)).and_then(|at| line.get(at..)).unwrap_or_default();
        let client_user = self.dialog.client_name.as_deref().unwrap_or(b"<none>");
        let server_user = self.dialog.user.as_deref().unwrap_or(b"<none>");
        if from.is_orig() {
            let new_session = !mem::replace(&mut self.asked, true) && self.client.part == Part::Lines;
            cx.event(|c| ev::RshRequest { c, client_user, server_user, line, new_session });
        } else {
            cx.event(|c| ev::RshReply { c, client_user, server_user, line });
        }
    }
}

impl ByteReader for Rsh {
    fn dialog(&mut self) -> &mut Dialog {
        &mut self.dialog
    }

    fn byte(&mut self, cx: &mut Context<'_, '_>, from: Role, byte: u8) {
        let side = if from.is_orig() { &mut self.client } else { &mut self.server };
        if side.is_too_long(cx, Part::Unknown) {
            return cx.anomaly(RshAnomaly::LineTooLong(MAX_LINE));
        }
        if side.part == Part::Port && cx.is_partial() {
            side.part = Part::Unknown;
        }
        match side.part {
            Part::Port if byte.is_ascii_digit() => {}
            Part::Port if byte == 0 => side.part = Part::ClientName,
            Part::Port => {
                cx.anomaly(RshAnomaly::BadProlog);
                side.part = Part::Unknown;
            }
            Part::ClientName | Part::ServerName if byte != 0 => side.text.push(byte),
            Part::ClientName => {
                self.dialog.client_name = Some(mem::take(&mut side.text));
                side.part = Part::ServerName;
            }
            // NULs before the name are skipped.
            Part::ServerName if side.text.is_empty() => {}
            Part::ServerName => {
                self.dialog.user = Some(mem::take(&mut side.text));
                side.part = Part::Lines;
            }
            Part::Lines | Part::Unknown => {
                if let Some(line) = side.line(byte, true) {
                    self.line(cx, from, &line);
                }
            }
        }
    }
}
