//! The most frequent values of a stream in fixed space: Space-Saving (Metwally, Agrawal, El Abbadi 2005).
//!
//! A bucket holds the elements with the same count. Once `size` elements are tracked, a new value replaces the oldest
//! element of the lowest bucket and inherits its count. The inherited count is the possible error (epsilon) of the new
//! element's count.
use super::opaque_states::{count, type_name, type_of};
use crate::call::{Answer, Call, Stop, family};
use cluster_values::{BrokerData, NoPeers, decode};
use cluster_wire::Data;
use std::collections::{HashMap, VecDeque};
use value::{Context, Opaque, OpaqueState, Table, Type, Value, Vector};

family! {
    "topk_init" => |c| Ok(Value::Opaque(Opaque::new("topk", TopK::new(c.count(0)?)))),
    "topk_add" => topk_add,
    "topk_get_top" => topk_get_top,
    "topk_count" => |c| of_element(c, "GetCount", |t, e| t.element(e).count),
    "topk_epsilon" => |c| of_element(c, "GetEpsilon", |t, e| t.element(e).epsilon),
    "topk_size" => |c| Ok(c.opaque(0)?.state::<TopK>().ok_or(Stop::WrongOpaque)?.size.into()),
    "topk_sum" => topk_sum,
    "topk_merge" => |c| merge(c, false),
    "topk_merge_prune" => |c| merge(c, true),
}

#[derive(Clone)]
struct TopK {
    size: u64,
    /// The type of the elements, set by the first one.
    ty: Option<Type>,
    /// An empty set of that type, which encodes elements as bytes.
    keys: Option<Table>,
    /// Slots are reused; `by_key` names those in use.
    elements: Vec<Element>,
    free: Vec<usize>,
    by_key: HashMap<Box<[u8]>, usize>,
    /// The buckets, in ascending order of their counts.
    buckets: Vec<Bucket>,
    pruned: bool,
}

#[derive(Clone)]
struct Element {
    value: Value,
    key: Box<[u8]>,
    epsilon: u64,
    count: u64,
}

#[derive(Clone)]
struct Bucket {
    count: u64,
    /// The indices of elements, oldest first.
    elements: VecDeque<usize>,
}

impl OpaqueState for TopK {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        let mut copy = TopK::new(self.size);
        copy.merge(self, false);
        Some(Box::new(copy))
    }
}

impl TopK {
    fn new(size: u64) -> Self {
        TopK {
            size,
            ty: None,
            keys: None,
            elements: Vec::new(),
            free: Vec::new(),
            by_key: HashMap::new(),
            buckets: Vec::new(),
            pruned: false,
        }
    }

    fn set_type(&mut self, ty: Type) {
        if let Type::Table(t) = Type::set_of(vec![ty.clone()]) {
            self.keys = Some(Table::of(t));
        }
        self.ty = Some(ty);
    }

    fn key(&self, v: &Value) -> Result<Box<[u8]>, Stop> {
        let keys = self.keys.as_ref().ok_or(Stop::Nothing)?;
        Ok(keys.key(std::slice::from_ref(v))?.bytes().into())
    }

    fn find(&self, v: &Value) -> Result<Option<usize>, Stop> {
        Ok(self.by_key.get(&self.key(v)?).copied())
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "slots come from `by_key` and the buckets, and none is ever removed"
    )]
    fn element(&self, slot: usize) -> &Element {
        &self.elements[slot]
    }

    #[expect(clippy::indexing_slicing, reason = "as for `element`")]
    fn element_mut(&mut self, slot: usize) -> &mut Element {
        &mut self.elements[slot]
    }

    fn bucket_of(&self, element: usize) -> usize {
        let count = self.element(element).count;
        self.buckets.partition_point(|b| b.count < count)
    }

    #[expect(clippy::indexing_slicing, reason = "the bucket was found or inserted")]
    fn bucket(&mut self, count: u64) -> &mut Bucket {
        let at = self.buckets.partition_point(|b| b.count < count);
        if self.buckets.get(at).is_none_or(|b| b.count != count) {
            self.buckets.insert(at, Bucket { count, elements: VecDeque::new() });
        }
        &mut self.buckets[at]
    }

    fn enter(&mut self, e: Element) -> usize {
        let (count, key) = (e.count, e.key.clone());
        let at = match self.free.pop() {
            Some(at) => {
                *self.element_mut(at) = e;
                at
            }
            None => {
                self.elements.push(e);
                self.elements.len() - 1
            }
        };
        self.by_key.insert(key, at);
        self.bucket(count).elements.push_back(at);
        at
    }

    /// Removes the oldest element with the lowest count. Returns that count.
    fn evict(&mut self) -> Option<u64> {
        let lowest = self.buckets.first_mut()?;
        let count = lowest.count;
        let oldest = lowest.elements.pop_front()?;
        if lowest.elements.is_empty() {
            self.buckets.remove(0);
        }
        let key = self.element(oldest).key.clone();
        self.by_key.remove(&key);
        self.free.push(oldest);
        Some(count)
    }

    fn increment(&mut self, element: usize, by: u64) {
        let at = self.bucket_of(element);
        if let Some(old) = self.buckets.get_mut(at) {
            old.elements.retain(|&e| e != element);
            if old.elements.is_empty() {
                self.buckets.remove(at);
            }
        }
        self.element_mut(element).count += by;
        let count = self.element(element).count;
        self.bucket(count).elements.push_back(element);
    }

    fn add(&mut self, value: Value) -> Result<(), Stop> {
        let key = self.key(&value)?;
        if let Some(&at) = self.by_key.get(&key) {
            self.increment(at, 1);
        } else if (self.by_key.len() as u64) < self.size {
            self.enter(Element { value, key, epsilon: 0, count: 1 });
        } else if let Some(count) = self.evict() {
            let at = self.enter(Element { value, key, epsilon: count, count });
            self.increment(at, 1);
        }
        Ok(())
    }

    fn merge(&mut self, other: &TopK, prune: bool) {
        if self.ty.is_none()
            && let Some(ty) = other.ty.clone()
        {
            self.set_type(ty);
        }
        for b in &other.buckets {
            for e in b.elements.iter().map(|&e| other.element(e)) {
                let at = match self.by_key.get(&e.key) {
                    Some(&at) => at,
                    None => self.enter(Element {
                        value: e.value.clone(),
                        key: e.key.clone(),
                        epsilon: 0,
                        count: 0,
                    }),
                };
                self.element_mut(at).epsilon += e.epsilon;
                self.increment(at, b.count);
            }
        }
        while prune && self.by_key.len() as u64 > self.size && self.evict().is_some() {
            self.pruned = true;
        }
    }
}

/// Returns the state of a list: size, element type, and the elements by ascending count.
pub(super) fn state_of(o: &Opaque) -> Option<Data<'static>> {
    let t = o.state::<TopK>()?;
    let elements = t.buckets.iter().flat_map(|b| b.elements.iter().filter_map(|&e| t.elements.get(e)));
    let elements = elements.map(|e| {
        let value = BrokerData::try_from(&e.value).ok()?.0;
        Some(Data::List(vec![value, Data::Count(e.count), Data::Count(e.epsilon)]))
    });
    Some(Data::List(vec![
        Data::Count(t.size),
        type_name(t.ty.as_ref())?,
        Data::Bool(t.pruned),
        Data::List(elements.collect::<Option<_>>()?),
    ]))
}

/// Restores a list from a state that [`state_of`] wrote; `None` for anything else.
pub(super) fn with_state(state: &Data<'_>, cx: &dyn Context) -> Option<Opaque> {
    let Data::List(parts) = state else { return None };
    let [size, ty, Data::Bool(pruned), Data::List(elements)] = &parts[..] else { return None };
    let mut t = TopK::new(count(size)?);
    t.pruned = *pruned;
    let Some(ty) = type_of(ty, cx)? else { return Some(Opaque::new("topk", t)) };
    t.set_type(ty.clone());
    for element in elements {
        let Data::List(parts) = element else { return None };
        let [value, n, epsilon] = &parts[..] else { return None };
        let value = decode(value, &ty, &NoPeers).ok()?;
        let key = t.key(&value).ok()?;
        if t.by_key.contains_key(&key) {
            return None;
        }
        t.enter(Element { value, key, epsilon: count(epsilon)?, count: count(n)? });
    }
    Some(Opaque::new("topk", t))
}

fn topk_add(c: &mut Call<'_>) -> Answer {
    let (o, v) = (c.opaque(0)?, c.arg(1).clone());
    let mut t = o.state_mut::<TopK>().ok_or(Stop::WrongOpaque)?;
    match t.ty.clone() {
        None => t.set_type(v.ty()),
        Some(ty) if ty.same(&v.ty()) => {}
        Some(_) => {
            drop(t);
            c.report("Trying to add element to topk with differing type from other elements");
            return c.nothing();
        }
    }
    t.add(v)?;
    c.nothing()
}

/// Returns the `k` elements with the highest counts, highest first, and all further elements with the last one's count.
fn topk_get_top(c: &mut Call<'_>) -> Answer {
    let (o, k) = (c.opaque(0)?, c.count(1)?);
    let t = o.state::<TopK>().ok_or(Stop::WrongOpaque)?;
    let Some(ty) = t.ty.clone().filter(|_| !t.by_key.is_empty()) else {
        drop(t);
        c.report("Cannot return topk of empty");
        return c.nothing();
    };
    let mut top = Vec::new();
    for b in t.buckets.iter().rev() {
        if top.len() as u64 >= k {
            break;
        }
        top.extend(b.elements.iter().map(|&e| t.element(e).value.clone()));
    }
    match Type::vector_of(ty) {
        Type::Vector(ty) => Ok(Vector::from_values(ty, top).into()),
        _ => c.nothing(),
    }
}

fn of_element(c: &mut Call<'_>, what: &str, f: fn(&TopK, usize) -> u64) -> Answer {
    let (o, v) = (c.opaque(0)?, c.arg(1).clone());
    let t = o.state::<TopK>().ok_or(Stop::WrongOpaque)?;
    let found = if t.ty.is_some() { t.find(&v)? } else { None };
    match found {
        Some(e) => Ok(f(&t, e).into()),
        None => {
            drop(t);
            c.report(&format!("{what} for element that is not in top-k"));
            Ok(0_u64.into())
        }
    }
}

fn topk_sum(c: &mut Call<'_>) -> Answer {
    let o = c.opaque(0)?;
    let t = o.state::<TopK>().ok_or(Stop::WrongOpaque)?;
    let sum: u64 = t.buckets.iter().map(|b| b.elements.len() as u64 * b.count).sum();
    let pruned = t.pruned;
    drop(t);
    if pruned {
        c.warn(
            "TopkVal::GetSum() was used on a pruned data structure. Result values do not represent total element count",
        );
    }
    Ok(sum.into())
}

fn merge(c: &mut Call<'_>, prune: bool) -> Answer {
    let (into, from) = (c.opaque(0)?, c.opaque(1)?);
    let from = from.state::<TopK>().ok_or(Stop::WrongOpaque)?.clone();
    let Some(from_type) = &from.ty else { return c.nothing() };
    let mut t = into.state_mut::<TopK>().ok_or(Stop::WrongOpaque)?;
    if t.ty.as_ref().is_some_and(|ty| !ty.same(from_type)) {
        drop(t);
        c.report("Cannot merge top-k elements of differing types.");
        return c.nothing();
    }
    t.merge(&from, prune);
    c.nothing()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(values: &[u64], size: u64) -> TopK {
        let mut t = TopK::new(size);
        t.set_type(Type::Count);
        for &v in values {
            t.add(Value::Count(v)).unwrap();
        }
        t
    }

    fn counts(t: &TopK) -> Vec<(u64, u64, u64)> {
        let all = t.buckets.iter().flat_map(|b| b.elements.iter().map(move |&e| (b.count, &t.elements[e])));
        all.map(|(n, e)| (e.value.as_count().unwrap(), n, e.epsilon)).collect()
    }

    #[test]
    fn a_new_value_replaces_the_oldest_of_the_lowest_count() {
        assert_eq!(counts(&top(&[1, 1, 2, 3], 2)), [(1, 2, 0), (3, 2, 1)]);
    }

    #[test]
    fn merging_adds_counts_and_prunes_to_the_size() {
        let mut t = top(&[1, 1, 2], 2);
        t.merge(&top(&[2, 2, 3], 2), true);
        assert_eq!(counts(&t), [(1, 2, 0), (2, 3, 0)]);
        assert!(t.pruned);
    }
}
