# Summary statistics: scripts observe values on streams, reducers summarize them by key, and each epoch has its results.
# Plugins add calculations.

@load base/frameworks/cluster

module SumStats;

export {
	## Calculations. Plugins add their own.
	type Calculation: enum {
		PLACEHOLDER
	};

	## The subject of observations.
	type Key: record {
		str: string &optional;
		host: addr &optional;
	};

	## An observation: a number, or a text, whose value is 1.
	type Observation: record {
		num: count &optional;
		dbl: double &optional;
		str: string &optional;
	};

	## Summarizes a stream.
	type Reducer: record {
		stream: string;
		apply: set[Calculation];
		## Which observations count.
		pred: function(key: SumStats::Key, obs: SumStats::Observation): bool &optional;
		## The key under which an observation counts.
		normalize_key: function(key: SumStats::Key): Key &optional;
	};

	## The result of a reducer. Plugins add their fields.
	type ResultVal: record {
		begin: time;
		end: time;
		num: count &default=0;
	};

	## Results by stream.
	type Result: table[string] of ResultVal;

	## Results by key.
	type ResultTable: table[Key] of Result;

	## A statistic: its reducers, its epoch, its thresholds and callbacks.
	type SumStat: record {
		name: string;
		## Zero: scripts end epochs themselves, with `next_epoch`.
		epoch: interval;
		reducers: set[Reducer];
		threshold_val: function(key: SumStats::Key, result: SumStats::Result): double &optional;
		threshold: double &optional;
		threshold_series: vector of double &optional;
		threshold_crossed: function(key: SumStats::Key, result: SumStats::Result) &optional;
		epoch_result: function(ts: time, key: SumStats::Key, result: SumStats::Result) &optional;
		epoch_finished: function(ts: time) &optional;
	};

	global create: function(ss: SumStats::SumStat);
	global observe: function(id: string, key: SumStats::Key, obs: SumStats::Observation);
	## Returns the result of a key so far. Use it in `when`.
	global request_key: function(ss_name: string, key: Key): Result;
	global key2str: function(key: SumStats::Key): string;
	## Ends the epoch of a statistic that has no epoch time. Returns false for other statistics.
	global next_epoch: function(ss_name: string): bool;
}

# Adds an observation to a result.
type ObserveFunc: function(r: Reducer, val: double, data: Observation, rv: ResultVal);

redef record Reducer += {
	# The statistic that it belongs to.
	ssname: string &optional;

	# Its calculations, each after those that it depends on.
	calc_funcs: vector of Calculation &optional;
};

# By statistic and key: how many thresholds were crossed.
global threshold_tracker: table[string] of table[Key] of count;

# Plugins prepare and merge results here, and register themselves.
global init_resultval_hook: hook(r: Reducer, rv: ResultVal);
global compose_resultvals_hook: hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal);
global register_observe_plugins: hook();

global stats_store: table[string] of SumStat = table();
global reducer_store: table[string] of set[Reducer] = table();
global result_store: table[string] of ResultTable = table();
global calc_store: table[Calculation] of ObserveFunc = table();
global calc_deps: table[Calculation] of vector of Calculation = table();

# Called when the result of a key changed.
global data_added: function(ss: SumStat, key: Key, result: Result);

# The epoch of a statistic is over.
global finish_epoch: event(ss: SumStat);

function register_observe_plugin(calc: Calculation, func: ObserveFunc)
	{
	calc_store[calc] = func;
	}

function add_observe_plugin_dependency(calc: Calculation, depends_on: Calculation)
	{
	if ( calc !in calc_deps )
		calc_deps[calc] = vector();

	calc_deps[calc] += depends_on;
	}

event zeek_init() &priority=100000
	{
	hook register_observe_plugins();
	}

function next_epoch(ss_name: string): bool
	{
	if ( ss_name !in stats_store || stats_store[ss_name]$epoch != 0secs )
		return F;

	event SumStats::finish_epoch(stats_store[ss_name]);
	return T;
	}

function key2str(key: Key): string
	{
	local parts: string_vec = vector();

	if ( key?$host )
		parts += fmt("host=%s", key$host);

	if ( key?$str )
		parts += fmt("str=%s", key$str);

	return fmt("sumstats_key(%s)", join_string_vec(parts, ", "));
	}

function init_resultval(r: Reducer): ResultVal
	{
	local rv = ResultVal($begin=network_time(), $end=network_time());
	hook init_resultval_hook(r, rv);
	return rv;
	}

function compose_resultvals(rv1: ResultVal, rv2: ResultVal): ResultVal
	{
	local both = ResultVal($num=rv1$num + rv2$num, $begin=rv1$begin, $end=rv1$end);

	if ( rv2$begin < both$begin )
		both$begin = rv2$begin;

	if ( rv2$end > both$end )
		both$end = rv2$end;

	hook compose_resultvals_hook(both, rv1, rv2);
	return both;
	}

function compose_results(r1: Result, r2: Result): Result &is_used
	{
	local both: Result = table();

	for ( id, rv in r1 )
		both[id] = rv;

	for ( id, rv in r2 )
		both[id] = id in r1 ? compose_resultvals(r1[id], rv) : rv;

	return both;
	}

# A new epoch begins.
function reset(ss: SumStat)
	{
	result_store[ss$name] = table();

	if ( ss$name in threshold_tracker )
		threshold_tracker[ss$name] = table();
	}

function has_calculation(calcs: vector of Calculation, c: Calculation): bool
	{
	for ( _, known in calcs )
		if ( known == c )
			return T;

	return F;
	}

# Appends a calculation after those that it depends on. Dependencies must not be circular.
function add_calculation(calcs: vector of Calculation, c: Calculation)
	{
	if ( c in calc_deps )
		for ( _, needed in calc_deps[c] )
			add_calculation(calcs, needed);

	if ( ! has_calculation(calcs, c) )
		calcs += c;
	}

function has_threshold(ss: SumStat): bool
	{
	return ss?$threshold || ss?$threshold_series;
	}

function create(ss: SumStat)
	{
	if ( has_threshold(ss) && ! ss?$threshold_val )
		Reporter::error("SumStats given a threshold with no $threshold_val function");

	stats_store[ss$name] = ss;

	if ( has_threshold(ss) )
		threshold_tracker[ss$name] = table();

	for ( r in ss$reducers )
		{
		r$ssname = ss$name;
		r$calc_funcs = vector();

		for ( calc in r$apply )
			add_calculation(r$calc_funcs, calc);

		if ( r$stream !in reducer_store )
			reducer_store[r$stream] = set();

		add reducer_store[r$stream][r];
		}

	reset(ss);

	if ( ss$epoch != 0secs )
		schedule ss$epoch { SumStats::finish_epoch(ss) };
	}

function thresholds_crossed(ss: SumStat, key: Key): count
	{
	if ( ss$name !in threshold_tracker || key !in threshold_tracker[ss$name] )
		return 0;

	return threshold_tracker[ss$name][key];
	}

# Whether further observations of a key can be ignored, since all its thresholds were crossed. With a single threshold they
# still count if epochs have results.
function is_settled(ss: SumStat, key: Key): bool
	{
	local crossed = thresholds_crossed(ss, key);

	if ( ss?$threshold_series )
		return crossed > 0 && crossed == |ss$threshold_series|;

	return ss?$threshold && crossed > 0 && ! ss?$epoch_result;
	}

# Takes an observation into one reducer's result.
function reduce(r: Reducer, ss: SumStat, key: Key, obs: Observation)
	{
	local id = r$stream;

	if ( ss$name !in result_store )
		result_store[ss$name] = table();

	local results = result_store[ss$name];

	if ( key !in results )
		results[key] = table();

	local result = results[key];

	if ( id !in result )
		result[id] = init_resultval(r);

	local rv = result[id];
	++rv$num;
	rv$end = network_time();

	# A text counts as one.
	local val = 1.0;

	if ( obs?$num )
		val = obs$num;
	else if ( obs?$dbl )
		val = obs$dbl;

	for ( _, calc in r$calc_funcs )
		calc_store[calc](r, val, obs, rv);

	data_added(ss, key, result);
	}

function observe(id: string, orig_key: Key, obs: Observation)
	{
	if ( id !in reducer_store )
		return;

	for ( r in reducer_store[id] )
		{
		local key = r?$normalize_key ? r$normalize_key(copy(orig_key)) : orig_key;

		if ( r?$pred && ! r$pred(key, obs) )
			next;

		local ss = stats_store[r$ssname];

		if ( ! is_settled(ss, key) )
			reduce(r, ss, key, obs);
		}
	}

# Adds results of reducers without observations: callbacks about thresholds read those of all reducers.
function complete(ss: SumStat, result: Result)
	{
	if ( |ss$reducers| == |result| )
		return;

	for ( r in ss$reducers )
		if ( r$stream !in result )
			result[r$stream] = init_resultval(r);
	}

# Whether a result crosses the next threshold. `modify_pct` is the share of all observations that the result contains.
function check_thresholds(ss: SumStat, key: Key, result: Result, modify_pct: double): bool
	{
	if ( ! has_threshold(ss) || ! ss?$threshold_val )
		return F;

	complete(ss, result);
	local watch = ss$threshold_val(key, result);

	if ( modify_pct < 1.0 && modify_pct > 0.0 )
		watch = watch / modify_pct;

	local crossed = thresholds_crossed(ss, key);

	if ( ss?$threshold && crossed == 0 && watch >= ss$threshold )
		return T;

	return ss?$threshold_series && |ss$threshold_series| > crossed && watch >= ss$threshold_series[crossed];
	}

function threshold_crossed(ss: SumStat, key: Key, result: Result) &is_used
	{
	if ( ! ss?$threshold_crossed )
		return;

	if ( ss$name !in threshold_tracker )
		threshold_tracker[ss$name] = table();

	threshold_tracker[ss$name][key] = thresholds_crossed(ss, key) + 1;
	complete(ss, result);
	ss$threshold_crossed(key, result);
	}
