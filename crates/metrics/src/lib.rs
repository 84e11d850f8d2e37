//! Counters, gauges and histograms in Prometheus' model, and their text.
//!
//! A family has a name and names of labels. A metric is identified by the values of its labels.
mod exposition;

use std::collections::HashMap;

/// Most metrics of a family. Labels may come from traffic, so the number must have a limit.
const MAX_METRICS: usize = 100_000;

/// The kind of a family's metrics, in the numbers of `Telemetry::MetricType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Only rises.
    Counter = 0,
    /// Rises and falls.
    Gauge = 1,
    /// Counts observations by size.
    Histogram = 2,
}

/// A family of metrics.
pub struct Family {
    /// The kind of its metrics.
    pub kind: Kind,
    /// The first part of the name.
    pub prefix: String,
    /// The whole name: prefix, name, unit, and `total` for a counter.
    pub name: String,
    /// The unit; empty or `1` for none.
    pub unit: String,
    /// What it measures, for people.
    pub help: String,
    /// Names of the labels, in the order given.
    pub labels: Vec<String>,
    /// Upper bounds of a histogram's buckets, rising. The last bucket has no bound.
    pub bounds: Vec<f64>,
    /// The metrics, in the order of their creation.
    pub metrics: Vec<Metric>,
    by_labels: HashMap<Vec<(String, String)>, usize>,
}

/// One time series.
pub struct Metric {
    /// Names of labels with their values, sorted by name.
    pub labels: Vec<(String, String)>,
    /// The value of a counter or gauge; the sum of a histogram's observations.
    pub value: f64,
    /// Observations in each bucket of a histogram; empty for other kinds.
    pub buckets: Vec<u64>,
}

/// The families of a run.
#[derive(Default)]
pub struct Metrics {
    /// In the order of their creation.
    pub families: Vec<Family>,
}

/// Why a family or metric was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The prefix or the name is empty.
    NoName,
    /// The name or unit ends in `_total`, which counters get.
    Total,
    /// A family of this name exists with another kind or other labels.
    Other,
    /// The labels are not the labels of the family.
    Labels,
    /// The family has reached its limit of metrics.
    TooMany,
}

impl Refused {
    /// The reason in words, for messages.
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
    /// The number of a family; adds it if it is new.
    ///
    /// # Errors
    /// Why it cannot be added.
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

    /// The number of a metric in its family; adds it if it is new.
    ///
    /// # Errors
    /// Why it cannot be added.
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

    /// A metric, by the number of its family and its own.
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

    /// Sets a metric of the program itself, and adds it if it is new. A metric that cannot be added is ignored.
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

/// The full name: `PREFIX_NAME_UNIT_total`, with all characters but letters, digits and underscores replaced.
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
