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
