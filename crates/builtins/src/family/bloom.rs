//! Bloom filters, basic and counting: sets in fixed space that may report elements they lack, but never miss one they
//! have.
use super::opaque_states::{bytes_of, count, type_name, type_of, words_of};
use crate::call::{Answer, Call, Stop, family};
use cluster_wire::Data;
use dict::{KeyHash, SipHash24};
use seeds::Random;
use sha2::{Digest, Sha256};
use value::table::layout;
use value::{Context, Opaque, OpaqueState, Type, Value};

family! {
    "bloomfilter_basic_init" => bloomfilter_basic_init,
    "bloomfilter_basic_init2" => bloomfilter_basic_init2,
    "bloomfilter_counting_init" => bloomfilter_counting_init,
    "bloomfilter_add" => bloomfilter_add,
    "bloomfilter_decrement" => bloomfilter_decrement,
    "bloomfilter_lookup" => bloomfilter_lookup,
    "bloomfilter_clear" => bloomfilter_clear,
    "bloomfilter_merge" => bloomfilter_merge,
    "bloomfilter_intersect" => bloomfilter_intersect,
    "bloomfilter_internal_state" => bloomfilter_internal_state,
}

/// Computes the positions of a key, derived from two hashes (Kirsch, Mitzenmacher 2006) or from one hash per position.
#[derive(Clone, PartialEq, Eq)]
struct Hasher {
    k: usize,
    seed: [u64; 2],
    double: bool,
}

impl Hasher {
    fn one(&self, number: u64, key: &[u8]) -> u64 {
        SipHash24::keyed([self.seed[0].wrapping_add(Random::step(number)), self.seed[1]]).hash(key)
    }

    fn positions(&self, key: &[u8], cells: usize) -> Vec<usize> {
        let cells = cells as u64;
        if self.double {
            let (a, b) = (self.one(1, key), self.one(2, key));
            return (0..self.k as u64)
                .map(|i| (a.wrapping_add(i.wrapping_mul(b)) % cells) as usize)
                .collect();
        }
        (1..=self.k as u64).map(|i| (self.one(i, key) % cells) as usize).collect()
    }
}

/// Packed counters of equal width, which is one bit in a basic filter.
#[derive(Clone)]
struct Cells {
    words: Vec<u64>,
    width: usize,
    len: usize,
}

impl Cells {
    fn new(len: usize, width: usize) -> Self {
        Cells { words: vec![0; (len * width).div_ceil(64)], width, len }
    }

    fn max(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    fn get(&self, cell: usize) -> u64 {
        let bit = cell * self.width;
        let (word, shift) = (bit / 64, bit % 64);
        let word_at = |at: usize| self.words.get(at).copied().unwrap_or(0);
        let low = word_at(word) >> shift;
        let high = if shift + self.width > 64 { word_at(word + 1) << (64 - shift) } else { 0 };
        (low | high) & self.max()
    }

    fn set(&mut self, cell: usize, n: u64) {
        for i in 0..self.width {
            let bit = cell * self.width + i;
            let Some(word) = self.words.get_mut(bit / 64) else { return };
            let mask = 1 << (bit % 64);
            if n >> i & 1 == 1 {
                *word |= mask;
            } else {
                *word &= !mask;
            }
        }
    }

    fn increment(&mut self, cell: usize) {
        self.set(cell, self.get(cell).saturating_add(1).min(self.max()));
    }
}

#[derive(Clone)]
struct Filter {
    hasher: Hasher,
    cells: Cells,
    counting: bool,
    ty: Option<Type>,
}

impl OpaqueState for Filter {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
}

impl Filter {
    fn set_type(&mut self, ty: Type) {
        self.ty = Some(ty);
    }

    fn positions(&self, v: &Value) -> Result<Vec<usize>, Stop> {
        self.ty.as_ref().ok_or(Stop::Nothing)?;
        let key = layout::of_index(&SipHash24::keyed(self.hasher.seed), std::slice::from_ref(v));
        Ok(self.hasher.positions(&key, self.cells.len))
    }

    fn count(&self, v: &Value) -> Result<u64, Stop> {
        let at = self.positions(v)?;
        Ok(at.into_iter().map(|p| self.cells.get(p)).min().unwrap_or(0))
    }
}

/// Returns the state of a filter: hashes, cells and element type.
pub(super) fn state_of(o: &Opaque) -> Option<Data<'static>> {
    let f = o.state::<Filter>()?;
    let (h, cells) = (&f.hasher, &f.cells);
    Some(Data::List(vec![
        Data::Count(h.k as u64),
        bytes_of(&h.seed),
        Data::Bool(h.double),
        Data::Count(cells.width as u64),
        Data::Count(cells.len as u64),
        bytes_of(&cells.words),
        Data::Bool(f.counting),
        type_name(f.ty.as_ref())?,
    ]))
}

/// Restores a filter from a state that [`state_of`] wrote; `None` for anything else.
pub(super) fn with_state(state: &Data<'_>, cx: &dyn Context) -> Option<Opaque> {
    let Data::List(parts) = state else { return None };
    let [k, seed, Data::Bool(double), width, len, words, Data::Bool(counting), ty] = &parts[..] else {
        return None;
    };
    let (k, width) = (usize::try_from(count(k)?).ok()?, usize::try_from(count(width)?).ok()?);
    let (len, words) = (usize::try_from(count(len)?).ok()?, words_of(words)?);
    let fits = (1..=64).contains(&width)
        && len.checked_mul(width).map(|bits| bits.div_ceil(64)) == Some(words.len());
    if !fits || len == 0 || k > MAX_HASHES {
        return None;
    }
    let seed = <[u64; 2]>::try_from(words_of(seed)?).ok()?;
    let hasher = Hasher { k, seed, double: *double };
    let filter =
        Filter { hasher, cells: Cells { words, width, len }, counting: *counting, ty: type_of(ty, cx)? };
    Some(Opaque::new("bloomfilter", filter))
}

/// The maximum number of hashes in a received filter.
const MAX_HASHES: usize = 1 << 16;

/// The maximum number of bits in a filter (512 MiB).
const MAX_BITS: usize = 1 << 32;

fn seed(c: &mut Call<'_>, at: usize) -> Result<[u64; 2], Stop> {
    let name = c.str(at)?;
    let global = c.global("global_hash_seed").and_then(|v| v.as_string().cloned()).filter(|s| !s.is_empty());
    let digest = match (name.is_empty(), global) {
        (false, _) => Sha256::digest(&name[..]),
        (true, Some(global)) => Sha256::digest(&global[..]),
        (true, None) => Sha256::digest(c.randomness().seeds.first().to_le_bytes()),
    };
    let (words, _) = digest.as_slice().as_chunks();
    let mut words = words.iter().copied().map(u64::from_le_bytes);
    Ok([(); 2].map(|()| words.next().unwrap_or_default()))
}

fn filter(c: &mut Call<'_>, k: usize, cells: f64, width: usize, seed_at: usize) -> Answer {
    let counting = c.len() == 4;
    if !(cells >= 1.0 && cells * width as f64 <= MAX_BITS as f64) || k == 0 || k > 1 << 16 {
        c.error("Bloom filter: between 1 and 4294967296 bits and between 1 and 65536 hash functions were expected");
        return c.nothing();
    }
    let hasher = Hasher { k, seed: seed(c, seed_at)?, double: !counting };
    let cells = Cells::new(cells as usize, width);
    Ok(Value::Opaque(Opaque::new("bloomfilter", Filter { hasher, cells, counting, ty: None })))
}

fn bloomfilter_basic_init(c: &mut Call<'_>) -> Answer {
    const LN_2: f64 = std::f64::consts::LN_2;
    let (fp, capacity) = (c.double(0)?, c.count(1)? as f64);
    if !(0.0..=1.0).contains(&fp) {
        c.report("false-positive rate must take value between 0 and 1");
        return c.nothing();
    }
    let cells = (-(capacity * fp.ln() / LN_2 / LN_2)).ceil();
    let k = (cells / capacity * LN_2).ceil();
    filter(c, k as usize, cells, 1, 2)
}

fn bloomfilter_basic_init2(c: &mut Call<'_>) -> Answer {
    let (k, cells) = (c.count(0)?, c.count(1)?);
    if k == 0 {
        c.report("number of hash functions must be non-negative");
        return c.nothing();
    }
    if cells == 0 {
        c.report("number of cells must be non-negative");
        return c.nothing();
    }
    filter(c, usize::try_from(k).unwrap_or(usize::MAX), cells as f64, 1, 2)
}

fn bloomfilter_counting_init(c: &mut Call<'_>) -> Answer {
    let (k, cells, max) = (c.count(0)?, c.count(1)?, c.count(2)?);
    if max == 0 {
        c.report("max counter value must be greater than 0");
        return c.nothing();
    }
    let width = (u64::BITS - max.leading_zeros()) as usize;
    filter(c, usize::try_from(k).unwrap_or(usize::MAX), cells as f64, width, 3)
}

/// Checks that a value has the element type of a filter, which the filter's first value determines. Otherwise reports
/// an error and returns false.
fn takes(c: &mut Call<'_>, o: &Opaque, v: &Value) -> Result<bool, Stop> {
    let mut f = o.state_mut::<Filter>().ok_or(Stop::WrongOpaque)?;
    match f.ty.clone() {
        None => f.set_type(v.ty()),
        Some(ty) if ty.same(&v.ty()) => {}
        Some(_) => {
            drop(f);
            c.report("incompatible Bloom filter types");
            return Ok(false);
        }
    }
    Ok(true)
}

fn bloomfilter_add(c: &mut Call<'_>) -> Answer {
    let (o, v) = (c.opaque(0)?, c.arg(1).clone());
    if takes(c, &o, &v)? {
        let mut f = o.state_mut::<Filter>().ok_or(Stop::WrongOpaque)?;
        for p in f.positions(&v)? {
            f.cells.increment(p);
        }
    }
    c.nothing()
}

fn bloomfilter_decrement(c: &mut Call<'_>) -> Answer {
    let (o, v) = (c.opaque(0)?, c.arg(1).clone());
    if !takes(c, &o, &v)? {
        return Ok(false.into());
    }
    let mut f = o.state_mut::<Filter>().ok_or(Stop::WrongOpaque)?;
    if !f.counting || f.count(&v)? == 0 {
        return Ok(false.into());
    }
    for p in f.positions(&v)? {
        let n = f.cells.get(p);
        f.cells.set(p, n.saturating_sub(1));
    }
    Ok(true.into())
}

fn bloomfilter_lookup(c: &mut Call<'_>) -> Answer {
    let (o, v) = (c.opaque(0)?, c.arg(1).clone());
    let untyped = o.state::<Filter>().ok_or(Stop::WrongOpaque)?.ty.is_none();
    if untyped || !takes(c, &o, &v)? {
        return Ok(0_u64.into());
    }
    let n = o.state::<Filter>().ok_or(Stop::WrongOpaque)?.count(&v)?;
    Ok(n.into())
}

fn bloomfilter_clear(c: &mut Call<'_>) -> Answer {
    let o = c.opaque(0)?;
    o.state_mut::<Filter>().ok_or(Stop::WrongOpaque)?.cells.words.fill(0);
    c.nothing()
}

/// Returns both filters of a merge or intersection. If they are incompatible, reports an error and returns `None`.
fn pair(c: &mut Call<'_>, verb: &str) -> Result<Option<(Filter, Filter)>, Stop> {
    let (a, b) = (c.opaque(0)?, c.opaque(1)?);
    let a = a.state::<Filter>().ok_or(Stop::WrongOpaque)?.clone();
    let b = b.state::<Filter>().ok_or(Stop::WrongOpaque)?.clone();
    let kind = if a.counting { "CountingBloomFilter" } else { "BasicBloomFilter" };
    let what = if a.counting { "merge" } else { verb };
    if let (Some(x), Some(y)) = (&a.ty, &b.ty)
        && !x.same(y)
    {
        c.report("incompatible Bloom filter types");
        return Ok(None);
    }
    if a.counting != b.counting {
        c.report(&format!("cannot {verb} different Bloom filter types"));
        return Ok(None);
    }
    let fault = if a.hasher != b.hasher {
        format!("incompatible hashers in {kind} {what}")
    } else if a.cells.len != b.cells.len || a.cells.width != b.cells.width {
        format!("different bitvector size in {kind} {what}")
    } else {
        return Ok(Some((a, b)));
    };
    c.report(&fault);
    c.report(&format!("failed to {verb} Bloom filter"));
    Ok(None)
}

fn finished(mut f: Filter, other: Option<Type>) -> Answer {
    if f.ty.is_none()
        && let Some(ty) = other
    {
        f.set_type(ty);
    }
    Ok(Value::Opaque(Opaque::new("bloomfilter", f)))
}

fn bloomfilter_merge(c: &mut Call<'_>) -> Answer {
    let Some((mut a, b)) = pair(c, "merge")? else { return c.nothing() };
    for cell in 0..a.cells.len {
        let sum = a.cells.get(cell).saturating_add(b.cells.get(cell)).min(a.cells.max());
        a.cells.set(cell, sum);
    }
    finished(a, b.ty)
}

/// Intersects two filters. The result is a basic filter, because the counts of shared elements are unknown.
fn bloomfilter_intersect(c: &mut Call<'_>) -> Answer {
    let Some((a, b)) = pair(c, "intersect")? else { return c.nothing() };
    let mut cells = Cells::new(a.cells.len, 1);
    for cell in 0..cells.len {
        cells.set(cell, u64::from(a.cells.get(cell) > 0 && b.cells.get(cell) > 0));
    }
    finished(Filter { cells, counting: false, ..a }, b.ty)
}

/// Returns a digest of the filter's state: equal for equal states.
fn bloomfilter_internal_state(c: &mut Call<'_>) -> Answer {
    let o = c.opaque(0)?;
    let f = o.state::<Filter>().ok_or(Stop::WrongOpaque)?;
    let mut digest = Sha256::new();
    for w in &f.cells.words {
        digest.update(w.to_le_bytes());
    }
    let digest = digest.finalize();
    Ok(digest.first_chunk().copied().map_or(0, u64::from_le_bytes).to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_any_width_stand_side_by_side() {
        for width in [1, 3, 7, 33, 64] {
            let mut c = Cells::new(40, width);
            for cell in 0..40 {
                c.set(cell, cell as u64 & c.max());
            }
            assert!((0..40).all(|cell| c.get(cell) == cell as u64 & c.max()), "{width}");
        }
        let mut c = Cells::new(2, 2);
        for _ in 0..9 {
            c.increment(0);
        }
        assert_eq!((c.get(0), c.get(1)), (3, 0));
    }
}
