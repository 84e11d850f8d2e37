//! Finds units whose first byte tells their layout: literals of a byte, by a switch or alone, with numbers behind.
use super::body::Builder;
use super::fixed::{changes_input, is_plain};
use crate::bytecode::{Choice, Layout, Number, Rows};
use spicy_sema::TokenKind;
use spicy_sema::hir::{Const, Field, Item, Switch, Until, What};

/// The most layouts that a byte can tell apart.
const MOST: usize = u8::MAX as usize;

/// The byte that a field consists of, if the field only parses that.
fn byte_of(f: &Field) -> Option<u8> {
    match &f.what {
        What::Literal { value: Const::Bytes(b), .. } if is_plain(f) => match **b {
            [byte] => Some(byte),
            _ => None,
        },
        _ => None,
    }
}

/// The cases of a switch that looks ahead and does nothing else.
fn cases(s: &Switch) -> Option<Vec<&[Item]>> {
    if s.value.is_some() || s.condition.is_some() || changes_input(&s.around) {
        return None;
    }
    s.cases.iter().map(|c| (!c.is_default && c.values.is_empty()).then_some(&*c.items)).collect()
}

impl Builder<'_, '_> {
    /// The layouts of the units of a vector by their first byte, if that tells all that follows.
    pub(super) fn chosen(&mut self, unit: u32, until: &Until) -> Option<Rows> {
        let items = self.does_nothing_else(unit)?;
        let cases = match items {
            [Item::Switch(s)] => cases(s)?,
            items => vec![items],
        };
        let mut choice = Choice { by_byte: Box::new([0; 256]), layouts: Vec::new() };
        for items in cases {
            let (byte, layout) = self.after_literal(unit, items)?;
            let slot = &mut choice.by_byte[usize::from(byte)];
            if *slot != 0 || choice.layouts.len() == MOST {
                return None;
            }
            choice.layouts.push(layout);
            *slot = choice.layouts.len() as u8;
        }
        if !self.goes_on(&choice, until) {
            return None;
        }
        self.c.choices.push(choice);
        Some(Rows::Chosen(self.c.choices.len() as u32 - 1))
    }

    /// Whether the vector goes on wherever one of these bytes follows.
    fn goes_on(&self, choice: &Choice, until: &Until) -> bool {
        let Until::LookAhead { follow, .. } = until else {
            return matches!(until, Until::Count(_) | Until::EndOfData);
        };
        // No token that may follow the vector begins with such a byte.
        follow.iter().all(|t| match self.c.hir.tokens.get(*t as usize).map(|t| &t.kind) {
            Some(TokenKind::Bytes(b)) => b.first().is_some_and(|b| choice.by_byte[usize::from(*b)] == 0),
            _ => false,
        })
    }

    /// The byte with which items begin, and the layout of it and the numbers behind it, if there is nothing else.
    fn after_literal(&self, unit: u32, items: &[Item]) -> Option<(u8, Layout)> {
        let (Item::Field(f), rest) = items.split_first()? else { return None };
        let byte = byte_of(f)?;
        let (at, kept) = self.plain_member(unit, f)?;
        let (mut layout, n) = self.row(unit, rest);
        let move_on = |(member, at, how): (u32, usize, Number)| (member, at + 1, how);
        layout.members = layout.members.into_iter().map(move_on).collect();
        layout.bytes += 1;
        layout.literal = kept.then_some(at);
        (n == rest.len()).then_some((byte, layout))
    }
}
