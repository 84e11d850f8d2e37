# tunnel.log: connections that carry others, from the first inner packet to the end of the carrier.

@load base/frameworks/cluster
@load base/protocols/conn/removal-hooks

module Tunnel;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Action: enum {
		# An inner packet was seen for the first time.
		DISCOVER,
		# The carrier ended.
		CLOSE,
		# No inner packet was seen for expiration_interval.
		EXPIRE,
	};

	type Info: record {
		## When it happened.
		ts: time &log;
		## The unique identifier of the tunnel's connection, if it has one.
		uid: string &log &optional;
		## The tunnel's endpoints.
		id: conn_id &log;
		## The kind of tunnel, such as `Tunnel::GRE`.
		tunnel_type: Tunnel::Type &log;
		## Whether the tunnel was discovered, closed or expired.
		action: Action &log;
	};

	global register_all: function(ecv: EncapsulatingConnVector);
	global register: function(ec: EncapsulatingConn);
	global expire: function(t: table[conn_id] of Info, idx: conn_id): interval;
	global close: function(tunnel: Info, action: Action);
	const expiration_interval = 1 hrs &redef;
	global active: table[conn_id] of Info = table() &read_expire=expiration_interval &expire_func=expire;
	global finalize_tunnel: Conn::RemovalHook;
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="tunnel", $policy=log_policy));
	}

# Workers of one process see the same tunnel if its packets carry connections of several. The manager knows which of them
# do, and logs what the first and the last one say.
global holders: table[conn_id] of set[string] = table();

event Tunnel::held(tunnel: Info, who: string)
	{
	if ( tunnel$id !in holders )
		{
		holders[tunnel$id] = set();
		Log::write(LOG, tunnel);
		}

	add holders[tunnel$id][who];
	}

event Tunnel::released(tunnel: Info, who: string)
	{
	if ( tunnel$id !in holders )
		return;

	delete holders[tunnel$id][who];

	if ( |holders[tunnel$id]| == 0 )
		{
		delete holders[tunnel$id];
		Log::write(LOG, tunnel);
		}
	}

function log_tunnel(tunnel: Info)
	{
	if ( ! Cluster::joint_logs )
		Log::write(LOG, tunnel);
	else if ( tunnel$action == DISCOVER )
		Cluster::publish(Cluster::manager_topic, Tunnel::held, tunnel, Cluster::node);
	else
		Cluster::publish(Cluster::manager_topic, Tunnel::released, tunnel, Cluster::node);
	}

function register_all(ecv: EncapsulatingConnVector)
	{
	for ( _, layer in ecv )
		register(layer);
	}

function register(ec: EncapsulatingConn)
	{
	if ( ec$cid in active )
		return;

	local tunnel = Info($ts=network_time(), $id=ec$cid, $tunnel_type=ec$tunnel_type, $action=DISCOVER);

	if ( ec?$uid )
		tunnel$uid = ec$uid;

	active[ec$cid] = tunnel;

	if ( connection_exists(ec$cid) )
		Conn::register_removal_hook(lookup_connection(ec$cid), finalize_tunnel);

	log_tunnel(tunnel);
	}

function close(tunnel: Info, action: Action)
	{
	tunnel$ts = network_time();
	tunnel$action = action;
	log_tunnel(tunnel);
	delete active[tunnel$id];
	}

function expire(t: table[conn_id] of Info, idx: conn_id): interval
	{
	close(t[idx], EXPIRE);
	return 0 secs;
	}

hook finalize_tunnel(c: connection)
	{
	if ( c$id in active )
		close(active[c$id], CLOSE);
	}

event new_connection(c: connection) &priority=5
	{
	if ( c?$tunnel )
		register_all(c$tunnel);
	}

event tunnel_changed(c: connection, e: EncapsulatingConnVector) &priority=5
	{
	register_all(e);
	}
