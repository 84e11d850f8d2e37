//! Tokens: literals, regular expressions, look-ahead, synchronization.
use super::input::{Have, NO_TOKEN};
use super::{Flow, Machine};
use crate::bytecode::{Inst, NONE, Reg};
use crate::error::{Error, ErrorKind, Outcome};
use crate::tokens::{Literal, LiteralKind};
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

/// The result of looking for tokens.
enum Found {
    /// The token and its end.
    Token(u32, u64),
    Nothing,
    Wait,
}

impl Machine {
    #[inline(never)]
    pub(crate) fn step_token(&mut self, world: &mut World<'_>, base: usize, inst: &Inst) -> Outcome<Flow> {
        match inst {
            Inst::Literal { d, k, token } => {
                let Some(Value::Bytes(want)) = world.consts.get(*k as usize).cloned() else {
                    return Err(Error::internal("literal"));
                };
                self.use_token(world, *token)?;
                let n = want.len() as u64;
                let shown = || want.as_slice().escape_ascii();
                match self.have(world, n)? {
                    Have::Wait => return Ok(Flow::Wait),
                    Have::Only(m) => {
                        let shown = shown();
                        return Err(Error::parse(format!(
                            "expected {n} bytes for bytes literal \"{shown}\" ({m} available))"
                        )));
                    }
                    Have::Enough => {}
                }
                let at = self.input.cursor;
                let same = self.input.stream.borrow().piece(at, at + n) == Some(want.as_slice());
                if !same {
                    let got = self.input.stream.borrow().slice(at, at + n)?;
                    if got != want {
                        let (shown, got) = (shown(), got.as_slice().escape_ascii());
                        return Err(Error::parse(format!(
                            "expected bytes literal \"{shown}\" but input starts with \"{got}\""
                        )));
                    }
                }
                self.advance(at + n);
                self.put(base, *d, Value::Bytes(want));
            }
            Inst::LiteralInt { d, k, token, signed, bits, order, little } => {
                let want = world.consts.get(*k as usize).cloned().unwrap_or_default();
                self.use_token(world, *token)?;
                let at = self.input.cursor;
                let flow = self.unpack_int(world, base, *d, [*signed, *little], *bits, *order)?;
                if matches!(flow, Flow::Wait) {
                    return Ok(flow);
                }
                if *self.get(base, *d) != want {
                    self.advance(at);
                    let text = world.program.hir.tokens.get(*token as usize).map_or("", |t| &t.text);
                    return Err(Error::parse(format!("expecting {text}")));
                }
            }
            Inst::MatchRegexp { d, regexp, token, captures } => {
                return self.match_regexp(world, base, *d, *regexp, *token, *captures);
            }
            Inst::SkipRegexp { regexp } => match self.longest(world, *regexp)? {
                None => return Ok(Flow::Wait),
                Some(Some((_, n))) => self.advance(self.input.cursor + n),
                Some(None) => self.scan = None,
            },
            Inst::UseToken { token } => self.use_token(world, *token)?,
            Inst::LookAhead { set } => {
                if self.input.token != NO_TOKEN {
                    let known = world
                        .program
                        .sets
                        .get(*set as usize)
                        .is_some_and(|s| s.contains(&(self.input.token - 1)));
                    if known {
                        return Ok(Flow::Next);
                    }
                }
                match self.look(world, *set)? {
                    Found::Wait => return Ok(Flow::Wait),
                    Found::Nothing => self.input.token = NO_TOKEN,
                    Found::Token(t, end) => {
                        self.input.token = t + 1;
                        self.input.token_end = end;
                    }
                }
            }
            Inst::JumpIfToken { set, to } => {
                let token = self.input.token;
                if token != NO_TOKEN
                    && world.program.sets.get(*set as usize).is_some_and(|s| s.contains(&(token - 1)))
                {
                    return Ok(Flow::Jump(*to));
                }
            }
            Inst::NoToken => return Err(Error::parse("no expected look-ahead token found")),
            Inst::JumpIfTrial { to } => {
                if self.trial.is_some() {
                    return Ok(Flow::Jump(*to));
                }
            }
            Inst::EnterTrial { error } => {
                if let Value::Caught(e) = self.get(base, *error) {
                    let e = e.clone();
                    self.trial.get_or_insert(e);
                }
            }
            Inst::SyncAdvance { .. } => {
                // A new search: the hook runs even in the block of the last search.
                self.block = None;
                self.input.token = NO_TOKEN;
                self.scan = None;
                if self.found.is_some_and(|f| self.input.cursor <= f) {
                    self.input.cursor = self.found.unwrap_or(0) + 1;
                }
                self.found = None;
            }
            Inst::Synchronize { set, error, u, after, hook } => {
                return self.synchronize(world, base, *set, [*error, *u, *hook], *after);
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }

    /// Parses the token that look-ahead found; any other token is an error.
    fn use_token(&mut self, world: &World<'_>, token: u32) -> Outcome<()> {
        let found = std::mem::replace(&mut self.input.token, NO_TOKEN);
        if found != NO_TOKEN && found != token + 1 {
            let name =
                |t: u32| world.program.hir.tokens.get(t as usize).map_or(String::new(), |t| t.text.clone());
            return Err(Error::parse(format!(
                "unexpected look-ahead token {}, expected {}",
                name(found - 1),
                name(token)
            )));
        }
        Ok(())
    }

    fn match_regexp(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        d: Reg,
        regexp: u32,
        token: u32,
        captures: Reg,
    ) -> Outcome<Flow> {
        let known = (self.input.token == token + 1).then_some(self.input.token_end);
        let n = match known {
            Some(end) => end - self.input.cursor,
            None => {
                self.input.token = NO_TOKEN;
                match self.longest(world, regexp)? {
                    None => return Ok(Flow::Wait),
                    Some(Some((_, n))) => n,
                    Some(None) => {
                        self.scan = None;
                        return Err(Error::parse("failed to match regular expression"));
                    }
                }
            }
        };
        let b = self.take(n)?;
        if captures != NONE {
            let ranges = world.matcher(regexp)?.captures(b.as_slice());
            let groups = ranges
                .into_iter()
                .map(|r| Value::Bytes(r.map_or_else(Default::default, |(s, e)| b.sub(s, e))))
                .collect();
            self.put(base, captures, Value::list(groups));
        }
        self.put(base, d, Value::Bytes(b));
        Ok(Flow::Next)
    }

    /// The longest match of a regular expression here: `None` while more input may make it longer.
    fn longest(&mut self, world: &mut World<'_>, matcher: u32) -> Outcome<Option<Option<(u32, u64)>>> {
        let at = self.input.cursor;
        let fresh = !matches!(&self.scan, Some((from, m, _)) if *from == at && *m == matcher);
        if fresh {
            let scan = world.matcher(matcher)?.scanner.scan();
            self.scan = Some((at, matcher, scan));
        }
        loop {
            let end = self.visible_end();
            let Some((_, _, mut scan)) = self.scan.take() else { return Ok(Some(None)) };
            let mut more = scan.may_go_on();
            let stream = Rc::clone(&self.input.stream);
            while more && at + scan.taken() < end {
                let s = stream.borrow();
                let Some(piece) = s.piece(at + scan.taken(), end) else {
                    // A match before the gap counts; without one, data is missing.
                    if let Some(l) = scan.longest_last() {
                        return Ok(Some(Some(l)));
                    }
                    return Err(Error::new(ErrorKind::MissingData, "data is missing"));
                };
                world.fuel = world.fuel.saturating_sub(piece.len() as u64 / 16);
                let matcher = world.matcher(matcher)?;
                more = matcher.scanner.feed(&mut scan, piece);
            }
            if more && self.is_complete() {
                world.matcher(matcher)?.scanner.finish(&mut scan);
                more = false;
            }
            let longest = scan.longest_last();
            self.scan = Some((at, matcher, scan));
            if !more {
                return Ok(Some(longest));
            }
            if !self.pull(world)? {
                return Ok(None);
            }
        }
    }

    /// The longest token of a set at this position.
    fn look(&mut self, world: &mut World<'_>, set: u32) -> Outcome<Found> {
        let set = world.token_set(set)?;
        let have = self.have(world, 1)?;
        if have == Have::Wait {
            return Ok(Found::Wait);
        }
        let at = self.input.cursor;
        if let (Some(tokens), Have::Enough) = (&set.by_byte, have)
            && let Some(b) = self.input.stream.borrow().byte(at)
        {
            let token = tokens[usize::from(b)];
            return Ok(token.checked_sub(1).map_or(Found::Nothing, |t| Found::Token(t, at + 1)));
        }
        let mut best: Option<(u32, u64)> = None;
        if let Some((matcher, tokens)) = &set.regexps {
            match self.longest(world, *matcher)? {
                None => return Ok(Found::Wait),
                Some(Some((i, n))) if n > 0 => best = tokens.get(i as usize).map(|t| (*t, n)),
                Some(_) => {}
            }
        }
        for literal in &set.literals {
            let (t, len) = (literal.token, literal.len);
            let matches = match self.have(world, len)? {
                Have::Only(_) => false,
                Have::Enough => self.token_matches(world, literal, at),
                Have::Wait => {
                    // More input is needed only if this token can still match.
                    if self.may_match(literal, at) {
                        return Ok(Found::Wait);
                    }
                    false
                }
            };
            if !matches {
                continue;
            }
            match best {
                Some((_, n)) if n > len => {}
                Some((_, n)) if n == len => return Err(Error::parse("ambiguous look-ahead token match")),
                _ => best = Some((t, len)),
            }
        }
        if best.is_none() && self.input.stream.borrow().gap_end(at).is_some() {
            return Err(Error::new(ErrorKind::MissingData, "data is missing"));
        }
        Ok(best.map_or(Found::Nothing, |(t, n)| Found::Token(t, at + n)))
    }

    fn token_matches(&self, world: &World<'_>, literal: &Literal, at: u64) -> bool {
        let s = self.input.stream.borrow();
        let len = literal.len;
        match &literal.what {
            LiteralKind::Bytes(want) => match s.piece(at, at + len) {
                Some(p) if p.len() as u64 == len => p == &**want,
                _ => (0..len).all(|i| s.byte(at + i) == want.get(i as usize).copied()),
            },
            LiteralKind::Bitfield { id, little } => {
                let mut raw = [0; 8];
                if !s.read(at, len as usize, &mut raw) {
                    return false;
                }
                if *little {
                    raw[..len as usize].reverse();
                }
                let n = raw[..len as usize].iter().fold(0_u64, |v, b| v << 8 | u64::from(*b));
                let b = &world.program.hir.bitfields[*id as usize];
                b.ranges.iter().all(|r| {
                    let (from, to) =
                        if b.msb0 { (b.bits - 1 - r.to, b.bits - 1 - r.from) } else { (r.from, r.to) };
                    r.expected.is_none_or(|want| super::arith::bits(n, from, to) == want)
                })
            }
        }
    }

    fn may_match(&self, literal: &Literal, at: u64) -> bool {
        let LiteralKind::Bytes(want) = &literal.what else { return true };
        let s = self.input.stream.borrow();
        let n = self.visible_end().saturating_sub(at);
        (0..n).all(|i| s.byte(at + i) == want.get(i as usize).copied())
    }

    /// Moves over bytes of the current piece and block with which no token of the set begins. Returns whether all of
    /// them were passed.
    fn skip_to_start(&mut self, world: &mut World<'_>, set: u32, block: u64) -> Outcome<bool> {
        let set = world.token_set(set)?;
        let starts = world.starts(&set)?;
        let at = self.input.cursor;
        let stream = self.input.stream.borrow();
        let to = self.input.limit.min((at / block + 1).saturating_mul(block));
        let piece = stream.piece(at, to).unwrap_or_default();
        let (passed, all) = match starts.find(piece) {
            Some(n) => (n, false),
            None => (piece.len(), !piece.is_empty()),
        };
        drop(stream);
        if passed > 0 {
            world.burn(1 + passed as u32 / 16);
            self.advance(at + passed as u64);
        }
        if world.fuel == 0 {
            return Err(world.out_of_fuel());
        }
        Ok(all)
    }

    /// Moves to the next match of a token of the set. The hook's flag asks for `%sync_advance` and a
    /// repetition.
    fn synchronize(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        set: u32,
        [error, u, hook]: [Reg; 3],
        after: bool,
    ) -> Outcome<Flow> {
        let unit = self.unit(base, u)?;
        let size = world.program.hir.units[unit.id as usize].sync_block.max(1);
        loop {
            let block = self.input.cursor / size;
            if self.block != Some(block) {
                let first = self.block.is_none();
                let further = self.block.is_some_and(|b| block > b);
                self.block = Some(block);
                if first || further {
                    self.put(base, hook, Value::Bool(true));
                    return Ok(Flow::Next);
                }
            }
            match self.have(world, 1)? {
                Have::Wait => {
                    return Ok(Flow::Wait);
                }
                Have::Only(_) => {
                    let last = match self.get(base, error) {
                        Value::Caught(e) => e.clone(),
                        _ => Error::parse("no error"),
                    };
                    // Report the error that started the search.
                    let e = self.trial.take().unwrap_or(last).prefixed("failed to synchronize: ");
                    // Nothing can match any more, at later synchronization points neither.
                    return Err(e);
                }
                Have::Enough => {}
            }
            let gap = self.input.stream.borrow().gap_end(self.input.cursor);
            if let Some(end) = gap {
                let end = end.min(self.input.limit);
                self.advance(end);
                continue;
            }
            // No token begins with the bytes before this one.
            if self.skip_to_start(world, set, size)? {
                continue;
            }
            let found = match self.look(world, set) {
                Err(e) if e.kind() == ErrorKind::MissingData => Found::Nothing,
                other => other?,
            };
            match found {
                Found::Wait => return Ok(Flow::Wait),
                Found::Nothing => {
                    world.fuel = world.fuel.saturating_sub(1);
                    if world.fuel == 0 {
                        return Err(Error::new(
                            ErrorKind::InstructionBudget,
                            "the search for a synchronization point took too long",
                        ));
                    }
                    let next = self.input.cursor + 1;
                    self.advance(next);
                }
                Found::Token(t, end) => {
                    self.found = Some(self.input.cursor);
                    if after {
                        self.advance(end);
                    } else {
                        self.input.token = t + 1;
                        self.input.token_end = end;
                    }
                    self.put(base, hook, Value::Bool(false));
                    return Ok(Flow::Next);
                }
            }
        }
    }
}
