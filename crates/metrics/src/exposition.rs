//! Metrics as text for Prometheus: <https://prometheus.io/docs/instrumenting/exposition_formats/>, version 0.0.4.
use crate::{Family, Kind, Metric, Metrics};
use std::fmt::Write;

impl Metrics {
    /// Returns the text of all metrics. `own` is a label name and value that each metric gets in addition to its own
    /// labels.
    pub fn exposition(&self, own: Option<(&str, &str)>) -> String {
        let mut out = String::new();
        for f in self.families.iter().filter(|f| !f.metrics.is_empty()) {
            let kind = match f.kind {
                Kind::Counter => "counter",
                Kind::Gauge => "gauge",
                Kind::Histogram => "histogram",
            };
            let help = escaped(&f.help, false);
            // Writing to a string does not fail.
            _ = write!(out, "# HELP {0} {help}\n# TYPE {0} {kind}\n", f.name);
            // Newest first, in the order in which scripts see them.
            for m in f.metrics.iter().rev() {
                f.expose(m, own, &mut out);
            }
        }
        out
    }
}

impl Family {
    fn expose(&self, m: &Metric, own: Option<(&str, &str)>, out: &mut String) {
        let own = own.filter(|(name, _)| m.labels.iter().all(|(n, _)| n != name));
        let given = m.labels.iter().map(|(n, v)| (n.as_str(), v.as_str()));
        let labels: Vec<String> =
            given.chain(own).map(|(n, v)| format!("{n}=\"{}\"", escaped(v, true))).collect();
        let mut line = |suffix: &str, bucket: Option<f64>, value: f64| {
            let end = bucket.map(|b| format!("le=\"{}\"", number(b)));
            let all: Vec<&str> = labels.iter().map(String::as_str).chain(end.as_deref()).collect();
            let labels = if all.is_empty() { String::new() } else { format!("{{{}}}", all.join(",")) };
            _ = writeln!(out, "{}{suffix}{labels} {}", self.name, number(value));
        };
        if self.kind != Kind::Histogram {
            return line("", None, m.value);
        }
        let all: u64 = m.buckets.iter().sum();
        line("_count", None, all as f64);
        line("_sum", None, m.value);
        let mut below = 0;
        for (end, n) in self.bounds.iter().copied().chain([f64::INFINITY]).zip(&m.buckets) {
            below += n;
            line("_bucket", Some(end), below as f64);
        }
    }
}

fn number(x: f64) -> String {
    if x == f64::INFINITY {
        "+Inf".to_owned()
    } else if x == f64::NEG_INFINITY {
        "-Inf".to_owned()
    } else {
        x.to_string()
    }
}

fn escaped(text: &str, quotes: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '"' if quotes => out.push_str("\\\""),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_text() {
        let mut m = Metrics::default();
        let labels = vec!["proto".to_owned()];
        let f = m.family(Kind::Counter, ("a", "seen", ""), labels, Vec::new(), "How\nmany").unwrap();
        for (proto, n) in [("tcp", 2.0), ("u\"p", 0.5)] {
            let at = m.metric(f, vec![("proto".to_owned(), proto.to_owned())]).unwrap();
            m.get((f, at)).unwrap().value = n;
        }
        m.family(Kind::Gauge, ("a", "empty", ""), Vec::new(), Vec::new(), "").unwrap();
        let h = m.family(Kind::Histogram, ("a", "size", "bytes"), Vec::new(), vec![1.0, 2.5], "").unwrap();
        let at = m.metric(h, Vec::new()).unwrap();
        for x in [0.5, 1.0, 2.0, 9.0] {
            m.observe((h, at), x);
        }
        let expected = "# HELP a_seen_total How\\nmany\n# TYPE a_seen_total counter\n\
                        a_seen_total{proto=\"u\\\"p\"} 0.5\na_seen_total{proto=\"tcp\"} 2\n\
                        # HELP a_size_bytes \n# TYPE a_size_bytes histogram\n\
                        a_size_bytes_count 4\na_size_bytes_sum 12.5\n\
                        a_size_bytes_bucket{le=\"1\"} 2\na_size_bytes_bucket{le=\"2.5\"} 3\n\
                        a_size_bytes_bucket{le=\"+Inf\"} 4\n";
        assert_eq!(m.exposition(None), expected);
        let named = m.exposition(Some(("node", "w-1")));
        assert!(named.contains("a_seen_total{proto=\"tcp\",node=\"w-1\"} 2\n"), "{named}");
        assert!(named.contains("a_size_bytes_sum{node=\"w-1\"} 12.5\n"), "{named}");
    }
}
