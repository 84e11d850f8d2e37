//! Measures the randomness of the bytes of a file.
//!
//! Computes the five measures of J. Walker's program `ent`: information density, chi square against a uniform
//! distribution, mean, a Monte Carlo estimate of pi (six bytes per point), and serial correlation (in which the first
//! byte follows the last).
use super::{FileAnalyzer, FileContext};
use event::file::{EntropyTestResult, FileEntropy};

/// (256^3 - 1)^2: the square of the radius of the circle in the Monte Carlo estimate.
const RADIUS_SQUARED: f64 = 281_474_943_156_225.0;

/// Statistics of bytes, from which the measures are computed.
#[derive(Clone)]
pub struct Sample {
    seen: [u64; 256],
    total: u64,
    /// The bytes of the current point.
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

/// The measures of a sample.
#[derive(Clone, Copy, Debug)]
pub struct Measures {
    /// Information density, in bits per byte.
    pub entropy: f64,
    /// Chi square against a uniform distribution.
    pub chi_square: f64,
    /// Arithmetic mean of the byte values.
    pub mean: f64,
    /// Monte Carlo estimate of pi.
    pub pi: f64,
    /// Correlation of each byte with the next.
    pub serial_correlation: f64,
}

impl Sample {
    /// Adds bytes to the sample.
    pub fn add(&mut self, data: &[u8]) {
        for &b in data {
            if let Some(n) = self.seen.get_mut(usize::from(b)) {
                *n += 1;
            }
            self.total += 1;
            if let Some(slot) = self.point.get_mut(self.in_point) {
                *slot = b;
            }
            self.in_point += 1;
            if self.in_point == 6 {
                self.in_point = 0;
                self.points += 1;
                let coordinate = |s: &[u8]| s.iter().fold(0.0, |n, &b| n * 256.0 + f64::from(b));
                let (x, y) = self.point.split_at(3);
                let (x, y) = (coordinate(x), coordinate(y));
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

    /// The measures so far.
    pub fn measures(&self) -> Measures {
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

/// Measures a file without gaps.
#[derive(Default)]
pub struct Entropy {
    sample: Box<Sample>,
}

impl FileAnalyzer for Entropy {
    fn stream(&mut self, _: &mut FileContext<'_>, data: &[u8]) -> bool {
        self.sample.add(data);
        true
    }

    fn undelivered(&mut self, _: &mut FileContext<'_>, _: u64, _: u64) -> bool {
        false
    }

    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        if self.sample.total > 0 {
            let m = self.sample.measures();
            cx.event(|f| FileEntropy {
                f,
                ent: EntropyTestResult {
                    entropy: m.entropy,
                    chi_square: m.chi_square,
                    mean: m.mean,
                    monte_carlo_pi: m.pi,
                    serial_correlation: m.serial_correlation,
                },
            });
        }
        false
    }
}
