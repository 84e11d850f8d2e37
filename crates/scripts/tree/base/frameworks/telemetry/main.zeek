# Counters, gauges, histograms.

@load base/misc/version
@load base/bif/telemetry_functions.bif

module Telemetry;

export {
	type labels_vector: vector of string;

	type CounterFamily: record {
		__family: opaque of counter_metric_family;
		__labels: vector of string;
	};

	type Counter: record {
		__metric: opaque of counter_metric;
	};

	global register_counter_family: function(opts: MetricOpts): CounterFamily;
	global counter_with: function(cf: CounterFamily, label_values: labels_vector &default=vector()): Counter;
	global counter_inc: function(c: Counter, amount: double &default=1.0): bool;
	global counter_set: function(c: Counter, value: double): bool;
	global counter_family_inc: function(cf: CounterFamily, label_values: labels_vector &default=vector(), amount: double &default=1.0): bool;
	global counter_family_set: function(cf: CounterFamily, label_values: labels_vector, value: double): bool;

	type GaugeFamily: record {
		__family: opaque of gauge_metric_family;
		__labels: vector of string;
	};

	type Gauge: record {
		__metric: opaque of gauge_metric;
	};

	global register_gauge_family: function(opts: MetricOpts): GaugeFamily;
	global gauge_with: function(gf: GaugeFamily, label_values: labels_vector &default=vector()): Gauge;
	global gauge_inc: function(g: Gauge, amount: double &default=1.0): bool;
	global gauge_dec: function(g: Gauge, amount: double &default=1.0): bool;
	global gauge_set: function(g: Gauge, value: double): bool;
	global gauge_family_inc: function(gf: GaugeFamily, label_values: labels_vector &default=vector(), amount: double &default=1.0): bool;
	global gauge_family_dec: function(gf: GaugeFamily, label_values: labels_vector &default=vector(), amount: double &default=1.0): bool;
	global gauge_family_set: function(g: GaugeFamily, label_values: labels_vector, value: double): bool;

	type HistogramFamily: record {
		__family: opaque of histogram_metric_family;
		__labels: vector of string;
	};

	type Histogram: record {
		__metric: opaque of histogram_metric;
	};

	global register_histogram_family: function(opts: MetricOpts): HistogramFamily;
	global histogram_with: function(hf: HistogramFamily, label_values: labels_vector &default=vector()): Histogram;
	global histogram_observe: function(h: Histogram, measurement: double): bool;
	global histogram_family_observe: function(hf: HistogramFamily, label_values: labels_vector, measurement: double): bool;
	option sync_interval = 0 sec &deprecated="Remove in v8.1";
	global collect_metrics: function(prefix: string &default="*", name: string &default="*"): vector of Metric;
	global collect_histogram_metrics: function(prefix: string &default="*", name: string &default="*"): vector of HistogramMetric;
}
