//! Telnet options and their negotiation (RFC 855).
use super::anomaly::Anomaly;

pub(super) const SUBOPTION: u8 = 250;
pub(super) const SUBOPTION_END: u8 = 240;
pub(super) const WILL: u8 = 251;
const WONT: u8 = 252;
const DO: u8 = 253;
pub(super) const DONT: u8 = 254;

/// The codes of the options that are tracked.
mod code {
    pub(super) const BINARY: u8 = 0;
    pub(super) const TERMINAL: u8 = 24;
    pub(super) const AUTHENTICATE: u8 = 37;
    pub(super) const ENCRYPT: u8 = 38;
    pub(super) const ENVIRON: u8 = 39;
}

/// The maximum length of the user name that is kept of an authentication, in bytes.
const MAX_NAME: usize = 1024;

/// An option or anomaly found between lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note<'a> {
    /// An option contradicts the negotiation so far.
    Inconsistent,
    /// A malformed option.
    Bad,
    /// A suboption is not terminated by IAC SE.
    BadTermination,
    /// The terminal type.
    Terminal(&'a [u8]),
    /// An environment variable: name and value.
    Env(&'a [u8], &'a [u8]),
    /// The server accepted the authentication of the user with this name.
    Accepted(&'a [u8]),
    /// The server rejected the authentication of the user with this name.
    Rejected(&'a [u8]),
    /// The side starts to encrypt.
    Encrypting,
    /// An anomaly in a line or option.
    Anomaly(Anomaly),
}

/// The state of an option of one side.
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

    /// Takes a side's WILL, WONT, DO or DONT.
    ///
    /// A verb is recorded at the peer. Later verbs of both sides are checked against it.
    pub(super) fn verb(&mut self, side: usize, verb: u8, option: u8, note: &mut dyn FnMut(Note<'_>)) {
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
        // Repeated requests for binary mode are common and harmless.
        if inconsistent && option != code::BINARY {
            note(Note::Inconsistent);
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

    /// Takes a suboption. `text` begins with the code of the option.
    pub(super) fn suboption(&mut self, side: usize, text: &[u8], note: &mut dyn FnMut(Note<'_>)) {
        let Some((&option, body)) = text.split_first() else { return };
        match option {
            code::TERMINAL => match body.split_first() {
                Some((0, terminal)) => note(Note::Terminal(terminal)),
                Some((1, _)) => {}
                _ => note(Note::Bad),
            },
            code::AUTHENTICATE => self.authenticate(side, body, note),
            code::ENCRYPT => self.encrypt(side, body, note),
            code::ENVIRON => match body.split_first() {
                // SEND: the server requests variables.
                Some((1, _)) => {}
                Some((0 | 2, vars)) => environment(vars, note),
                _ => note(Note::Bad),
            },
            _ => {}
        }
    }

    fn halves(&mut self, side: usize) -> (&mut Half, &mut Half) {
        let [first, second] = &mut self.0;
        if side == 0 { (first, second) } else { (second, first) }
    }

    /// Takes an authentication suboption (RFC 2941).
    fn authenticate(&mut self, side: usize, body: &[u8], note: &mut dyn FnMut(Note<'_>)) {
        let (me, peer) = self.halves(side);
        match body {
            // IS
            [0, ..] => {
                if !peer.asked_authentication {
                    note(Note::Inconsistent);
                }
            }
            // SEND
            [1, ..] => me.asked_authentication = true,
            // REPLY: the second byte of the authentication type pair follows.
            [2] => note(Note::Bad),
            [2, 1, ..] => {
                me.authenticated = false;
                note(Note::Rejected(&peer.auth_name));
            }
            [2, 2, ..] => {
                me.authenticated = true;
                note(Note::Accepted(&peer.auth_name));
            }
            [2, ..] => {}
            // NAME
            [3, name @ ..] => me.auth_name = name.iter().copied().take(MAX_NAME).collect(),
            _ => note(Note::Bad),
        }
    }

    /// Takes an encryption suboption (RFC 2946).
    fn encrypt(&mut self, side: usize, body: &[u8], note: &mut dyn FnMut(Note<'_>)) {
        if !self.active(side, code::ENCRYPT) {
            return note(Note::Inconsistent);
        }
        let (me, peer) = self.halves(side);
        match body.first() {
            None => note(Note::Bad),
            // REQUEST-START
            Some(5) => me.asked_encryption = true,
            // START
            Some(3) if peer.asked_encryption || peer.encrypting || peer.authenticated => {
                me.encrypting = true;
                note(Note::Encrypting);
            }
            Some(3) => note(Note::Inconsistent),
            Some(_) => {}
        }
    }
}

/// Reads the names and values of variables (RFC 1408).
fn environment(mut vars: &[u8], note: &mut dyn FnMut(Note<'_>)) {
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
        note(Note::Env(name, value));
    }
    if !good || !vars.is_empty() {
        note(Note::Bad);
    }
}
