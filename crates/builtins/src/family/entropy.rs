//! Measures the randomness of bytes: `find_entropy` and the `entropy_test_*` functions.
use crate::call::{Answer, Call, Stop, family};
use protocols::files::{Measures, Sample};
use value::{Opaque, OpaqueState, Record, Value};

family! {
    "find_entropy" => find_entropy,
    "entropy_test_init" => |_| Ok(Value::Opaque(Opaque::new("entropy", State::default()))),
    "entropy_test_add" => entropy_test_add,
    "entropy_test_finish" => entropy_test_finish,
}

/// The bytes that `entropy_test_add` has counted.
#[derive(Clone, Default)]
struct State(Sample);

impl OpaqueState for State {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
}

fn result(c: &Call<'_>, m: &Measures) -> Answer {
    let r = Record::new(c.record_type("entropy_test_result")?);
    for (i, x) in [m.entropy, m.chi_square, m.mean, m.pi, m.serial_correlation].into_iter().enumerate() {
        r.set(i as u32, x.into());
    }
    Ok(r.into())
}

fn find_entropy(c: &mut Call<'_>) -> Answer {
    let mut s = Sample::default();
    s.add(&c.str(0)?);
    result(c, &s.measures())
}

fn entropy_test_add(c: &mut Call<'_>) -> Answer {
    let (o, data) = (c.opaque(0)?, c.str(1)?);
    o.state_mut::<State>().ok_or(Stop::WrongOpaque)?.0.add(&data);
    Ok(true.into())
}

fn entropy_test_finish(c: &mut Call<'_>) -> Answer {
    let o = c.opaque(0)?;
    let m = o.state::<State>().ok_or(Stop::WrongOpaque)?.0.measures();
    result(c, &m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_plain_samples() {
        let mut even = Sample::default();
        even.add(&(0..=255).collect::<Vec<u8>>());
        let m = even.measures();
        assert_eq!((m.chi_square, m.mean), (0.0, 127.5));
        assert!((m.entropy - 8.0).abs() < 1e-12);

        let mut one = Sample::default();
        one.add(&[7; 60]);
        let m = one.measures();
        assert_eq!((m.entropy, m.mean, m.pi, m.serial_correlation), (0.0, 7.0, 4.0, -100_000.0));
    }
}
