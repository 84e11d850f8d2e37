# Summary statistics without a cluster.

@load ./main

module SumStats;

# The number of keys whose results are delivered at once, and the pause before the next ones.
const keys_at_once = 50;
const pause = 0.01 secs;

event SumStats::process_epoch_result(ss: SumStat, now: time, data: ResultTable)
	{
	local done: vector of Key = vector();

	for ( key, result in data )
		{
		ss$epoch_result(now, key, result);
		done += key;

		if ( |done| == keys_at_once )
			break;
		}

	for ( _, key in done )
		delete data[key];

	if ( |data| > 0 )
		schedule pause { SumStats::process_epoch_result(ss, now, data) };
	else if ( ss?$epoch_finished )
		ss$epoch_finished(now);
	}

# Delivers the results of an epoch: all at once when the run ends, else some at a time.
function hand_out(ss: SumStat, data: ResultTable)
	{
	local now = network_time();

	if ( |data| > 0 && ! zeek_is_terminating() )
		{
		event SumStats::process_epoch_result(ss, now, copy(data));
		return;
		}

	for ( key, result in data )
		ss$epoch_result(now, key, result);

	if ( ss?$epoch_finished )
		ss$epoch_finished(now);
	}

function end_epoch(ss: SumStat)
	{
	if ( ss$name !in result_store || ! ss?$epoch_result )
		return;

	hand_out(ss, result_store[ss$name]);
	reset(ss);

	if ( ss$epoch != 0secs )
		schedule ss$epoch { SumStats::finish_epoch(ss) };
	}

event SumStats::finish_epoch(ss: SumStat)
	{
	# At the end of the run `zeek_done` delivers what is left.
	if ( ! zeek_is_terminating() )
		end_epoch(ss);
	}

event zeek_done() &priority=10
	{
	for ( _, ss in stats_store )
		if ( ss$epoch != 0sec )
			end_epoch(ss);
	}

function data_added(ss: SumStat, key: Key, result: Result)
	{
	if ( check_thresholds(ss, key, result, 1.0) )
		threshold_crossed(ss, key, result);
	}

function current_result(ss_name: string, key: Key): Result
	{
	local known = ss_name in result_store && key in result_store[ss_name];

	return known ? result_store[ss_name][key] : Result();
	}

function request_key(ss_name: string, key: Key): Result
	{
	# Callers use `when`, since in a cluster the answer takes time.
	return when [ss_name, key] ( T )
		{
		return current_result(ss_name, key);
		}
	}
