# Logs how often each weird occurs.

@load base/frameworks/sumstats
@load base/frameworks/cluster

module WeirdStats;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	const weird_stat_interval = 15min &redef;

	type Info: record {
		ts: time &log;
		name: string &log;
		## How often it occurred in the interval.
		num_seen: count &log;
	};

	global log_weird_stats: event(rec: Info);
}

# Counts since the run began, when this epoch and the one before ended.
global totals: table[string] of double;
global totals_before: table[string] of double;

function take_result(ts: time, key: SumStats::Key, result: SumStats::Result)
	{
	totals[key$str] = result["weirds.encountered"]$sum;
	}

function write_all(ts: time)
	{
	for ( name, total in totals )
		{
		local before = 0.0;

		if ( name in totals_before )
			before = totals_before[name];

		if ( total > before )
			Log::write(LOG, Info($num_seen=double_to_count(total - before), $name=name, $ts=ts));
		}

	totals_before = totals;
	totals = table();
	}

event zeek_init() &priority=5
	{
	local summed: set[SumStats::Reducer] = set(SumStats::Reducer($apply=set(SumStats::SUM), $stream="weirds.encountered"));

	SumStats::create(SumStats::SumStat($epoch=weird_stat_interval, $epoch_finished=write_all, $epoch_result=take_result,
	                                   $name="weirds.statistics", $reducers=summed));
	Log::create_stream(LOG, Log::Stream($path="weird_stats", $columns=Info, $policy=log_policy, $ev=log_weird_stats));
	}

module SumStats;

# Before the results of the epoch are delivered.
event SumStats::finish_epoch(ss: SumStat) &priority=10
	{
	if ( ss$name != "weirds.statistics" )
		return;

	for ( name, n in get_reporter_stats()$weirds_by_type )
		SumStats::observe("weirds.encountered", SumStats::Key($str=name), SumStats::Observation($dbl=n + 0.0));
	}
