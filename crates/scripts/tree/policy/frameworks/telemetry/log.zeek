# Writes metrics to telemetry.log and telemetry_histogram.log.

@load base/frameworks/telemetry

module Telemetry;

export {
	redef enum Log::ID += { LOG, LOG_HISTOGRAM };

	## How often metrics are written.
	option log_interval = 60 sec;

	## The prefixes of the metrics to write. Empty: all metrics.
	option log_prefixes: set[string] = { "process", "zeek" };

	## A row of telemetry.log: a counter or a gauge.
	type Info: record {
		## When the metric was read.
		ts: time &log;
		## The node that wrote the row.
		peer: string &log;
		## `counter` or `gauge`.
		metric_type: string &log;
		## The metric's name.
		name: string &log;
		## The names of its labels.
		labels: vector of string &log;
		## The values of its labels.
		label_values: vector of string &log;
		## Its value.
		value: double &log;
	};

	## A row of telemetry_histogram.log.
	type HistogramInfo: record {
		ts: time &log;
		peer: string &log;
		name: string &log;
		labels: vector of string &log;
		label_values: vector of string &log;
		## Upper ends of the buckets.
		bounds: vector of double &log;
		## How many observations each holds.
		values: vector of double &log;
		sum: double &log;
		observations: double &log;
	};

	global log_policy: Log::PolicyHook;
	global log_policy_histogram: Log::PolicyHook;
	global log_telemetry: event(rec: Info);
	global log_telemetry_histogram: event(rec: HistogramInfo);
}

# Returns the prefixes to collect.
function wanted_prefixes(): vector of string
	{
	local wanted: vector of string;

	for ( prefix in log_prefixes )
		wanted += prefix;

	if ( |wanted| == 0 )
		wanted += "*";

	return wanted;
	}

function write_metrics()
	{
	local now = network_time();
	local prefixes = wanted_prefixes();

	for ( _, prefix in prefixes )
		{
		local metrics = collect_metrics(prefix);

		for ( _, m in metrics )
			Log::write(LOG, Info($ts=now, $peer=peer_description,
			                     $metric_type=m$opts$metric_type == COUNTER ? "counter" : "gauge", $name=m$opts$name,
			                     $labels=m$label_names, $label_values=m$label_values, $value=m$value));
		}

	for ( _, prefix in prefixes )
		{
		local histograms = collect_histogram_metrics(prefix);

		for ( _, h in histograms )
			Log::write(LOG_HISTOGRAM, HistogramInfo($ts=now, $peer=peer_description, $name=h$opts$name,
			                                        $labels=h$label_names, $label_values=h$label_values,
			                                        $bounds=h$opts$bounds, $values=h$values, $sum=h$sum,
			                                        $observations=h$observations));
		}
	}

event Telemetry::log()
	{
	# `zeek_done` writes the last rows.
	if ( zeek_is_terminating() )
		return;

	write_metrics();
	schedule log_interval { Telemetry::log() };
	}

event zeek_init() &priority=5
	{
	schedule log_interval { Telemetry::log() };

	local histograms = Log::Stream($path="telemetry_histogram", $columns=HistogramInfo, $policy=log_policy_histogram,
	                               $ev=log_telemetry_histogram);

	Log::create_stream(LOG, Log::Stream($path="telemetry", $columns=Info, $policy=log_policy, $ev=log_telemetry));
	Log::create_stream(LOG_HISTOGRAM, histograms);
	}

# After other handlers, which may still change metrics.
event zeek_done() &priority=-1000
	{
	write_metrics();
	}
