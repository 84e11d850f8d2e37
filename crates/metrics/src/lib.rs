//! Counters, gauges and histograms in Prometheus' data model, and their text format.
//!
//! A family has a name and label names. A metric of the family is identified by its label values.
mod exposition;

use std::collections::HashMap;

/// The most metrics of a family. Label values may come from traffic, so the number must be limited.
const MAX_METRICS: usize = 100_000;

/// The kind of a family's metrics, with the numbers of `Telemetry::MetricType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value that only rises.
    Counter = 0,
    /// A value that rises and falls.
    Gauge = 1,
    /// Counts of observations by size.
    Histogram = 2,
}

/// A family of metrics.
pub struct Family {
    /// The kind of its metrics.
    pub kind: Kind,
    /// The first part of the metric name.
    pub prefix: String,
    /// The full name: prefix, name, unit, and `total` for a counter.
    pub name: String,
    /// The unit; empty or `1` for no unit.
    pub unit: String,
    /// A description for people.
    pub help: String,
    /// The names of the labels, in the given order.
    pub labels: Vec<String>,
    /// The upper bounds of a histogram's buckets, in ascending order. The last bucket has no bound.
    pub bounds: Vec<f64>,
    /// The metrics, in order of creation.
    pub metrics: Vec<Metric>,
    by_labels: HashMap<Vec<(String, String)>, usize>,
}

/// One time series.
pub struct Metric {
    /// The labels' names and values, sorted by name.
    pub labels: Vec<(String, String)>,
    /// The value of a counter or gauge; the sum of a histogram's observations.
    pub value: f64,
    /// The number of observations in each bucket of a histogram; empty for other kinds.
    pub buckets: Vec<u64>,
}

/// The families of a run.
#[derive(Default)]
pub struct Metrics {
    /// The families, in order of creation.
    pub families: Vec<Family>,
}

/// The reason why a family or metric was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The prefix or the name is empty.
    NoName,
    /// The name or unit ends in `_total`, the suffix of counters.
    Total,
    /// A family of this name exists with another kind or other labels.
    Other,
    /// The labels differ from the family's.
    Labels,
    /// The family has reached its limit of metrics.
    TooMany,
}

impl Refused {
    /// Returns the reason as text for messages.
    pub fn reason(self) -> &'static str {
        match self {
            Refused::NoName => "Telemetry metric families must have a non-zero-length prefix and name",
            Refused::Total => "Metric names and units cannot end with '_total'",
            Refused::Other => "a metric family of this name exists with another type or other labels",
            Refused::Labels => "invalid label dimensions",
            Refused::TooMany => "the metric family has too many label values",
        }
    }
}

impl Metrics {
    /// Returns the number of a family. Adds the family if it is new.
    ///
    /// # Errors
    /// The reason why it cannot be added.
    pub fn family(
        &mut self,
        kind: Kind,
        (prefix, name, unit): (&str, &str, &str),
        labels: Vec<String>,
        bounds: Vec<f64>,
        help: &str,
    ) -> Result<usize, Refused> {
        let full = full_name(kind, prefix, name, unit)?;
        if let Some(at) = self.families.iter().position(|f| f.name == full) {
            let same = self.families.get(at).is_some_and(|f| f.kind == kind && f.labels == labels);
            return if same { Ok(at) } else { Err(Refused::Other) };
        }
        self.families.push(Family {
            kind,
            prefix: prefix.to_owned(),
            name: full,
            unit: unit.to_owned(),
            help: help.to_owned(),
            labels,
            bounds,
            metrics: Vec::new(),
            by_labels: HashMap::new(),
        });
        Ok(self.families.len() - 1)
    }

    /// Returns the number of a metric in its family. Adds the metric if it is new.
    ///
    /// # Errors
    /// The reason why it cannot be added.
    pub fn metric(&mut self, family: usize, mut labels: Vec<(String, String)>) -> Result<usize, Refused> {
        let f = self.families.get_mut(family).ok_or(Refused::Other)?;
        labels.sort_unstable();
        if let Some(&at) = f.by_labels.get(&labels) {
            return Ok(at);
        }
        if labels.len() != f.labels.len() || !labels.iter().all(|(name, _)| f.labels.contains(name)) {
            return Err(Refused::Labels);
        }
        if f.metrics.len() >= MAX_METRICS {
            return Err(Refused::TooMany);
        }
        let buckets = if f.kind == Kind::Histogram { vec![0; f.bounds.len() + 1] } else { Vec::new() };
        f.by_labels.insert(labels.clone(), f.metrics.len());
        f.metrics.push(Metric { labels, value: 0.0, buckets });
        Ok(f.metrics.len() - 1)
    }

    /// Returns a metric by the number of its family and its own number.
    pub fn get(&mut self, (family, metric): (usize, usize)) -> Option<&mut Metric> {
        self.families.get_mut(family)?.metrics.get_mut(metric)
    }

    /// Adds an observation to a histogram.
    pub fn observe(&mut self, (family, metric): (usize, usize), x: f64) {
        let Some(f) = self.families.get_mut(family) else { return };
        let at = f.bounds.iter().position(|&b| x <= b).unwrap_or(f.bounds.len());
        if let Some(m) = f.metrics.get_mut(metric) {
            m.value += x;
            if let Some(n) = m.buckets.get_mut(at) {
                *n += 1;
            }
        }
    }

    /// Sets a metric of the program itself. Adds the metric if it is new, and ignores it if it cannot be added.
    pub fn set(
        &mut self,
        kind: Kind,
        name: (&str, &str, &str),
        help: &str,
        labels: &[(&str, &str)],
        value: f64,
    ) {
        let names = labels.iter().map(|(n, _)| (*n).to_owned()).collect();
        let labels = labels.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let found = self
            .family(kind, name, names, Vec::new(), help)
            .and_then(|family| Ok((family, self.metric(family, labels)?)));
        if let Some(m) = found.ok().and_then(|at| self.get(at)) {
            m.value = value;
        }
    }
}

/// Returns the full name, `PREFIX_NAME_UNIT_total`. In prefix and name, all characters except letters, digits and
/// underscores are replaced.
fn full_name(kind: Kind, prefix: &str, name: &str, unit: &str) -> Result<String, Refused> {
    if prefix.is_empty() || name.is_empty() {
        return Err(Refused::NoName);
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut full: String = format!("{prefix}_{name}").chars().map(plain).collect();
    if full.ends_with("_total") || unit == "total" || unit.ends_with("_total") {
        return Err(Refused::Total);
    }
    // "1" is the unit of plain numbers.
    if !unit.is_empty() && unit != "1" {
        full.push('_');
        full.push_str(unit);
    }
    if kind == Kind::Counter {
        full.push_str("_total");
    }
    Ok(full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_and_labels_are_the_familys() {
        let mut m = Metrics::default();
        let labels = vec!["b".to_owned(), "a".to_owned()];
        let f = m.family(Kind::Counter, ("zeek", "net-bytes", "1"), labels, Vec::new(), "").unwrap();
        assert_eq!(m.families[f].name, "zeek_net_bytes_total");
        let of = |a: &str, b: &str| vec![("b".to_owned(), b.to_owned()), ("a".to_owned(), a.to_owned())];
        assert_eq!((m.metric(f, of("x", "y")), m.metric(f, of("x", "y"))), (Ok(0), Ok(0)));
        assert_eq!(m.metric(f, of("x", "z")), Ok(1));
        assert_eq!(m.metric(f, Vec::new()), Err(Refused::Labels));
        assert_eq!(
            m.family(Kind::Gauge, ("a", "b_total", ""), Vec::new(), Vec::new(), ""),
            Err(Refused::Total)
        );
        assert_eq!(m.family(Kind::Gauge, ("", "b", ""), Vec::new(), Vec::new(), ""), Err(Refused::NoName));
    }

    #[test]
    fn observations_fall_into_the_first_bucket_that_holds_them() {
        let mut m = Metrics::default();
        let f = m.family(Kind::Histogram, ("a", "b", ""), Vec::new(), vec![1.0, 2.0], "").unwrap();
        let one = m.metric(f, Vec::new()).unwrap();
        for x in [0.5, 1.0, 1.5, 9.0] {
            m.observe((f, one), x);
        }
        let metric = m.get((f, one)).unwrap();
        assert_eq!((&metric.buckets[..], metric.value), (&[2, 1, 1][..], 12.0));
    }
}
