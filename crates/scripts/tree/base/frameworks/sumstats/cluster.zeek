# Summary statistics of a cluster: workers observe, the manager merges their results and watches thresholds.

@load ./main
@load base/frameworks/cluster

module SumStats;

export {
	## The share of a threshold that a worker's own result must reach before the manager asks all workers for a key.
	const cluster_request_global_view_percent = 0.2 &redef;

	## The most keys of a statistic that the manager asks for at a time between two epochs.
	const max_outstanding_global_views = 10 &redef;

	## The manager asks for all results of a statistic. With `cleanup` their epoch is over.
	global cluster_ss_request: event(uid: string, ss_name: string, cleanup: bool);

	## A worker's results of a statistic.
	global send_data: event(uid: string, ss_name: string, data: ResultTable, cleanup: bool);

	## The manager asks for the result of one key.
	global cluster_get_result: event(uid: string, ss_name: string, key: Key, cleanup: bool);

	## A worker's result of one key; empty if it has none.
	global cluster_send_result: event(uid: string, ss_name: string, key: Key, result: Result, cleanup: bool);

	## A worker's own result for a key is close to a threshold.
	global cluster_key_intermediate_response: event(ss_name: string, key: SumStats::Key);

	## The manager has seen a threshold crossed.
	global cluster_threshold_crossed: event(ss_name: string, key: SumStats::Key, thold_index: count);
}

@if ( Cluster::local_node_type() == Cluster::MANAGER )

# The answers of workers to a question so far.
type Collected: record {
	ss_name: string;
	results: ResultTable;
	answers: count &default=0;
	## Set in questions about one key.
	key: Key &optional;
	## A script waits for the result of the key.
	is_awaited: bool &default=F;
};

global questions: table[string] of Collected = table() &create_expire=1 min;

# Results that workers sent when they ended, by statistic.
global last_results: table[string] of ResultTable = table();

# Results of keys that scripts wait for, by question.
global awaited: table[string] of Result = table() &create_expire=1 min;

# How many keys of a statistic are asked for between epochs.
global asked: table[string] of count = table() &default=0;

function merge_into(all: ResultTable, more: ResultTable)
	{
	for ( key, result in more )
		all[key] = key in all ? compose_results(all[key], result) : result;
	}

# Delivers the results of an epoch.
function hand_out(ss: SumStat, data: ResultTable)
	{
	local now = network_time();

	for ( key, result in data )
		{
		if ( check_thresholds(ss, key, result, 1.0) )
			threshold_crossed(ss, key, result);

		if ( ss?$epoch_result )
			{
			complete(ss, result);
			ss$epoch_result(now, key, result);
			}
		}

	if ( ss?$epoch_finished )
		ss$epoch_finished(now);

	reset(ss);
	}

event SumStats::finish_epoch(ss: SumStat)
	{
	if ( zeek_is_terminating() )
		return;

	local uid = unique_id("");
	questions[uid] = Collected($ss_name=ss$name, $results=table());
	Cluster::publish(Cluster::worker_topic, SumStats::cluster_ss_request, uid, ss$name, T);

	if ( ss$epoch != 0 secs )
		schedule ss$epoch { SumStats::finish_epoch(ss) };
	}

event SumStats::send_data(uid: string, ss_name: string, data: ResultTable, cleanup: bool)
	{
	if ( ss_name !in stats_store )
		return;

	if ( uid == "" )
		{
		if ( ss_name !in last_results )
			last_results[ss_name] = table();

		merge_into(last_results[ss_name], data);
		return;
		}

	if ( uid !in questions )
		return;

	local question = questions[uid];
	merge_into(question$results, data);

	++question$answers;

	if ( question$answers < Cluster::get_active_node_count(Cluster::WORKER) )
		return;

	delete questions[uid];
	hand_out(stats_store[ss_name], question$results);
	}

event SumStats::cluster_key_intermediate_response(ss_name: string, key: Key)
	{
	if ( ss_name !in stats_store || asked[ss_name] >= max_outstanding_global_views )
		return;

	local ss = stats_store[ss_name];

	if ( is_settled(ss, key) )
		return;

	++asked[ss_name];
	local uid = unique_id("");
	questions[uid] = Collected($ss_name=ss_name, $results=table(), $key=key);
	Cluster::publish(Cluster::worker_topic, SumStats::cluster_get_result, uid, ss_name, key, F);
	}

event SumStats::cluster_send_result(uid: string, ss_name: string, key: Key, result: Result, cleanup: bool)
	{
	if ( uid !in questions || ss_name !in stats_store )
		return;

	local question = questions[uid];
	merge_into(question$results, ResultTable([key] = result));

	++question$answers;

	if ( question$answers < Cluster::get_active_node_count(Cluster::WORKER) )
		return;

	delete questions[uid];

	if ( question$is_awaited )
		{
		awaited[uid] = question$results[key];
		return;
		}

	if ( asked[ss_name] > 0 )
		--asked[ss_name];

	local ss = stats_store[ss_name];
	local all = question$results[key];

	if ( check_thresholds(ss, key, all, 1.0) )
		{
		threshold_crossed(ss, key, all);
		Cluster::publish(Cluster::worker_topic, SumStats::cluster_threshold_crossed, ss_name, key,
		                 thresholds_crossed(ss, key));
		}
	}

# By now, workers have sent their last results. In a cluster of processes, they may outlive the manager: then an epoch
# without any has not ended.
event zeek_done() &priority=10
	{
	for ( name, ss in stats_store )
		if ( ss$epoch != 0 secs && ( name in last_results || Cluster::joint_logs ) )
			hand_out(ss, name in last_results ? last_results[name] : ResultTable());
	}

@else

# Keys recently reported to the manager, so that not every observation is reported.
global told: set[string, Key] &create_expire=1 sec;

event SumStats::finish_epoch(ss: SumStat)
	{
	# The manager's clock ends epochs.
	}

function data_added(ss: SumStat, key: Key, result: Result)
	{
	if ( [ss$name, key] in told || cluster_request_global_view_percent == 0.0 )
		return;

	if ( check_thresholds(ss, key, result, cluster_request_global_view_percent) )
		{
		add told[ss$name, key];
		Cluster::publish(Cluster::manager_topic, SumStats::cluster_key_intermediate_response, ss$name, key);
		}
	}

event SumStats::cluster_ss_request(uid: string, ss_name: string, cleanup: bool)
	{
	local mine = ss_name in result_store ? result_store[ss_name] : ResultTable();
	Cluster::publish(Cluster::manager_topic, SumStats::send_data, uid, ss_name, mine, cleanup);

	if ( cleanup && ss_name in stats_store )
		reset(stats_store[ss_name]);
	}

event SumStats::cluster_get_result(uid: string, ss_name: string, key: Key, cleanup: bool)
	{
	local known = ss_name in result_store && key in result_store[ss_name];
	local mine = known ? result_store[ss_name][key] : Result();
	Cluster::publish(Cluster::manager_topic, SumStats::cluster_send_result, uid, ss_name, key, mine, cleanup);
	}

event SumStats::cluster_threshold_crossed(ss_name: string, key: Key, thold_index: count)
	{
	if ( ss_name !in threshold_tracker )
		threshold_tracker[ss_name] = table();

	threshold_tracker[ss_name][key] = thold_index;
	}

# The current epoch ends with the run.
event zeek_done() &priority=10
	{
	for ( name, ss in stats_store )
		if ( ss$epoch != 0 secs && name in result_store && Cluster::local_node_type() == Cluster::WORKER )
			Cluster::publish(Cluster::manager_topic, SumStats::send_data, "", name, result_store[name], T);
	}

@endif

@if ( Cluster::local_node_type() == Cluster::MANAGER )

function data_added(ss: SumStat, key: Key, result: Result)
	{
	}

# Asks all workers for the result of a key.
function request_key(ss_name: string, key: Key): Result
	{
	local uid = unique_id("");
	questions[uid] = Collected($ss_name=ss_name, $results=table(), $key=key, $is_awaited=T);
	Cluster::publish(Cluster::worker_topic, SumStats::cluster_get_result, uid, ss_name, key, F);

	return when [uid] ( uid in awaited )
		{
		local result = awaited[uid];
		delete awaited[uid];
		return result;
		}
	timeout 1.1 min
		{
		return Result();
		}
	}

@else

# Only the manager can ask all workers; a worker knows only its own observations.
function request_key(ss_name: string, key: Key): Result
	{
	return when [ss_name, key] ( T )
		{
		return ss_name in result_store && key in result_store[ss_name] ? result_store[ss_name][key] : Result();
		}
	}

@endif
