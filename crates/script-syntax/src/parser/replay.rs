//! Takes the steps that [`super::record`] made instead of reading the text.
use super::record::{IN_EXPORT, LED, StepKind};
use super::{Condition, Failed, Parse, Run};
use crate::parsed::{Packed, Reader, Rest, Steps};
use crate::token::{Tok, Token};
use crate::tree::GlobalKind;
use crate::{Item, ItemKind, Source, Text};

/// The remaining steps of a file.
#[derive(Clone, Copy)]
pub(super) struct Replay {
    steps: Steps,
    /// The offset to which the next step's offset is relative.
    from: usize,
}

/// The result of trying to take a step.
pub(super) enum Taken {
    /// There is no step here; the parser reads the text.
    Nothing,
    /// An item.
    Item(Item),
    /// A condition or brace was handled; the parser takes the next step.
    Other,
}

/// A step without its decoded content.
#[derive(Clone, Copy)]
struct Head {
    from: usize,
    kind: StepKind,
    in_export: bool,
    led: bool,
    /// The offset of the step's first token.
    first: usize,
    body: &'static [u8],
}

impl Replay {
    pub(super) fn of(source: &Source) -> Option<Replay> {
        match source.text {
            Text::Parsed(_, steps) => Some(Replay { steps, from: 0 }),
            _ => None,
        }
    }

    /// Returns the next step, and the steps after it.
    fn head(self) -> Option<(Head, Replay)> {
        let mut r = Cut { rest: self.steps.bytes };
        let from = self.from + r.number()?;
        let head = r.byte()?;
        let first = from + r.number()?;
        let len = r.number()?;
        let (body, rest) = r.rest.split_at_checked(len)?;
        let kind = *StepKind::ALL.get(usize::from(head & !(IN_EXPORT | LED)))?;
        let (in_export, led) = (head & IN_EXPORT != 0, head & LED != 0);
        let head = Head { from, kind, in_export, led, first, body };
        Some((head, Replay { steps: Steps { bytes: rest, ..self.steps }, from }))
    }
}

/// Reads the heads of steps, which contain no names or spans.
struct Cut {
    rest: &'static [u8],
}

impl Cut {
    fn byte(&mut self) -> Option<u8> {
        let (&b, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(b)
    }

    fn number(&mut self) -> Option<usize> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let b = self.byte()?;
            n |= usize::from(b & 0x7f) << shift;
            if b < 0x80 {
                return Some(n);
            }
        }
        None
    }
}

impl Run<'_, '_> {
    /// Takes the step at the current offset, if there is one.
    pub(super) fn step(&mut self) -> Parse<Taken> {
        while let Some(replay) = self.replay {
            let Some((head, rest)) = replay.head() else {
                self.replay = None;
                break;
            };
            let here = match self.peeked {
                Some(t) => t.start as usize == head.first,
                None => self.lex.pos == head.from,
            };
            if here {
                self.replay = Some(rest);
                return self.take_step(head);
            }
            if head.first > self.position() {
                break;
            }
            self.replay = Some(rest);
        }
        Ok(Taken::Nothing)
    }

    fn take_step(&mut self, head: Head) -> Parse<Taken> {
        if self.state.in_statements || self.state.export != head.in_export {
            return Ok(Taken::Nothing);
        }
        if head.led {
            // Scanning handles the `@endif`, which takes effect.
            self.peek_token();
        }
        if head.kind == StepKind::Else && self.state.conditions == 0 {
            return Ok(Taken::Nothing);
        }
        let Some(steps) = self.replay.map(|r| r.steps) else { return Ok(Taken::Nothing) };
        let mut r = Reader::new(head.body, self.source.base, steps.names, self.names);
        let item = match head.kind {
            StepKind::Item => {
                let read =
                    (|| Some((u32::unpack(&mut r)?, Item::unpack(&mut r)?, self.tree.refill(&mut r)?)))();
                let Some((end, item, ())) = read else { return Ok(self.unusable()) };
                self.go_to(end);
                item
            }
            StepKind::Function => {
                let parts = (|| Some((u32::unpack(&mut r)?, r.bytes()?, r.bytes()?, r.rest())))();
                let Some((end, head, nodes, whole)) = parts else { return Ok(self.unusable()) };
                let (base, table) = (self.source.base, steps.names);
                let rest = Rest { bytes: whole, base, names: table };
                let item = if self.host.defers() {
                    self.rest = Some(rest);
                    let item = Item::unpack(&mut Reader::new(head, base, table, self.names));
                    item.zip(self.tree.refill(&mut Reader::new(nodes, base, table, self.names)))
                        .map(|(item, ())| item)
                } else {
                    rest.item(self.tree, self.names)
                };
                let Some(item) = item else { return Ok(self.unusable()) };
                self.go_to(end);
                item
            }
            StepKind::Export => {
                let Some(end) = u32::unpack(&mut r) else { return Ok(Taken::Nothing) };
                self.state.export = !head.in_export;
                self.go_to(end);
                return Ok(Taken::Other);
            }
            StepKind::If | StepKind::Defined | StepKind::Else => {
                let condition = match head.kind {
                    StepKind::If => {
                        self.tree.refill(&mut r).and_then(|()| Packed::unpack(&mut r)).map(Condition::If)
                    }
                    StepKind::Defined => {
                        (|| Some(Condition::Defined(Packed::unpack(&mut r)?, Packed::unpack(&mut r)?)))()
                    }
                    _ => Some(Condition::Else),
                };
                let ways = <(u32, (u32, bool))>::unpack(&mut r);
                let Some((condition, (yes, (no, ended)))) = condition.zip(ways) else {
                    return Ok(self.unusable());
                };
                let first = head.first as u32;
                let holds = self.holds(condition, Token { tok: Tok::If, start: first, end: first });
                self.tree.clear();
                self.go_to(if holds { yes } else { no });
                if !holds && ended {
                    self.state.conditions = self.state.conditions.saturating_sub(1);
                }
                return Ok(Taken::Other);
            }
        };
        if let ItemKind::Global(GlobalKind::Redef, local) = item.kind
            && !self.host.redef(self.names, local.ident.name, local.ident.span)
        {
            self.state.errors += 1;
            self.go_to(local.ident.span.end - self.source.base);
            return Err(Failed);
        }
        Ok(Taken::Item(item))
    }

    /// Drops all steps because their bytes are invalid; the parser reads the text from here on.
    fn unusable(&mut self) -> Taken {
        self.tree.clear();
        (self.replay, self.rest) = (None, None);
        Taken::Nothing
    }

    fn go_to(&mut self, pos: u32) {
        self.peeked = None;
        self.lex.pos = pos as usize;
        self.last = Token { tok: Tok::Eof, start: pos, end: pos };
    }
}
