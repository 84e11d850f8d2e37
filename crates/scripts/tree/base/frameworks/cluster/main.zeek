# The cluster framework: roles, nodes and topics of several processes.

@load base/frameworks/control
@load base/frameworks/broker

module Cluster;

export {
	const enable_round_robin_logging = T &redef;
	const logger_topic = "zeek/cluster/logger" &redef;
	const manager_topic = "zeek/cluster/manager" &redef;
	const proxy_topic = "zeek/cluster/proxy" &redef;
	const worker_topic = "zeek/cluster/worker" &redef;

	const broadcast_topics = {
		logger_topic,
		manager_topic,
		proxy_topic,
		worker_topic,
	};

	const node_topic_prefix = "zeek/cluster/node/" &redef;
	const nodeid_topic_prefix = "zeek/cluster/nodeid/" &redef;

	## The node that owns the stores which :zeek:see:`Cluster::create_store` makes; empty for the manager.
	const default_master_node = "" &redef;

	## Where stores are kept for which :zeek:see:`Cluster::stores` has no options.
	const default_backend = Broker::MEMORY &redef;

	## Where stores are kept that must persist.
	const default_persistent_backend = Broker::SQLITE &redef;

	const default_websocket_max_event_queue_size = 32 &redef;
	const default_websocket_ping_interval = 5 sec &redef;

	## The folder for the files of stores that persist and have no path of their own; empty for the working folder.
	const default_store_dir = "" &redef;

	type StoreInfo: record {
		name: string &optional;
		store: opaque of Broker::Store &optional;
		master_node: string &default=default_master_node;
		master: bool &default=F;
		backend: Broker::BackendType &default=default_backend;
		options: Broker::BackendOptions &default=Broker::BackendOptions();
		clone_resync_interval: interval &default=Broker::default_clone_resync_interval;
		clone_stale_interval: interval &default=Broker::default_clone_stale_interval;
		clone_mutation_buffer_interval: interval &default=Broker::default_clone_mutation_buffer_interval;
	};

	## Stores by their names. An entry that is there before its store is created has the options of the store.
	global stores: table[string] of StoreInfo &default=StoreInfo() &redef;

	## Makes a store that all nodes share, or one of this process without a cluster. One node owns it, the others hold
	## copies. A second call returns the same store.
	##
	## name: The name of the store.
	##
	## persistent: Whether its content must outlive its owner.
	##
	## Returns: The store's options and its handle. Queries of a copy wait until the owner is there.
	global create_store: function(name: string, persistent: bool &default=F): StoreInfo;

	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Info: record {
		## When it happened.
		ts: time;
		## The node that reports it.
		node: string;
		## What happened.
		message: string;
	} &log;

	type NodeType: enum {
		NONE,
		CONTROL,
		LOGGER,
		MANAGER,
		PROXY,
		WORKER,
	};

	type Node: record {
		node_type: NodeType;
		ip: addr;
		zone_id: string &default="";
		p: port &default=0/unknown;
		manager: string &optional;
		id: string &optional;
		metrics_port: port &optional;
	};

	type NamedNode: record {
		name: string;
		node: Node;
	};

	global is_enabled: function(): bool;
	global local_node_type: function(): NodeType;
	global local_node_metrics_port: function(): port;
	const nodes: table[string] of Node = {} &redef;
	global get_node_count: function(node_type: NodeType): count;
	global get_active_node_count: function(node_type: NodeType): count;
	const manager_is_logger = T &redef;
	const node = getenv("CLUSTER_NODE") &redef;
	## All nodes are threads of this process and write to the same logs.
	const joint_logs = F &redef;
	global node_id: function(): string = Broker::node_id &redef;
	const retry_interval = 1 sec &redef;
	global hello: event(name: string, id: string);
	global node_up: event(name: string, id: string);
	global node_down: event(name: string, id: string);
	global log: function(msg: string);
	global node_topic: function(name: string): string &redef;
	global nodeid_topic: function(id: string): string &redef;
	global nodeid_to_node: function(id: string): NamedNode;
	global init: function(): bool;
	global subscribe: function(topic: string): bool;
	global unsubscribe: function(topic: string): bool;

	type Event: record {
		ev: any;
		args: vector of any;
	};

	type WebSocketTLSOptions: record {
		cert_file: string &optional;
		key_file: string &optional;
		enable_peer_verification: bool &default=F;
		ca_file: string &default="";
		ciphers: string &default="";
	};

	type WebSocketServerOptions: record {
		listen_host: string &optional &deprecated="Remove in v8.1";
		listen_addr: addr &optional;
		listen_port: port;
		max_event_queue_size: count &default=default_websocket_max_event_queue_size;
		ping_interval: interval &default=default_websocket_ping_interval;
		tls_options: WebSocketTLSOptions &default=WebSocketTLSOptions();
	};

	global listen_websocket: function(options: WebSocketServerOptions): bool;

	type NetworkInfo: record {
		address: string;
		bound_port: port;
	};

	type EndpointInfo: record {
		id: string;
		network: NetworkInfo;
		application_name: string &optional;
	};

	global on_subscribe: hook(topic: string);
	global on_unsubscribe: hook(topic: string);
}

@load base/bif/cluster.bif
@load base/bif/plugins/Zeek_Cluster_WebSocket.events.bif.zeek

function is_enabled(): bool
	{
	return |node| > 0;
	}

function local_node_type(): NodeType
	{
	return is_enabled() && node in nodes ? nodes[node]$node_type : NONE;
	}

function local_node_metrics_port(): port
	{
	if ( ! is_enabled() || node !in nodes || ! nodes[node]?$metrics_port )
		return 0/unknown;

	return nodes[node]$metrics_port;
	}

function node_topic(name: string): string
	{
	return cat(node_topic_prefix, name, "/");
	}

function nodeid_topic(id: string): string
	{
	return cat(nodeid_topic_prefix, id, "/");
	}

function get_node_count(node_type: NodeType): count
	{
	local n = 0;

	for ( _, other in nodes )
		if ( other$node_type == node_type )
			++n;

	return n;
	}

# Ids of the nodes that are up, by role.
global ids_by_role: table[NodeType] of set[string];

function get_active_node_count(node_type: NodeType): count
	{
	return node_type in ids_by_role ? |ids_by_role[node_type]| : 0;
	}

function nodeid_to_node(id: string): NamedNode
	{
	for ( name, other in nodes )
		if ( other?$id && other$id == id )
			return NamedNode($name=name, $node=other);

	return NamedNode($name="", $node=Node($node_type=NONE, $ip=0.0.0.0));
	}

# The node that owns a store: the one that its options name, or the manager. Empty if there is none.
function owner_of(info: StoreInfo): string
	{
	if ( info$master_node != "" )
		return info$master_node in nodes ? info$master_node : "";

	for ( name, other in nodes )
		if ( other$node_type == MANAGER )
			return name;

	return "";
	}

function create_store(name: string, persistent: bool): StoreInfo
	{
	local info = name in stores ? stores[name] : StoreInfo();

	if ( info?$store )
		return info;

	info$name = name;

	if ( persistent && info$backend == Broker::MEMORY )
		info$backend = default_persistent_backend;

	if ( info$backend == Broker::SQLITE && info$options$sqlite$path == "" )
		{
		# The names of stores may have slashes.
		local file_name = gsub(name, /\//, "_") + ".sqlite";
		info$options$sqlite$path = default_store_dir == "" ? file_name :
		    fmt("%s/%s", default_store_dir, file_name);
		}

	local owner = is_enabled() ? owner_of(info) : node;

	if ( is_enabled() && owner == "" )
		Reporter::error(fmt("store %s has no owner: there is neither a node %s nor a manager", name,
		                    info$master_node));

	info$master = owner == node;
	info$store = info$master ? Broker::create_master(name, info$backend, info$options) :
	    Broker::create_clone(name, info$clone_resync_interval, info$clone_stale_interval,
	                         info$clone_mutation_buffer_interval);
	stores[name] = info;
	return info;
	}

function log(msg: string)
	{
	if ( ! joint_logs )
		Log::write(Cluster::LOG, Info($ts=network_time(), $node=node, $message=msg));
	}

function init(): bool
	{
	return Cluster::Backend::__init(Cluster::node_id());
	}

function subscribe(topic: string): bool
	{
	return Cluster::__subscribe(topic);
	}

function listen_websocket(options: WebSocketServerOptions): bool
	{
	return Cluster::__listen_websocket(options);
	}

function unsubscribe(topic: string): bool
	{
	return Cluster::__unsubscribe(topic);
	}

event Cluster::hello(name: string, id: string) &priority=10
	{
	if ( name !in nodes )
		{
		Reporter::error(fmt("got Cluster::hello msg from unexpected node: %s", name));
		return;
		}

	local other = nodes[name];

	if ( other?$id && other$id != id )
		Reporter::error(fmt("got Cluster::hello msg from duplicate node:%s", name));

	other$id = id;
	local role = other$node_type;

	if ( role !in ids_by_role )
		ids_by_role[role] = set();

	if ( id in ids_by_role[role] )
		return;

	add ids_by_role[role][id];
	Cluster::log(fmt("got hello from %s (%s)", name, id));
	event Cluster::node_up(name, id);
	}

event Cluster::node_down(name: string, id: string) &priority=10
	{
	for ( _, ids in ids_by_role )
		delete ids[id];

	if ( name in nodes && nodes[name]?$id && nodes[name]$id == id )
		delete nodes[name]$id;

	Cluster::log(fmt("node down: %s", name));
	}

event Cluster::Backend::error(tag: string, message: string)
	{
	local text = fmt("Cluster::Backend::error: %s (%s)", tag, message);
	Cluster::log(text);
	Reporter::warning(text);
	}

event zeek_init() &priority=5
	{
	if ( is_enabled() && node !in nodes )
		{
		Reporter::error(fmt("'%s' is not a valid node in the Cluster::nodes configuration", node));
		terminate();
		}

	Log::create_stream(Cluster::LOG, Log::Stream($columns=Info, $path="cluster", $policy=log_policy));
	}
