//! Options of Telnet, each asked for by one side and allowed by the other.
use super::anomaly::Anomaly;

pub(super) const SUBOPTION: u8 = 250;
pub(super) const SUBOPTION_END: u8 = 240;
pub(super) const WILL: u8 = 251;
const WONT: u8 = 252;
const DO: u8 = 253;
pub(super) const DONT: u8 = 254;

/// The options that are followed, by their numbers.
mod code {
    pub(super) const BINARY: u8 = 0;
    pub(super) const TERMINAL: u8 = 24;
    pub(super) const AUTHENTICATE: u8 = 37;
    pub(super) const ENCRYPT: u8 = 38;
    pub(super) const ENVIRON: u8 = 39;
}

/// The longest name kept of who authenticates.
const MAX_NAME: usize = 1024;

/// What the reader finds besides lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard<'a> {
    /// An option contradicts what was agreed before.
    Inconsistent,
    /// A malformed option.
    Bad,
    /// A suboption without its end.
    BadTermination,
    /// The kind of terminal.
    Terminal(&'a [u8]),
    /// A variable of the environment.
    Env(&'a [u8], &'a [u8]),
    /// The user of this name was authenticated.
    Accepted(&'a [u8]),
    /// The user of this name was not authenticated.
    Rejected(&'a [u8]),
    /// The side encrypts from now on.
    Encrypting,
    /// Something is wrong with the line.
    Anomaly(Anomaly),
}

/// One option of one side.
#[derive(Clone, Copy, Default)]
struct Agreed {
    will: bool,
    wont: bool,
    does: bool,
    dont: bool,
    active: bool,
}

#[derive(Default)]
struct Half {
    agreed: [Agreed; 5],
    asked_encryption: bool,
    encrypting: bool,
    asked_authentication: bool,
    authenticated: bool,
    auth_name: Vec<u8>,
}

/// The options of both sides.
#[derive(Default)]
pub(super) struct Options([Half; 2]);

fn slot(option: u8) -> Option<usize> {
    let all = [code::BINARY, code::TERMINAL, code::AUTHENTICATE, code::ENCRYPT, code::ENVIRON];
    all.iter().position(|&c| c == option)
}

impl Options {
    pub(super) fn is_binary(&self, side: usize) -> bool {
        self.active(side, code::BINARY)
    }

    pub(super) fn is_encrypted(&self, side: usize) -> bool {
        self.0.get(side).is_some_and(|h| h.encrypting)
    }

    fn active(&self, side: usize, option: u8) -> bool {
        let agreed = self.0.get(side).zip(slot(option)).and_then(|(h, at)| h.agreed.get(at));
        agreed.is_some_and(|a| a.active)
    }

    /// A side says WILL, WONT, DO or DONT.
    ///
    /// A request is noted at the side that it is addressed to; later answers of both sides are checked against it.
    pub(super) fn verb(&mut self, side: usize, verb: u8, option: u8, note: &mut dyn FnMut(Heard<'_>)) {
        let Some(at) = slot(option) else { return };
        let [first, second] = &mut self.0;
        let (me, peer) = if side == 0 { (first, second) } else { (second, first) };
        let (Some(me), Some(peer)) = (me.agreed.get_mut(at), peer.agreed.get_mut(at)) else { return };
        let inconsistent = match verb {
            WILL => me.dont || peer.wont || peer.active,
            WONT => peer.will && !me.dont,
            DO => me.wont || peer.dont || me.active,
            _ => peer.does && !me.wont,
        };
        // Binary mode is turned on again and again, and does no harm by it.
        if inconsistent && option != code::BINARY {
            note(Heard::Inconsistent);
        }
        match verb {
            WILL => {
                (peer.will, peer.wont) = (true, false);
                peer.active |= me.does;
            }
            WONT => {
                (peer.will, peer.wont) = (false, true);
                peer.active &= !me.dont;
            }
            DO => {
                (peer.does, peer.dont) = (true, false);
                me.active |= me.will;
            }
            _ => {
                (peer.does, peer.dont) = (false, true);
                me.active &= !me.wont;
            }
        }
    }

    /// A suboption, its number first.
    pub(super) fn suboption(&mut self, side: usize, text: &[u8], note: &mut dyn FnMut(Heard<'_>)) {
        let Some((&option, body)) = text.split_first() else { return };
        match option {
            code::TERMINAL => match body.split_first() {
                Some((0, terminal)) => note(Heard::Terminal(terminal)),
                Some((1, _)) => {}
                _ => note(Heard::Bad),
            },
            code::AUTHENTICATE => self.authenticate(side, body, note),
            code::ENCRYPT => self.encrypt(side, body, note),
            code::ENVIRON => match body.split_first() {
                // The server asks for variables.
                Some((1, _)) => {}
                Some((0 | 2, vars)) => environment(vars, note),
                _ => note(Heard::Bad),
            },
            _ => {}
        }
    }

    fn halves(&mut self, side: usize) -> (&mut Half, &mut Half) {
        let [first, second] = &mut self.0;
        if side == 0 { (first, second) } else { (second, first) }
    }

    /// RFC 2941.
    fn authenticate(&mut self, side: usize, body: &[u8], note: &mut dyn FnMut(Heard<'_>)) {
        let (me, peer) = self.halves(side);
        match body {
            // IS
            [0, ..] => {
                if !peer.asked_authentication {
                    note(Heard::Inconsistent);
                }
            }
            // SEND
            [1, ..] => me.asked_authentication = true,
            // REPLY, by its first byte
            [2] => note(Heard::Bad),
            [2, 1, ..] => {
                me.authenticated = false;
                note(Heard::Rejected(&peer.auth_name));
            }
            [2, 2, ..] => {
                me.authenticated = true;
                note(Heard::Accepted(&peer.auth_name));
            }
            [2, ..] => {}
            // NAME
            [3, name @ ..] => me.auth_name = name.iter().copied().take(MAX_NAME).collect(),
            _ => note(Heard::Bad),
        }
    }

    /// RFC 2946.
    fn encrypt(&mut self, side: usize, body: &[u8], note: &mut dyn FnMut(Heard<'_>)) {
        if !self.active(side, code::ENCRYPT) {
            return note(Heard::Inconsistent);
        }
        let (me, peer) = self.halves(side);
        match body.first() {
            None => note(Heard::Bad),
            // REQUEST-START
            Some(5) => me.asked_encryption = true,
            // START
            Some(3) if peer.asked_encryption || peer.encrypting || peer.authenticated => {
                me.encrypting = true;
                note(Heard::Encrypting);
            }
            Some(3) => note(Heard::Inconsistent),
            Some(_) => {}
        }
    }
}

/// Names and values of variables (RFC 1408).
fn environment(mut vars: &[u8], note: &mut dyn FnMut(Heard<'_>)) {
    const VAR: u8 = 0;
    const VALUE: u8 = 1;
    const ESC: u8 = 2;
    const USERVAR: u8 = 3;
    let mut piece = |wanted: &[u8]| -> Option<Vec<u8>> {
        let (kind, rest) = vars.split_first()?;
        if !wanted.contains(kind) {
            return None;
        }
        vars = rest;
        let mut out = Vec::new();
        while let Some((&b, rest)) = vars.split_first() {
            match b {
                VAR | VALUE | USERVAR => break,
                ESC => {
                    let (&escaped, rest) = rest.split_first()?;
                    out.push(escaped);
                    vars = rest;
                }
                _ => {
                    out.push(b);
                    vars = rest;
                }
            }
        }
        Some(out)
    };
    let mut pairs = Vec::new();
    let mut good = true;
    while let Some(name) = piece(&[VAR, USERVAR]) {
        let Some(value) = piece(&[VALUE]) else {
            good = false;
            break;
        };
        pairs.push((name, value));
    }
    for (name, value) in &pairs {
        note(Heard::Env(name, value));
    }
    if !good || !vars.is_empty() {
        note(Heard::Bad);
    }
}
