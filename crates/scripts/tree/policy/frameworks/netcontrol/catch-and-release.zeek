# Catch and release: blocks addresses for a short time, watches them for longer, and blocks them for longer each time they
# come back. In a cluster the manager does that; the other nodes tell it whom to block and whom they see.

@load base/frameworks/cluster
@load base/frameworks/netcontrol

module NetControl;

export {
	redef enum Log::ID += { CATCH_RELEASE };

	global log_policy_catch_release: Log::PolicyHook;

	## The state of an address.
	type BlockInfo: record {
		## Not set if something else blocks it.
		block_until: time &optional;
		watch_until: time;
		num_reblocked: count &default=0;
		## The index of the current interval in `catch_release_intervals`.
		current_interval: count;
		## The rule that blocks it.
		current_block_id: string;
		location: string &optional;
	};

	type CatchReleaseActions: enum {
		## For information.
		INFO,
		## Watched, but blocked by something else.
		ADDED,
		DROP_REQUESTED,
		DROPPED,
		UNBLOCK,
		## The watch time is over.
		FORGOTTEN,
		SEEN_AGAIN
	};

	type CatchReleaseInfo: record {
		## When it happened.
		ts: time &log;
		## The rule that blocks the host.
		rule_id: string &log &optional;
		## The host.
		ip: addr &log;
		## What was done.
		action: CatchReleaseActions &log;
		## How long the host is blocked.
		block_interval: interval &log &optional;
		## How long it is watched after that.
		watch_interval: interval &log &optional;
		## When the block ends.
		blocked_until: time &log &optional;
		## When watching ends.
		watched_until: time &log &optional;
		## How often the host was blocked.
		num_blocked: count &log &optional;
		## Where the block was asked for, as the caller says.
		location: string &log &optional;
		## More in words.
		message: string &log &optional;
		## The plugin that carries the block out.
		plugin: string &log &optional;
	};

	## Blocks an address, and again whenever it comes back.
	global drop_address_catch_release: function(a: addr, location: string &default=""): BlockInfo;
	## Undoes `drop_address_catch_release`. Returns false if the address was not blocked this way.
	global unblock_address_catch_release: function(a: addr, reason: string &default=""): bool;
	## Reports an address that was seen otherwise than in its connections.
	global catch_release_seen: function(a: addr);
	## Returns the state of an address. Its times are zero and its id empty if the address is not watched.
	global get_catch_release_info: function(a: addr): BlockInfo;
	## An address was watched long enough.
	global catch_release_forgotten: event(a: addr, bi: BlockInfo);

	## Whether connections count as a return of an address.
	const watch_connections = T &redef;
	## Whether to log that a blocked address was seen.
	option catch_release_warn_blocked_ip_encountered = F;
	## How long an address is blocked the first time, the second and so on. It is watched for the interval after that.
	const catch_release_intervals: vector of interval = vector(10 min, 1 hr, 24 hrs, 7 days) &redef;

	global log_netcontrol_catch_release: event(rec: CatchReleaseInfo);

	# Between nodes.
	global catch_release_block_new: event(a: addr, b: BlockInfo);
	global catch_release_block_delete: event(a: addr);
	global catch_release_add: event(a: addr, location: string);
	global catch_release_delete: event(a: addr, reason: string);
	global catch_release_encountered: event(a: addr);
}

event zeek_init() &priority=5
	{
	Log::create_stream(CATCH_RELEASE, Log::Stream($columns=CatchReleaseInfo, $ev=log_netcontrol_catch_release,
	                                              $path="netcontrol_catch_release", $policy=log_policy_catch_release));
	}

# Whether this process decides about blocks.
function keeps_blocks(): bool
	{
	return ! Cluster::is_enabled() || Cluster::local_node_type() == Cluster::MANAGER;
	}

# Returns an interval by its index; the last one for larger indices.
function interval_at(at: count): interval
	{
	local last = |catch_release_intervals| - 1;

	return catch_release_intervals[at > last ? last : at];
	}

function block_record(a: addr, bi: BlockInfo, action: CatchReleaseActions): CatchReleaseInfo
	{
	local at = bi$current_interval;
	local row = CatchReleaseInfo($action=action, $ip=a, $ts=network_time(), $num_blocked=1 + bi$num_reblocked,
	                             $watched_until=bi$watch_until, $watch_interval=interval_at(at + 1),
	                             $block_interval=interval_at(at));

	if ( bi?$location )
		row$location = bi$location;

	if ( |bi$current_block_id| > 0 )
		row$rule_id = bi$current_block_id;

	if ( bi?$block_until )
		row$blocked_until = bi$block_until;

	return row;
	}

function write_block(a: addr, bi: BlockInfo, action: CatchReleaseActions, message: string &default="",
                     plugin: string &default="")
	{
	local row = block_record(a, bi, action);

	if ( plugin != "" )
		row$plugin = plugin;

	if ( message != "" )
		row$message = message;

	Log::write(CATCH_RELEASE, row);
	}

# Returns how much longer an address is watched. At the end it is forgotten.
function watch_remaining(t: table[addr] of BlockInfo, a: addr): interval
	{
	local remaining = t[a]$watch_until - network_time();

	if ( remaining > 0 secs )
		return remaining;

	if ( keeps_blocks() )
		{
		write_block(a, t[a], FORGOTTEN);
		event NetControl::catch_release_forgotten(a, t[a]);
		}

	return 0 secs;
	}

global blocks: table[addr] of BlockInfo = {} &create_expire=0 secs &expire_func=watch_remaining;

# Whether a rule blocks a single address that is watched.
function is_of_block(r: Rule): bool
	{
	if ( r$ty != DROP || r$entity$ty != ADDRESS )
		return F;

	local net = r$entity$ip;

	return subnet_width(net) == (is_v4_subnet(net) ? 32 : 128) && subnet_to_addr(net) in blocks;
	}

# Logs what a plugin answered about such a rule.
function write_answer(r: Rule, p: PluginState, action: CatchReleaseActions, message: string)
	{
	if ( keeps_blocks() && is_of_block(r) )
		{
		local watched = subnet_to_addr(r$entity$ip);
		write_block(watched, blocks[watched], action, message, p$plugin$name(p));
		}
	}

event NetControl::rule_added(r: Rule, p: PluginState, msg: string)
	{
	write_answer(r, p, DROPPED, msg);
	}

event NetControl::rule_exists(r: Rule, p: PluginState, msg: string)
	{
	write_answer(r, p, INFO, msg + "Existing rule encountered while inserting rule");
	}

event NetControl::rule_error(r: Rule, p: PluginState, msg: string)
	{
	write_answer(r, p, INFO, "Error occurred during rule operation: " + msg);
	}

event NetControl::rule_timeout(r: Rule, i: FlowInfo, p: PluginState)
	{
	local message = "";

	if ( is_of_block(r) )
		{
		local bi = blocks[subnet_to_addr(r$entity$ip)];

		if ( bi?$block_until && |network_time() - bi$block_until| > 60.0 )
			message = fmt("Difference between network_time and block time excessive: %f", network_time() - bi$block_until);
		}

	write_answer(r, p, UNBLOCK, message);
	}

function nothing_known(): BlockInfo
	{
	return BlockInfo($watch_until=double_to_time(0.0), $current_interval=0, $current_block_id="");
	}

function get_catch_release_info(a: addr): BlockInfo
	{
	return a in blocks ? blocks[a] : nothing_known();
	}

# Whether any rule blocks an address.
function is_blocked(a: addr): bool
	{
	return [Entity($ty=ADDRESS, $ip=addr_to_subnet(a)), DROP] in rule_entities;
	}

# Keeps the state of an address, and tells the other nodes of a cluster.
function keep_block(a: addr, bi: BlockInfo)
	{
	blocks[a] = bi;

	if ( Cluster::is_enabled() )
		Cluster::publish(Cluster::worker_topic, NetControl::catch_release_block_new, a, bi);
	}

function drop_address_catch_release(a: addr, location: string): BlockInfo
	{
	if ( ! keeps_blocks() )
		{
		Cluster::publish(Cluster::manager_topic, NetControl::catch_release_add, a, location);
		return get_catch_release_info(a);
		}

	if ( a in blocks )
		{
		write_block(a, blocks[a], INFO, "Already blocked using catch-and-release - ignoring duplicate");
		return blocks[a];
		}

	local outside = is_blocked(a);
	local now = network_time();
	local bi = BlockInfo($watch_until=now + interval_at(1), $current_interval=0, $current_block_id="");

	if ( outside )
		bi$current_block_id = rule_entities[Entity($ty=ADDRESS, $ip=addr_to_subnet(a)), DROP]$id;
	else
		{
		bi$block_until = now + interval_at(0);
		bi$current_block_id = drop_address(a, interval_at(0), location);
		}

	if ( bi$current_block_id == "" )
		{
		Reporter::error(fmt("Catch and release could not add block for %s; failing.", a));
		return nothing_known();
		}

	if ( location != "" )
		bi$location = location;

	keep_block(a, bi);

	if ( outside )
		write_block(a, bi, ADDED, "Address already blocked outside of catch-and-release. Catch and release will monitor and only actively block if it appears in network traffic.");
	else
		write_block(a, bi, DROP_REQUESTED);

	return bi;
	}

function unblock_address_catch_release(a: addr, reason: string): bool
	{
	if ( ! keeps_blocks() )
		{
		Cluster::publish(Cluster::manager_topic, NetControl::catch_release_delete, a, reason);
		return a in blocks;
		}

	if ( a !in blocks )
		return F;

	local bi = blocks[a];

	write_block(a, bi, UNBLOCK, reason);
	delete blocks[a];

	if ( Cluster::is_enabled() )
		Cluster::publish(Cluster::worker_topic, NetControl::catch_release_block_delete, a);

	if ( bi?$block_until && bi$block_until > network_time() && bi$current_block_id != "" )
		remove_rule(bi$current_block_id, reason);

	return T;
	}

function catch_release_seen(a: addr)
	{
	if ( a !in blocks )
		return;

	local bi = blocks[a];

	# The block may not have begun yet.
	if ( is_blocked(a) )
		{
		if ( catch_release_warn_blocked_ip_encountered )
			write_block(a, bi, INFO, "Block seen while in rule_entities. No action taken.");

		return;
		}

	if ( ! keeps_blocks() )
		{
		Cluster::publish(Cluster::manager_topic, NetControl::catch_release_encountered, a);
		return;
		}

	if ( bi$current_interval + 1 < |catch_release_intervals| )
		++bi$current_interval;

	++bi$num_reblocked;
	bi$block_until = network_time() + interval_at(bi$current_interval);
	bi$watch_until = network_time() + interval_at(bi$current_interval + 1);
	bi$current_block_id = drop_address(a, interval_at(bi$current_interval),
	                                   fmt("Re-drop by catch-and-release: %s", bi?$location ? bi$location : ""));

	# Stored again, so that its time starts now.
	keep_block(a, bi);
	write_block(a, bi, SEEN_AGAIN);
	}

# Mail from other nodes: requests to the manager, and its decisions.

event NetControl::catch_release_add(a: addr, location: string)
	{
	if ( keeps_blocks() )
		drop_address_catch_release(a, location);
	}

event NetControl::catch_release_delete(a: addr, reason: string)
	{
	if ( keeps_blocks() )
		unblock_address_catch_release(a, reason);
	}

event NetControl::catch_release_encountered(a: addr)
	{
	if ( keeps_blocks() )
		catch_release_seen(a);
	}

event NetControl::catch_release_block_new(a: addr, b: BlockInfo)
	{
	if ( ! keeps_blocks() )
		blocks[a] = b;
	}

event NetControl::catch_release_block_delete(a: addr)
	{
	if ( ! keeps_blocks() )
		delete blocks[a];
	}

function see_originator(c: connection)
	{
	if ( watch_connections )
		catch_release_seen(c$id$orig_h);
	}

event new_connection(c: connection)
	{
	see_originator(c);
	}

event connection_established(c: connection)
	{
	see_originator(c);
	}

event partial_connection(c: connection)
	{
	see_originator(c);
	}

event connection_attempt(c: connection)
	{
	see_originator(c);
	}

event connection_rejected(c: connection)
	{
	see_originator(c);
	}

event connection_reset(c: connection)
	{
	see_originator(c);
	}

event connection_pending(c: connection)
	{
	see_originator(c);
	}
