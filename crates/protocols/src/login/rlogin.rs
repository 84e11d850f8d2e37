//! Rlogin (RFC 1282): the names and the terminal, each followed by a NUL, then lines.
use super::anomaly::RloginAnomaly;
use super::side::{ByteReader, Bytewise, Side};
use super::{Dialog, MAX_LINE, Phrases};
use crate::{Maker, Settings};
use event::login as ev;
use session::Role;
use session::analyzer::Context;
use std::mem;

/// Reads the phrases and returns the maker of analyzers.
pub fn maker(settings: &dyn Settings) -> Maker {
    let phrases = Phrases::read(settings);
    Box::new(move |_| Some(Box::new(Bytewise(Rlogin::new(phrases.clone())))))
}

/// The next part of a side's stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The NUL with which a client begins.
    FirstNul,
    ClientName,
    ServerName,
    Terminal,
    /// The NUL with which a server accepts.
    Ack,
    Lines,
    /// Lines with unknown context.
    Unknown,
    /// The server's reason for refusing.
    Rejected,
    /// A control sequence, 0xff twice and `ss`, which announces the size of a window. Contains the number of its bytes
    /// so far.
    Control(u8),
    /// The size of a window. Contains the number of its bytes that have not arrived.
    Window(u8),
}

/// The analyzer of a connection.
pub struct Rlogin {
    pub(super) dialog: Dialog,
    client: Side<Part>,
    server: Side<Part>,
}

impl Rlogin {
    /// Creates the analyzer of a new connection.
    pub fn new(phrases: Phrases) -> Self {
        let (client, server) = (Side::new(Part::FirstNul), Side::new(Part::Ack));
        Rlogin { dialog: Dialog::new(phrases), client, server }
    }

    /// Takes a byte of a line.
    fn text(&mut self, cx: &mut Context<'_, '_>, from: Role, byte: u8) {
        let side = if from.is_orig() { &mut self.client } else { &mut self.server };
        if let Some(line) = side.line(byte, false) {
            self.dialog.line(cx, from, &line);
        }
    }
}

impl ByteReader for Rlogin {
    fn dialog(&mut self) -> &mut Dialog {
        &mut self.dialog
    }

    fn byte(&mut self, cx: &mut Context<'_, '_>, from: Role, byte: u8) {
        let rejected = self.server.part == Part::Rejected;
        let side = if from.is_orig() { &mut self.client } else { &mut self.server };
        if side.is_too_long(cx, Part::Unknown) {
            return cx.anomaly(RloginAnomaly::LineTooLong(MAX_LINE));
        }
        if matches!(side.part, Part::FirstNul | Part::Ack) && cx.is_partial() {
            side.part = Part::Unknown;
        }
        match side.part {
            Part::FirstNul if byte == 0 => side.part = Part::ClientName,
            Part::FirstNul => {
                cx.anomaly(RloginAnomaly::BadProlog);
                side.part = Part::Unknown;
            }
            Part::ClientName | Part::ServerName | Part::Terminal if byte != 0 => side.text.push(byte),
            Part::ClientName => {
                self.dialog.client_name = Some(mem::take(&mut side.text));
                side.part = Part::ServerName;
            }
            Part::ServerName => {
                let name = mem::take(&mut side.text);
                side.part = Part::Terminal;
                self.dialog.user_named(cx, &name);
            }
            Part::Terminal => {
                let terminal = mem::take(&mut side.text);
                side.part = Part::Lines;
                cx.event(|c| ev::LoginTerminal { c, terminal: &terminal });
            }
            Part::Ack => side.part = if byte == 0 { Part::Lines } else { Part::Rejected },
            Part::Control(seen) => match (seen, byte) {
                (1, 0xff) => side.part = Part::Control(2),
                (2, b's') => side.part = Part::Control(3),
                (3, b's') => side.part = Part::Window(8),
                // The bytes were not a control sequence.
                (1, _) => {
                    side.text.push(0xff);
                    side.part = Part::Lines;
                    self.text(cx, from, byte);
                }
                (seen, _) => {
                    side.text.extend_from_slice(if seen == 3 { b"\xff\xffs" } else { b"\xff\xff" });
                    side.part = Part::Unknown;
                }
            },
            Part::Window(1) => side.part = Part::Lines,
            Part::Window(left) => side.part = Part::Window(left - 1),
            Part::Lines if from.is_orig() && rejected => {
                cx.anomaly(RloginAnomaly::TextAfterRejected);
                side.part = Part::Unknown;
                self.text(cx, from, byte);
            }
            Part::Lines if from.is_orig() && byte == 0xff => side.part = Part::Control(1),
            Part::Lines | Part::Unknown | Part::Rejected => self.text(cx, from, byte),
        }
    }
}
