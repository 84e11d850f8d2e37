//! Units that are part of the unit that contains them: their members have places in it, and there is no instance of their
//! own, as of tag and length in the header of an ASN.1 message.
//!
//! A member is embedded if it is nested (see [`super::nested`]), and everything in the program that names it goes on to a
//! member of its own. While such a unit is parsed, a register stands for it that does not exist: instructions that read or
//! write its members are given the unit around it instead. If another instruction got that register, the program is
//! compiled again without this member among those embedded. [`super::places`] has the code for such units.
use super::Compiler;
use super::body::Builder;
use spicy_sema::hir::{Field, Item, MemberKind, Unit, What};
use spicy_sema::types::{Ty, Type};
use std::collections::HashMap;

/// The most places of a unit with all that is embedded in it.
const MOST: u32 = 80;
/// The most places of a unit that is not parsed always.
const FEW: u32 = 16;

/// A member that is embedded in its unit.
#[derive(Clone, Copy)]
pub(super) struct Embedded {
    /// The unit that it is; none if it is a bitfield.
    pub(super) unit: Option<u32>,
    /// The place of its first member in an instance of the unit around it.
    pub(super) offset: u32,
    /// How many places it takes.
    size: u32,
    /// Whether the place of the member itself says whether it is set.
    pub(super) marked: bool,
}

/// What a member is that is embedded.
enum Sub {
    Unit(u32),
    /// A bitfield with so many items.
    Bits(u32),
}

/// Which members are embedded, and how many places units have.
#[derive(Default)]
pub(super) struct Plan {
    members: HashMap<(u32, u32), Embedded>,
    sizes: HashMap<u32, u32>,
}

/// The field that is parsed for a member, and whether it always is. `None` if there is none, or several.
fn field_of(items: &[Item], member: u32) -> Option<(&Field, bool)> {
    let mut found = Vec::new();
    collect(items, member, true, &mut found);
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}

fn collect<'i>(items: &'i [Item], member: u32, always: bool, found: &mut Vec<(&'i Field, bool)>) {
    for item in items {
        match item {
            Item::Field(f) if f.member == Some(member) => {
                found.push((f, always && f.condition.is_none() && !f.attempt));
            }
            Item::Field(_) => {}
            Item::Switch(s) => s.cases.iter().for_each(|c| collect(&c.items, member, false, found)),
            Item::If { then, otherwise, .. } => {
                collect(then, member, false, found);
                collect(otherwise, member, false, found);
            }
        }
    }
}

/// Whether an error may lead back to fields that were parsed before.
fn synchronizes(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Field(f) => f.synchronize,
        Item::Switch(s) => s.cases.iter().any(|c| synchronizes(&c.items)),
        Item::If { then, otherwise, .. } => synchronizes(then) || synchronizes(otherwise),
    })
}

impl Compiler<'_> {
    /// Decides which members are embedded.
    pub(super) fn plan_embedded(&mut self) {
        if self.known.is_none() || self.ranges {
            return;
        }
        for number in 0..self.hir.units.len() as u32 {
            self.places(number);
        }
    }

    /// How many places a unit has, with what is embedded in it.
    fn places(&mut self, number: u32) -> u32 {
        if let Some(size) = self.plan.sizes.get(&number) {
            return *size;
        }
        let own = self.own_places(number);
        self.plan.sizes.insert(number, own);
        let count = self.hir.units[number as usize].members.len() as u32;
        let mut size = count;
        let mut any = false;
        for member in 0..count {
            let Some((unit, always)) = self.embeddable(number, member) else { continue };
            let more = match unit {
                Sub::Unit(u) => {
                    self.places(u);
                    self.inner_places(u)
                }
                Sub::Bits(n) => n,
            };
            if size + more > MOST || (!always && more > FEW) {
                continue;
            }
            let unit = if let Sub::Unit(u) = unit { Some(u) } else { None };
            let marked = self.known.as_ref().is_some_and(|k| k.marked.contains(&(number, member)));
            self.plan.members.insert((number, member), Embedded { unit, offset: size, size: more, marked });
            size += more;
            any = true;
        }
        let size = if any { size } else { own };
        self.plan.sizes.insert(number, size);
        size
    }

    /// How many places a unit has without others: up to the last member whose value is kept.
    fn own_places(&self, number: u32) -> u32 {
        let count = self.hir.units[number as usize].members.len() as u32;
        (0..count).rev().find(|m| self.keeps(number, *m)).map_or(0, |last| last + 1)
    }

    /// How many places a new instance of a unit has.
    pub(super) fn size_of(&self, number: u32) -> u32 {
        self.plan.sizes.get(&number).copied().unwrap_or_else(|| self.own_places(number))
    }

    /// The place of a member in a unit that is embedded itself, which has places for what is kept, and no others. If the
    /// member is embedded and marked, that is the place of the mark.
    pub(super) fn place_within(&self, unit: Option<u32>, member: u32) -> u32 {
        let Some(unit) = unit else { return member };
        (0..member).map(|m| self.width_within(unit, m)).sum()
    }

    fn width_within(&self, unit: u32, member: u32) -> u32 {
        self.embedded(unit, member)
            .map_or(u32::from(self.keeps(unit, member)), |e| e.size + u32::from(e.marked))
    }

    /// How many places an embedded unit takes.
    fn inner_places(&self, unit: u32) -> u32 {
        self.place_within(Some(unit), self.hir.units[unit as usize].members.len() as u32)
    }

    pub(super) fn embedded(&self, unit: u32, member: u32) -> Option<Embedded> {
        self.plan.members.get(&(unit, member)).copied()
    }

    /// What a member is if it can be embedded, and whether it is always parsed.
    fn embeddable(&mut self, unit: u32, member: u32) -> Option<(Sub, bool)> {
        let hir = self.hir;
        let u = &hir.units[unit as usize];
        let m = u.members.get(member as usize)?;
        let (f, always) = field_of(&u.items, member)?;
        let named = !m.anonymous && !m.hidden && m.kind == MemberKind::Field && m.default.is_none();
        if !named || f.convert.is_some() || synchronizes(&u.items) || self.without.contains(&(unit, member)) {
            return None;
        }
        let known = self.known.as_ref()?;
        let asked = known.seen.contains(&(unit, member)) || known.assigned.contains(&(unit, member));
        let whole = known.whole.contains(&(unit, member));
        if asked {
            return None;
        }
        // A bitfield is set when its limits hold.
        let limited = f.around.size.is_some() || f.around.max_size.is_some();
        let sub = match f.what {
            What::Unit { unit: sub, .. } => sub,
            What::Bitfield { id, .. } if !whole && f.sinks.is_empty() && f.lifted.is_empty() && !limited => {
                return Some((Sub::Bits(hir.bitfields[id as usize].ranges.len() as u32), always));
            }
            _ => return None,
        };
        if hir.units[sub as usize].convert.is_some() || (whole && !self.is_simple(sub)) {
            return None;
        }
        let nested = self.only_field(sub).is_none()
            && Builder::new(self, "").fixed(sub).is_none()
            && self.nested_weight(sub).is_some();
        nested.then_some((Sub::Unit(sub), always))
    }

    /// Whether a unit is complete and the same ever after once its only field is parsed, so that a copy is as good.
    pub(super) fn is_simple(&self, number: u32) -> bool {
        let u: &Unit = &self.hir.units[number as usize];
        let acts = u.hooks.iter().any(|(_, h)| !h.list.is_empty())
            || u.members
                .iter()
                .any(|m| !m.hooks.list.is_empty() || !m.errors.list.is_empty() || !m.each.list.is_empty());
        let fields = u.items.iter().all(|item| match item {
            Item::Field(f) => {
                let inner = matches!(f.what, What::Unit { .. })
                    || (matches!(f.what, What::Bitfield { .. }) && f.lifted.is_empty());
                f.condition.is_none() && !f.attempt && !inner
            }
            _ => false,
        });
        let filled = u.members.iter().all(|m| m.kind == MemberKind::Field && m.default.is_none());
        let given = !u.params.is_empty() || u.context.is_some() || u.members.iter().any(|m| m.init.is_some());
        let kept = (0..u.members.len() as u32).filter(|m| self.holds(number, *m)).count();
        let parsed = (0..u.members.len() as u32).all(|m| self.is_parsed_only(number, m));
        u.items.len() == 1 && fields && filled && parsed && kept > 0 && !acts && !given
    }

    /// Whether parsing gives a member a value that is kept.
    pub(super) fn holds(&self, unit: u32, member: u32) -> bool {
        let members = &self.hir.units[unit as usize].members;
        let named = members.get(member as usize).is_some_and(|m| !m.anonymous && !m.hidden);
        named && self.keeps(unit, member)
    }

    /// The unit that a type stands for.
    pub(super) fn unit_in(&self, ty: Ty) -> Option<u32> {
        match *self.hir.types.get(ty) {
            Type::Unit(u) => Some(u),
            Type::Ref(t) | Type::Optional(t) | Type::Result(t) => self.unit_in(t),
            _ => None,
        }
    }
}
