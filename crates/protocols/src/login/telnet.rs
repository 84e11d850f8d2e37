//! Telnet: the lines and options of a terminal.
use super::{Dialog, Phrases};
use crate::nvt::{LineEnd, Note, Nvt, tell};
use crate::{Maker, Settings};
use session::Role;
use session::analyzer::{Analyzer, Context};

/// Reads the phrases and returns the maker of analyzers.
pub fn maker(settings: &dyn Settings) -> Maker {
    let phrases = Phrases::read(settings);
    Box::new(move |_| Some(Box::new(Telnet::new(phrases.clone()))))
}

/// The analyzer of a connection.
pub struct Telnet {
    pub(super) dialog: Dialog,
    terminal: Nvt,
}

impl Telnet {
    /// Creates the analyzer of a new connection.
    pub fn new(phrases: Phrases) -> Self {
        Telnet { dialog: Dialog::new(phrases), terminal: Nvt::new(LineEnd::Either) }
    }
}

impl Analyzer for Telnet {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let (dialog, side) = (&mut self.dialog, usize::from(!from.is_orig()));
        while !dialog.is_over() {
            let next = self.terminal.next(side, &mut data, &mut |heard| match heard {
                Note::Env(name, value) => dialog.environment(cx, from, name, value),
                other => tell(cx, other),
            });
            let Some(line) = next else { break };
            dialog.line(cx, from, line);
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if let Some(line) = self.terminal.end(usize::from(!from.is_orig())) {
            self.dialog.line(cx, from, &line);
        }
        self.dialog.end(cx);
    }
}
