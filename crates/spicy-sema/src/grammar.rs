//! Look-ahead: the tokens with which an item may begin and those that may follow it.
//!
//! The FIRST sets of all units are computed together until they no longer change. Then the items of each unit are
//! processed from last to first, with the set of tokens that may follow.
use crate::check::Checker;
use crate::hir::{Case, Field, Item, Switch, Unit, Until, What};
use spicy_syntax::Span;
use std::collections::BTreeSet;

/// A token that look-ahead recognizes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A sequence of bytes.
    Bytes(Vec<u8>),
    /// An integer of this many bits.
    Int {
        /// The width in bits.
        bits: u8,
        /// The value, sign-extended from that width.
        value: u64,
        /// Whether the byte order is little-endian.
        little: bool,
    },
    /// A match of the regular expression with this number.
    Regexp(u32),
    /// A bitfield with expected values.
    Bitfield {
        /// The number of the bitfield.
        id: u32,
        /// Whether the byte order is little-endian.
        little: bool,
    },
}

/// A token with its text in the grammar.
#[derive(Clone, Debug)]
pub struct Token {
    /// What the token matches.
    pub kind: TokenKind,
    /// The text, for messages.
    pub text: String,
}

/// The FIRST set of an item.
#[derive(Clone, Debug, Default, PartialEq)]
struct First {
    tokens: BTreeSet<u32>,
    /// The place where input that is not a token is parsed, if the item may begin with such input.
    other: Option<Span>,
    /// Whether the item may parse no input.
    empty: bool,
    /// Whether the end of input may follow.
    end: bool,
}

impl First {
    fn nothing() -> Self {
        First { empty: true, ..First::default() }
    }

    /// Adds an alternative.
    fn or(&mut self, o: &First) {
        self.tokens.extend(&o.tokens);
        self.other = self.other.or(o.other);
        self.empty |= o.empty;
        self.end |= o.end;
    }

    /// Returns the set of a sequence of `self` and `o`.
    fn then(mut self, o: &First) -> First {
        if self.empty {
            self.tokens.extend(&o.tokens);
            self.other = self.other.or(o.other);
            self.end |= o.end;
            self.empty = o.empty;
        }
        self
    }
}

impl Checker<'_> {
    pub(crate) fn check_grammars(&mut self) {
        let mut units = vec![First::default(); self.program.units.len()];
        loop {
            let mut changed = false;
            for (i, u) in self.program.units.iter().enumerate() {
                let first = items_first(&units, &u.items);
                if units[i] != first {
                    units[i] = first;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for u in 0..self.program.units.len() {
            let mut items = std::mem::take(&mut self.program.units[u].items);
            let follow = First { end: true, ..First::default() };
            self.walk(&units, u, &mut items, follow);
            self.program.units[u].items = items;
        }
    }

    /// Fills in the tables of items, from last to first. Returns the items' FIRST set.
    fn walk(&mut self, units: &[First], unit: usize, items: &mut [Item], mut follow: First) -> First {
        for item in items.iter_mut().rev() {
            let own = item_first(units, item);
            match item {
                Item::Field(f) => self.walk_field(units, unit, f, &follow),
                Item::Switch(s) => self.walk_switch(units, unit, s, &follow),
                Item::If { then, otherwise, .. } => {
                    self.walk(units, unit, then, follow.clone());
                    self.walk(units, unit, otherwise, follow.clone());
                }
            }
            follow = own.then(&follow);
        }
        follow
    }

    fn walk_field(&mut self, units: &[First], unit: usize, f: &mut Field, follow: &First) {
        if f.synchronize {
            f.first = self.sync_tokens(units, f);
        }
        match &mut f.what {
            What::Inner(inner) => self.walk_field(units, unit, inner, follow),
            What::Repeat { until, element } => {
                let one = field_first(units, element);
                let mut behind = one.clone();
                behind.or(follow);
                self.walk_field(units, unit, element, &behind);
                if element.synchronize {
                    element.first = self.sync_tokens(units, element);
                }
                if let Until::LookAhead { first, follow: next, default } = until {
                    let both: Vec<u32> = one.tokens.intersection(&follow.tokens).copied().collect();
                    if !both.is_empty() {
                        let names: Vec<&str> =
                            both.iter().map(|t| self.program.tokens[*t as usize].text.as_str()).collect();
                        let message = format!(
                            "grammar {} is ambiguous for look-ahead symbol(s) {{ {} }}: the element and what follows the vector both begin with it",
                            self.program.units[unit].name,
                            names.join(", ")
                        );
                        let span = self.program.units[unit].span;
                        self.error(span, message);
                    } else if one.other.is_some() && follow.other.is_some() {
                        let message = "no look-ahead symbol tells the vector's elements from what follows; give it a size, &eod, &until or [n]";
                        self.error(f.span, message);
                    }
                    *first = one.tokens.iter().copied().collect();
                    *next = follow.tokens.iter().copied().collect();
                    *default = one.other.is_some();
                    self.refuse_filter(element);
                }
            }
            _ => {}
        }
    }

    /// Reports a unit whose input may be filtered, because look-ahead sees only unfiltered input.
    fn refuse_filter(&mut self, f: &Field) {
        if let What::Unit { unit, .. } = f.what
            && self.program.units[unit as usize].uses_filter
            && !self.program.units[unit as usize].items.is_empty()
            && matches!(items_tokens(&self.program.units[unit as usize]), Some(true))
        {
            let u = &self.program.units[unit as usize];
            let message = format!(
                "look-ahead required when parsing unit '{}', to which a filter might get connected during runtime; those two features cannot be combined",
                u.name
            );
            let span = u.span;
            self.error(span, message);
        }
    }

    /// Returns the tokens that mark a synchronization point.
    fn sync_tokens(&mut self, units: &[First], f: &Field) -> Vec<u32> {
        if let What::Unit { unit, .. } = f.what {
            let u = &self.program.units[unit as usize];
            if let Some(tokens) = u.sync_at.as_ref().or(u.sync_after.as_ref()) {
                return tokens.clone();
            }
        }
        if let What::Repeat { element, .. } = &f.what
            && let What::Unit { unit, .. } = element.what
            && let Some(tokens) = self.program.units[unit as usize]
                .sync_at
                .as_ref()
                .or(self.program.units[unit as usize].sync_after.as_ref())
        {
            return tokens.clone();
        }
        let first = field_first(units, f);
        if let Some(span) = first.other {
            self.error(span, "&synchronize cannot be used on field, look-ahead contains non-literals");
        } else if first.tokens.is_empty() {
            self.error(f.span, "&synchronize cannot be used on field, no look-ahead tokens found");
        }
        first.tokens.into_iter().collect()
    }

    fn walk_switch(&mut self, units: &[First], unit: usize, s: &mut Switch, follow: &First) {
        let by_look_ahead = s.value.is_none();
        let span = s.span;
        let mut seen: BTreeSet<u32> = BTreeSet::new();
        let mut others = 0;
        for case in &mut s.cases {
            let own = items_first(units, &case.items);
            self.walk(units, unit, &mut case.items, follow.clone());
            if !by_look_ahead {
                continue;
            }
            if !case.is_default {
                // A case that may parse nothing is the default case.
                let open = own.other.is_some() || own.empty;
                if open {
                    others += 1;
                    case.is_default = true;
                }
            }
            if own.tokens.iter().any(|t| seen.contains(t)) {
                let message = format!(
                    "grammar {} is ambiguous: two branches of the switch begin with the same look-ahead symbol",
                    self.program.units[unit].name
                );
                self.error(span, message);
            }
            seen.extend(&own.tokens);
            case.first = own.tokens.into_iter().collect();
        }
        if others > 1 {
            self.error(
                span,
                "more than one branch of the switch begins with something that look-ahead cannot recognise",
            );
        }
    }
}

/// Whether a unit begins with a token.
fn items_tokens(u: &Unit) -> Option<bool> {
    match u.items.first()? {
        Item::Field(f) => Some(matches!(f.what, What::Literal { .. } | What::Regexp { .. })),
        _ => Some(false),
    }
}

fn items_first(units: &[First], items: &[Item]) -> First {
    let mut out = First::nothing();
    for item in items {
        if !out.empty {
            break;
        }
        out = out.then(&item_first(units, item));
    }
    out
}

fn item_first(units: &[First], item: &Item) -> First {
    match item {
        Item::Field(f) => field_first(units, f),
        Item::Switch(s) => {
            if s.around.parse_from.is_some() || s.around.parse_at.is_some() {
                return First::nothing();
            }
            let mut out = First { empty: s.condition.is_some(), ..First::default() };
            for Case { items, .. } in &s.cases {
                out.or(&items_first(units, items));
            }
            out
        }
        Item::If { then, otherwise, .. } => {
            let mut out = items_first(units, then);
            out.or(&items_first(units, otherwise));
            out
        }
    }
}

fn field_first(units: &[First], f: &Field) -> First {
    if f.around.parse_from.is_some() || f.around.parse_at.is_some() {
        return First::nothing();
    }
    let token = |t: u32| First { tokens: BTreeSet::from([t]), ..First::default() };
    let mut out = match &f.what {
        What::Void => First::nothing(),
        What::Literal { token: t, .. } | What::Regexp { token: t, .. } => token(*t),
        What::Bitfield { token: Some(t), .. } => token(*t),
        What::Unit { unit, .. } => units[*unit as usize].clone(),
        What::Inner(inner) => field_first(units, inner),
        What::Repeat { element, .. } => {
            let mut first = field_first(units, element);
            first.empty = true;
            first
        }
        _ => First { other: Some(f.what_span), ..First::default() },
    };
    out.empty |= f.condition.is_some();
    out
}
