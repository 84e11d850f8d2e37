//! Registers, and the iterators of loops.
use crate::code::{Code, LoopVars, R, Var};
use crate::word::untag;
use value::table::Walk;
use value::{Bits, Table, Value, Vector};

/// The least number of words in which frames begin. With the window behind them they fill a megabyte: a block that large
/// comes from the system, which hands out zeros that nobody has written yet.
const WORDS: usize = 1 << 16;
/// The number of words that an instruction can name.
pub(super) const WINDOW: usize = 1 << R::BITS;
const _: () = assert!((WORDS + WINDOW) * size_of::<u64>() >= 1 << 20);

/// The registers of one run of the dispatch loop, as stacks of frames.
#[derive(Default)]
pub(in crate::machine) struct Stacks {
    /// At least [`WINDOW`] words from the start of the last frame on. Most are never touched, so they take no memory.
    pub(super) words: Vec<u64>,
    pub(super) values: Vec<Option<Value>>,
    pub(super) iters: Vec<Iter>,
    /// The arguments of built-in functions and events.
    pub(super) args: Vec<Value>,
    /// The number of first value registers that keep their values after an error.
    pub(super) kept: R,
}

/// The iterator of a `for`.
pub(super) enum Iter {
    Table(Table, Walk),
    Vector(Vector, usize),
    String(value::Str, usize),
}

impl Stacks {
    /// Makes room for a frame. New value registers are empty.
    #[inline]
    pub(super) fn room(&mut self, wb: usize, vb: usize, code: &Code) {
        let v = vb + usize::from(code.values) + 1;
        if self.words.len() < wb + WINDOW {
            self.more_words(wb, usize::from(code.words));
        }
        if self.values.len() < v {
            self.values.resize(v * 2, None);
        }
    }

    /// Makes room for a frame that has `n` words, some of which are its arguments.
    #[cold]
    fn more_words(&mut self, wb: usize, n: usize) {
        // Zeros of the system, which are not touched here.
        let mut words = vec![0; ((wb + n) * 2).max(WORDS) + WINDOW];
        let used = self.words.len().min(wb + n);
        words[..used].copy_from_slice(&self.words[..used]);
        self.words = words;
    }

    /// Passes the first registers to `place`, which puts arguments there.
    #[inline]
    pub(in crate::machine) fn fill(&mut self, place: impl FnOnce(&mut [u64], &mut [Option<Value>])) {
        place(&mut self.words, &mut self.values);
    }

    /// Drops the values of a frame that ended.
    #[inline]
    pub(super) fn clear(&mut self, vb: usize, n: R) {
        for v in &mut self.values[vb..vb + usize::from(n)] {
            if v.is_some() {
                Bits::NONE.put(v);
            }
        }
    }

    /// Ends all iterators except the first `kept`.
    pub(super) fn finish_iters(&mut self, kept: usize) {
        while self.iters.len() > kept {
            finish_last(&mut self.iters);
        }
    }
}

/// Ends the innermost loop's iterator.
pub(super) fn finish_last(iters: &mut Vec<Iter>) {
    if let Some(i) = iters.pop() {
        i.finish();
    }
}

impl Iter {
    /// Puts the next element into the loop's variables. Returns false at the end.
    #[inline]
    pub(super) fn next(&mut self, vars: &LoopVars, ws: &mut [u64], vs: &mut [Option<Value>]) -> bool {
        let mut put = |to: Var, v: Option<Value>| match to {
            Var::Word(r) => ws[usize::from(r)] = v.as_ref().and_then(untag).unwrap_or(0),
            Var::Value(r) => Bits::made(v).put(&mut vs[usize::from(r)]),
            Var::None => {}
        };
        match self {
            Iter::Table(t, walk) => {
                if let [key] = vars.keys[..] {
                    let Some((k, v)) = t.next_single(walk) else { return false };
                    put(key, Some(k));
                    put(vars.value, v);
                } else {
                    let Some((k, v)) = t.next(walk) else { return false };
                    for (to, part) in vars.keys.iter().zip(k) {
                        put(*to, Some(part));
                    }
                    put(vars.value, v);
                }
                true
            }
            Iter::Vector(v, at) => {
                let i = if let Var::Value(r) = vars.value {
                    let Some((i, x)) = v.next_element(*at) else { return false };
                    Bits::made(Some(x)).put(&mut vs[usize::from(r)]);
                    i
                } else {
                    let Some((i, x)) = v.next_word(*at) else { return false };
                    if let Var::Word(r) = vars.value {
                        ws[usize::from(r)] = x;
                    }
                    i
                };
                *at = i + 1;
                match vars.keys.first() {
                    Some(Var::Word(r)) => ws[usize::from(*r)] = i as u64,
                    Some(Var::Value(r)) => vs[usize::from(*r)] = Some(Value::Count(i as u64)),
                    _ => {}
                }
                true
            }
            Iter::String(s, at) => {
                let Some(b) = s.get(*at..*at + 1) else { return false };
                let b = Value::string(b);
                *at += 1;
                if let Some(to) = vars.keys.first() {
                    put(*to, Some(b));
                }
                true
            }
        }
    }

    /// Ends the iteration and drops the container.
    pub(super) fn finish(self) {
        if let Iter::Table(t, walk) = self {
            t.finish(walk);
        }
    }
}
