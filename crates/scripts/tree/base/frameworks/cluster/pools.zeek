# Pools of nodes.

@load ./main
@load base/utils/hash_hrw

module Cluster;

export {
	type PoolNode: record {
		name: string;
		alias: string;
		site_id: count;
		alive: bool &default=F;
		topic: string;
	};

	type PoolSpec: record {
		topic: string;
		node_type: Cluster::NodeType;
		max_nodes: count &optional;
		exclusive: bool &default=F;
	};

	type PoolNodeTable: table[string] of PoolNode;
	type RoundRobinTable: table[string] of int;

	type Pool: record {
		spec: PoolSpec;
		nodes: PoolNodeTable &default=PoolNodeTable();
		node_list: vector of PoolNode &default=vector();
		hrw_pool: HashHRW::Pool &default=HashHRW::Pool();
		rr_key_seq: RoundRobinTable &default=RoundRobinTable();
		alive_count: count &default=0;
	};

	global proxy_pool_spec: PoolSpec = PoolSpec($topic = "zeek/cluster/pool/proxy", $node_type = Cluster::PROXY) &redef;
	global worker_pool_spec: PoolSpec = PoolSpec($topic = "zeek/cluster/pool/worker", $node_type = Cluster::WORKER) &redef;
	global logger_pool_spec: PoolSpec = PoolSpec($topic = "zeek/cluster/pool/logger", $node_type = Cluster::LOGGER) &redef;
	global proxy_pool: Pool;
	global worker_pool: Pool;
	global logger_pool: Pool;
	global register_pool: function(spec: PoolSpec): Pool;
	global hrw_topic: function(pool: Pool, key: any): string;
	global rr_topic: function(pool: Pool, key: string &default=""): string;
	global rr_log_topic: function(id: Log::ID, path: string): string;
}

# All pools, in the order of their registration.
global known_pools: vector of Pool = vector();

function register_pool(spec: PoolSpec): Pool
	{
	local pool = Pool($spec=spec);
	known_pools += pool;
	return pool;
	}

function hrw_topic(pool: Pool, key: any): string
	{
	if ( pool$alive_count > 0 )
		{
		local chosen: PoolNode = HashHRW::get_site(pool$hrw_pool, key)$user_data;
		return chosen$topic;
		}

	return "";
	}

function rr_topic(pool: Pool, key: string): string
	{
	local size = |pool$node_list|;

	if ( pool$alive_count == 0 || size == 0 )
		return "";

	if ( key !in pool$rr_key_seq )
		pool$rr_key_seq[key] = 0;

	local turn: count = int_to_count(pool$rr_key_seq[key]) % size;

	# At least one node is up, so this ends within a round.
	while ( ! pool$node_list[turn]$alive )
		turn = ( turn + 1 ) % size;

	pool$rr_key_seq[key] = ( turn + 1 ) % size;
	return pool$node_list[turn]$topic;
	}

function rr_log_topic(id: Log::ID, path: string): string
	{
	local logger = rr_topic(logger_pool, "Cluster::rr_log_topic");

	if ( logger != "" )
		return logger;

	return manager_is_logger ? manager_topic : Broker::default_log_topic(id, path);
	}

# The number of a site. If another site has it, later suffixes are tried.
function free_site_id(pool: Pool, name: string): count
	{
	local n = 0;

	while ( T )
		{
		local id = fnv1a32(cat(name, ".", n));
		local is_taken = F;

		for ( _, member in pool$nodes )
			if ( member$site_id == id )
				is_taken = T;

		if ( ! is_taken )
			return id;

		++n;
		}

	return 0;
	}

# Makes a node a member of a pool; it is not up yet. False if it is a member.
function init_pool_node(pool: Pool, name: string): bool
	{
	if ( name in pool$nodes )
		return F;

	local number = |pool$nodes| + 1;
	local alias = fmt("%s-%d", split_string1(fmt("%s", pool$spec$node_type), /::/)[1], number);
	local member = PoolNode($name=name, $alias=to_lower(alias), $site_id=free_site_id(pool, name),
	                        $topic=node_topic(name));
	pool$nodes[name] = member;
	pool$node_list += member;

	if ( name == Cluster::node )
		Cluster::subscribe(pool$spec$topic);

	return T;
	}

# Notes whether a member of a pool can be reached. Nodes that are no members are ignored.
function set_alive(pool: Pool, name: string, alive: bool)
	{
	if ( name !in pool$nodes || pool$nodes[name]$alive == alive )
		return;

	local member = pool$nodes[name];
	local site = HashHRW::Site($id=member$site_id, $user_data=member);
	member$alive = alive;

	if ( alive )
		{
		HashHRW::add_site(pool$hrw_pool, site);
		++pool$alive_count;
		}
	else
		{
		HashHRW::rem_site(pool$hrw_pool, site);
		--pool$alive_count;
		}
	}

# Scripts that test pools without a cluster call these two.
function mark_pool_node_alive(pool: Pool, name: string)
	{
	set_alive(pool, name, T);
	}

function mark_pool_node_dead(pool: Pool, name: string)
	{
	set_alive(pool, name, F);
	}

event Cluster::node_up(name: string, id: string) &priority=10
	{
	for ( _, pool in known_pools )
		mark_pool_node_alive(pool, name);
	}

event Cluster::node_down(name: string, id: string) &priority=10
	{
	for ( _, pool in known_pools )
		mark_pool_node_dead(pool, name);
	}

event zeek_init()
	{
	worker_pool = register_pool(worker_pool_spec);
	proxy_pool = register_pool(proxy_pool_spec);
	logger_pool = register_pool(logger_pool_spec);
	}

function names_of_role(role: NodeType): string_vec
	{
	local names: string_vec = vector();

	for ( name, other in nodes )
		if ( other$node_type == role )
			names += name;

	sort(names, strcmp);
	return names;
	}

# Fills the pools: pools with exclusive nodes choose first, each from the front of the sorted names.
event zeek_init() &priority=-5
	{
	local taken: set[string] = set();

	for ( _, exclusive in vector(T, F) )
		for ( _, pool in known_pools )
			{
			if ( pool$spec$exclusive != exclusive )
				next;

			for ( _, name in names_of_role(pool$spec$node_type) )
				{
				if ( name in taken || ( pool$spec?$max_nodes && |pool$nodes| >= pool$spec$max_nodes ) )
					next;

				init_pool_node(pool, name);

				if ( exclusive )
					add taken[name];
				}
			}

	for ( _, mine in known_pools )
		if ( node in mine$nodes )
			set_alive(mine, node, T);
	}
