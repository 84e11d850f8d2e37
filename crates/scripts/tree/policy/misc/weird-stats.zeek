# A log of how often weirds come up.

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
		## In this interval.
		num_seen: count &log;
	};

	global log_weird_stats: event(rec: Info);
}

# Counts since the run began, at the end of this interval and of the one before.
global this_epoch_weirds: table[string] of double;
global last_epoch_weirds: table[string] of double;

function take_result(ts: time, key: SumStats::Key, result: SumStats::Result)
	{
	this_epoch_weirds[key$str] = result["weirds.encountered"]$sum;
	}

function write_all(ts: time)
	{
	for ( name, n in this_epoch_weirds )
		{
		local new = name in last_epoch_weirds ? n - last_epoch_weirds[name] : n;

		if ( new > 0.0 )
			Log::write(LOG, Info($ts=ts, $name=name, $num_seen=double_to_count(new)));
		}

	last_epoch_weirds = this_epoch_weirds;
	this_epoch_weirds = table();
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_weird_stats, $path="weird_stats", $policy=log_policy));

	local sums = SumStats::Reducer($stream="weirds.encountered", $apply=set(SumStats::SUM));
	SumStats::create(SumStats::SumStat($name="weirds.statistics", $epoch=weird_stat_interval, $reducers=set(sums),
	                                   $epoch_result=take_result, $epoch_finished=write_all));
	}

module SumStats;

# Before the epoch's results are handed out.
event SumStats::finish_epoch(ss: SumStat) &priority=10
	{
	if ( ss$name != "weirds.statistics" )
		return;

	for ( name, n in get_reporter_stats()$weirds_by_type )
		SumStats::observe("weirds.encountered", SumStats::Key($str=name), SumStats::Observation($dbl=n + 0.0));
	}
