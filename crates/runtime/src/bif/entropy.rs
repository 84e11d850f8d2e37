//! How random bytes look: `find_entropy` and the `entropy_test_*` functions.
//!
//! The five measures of the well-known `ent` program (J. Walker): information density, chi square against an even
//! distribution, mean, a Monte Carlo value for pi (six bytes a point), serial correlation (the last byte followed by the
//! first).
use super::{Answer, Call, Stop, family};
use std::any::Any;
use value::{Opaque, OpaqueState, Record, Value};

family! {
    "find_entropy" => find_entropy,
    "entropy_test_init" => |_| Ok(Value::Opaque(Opaque::new("entropy", Sample::default()))),
    "entropy_test_add" => entropy_test_add,
    "entropy_test_finish" => entropy_test_finish,
}

#[derive(Clone)]
struct Sample {
    seen: [u64; 256],
    total: u64,
    point: [u8; 6],
    in_point: usize,
    points: u64,
    points_in_circle: u64,
    first: Option<u8>,
    last: u8,
    products: f64,
    sum: f64,
    squares: f64,
}

impl Default for Sample {
    fn default() -> Self {
        Sample {
            seen: [0; 256],
            total: 0,
            point: [0; 6],
            in_point: 0,
            points: 0,
            points_in_circle: 0,
            first: None,
            last: 0,
            products: 0.0,
            sum: 0.0,
            squares: 0.0,
        }
    }
}

/// What a sample says, in the order of the record's fields.
struct Measures {
    entropy: f64,
    chi_square: f64,
    mean: f64,
    pi: f64,
    serial_correlation: f64,
}

/// (256^3 - 1)^2: the square of the radius of the circle that points are held against.
const RADIUS_SQUARED: f64 = 281_474_943_156_225.0;

impl Sample {
    fn add(&mut self, data: &[u8]) {
        for &b in data {
            self.seen[usize::from(b)] += 1;
            self.total += 1;
            self.point[self.in_point] = b;
            self.in_point += 1;
            if self.in_point == 6 {
                self.in_point = 0;
                self.points += 1;
                let coordinate = |s: &[u8]| s.iter().fold(0.0, |n, &b| n * 256.0 + f64::from(b));
                let (x, y) = (coordinate(&self.point[..3]), coordinate(&self.point[3..]));
                self.points_in_circle += u64::from(x * x + y * y <= RADIUS_SQUARED);
            }
            match self.first {
                None => self.first = Some(b),
                Some(_) => self.products += f64::from(self.last) * f64::from(b),
            }
            self.sum += f64::from(b);
            self.squares += f64::from(b) * f64::from(b);
            self.last = b;
        }
    }

    fn measures(&self) -> Measures {
        let total = self.total as f64;
        let products = self.products + f64::from(self.last) * f64::from(self.first.unwrap_or(0));
        let spread = total * self.squares - self.sum * self.sum;
        let serial_correlation =
            if spread == 0.0 { -100_000.0 } else { (total * products - self.sum * self.sum) / spread };
        let expected = total / 256.0;
        let (mut entropy, mut chi_square, mut sum) = (0.0, 0.0, 0.0);
        for (byte, &n) in self.seen.iter().enumerate() {
            let n = n as f64;
            chi_square += (n - expected) * (n - expected) / expected;
            sum += byte as f64 * n;
            let p = n / total;
            if p > 0.0 {
                entropy += p * (3.321_928_094_887_362_5 * (1.0 / p).log10());
            }
        }
        let pi =
            if self.points == 0 { 0.0 } else { 4.0 * (self.points_in_circle as f64 / self.points as f64) };
        Measures { entropy, chi_square, mean: sum / total, pi, serial_correlation }
    }
}

impl OpaqueState for Sample {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
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
    o.state_mut::<Sample>().ok_or(Stop::WrongOpaque)?.add(&data);
    Ok(true.into())
}

fn entropy_test_finish(c: &mut Call<'_>) -> Answer {
    let o = c.opaque(0)?;
    let m = o.state::<Sample>().ok_or(Stop::WrongOpaque)?.measures();
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
