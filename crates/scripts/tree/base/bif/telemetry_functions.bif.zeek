# Built-in declarations: telemetry functions.

module Telemetry;

export {
	## Implements Telemetry::register_counter_family.
	##
	## prefix: The first part of the name.
	##
	## name: The second part.
	##
	## labels: The names of its labels.
	##
	## helptext: A description.
	##
	## unit: The unit, which is appended to the name.
	##
	## Returns: The family.
	global Telemetry::__counter_family: function(prefix: string, name: string, labels: string_vec, helptext: string &default="Zeek Script Metric", unit: string &default=""): opaque of counter_metric_family;

	## The counter of a family for values of its labels.
	##
	## family: The family.
	##
	## labels: A value for each label.
	##
	## Returns: The counter.
	global Telemetry::__counter_metric_get_or_add: function(family: opaque of counter_metric_family, labels: table_string_of_string): opaque of counter_metric;

	## Implements Telemetry::counter_inc.
	##
	## val: The counter.
	##
	## amount: How much is added; it may not be negative.
	##
	## Returns: True if it was added.
	global Telemetry::__counter_inc: function(val: opaque of counter_metric, amount: double &default=1.0): bool;

	## The value of a counter.
	##
	## val: The counter.
	##
	## Returns: The value.
	global Telemetry::__counter_value: function(val: opaque of counter_metric): double;

	## Implements Telemetry::register_gauge_family.
	##
	## prefix: The first part of the name.
	##
	## name: The second part.
	##
	## labels: The names of its labels.
	##
	## helptext: What it measures.
	##
	## unit: The unit, which is appended to the name.
	##
	## Returns: The family.
	global Telemetry::__gauge_family: function(prefix: string, name: string, labels: string_vec, helptext: string &default="Zeek Script Metric", unit: string &default=""): opaque of gauge_metric_family;

	## The gauge of a family for values of its labels.
	##
	## family: The family.
	##
	## labels: A value for each label.
	##
	## Returns: The gauge.
	global Telemetry::__gauge_metric_get_or_add: function(family: opaque of gauge_metric_family, labels: table_string_of_string): opaque of gauge_metric;

	## Implements Telemetry::gauge_inc.
	##
	## val: The gauge.
	##
	## amount: How much is added.
	##
	## Returns: Always true.
	global Telemetry::__gauge_inc: function(val: opaque of gauge_metric, amount: double &default=1.0): bool;

	## Implements Telemetry::gauge_dec.
	##
	## val: The gauge.
	##
	## amount: How much is taken away.
	##
	## Returns: Always true.
	global Telemetry::__gauge_dec: function(val: opaque of gauge_metric, amount: double &default=1.0): bool;

	## The value of a gauge.
	##
	## val: The gauge.
	##
	## Returns: The value.
	global Telemetry::__gauge_value: function(val: opaque of gauge_metric): double;

	## Implements Telemetry::register_histogram_family.
	##
	## prefix: The first part of the name.
	##
	## name: The second part.
	##
	## labels: The names of its labels.
	##
	## bounds: The upper bounds of its buckets, in ascending order.
	##
	## helptext: What it measures.
	##
	## unit: The unit, which is appended to the name.
	##
	## Returns: The family.
	global Telemetry::__histogram_family: function(prefix: string, name: string, labels: string_vec, bounds: double_vec, helptext: string &default="Zeek Script Metric", unit: string &default=""): opaque of histogram_metric_family;

	## The histogram of a family for values of its labels.
	##
	## family: The family.
	##
	## labels: A value for each label.
	##
	## Returns: The histogram.
	global Telemetry::__histogram_metric_get_or_add: function(family: opaque of histogram_metric_family, labels: table_string_of_string): opaque of histogram_metric;

	## Implements Telemetry::histogram_observe.
	##
	## val: The histogram.
	##
	## measurement: What was measured.
	##
	## Returns: Always true.
	global Telemetry::__histogram_observe: function(val: opaque of histogram_metric, measurement: double): bool;

	## The sum of a histogram's observations.
	##
	## val: The histogram.
	##
	## Returns: The sum.
	global Telemetry::__histogram_sum: function(val: opaque of histogram_metric): double;

	## Implements Telemetry::collect_metrics.
	##
	## prefix: A shell pattern for the first part of names.
	##
	## name: A shell pattern for the second part.
	##
	## Returns: Counters and gauges with their values.
	global Telemetry::__collect_metrics: function(prefix: string, name: string): any_vec;

	## Implements Telemetry::collect_histogram_metrics.
	##
	## prefix: A shell pattern for the first part of names.
	##
	## name: A shell pattern for the second part.
	##
	## Returns: Histograms with their buckets.
	global Telemetry::__collect_histogram_metrics: function(prefix: string, name: string): any_vec;
}
