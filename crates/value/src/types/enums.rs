//! Enumerations: maps from names to numbers and back.
use super::Name;
use foldhash::HashMap;
use std::cell::RefCell;

/// An enumeration; `redef enum` adds to it.
pub struct EnumType {
    name: Name,
    body: RefCell<EnumBody>,
}

#[derive(Default)]
struct EnumBody {
    /// The enumerators in order of declaration, with full names (`Notice::ACTION_LOG`).
    values: Vec<(Name, i64)>,
    by_name: HashMap<Name, i64>,
    by_value: HashMap<i64, u32>,
    /// Each of the first `plain` values has its index as its number, and its number prints as its name.
    plain: usize,
    next: i64,
    /// The numbers that do not fit a code, indexed by their code minus [`WIDE`].
    wide: Vec<i64>,
}

/// Codes from here up to [`WIDE_END`] stand for numbers that do not fit 32 bits (or lie in this range).
const WIDE: i32 = i32::MIN;

const WIDE_END: i32 = i32::MIN + (1 << 20);

impl EnumType {
    /// Creates an enumeration without values.
    pub fn new(name: impl Into<Name>) -> Self {
        EnumType { name: name.into(), body: RefCell::default() }
    }

    /// Its name.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Adds `name` with the next free number and returns the number.
    pub fn add(&self, name: impl Into<Name>) -> i64 {
        let next = self.body.borrow().next;
        self.add_with(name, next);
        next
    }

    /// Adds `name` with the given number. A number prints as the first name that it got.
    pub fn add_with(&self, name: impl Into<Name>, value: i64) {
        let mut b = self.body.borrow_mut();
        let name = name.into();
        let at = u32::try_from(b.values.len()).unwrap_or(u32::MAX);
        b.values.push((name.clone(), value));
        b.by_name.insert(name, value);
        let prints = *b.by_value.entry(value).or_insert(at) == at;
        if prints && b.plain == at as usize && value == i64::from(at) {
            b.plain += 1;
        }
        b.next = b.next.max(value.saturating_add(1));
    }

    /// Adds `name` for a number that already has a name; the number prints as `name` from now on.
    pub fn prefer(&self, name: impl Into<Name>, value: i64) {
        self.add_with(name, value);
        let mut b = self.body.borrow_mut();
        let at = u32::try_from(b.values.len() - 1).unwrap_or(u32::MAX);
        b.by_value.insert(value, at);
        b.plain = b.plain.min(usize::try_from(value).unwrap_or(usize::MAX));
    }

    /// Returns the number that a full name stands for.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.body.borrow().by_name.get(name).copied()
    }

    /// Returns the full name of a number.
    pub fn name_of(&self, value: i64) -> Option<Name> {
        let b = self.body.borrow();
        let at = match usize::try_from(value) {
            Ok(at) if at < b.plain => at,
            _ => *b.by_value.get(&value)? as usize,
        };
        b.values.get(at).map(|v| v.0.clone())
    }

    /// Returns the 32-bit code of a number: nearly always the number itself. Up to a million numbers of an enumeration
    /// that do not fit get their own codes; all further ones share the largest code.
    #[inline]
    pub fn code(&self, number: i64) -> i32 {
        match i32::try_from(number) {
            Ok(n) if n >= WIDE_END => n,
            _ => self.wide_code(number),
        }
    }

    #[cold]
    fn wide_code(&self, number: i64) -> i32 {
        let wide = &mut self.body.borrow_mut().wide;
        let at = wide.iter().position(|n| *n == number).unwrap_or_else(|| {
            wide.push(number);
            wide.len() - 1
        });
        match i32::try_from(at) {
            Ok(at) if at < WIDE_END - WIDE => WIDE + at,
            _ => i32::MAX,
        }
    }

    /// Returns the number that a code stands for.
    #[inline]
    pub fn number_at(&self, code: i32) -> i64 {
        if code >= WIDE_END { i64::from(code) } else { self.wide_number(code) }
    }

    #[cold]
    fn wide_number(&self, code: i32) -> i64 {
        let known = usize::try_from(i64::from(code) - i64::from(WIDE)).ok();
        known.and_then(|at| self.body.borrow().wide.get(at).copied()).unwrap_or(i64::from(code))
    }

    /// The names and numbers in order of declaration.
    pub fn values(&self) -> Vec<(Name, i64)> {
        self.body.borrow().values.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_prints_as_its_first_or_preferred_name() {
        let e = EnumType::new("E");
        let name = |n: i64| e.name_of(n).map(|name| name.to_string());
        for (at, text) in ["A", "B", "C"].into_iter().enumerate() {
            assert_eq!(e.add(text), at as i64);
        }
        e.add_with("again", 1);
        e.add_with("far", 70);
        e.add_with("below", -1);
        let names = [name(0), name(1), name(2), name(3), name(70), name(-1)];
        assert_eq!(names.map(|n| n.unwrap_or_default()), ["A", "B", "C", "", "far", "below"]);
        e.prefer("better", 1);
        assert_eq!([name(0), name(1), name(2)].map(|n| n.unwrap_or_default()), ["A", "better", "C"]);
        e.prefer("below zero", -1);
        assert_eq!([name(-1), name(0)].map(|n| n.unwrap_or_default()), ["below zero", "A"]);
    }
}
