//! Estimates how many distinct values a stream has, in fixed space: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier
//! 2007) with 64-bit hashes.
use super::opaque_states::{type_name, type_of};
use crate::call::{Answer, Call, Stop, family};
use cluster_wire::Data;
use dict::{KeyHash, SipHash24};
use value::table::layout;
use value::{Context, Opaque, OpaqueState, Type, Value};

family! {
    "hll_cardinality_init" => hll_cardinality_init,
    "hll_cardinality_add" => hll_cardinality_add,
    "hll_cardinality_merge_into" => hll_cardinality_merge_into,
    "hll_cardinality_estimate" => |c| Ok(c.opaque(0)?.state::<Counter>().ok_or(Stop::WrongOpaque)?.estimate().into()),
    "hll_cardinality_copy" => hll_cardinality_copy,
}

#[derive(Clone)]
struct Counter {
    /// The highest rank seen in each bucket. The number of buckets is a power of two.
    buckets: Vec<u8>,
    empty: usize,
    ty: Option<Type>,
}

/// The limit of 2^24 buckets, which allows an error of a few hundredths of a percent.
const MAX_BITS: u32 = 24;

impl OpaqueState for Counter {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
}

impl Counter {
    /// Creates a counter whose relative error stays below `error` with this confidence; `None` if that needs too many
    /// buckets.
    fn new(error: f64, confidence: f64) -> Option<Self> {
        let wanted = 2.0 * ((1.04_f64).ln() - error.ln()) / std::f64::consts::LN_2;
        let mut bits = wanted.floor();
        loop {
            bits += 1.0;
            let deviations = ((bits - wanted) / 2.0).exp2();
            if erf(deviations / std::f64::consts::SQRT_2) >= confidence {
                break;
            }
            if bits > f64::from(MAX_BITS) {
                return None;
            }
        }
        // The estimate's constants are defined from 16 buckets on.
        let bits = bits.clamp(4.0, f64::from(MAX_BITS)) as u32;
        let size = 1 << bits;
        Some(Counter { buckets: vec![0; size], empty: size, ty: None })
    }

    fn bits(&self) -> u32 {
        self.buckets.len().trailing_zeros()
    }

    fn add(&mut self, hash: u64) {
        let bits = self.bits();
        let Some(bucket) = self.buckets.get_mut((hash & ((1 << bits) - 1)) as usize) else { return };
        let rest = hash >> bits;
        // One more than the number of leading zeros in the remaining bits.
        let rank = (rest.leading_zeros() - bits + 1) as u8;
        self.empty -= usize::from(*bucket == 0);
        *bucket = (*bucket).max(rank);
    }

    fn estimate(&self) -> f64 {
        let m = self.buckets.len() as f64;
        let alpha = match self.buckets.len() {
            16 => 0.673,
            32 => 0.697,
            64 => 0.709,
            _ => 0.7213 / (1.0 + 1.079 / m),
        };
        let sum: f64 = self.buckets.iter().map(|&b| (-f64::from(b)).exp2()).sum();
        let raw = alpha * m * m * (1.0 / sum);
        let all = 64.0_f64.exp2();
        if raw <= 5.0 * (m / 2.0) {
            m * (m / self.empty as f64).ln()
        } else if raw <= all / 30.0 {
            raw
        } else {
            -all * (1.0 - raw / all).ln()
        }
    }

    fn merge(&mut self, other: &Counter) -> bool {
        if self.buckets.len() != other.buckets.len() {
            return false;
        }
        for (a, b) in self.buckets.iter_mut().zip(&other.buckets) {
            *a = (*a).max(*b);
        }
        self.empty = self.buckets.iter().filter(|b| **b == 0).count();
        true
    }
}

/// Returns the state of a counter: buckets and element type.
pub(super) fn state_of(o: &Opaque) -> Option<Data<'static>> {
    let counter = o.state::<Counter>()?;
    let buckets = Data::String(counter.buckets.clone().into());
    Some(Data::List(vec![buckets, type_name(counter.ty.as_ref())?]))
}

/// Restores a counter from a state that [`state_of`] wrote; `None` for anything else.
pub(super) fn with_state(state: &Data<'_>, cx: &dyn Context) -> Option<Opaque> {
    let Data::List(parts) = state else { return None };
    let [Data::String(buckets), ty] = &parts[..] else { return None };
    let size = buckets.len();
    let is_sound =
        size.is_power_of_two() && (16..=1 << MAX_BITS).contains(&size) && buckets.iter().all(|b| *b <= 64);
    if !is_sound {
        return None;
    }
    let empty = buckets.iter().filter(|b| **b == 0).count();
    Some(Opaque::new("cardinality", Counter { buckets: buckets.to_vec(), empty, ty: type_of(ty, cx)? }))
}

/// The error function.
fn erf(x: f64) -> f64 {
    libm::erf(x)
}

fn hll_cardinality_init(c: &mut Call<'_>) -> Answer {
    let (error, confidence) = (c.double(0)?, c.double(1)?);
    let sound = error > 0.0 && error < 1.0 && confidence > 0.0 && confidence <= 1.0;
    match Counter::new(error, confidence).filter(|_| sound) {
        Some(counter) => Ok(Value::Opaque(Opaque::new("cardinality", counter))),
        None => {
            c.error("hll_cardinality_init: an error margin and a confidence between 0 and 1 were expected");
            c.nothing()
        }
    }
}

fn hll_cardinality_add(c: &mut Call<'_>) -> Answer {
    let (o, v) = (c.opaque(0)?, c.arg(1).clone());
    let hash = SipHash24::keyed(c.randomness().seeds.siphash_key());
    let mut counter = o.state_mut::<Counter>().ok_or(Stop::WrongOpaque)?;
    match counter.ty.clone() {
        None => {
            counter.ty = Some(v.ty());
        }
        Some(ty) if ty.same(&v.ty()) => {}
        Some(_) => {
            drop(counter);
            c.report("incompatible HLL data type");
            return Ok(false.into());
        }
    }
    let h = hash.hash(&layout::of_index(&hash, &[v]));
    counter.add(h);
    Ok(true.into())
}

fn hll_cardinality_merge_into(c: &mut Call<'_>) -> Answer {
    let (into, from) = (c.opaque(0)?, c.opaque(1)?);
    let from = from.state::<Counter>().ok_or(Stop::WrongOpaque)?.clone();
    let mut counter = into.state_mut::<Counter>().ok_or(Stop::WrongOpaque)?;
    let fits = match (&counter.ty, &from.ty) {
        (Some(a), Some(b)) => a.same(b),
        _ => true,
    };
    let merged = fits && counter.merge(&from);
    drop(counter);
    if !fits {
        c.report("incompatible HLL types");
    } else if !merged {
        c.report("Cardinality counters with different parameters cannot be merged");
    }
    Ok(merged.into())
}

/// Copies a counter without its element type.
fn hll_cardinality_copy(c: &mut Call<'_>) -> Answer {
    let mut copy = c.opaque(0)?.state::<Counter>().ok_or(Stop::WrongOpaque)?.clone();
    copy.ty = None;
    Ok(Value::Opaque(Opaque::new("cardinality", copy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_stay_within_the_margin() {
        let hash = SipHash24::keyed([1, 2]);
        let mut counter = Counter::new(0.01, 0.95).unwrap();
        for n in 0..100_000_u64 {
            counter.add(hash.hash(&n.to_le_bytes()));
        }
        let estimate = counter.estimate();
        assert!((estimate / 100_000.0 - 1.0).abs() < 0.02, "{estimate}");
    }

    #[test]
    fn merging_is_the_union() {
        let hash = SipHash24::keyed([1, 2]);
        let filled = |range: std::ops::Range<u64>| {
            let mut counter = Counter::new(0.05, 0.9).unwrap();
            range.for_each(|n| counter.add(hash.hash(&n.to_le_bytes())));
            counter
        };
        let (mut a, b, both) = (filled(0..300), filled(200..500), filled(0..500));
        assert!(a.merge(&b));
        assert_eq!(a.buckets, both.buckets);
        assert!(!a.merge(&Counter::new(0.01, 0.9).unwrap()));
    }
}
