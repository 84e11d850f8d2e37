# The telemetry framework: counters, gauges and histograms.

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

# Metrics that count uses with labels that do not fit their family.
global misused_counters = __counter_family("zeek", "telemetry_counter_usage_error", vector(),
                                           "Uses of counters with labels that are not theirs");
global misused_gauges = __gauge_family("zeek", "telemetry_gauge_usage_error", vector(),
                                       "Uses of gauges with labels that are not theirs");
global misused_histograms = __histogram_family("zeek", "telemetry_histogram_usage_error", vector(), vector(1.0),
                                               "Uses of histograms with labels that are not theirs");

function paired(names: vector of string, values: labels_vector): table[string] of string
	{
	local pairs: table[string] of string;

	for ( i, name in names )
		pairs[name] = values[i];

	return pairs;
	}

# Whether there is a value for each label.
function labels_fit(names: vector of string, values: labels_vector): bool
	{
	if ( |names| == |values| )
		return T;

	Reporter::error(fmt("Invalid label values expected %s, have %s", |names|, |values|));
	return F;
	}

function help_of(opts: MetricOpts): string
	{
	return opts?$help_text ? opts$help_text : "Zeek Script Metric";
	}

function unit_of(opts: MetricOpts): string
	{
	return opts?$unit ? opts$unit : "";
	}

function register_counter_family(opts: MetricOpts): CounterFamily
	{
	return CounterFamily($__labels=opts$label_names,
	                     $__family=__counter_family(opts$prefix, opts$name, opts$label_names, help_of(opts), unit_of(opts)));
	}

function counter_with(cf: CounterFamily, label_values: labels_vector): Counter
	{
	if ( ! labels_fit(cf$__labels, label_values) )
		return Counter($__metric=__counter_metric_get_or_add(misused_counters, table()));

	return Counter($__metric=__counter_metric_get_or_add(cf$__family, paired(cf$__labels, label_values)));
	}

function counter_inc(c: Counter, amount: double): bool
	{
	return __counter_inc(c$__metric, amount);
	}

function counter_set(c: Counter, value: double): bool
	{
	local more = value - __counter_value(c$__metric);

	if ( more < 0.0 )
		{
		Reporter::error(fmt("Attempted to set lower counter value=%s cur_value=%s", value, value - more));
		return F;
		}

	return __counter_inc(c$__metric, more);
	}

function counter_family_inc(cf: CounterFamily, label_values: labels_vector, amount: double): bool
	{
	return counter_inc(counter_with(cf, label_values), amount);
	}

function counter_family_set(cf: CounterFamily, label_values: labels_vector, value: double): bool
	{
	return counter_set(counter_with(cf, label_values), value);
	}

function register_gauge_family(opts: MetricOpts): GaugeFamily
	{
	return GaugeFamily($__labels=opts$label_names,
	                   $__family=__gauge_family(opts$prefix, opts$name, opts$label_names, help_of(opts), unit_of(opts)));
	}

function gauge_with(gf: GaugeFamily, label_values: labels_vector): Gauge
	{
	if ( ! labels_fit(gf$__labels, label_values) )
		return Gauge($__metric=__gauge_metric_get_or_add(misused_gauges, table()));

	return Gauge($__metric=__gauge_metric_get_or_add(gf$__family, paired(gf$__labels, label_values)));
	}

function gauge_inc(g: Gauge, amount: double): bool
	{
	return __gauge_inc(g$__metric, amount);
	}

function gauge_dec(g: Gauge, amount: double): bool
	{
	return __gauge_dec(g$__metric, amount);
	}

function gauge_set(g: Gauge, value: double): bool
	{
	return __gauge_inc(g$__metric, value - __gauge_value(g$__metric));
	}

function gauge_family_inc(gf: GaugeFamily, label_values: labels_vector, amount: double): bool
	{
	return gauge_inc(gauge_with(gf, label_values), amount);
	}

function gauge_family_dec(gf: GaugeFamily, label_values: labels_vector, amount: double): bool
	{
	return gauge_dec(gauge_with(gf, label_values), amount);
	}

function gauge_family_set(g: GaugeFamily, label_values: labels_vector, value: double): bool
	{
	return gauge_set(gauge_with(g, label_values), value);
	}

function register_histogram_family(opts: MetricOpts): HistogramFamily
	{
	return HistogramFamily($__labels=opts$label_names,
	                       $__family=__histogram_family(opts$prefix, opts$name, opts$label_names, opts$bounds,
	                                                    help_of(opts), unit_of(opts)));
	}

function histogram_with(hf: HistogramFamily, label_values: labels_vector): Histogram
	{
	if ( ! labels_fit(hf$__labels, label_values) )
		return Histogram($__metric=__histogram_metric_get_or_add(misused_histograms, table()));

	return Histogram($__metric=__histogram_metric_get_or_add(hf$__family, paired(hf$__labels, label_values)));
	}

function histogram_observe(h: Histogram, measurement: double): bool
	{
	return __histogram_observe(h$__metric, measurement);
	}

function histogram_family_observe(hf: HistogramFamily, label_values: labels_vector, measurement: double): bool
	{
	return histogram_observe(histogram_with(hf, label_values), measurement);
	}

function collect_metrics(prefix: string, name: string): vector of Metric
	{
	return __collect_metrics(prefix, name);
	}

function collect_histogram_metrics(prefix: string, name: string): vector of HistogramMetric
	{
	return __collect_histogram_metrics(prefix, name);
	}

# A gauge whose labels are the version.
global version_info = register_gauge_family(MetricOpts($prefix="zeek", $name="version_info", $unit="",
	$help_text="The version that scripts are told",
	$label_names=vector("version_number", "major", "minor", "patch", "commit", "beta", "debug", "version_string")));

event zeek_init()
	{
	local v = Version::info;
	local said = function(b: bool): string { return b ? "true" : "false"; };

	gauge_family_set(version_info, vector(cat(v$version_number), cat(v$major), cat(v$minor), cat(v$patch), cat(v$commit),
	                                      said(v$beta), said(v$debug), v$version_string), 1.0);
	}
