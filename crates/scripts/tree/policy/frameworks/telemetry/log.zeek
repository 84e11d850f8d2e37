# Logs of the metrics: telemetry.log, and telemetry_histogram.log.

@load base/frameworks/telemetry

module Telemetry;

export {
	redef enum Log::ID += { LOG, LOG_HISTOGRAM };

	## How often metrics are written.
	option log_interval = 60 sec;

	## Which metrics are written, by the prefixes of their names; all where this is empty.
	option log_prefixes: set[string] = { "process", "zeek" };

	## A line of telemetry.log: a counter or a gauge.
	type Info: record {
		ts: time &log;
		peer: string &log;
		## `counter` or `gauge`.
		metric_type: string &log;
		name: string &log;
		labels: vector of string &log;
		label_values: vector of string &log;
		value: double &log;
	};

	## A line of telemetry_histogram.log.
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

# The first parts of names that are asked for.
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
	# The end of the run has lines of its own.
	if ( zeek_is_terminating() )
		return;

	write_metrics();
	schedule log_interval { Telemetry::log() };
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_telemetry, $path="telemetry", $policy=log_policy));
	Log::create_stream(LOG_HISTOGRAM, Log::Stream($columns=HistogramInfo, $ev=log_telemetry_histogram,
	                                              $path="telemetry_histogram", $policy=log_policy_histogram));

	schedule log_interval { Telemetry::log() };
	}

# Late, so that what other handlers of the end measure is in it.
event zeek_done() &priority=-1000
	{
	write_metrics();
	}
