//! The reader of options. Each line has a name, blanks and a value. Lines that begin with `#` are comments.
use super::lines::{LastRead, Lines};
use super::{MESSAGES, Mode, Reader, Request, Settings, Step};
use crate::item::{Item, readable_option};
use crate::outbox::{Delivery, Outbox};
use crate::text::Notation;
use outside::Sources;
use std::collections::{HashMap, HashSet};
use value::{Str, Type};

pub(super) struct Config {
    request: Request,
    notation: Notation,
    fail_on_file_problem: bool,
    options: HashMap<String, Type>,
    /// The values of the last pass.
    known: HashMap<String, Vec<u8>>,
    /// The options that this pass has not read yet.
    unseen: HashSet<String>,
    file: Option<Lines>,
    last_read: LastRead,
}

impl Config {
    pub(super) fn new(request: Request, settings: &Settings<'_>) -> Self {
        Config {
            notation: Notation {
                set_separator: settings.bytes("InputConfig::set_separator").first().copied().unwrap_or(b','),
                unset: Vec::new(),
                empty: settings.bytes("InputConfig::empty_field"),
            },
            fail_on_file_problem: settings.flag("InputConfig::fail_on_file_problem"),
            options: settings.options(),
            known: HashMap::new(),
            unseen: HashSet::new(),
            file: None,
            last_read: LastRead::default(),
            request,
        }
    }

    fn problem(&self) -> Step {
        if self.fail_on_file_problem { Step::Failed } else { Step::Done }
    }

    fn open_file(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> bool {
        if self.file.is_some() {
            return true;
        }
        match world.open_to_read(&self.request.source) {
            Ok(f) => self.file = Some(Lines::new(f)),
            Err(_) => {
                let what = format!("Init: cannot open {}", self.request.source);
                outbox.fail_or_warn(self.fail_on_file_problem, what, true);
                return false;
            }
        }
        outbox.unmute();
        true
    }

    fn next_line(&mut self, outbox: &mut Outbox) -> Option<Vec<u8>> {
        loop {
            let line = self.file.as_mut()?.next_or_warn(&self.request.source, outbox)?;
            if !line.is_empty() && !line.starts_with(b"#") {
                line.pop_if(|end| *end == b'\r');
                return Some(std::mem::take(line));
            }
        }
    }

    fn line(&mut self, line: &[u8], outbox: &mut Outbox) {
        let shown = || String::from_utf8_lossy(line).into_owned();
        let Some((key, value)) = split(line, self.notation.set_separator) else {
            outbox.warn(format!("Could not parse '{}'; line has invalid format. Ignoring line.", shown()));
            return;
        };
        let name = String::from_utf8_lossy(key).into_owned();
        let Some(ty) = self.options.get(&name) else {
            outbox.warn(format!("Option '{name}' does not exist. Ignoring line."));
            return;
        };
        if !readable_option(ty) {
            outbox.warn(format!(
                "Option '{name}' has type '{ty}', which is not supported for file input. Ignoring line."
            ));
            return;
        }
        match self.notation.item(value, &name, ty, outbox) {
            None => {
                outbox.warn(format!("Could not convert line '{}' to value. Ignoring line.", shown()));
            }
            Some(Item::Unset) => outbox.warn(format!("Line '{}' has no value. Ignoring line.", shown())),
            Some(item) => {
                self.unseen.remove(&name);
                if self.known.get(&name).is_some_and(|old| old == value) {
                    return;
                }
                self.known.insert(name.clone(), value.to_vec());
                outbox.row(vec![Item::String(Str::new(key)), Item::String(Str::new(value))]);
                outbox.say(Delivery::Option { name, item });
            }
        }
    }
}

/// Splits a line into name and value, without set separators at the end.
fn split(line: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let blank = |b: u8| b == b' ' || b == b'\t';
    let end = line.iter().position(|&b| blank(b)).filter(|&at| at > 0)?;
    let rest = line.get(end..)?;
    let from = rest.iter().position(|&b| !blank(b)).unwrap_or(rest.len());
    let value = rest.get(from..)?;
    // The first byte belongs to the value even if it is a separator.
    let len = value.iter().rposition(|&b| !blank(b) && b != separator).map_or(0, |at| at + 1);
    Some((line.get(..end)?, value.get(..len.max(usize::from(!value.is_empty())))?))
}

impl Reader for Config {
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        self.update(world, outbox)
    }

    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if !self.open_file(world, outbox) {
            return self.problem();
        }
        if self.request.mode == Mode::Reread {
            let path = &self.request.source;
            match self.last_read.has_changed(path, self.fail_on_file_problem, world, outbox) {
                Some(true) => {}
                Some(false) => return Step::Done,
                None => {
                    self.file = None;
                    return self.problem();
                }
            }
        }
        if self.request.mode != Mode::Stream {
            self.file = None;
            if !self.open_file(world, outbox) {
                return self.problem();
            }
        }
        self.unseen = self.known.keys().cloned().collect();
        self.read_on(world, outbox)
    }

    fn read_on(&mut self, _: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        while let Some(line) = self.next_line(outbox) {
            self.line(&line, outbox);
            if outbox.waiting() >= MESSAGES {
                return Step::More;
            }
        }
        if self.request.mode != Mode::Stream {
            outbox.end_of_pass();
        }
        for name in self.unseen.drain() {
            self.known.remove(&name);
        }
        Step::Done
    }

    fn wants_update(&mut self) -> bool {
        self.request.mode != Mode::Manual
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    fn check(line: &str, expected: Option<(&str, &str)>) {
        let got = split(line.as_bytes(), b',');
        assert_eq!(got, expected.map(|(k, v)| (k.as_bytes(), v.as_bytes())), "{line}");
    }

    #[test]
    fn names_and_values() {
        check("A::b 12", Some(("A::b", "12")));
        check("A::b \t a b c ", Some(("A::b", "a b c")));
        check("A::b 1,2,3,", Some(("A::b", "1,2,3")));
        check("A::b ", Some(("A::b", "")));
        check("A::b", None);
        check(" A::b 1", None);
    }
}
