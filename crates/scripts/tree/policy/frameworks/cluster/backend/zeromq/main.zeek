##! ZeroMQ as the backend of a cluster.
##!
##! All nodes connect to one exchange of publishers and subscribers, the proxy, which the manager runs in a thread of its
##! own. Rows go straight to the loggers. Each node learns of the others by their subscriptions, which the proxy passes on.

@load base/utils/addrs
@load base/frameworks/cluster

module Cluster::Backend::ZeroMQ;

export {
	## The endpoint of the proxy that events are sent to.
	const connect_xpub_endpoint = "tcp://127.0.0.1:5556" &redef;

	## The endpoint of the proxy that events come from.
	const connect_xsub_endpoint = "tcp://127.0.0.1:5555" &redef;

	## The endpoints of the loggers.
	const connect_log_endpoints: vector of string = vector() &redef;

	## This node runs the proxy.
	const run_proxy_thread: bool = F &redef;

	## Accepted for compatibility; the proxy has one thread.
	const proxy_io_threads = 2 &redef;

	## Where the proxy listens for publishers.
	const listen_xsub_endpoint = "tcp://127.0.0.1:5556" &redef;

	## Where the proxy listens for subscribers.
	const listen_xpub_endpoint = "tcp://127.0.0.1:5555" &redef;

	## Where a logger listens for rows.
	const listen_log_endpoint = "" &redef;

	## How many events may wait for the proxy before more are dropped; 0 for any number.
	const xpub_sndhwm: int = 1000 &redef;

	## Accepted for compatibility; the kernel chooses.
	const xpub_sndbuf: int = -1 &redef;

	## Accepted for compatibility: what comes in waits in the node's mailbox.
	const xsub_rcvhwm: int = 1000 &redef;

	## Accepted for compatibility; the kernel chooses.
	const xsub_rcvbuf: int = -1 &redef;

	## How many events of others may wait for this node before more are dropped; 0 for any number.
	const onloop_queue_hwm = 10000 &redef;

	## Accepted for compatibility: rows go only to loggers that are connected.
	const log_immediate: bool = F &redef;

	## How many batches of rows may wait for a logger before more are dropped; 0 for any number.
	const log_sndhwm: int = 1000 &redef;

	## Accepted for compatibility: what comes in waits in the logger's mailbox.
	const log_rcvhwm: int = 1000 &redef;

	## Accepted for compatibility; the kernel chooses.
	const log_sndbuf: int = -1 &redef;

	## Accepted for compatibility; the kernel chooses.
	const log_rcvbuf: int = -1 &redef;

	## Accepted for compatibility: addresses of both families are used.
	const ipv6: bool = T &redef;

	## Accepted for compatibility: at the end, what was sent has half a second to go out.
	const linger_ms: int = 500 &redef;

	## Accepted for compatibility: events beyond the mark are always counted.
	const connect_xpub_nodrop: bool = T &redef;

	## Accepted for compatibility: events beyond the mark are always counted.
	const listen_xpub_nodrop: bool = T &redef;

	## Accepted for compatibility.
	const poll_max_messages = 100 &redef;

	## Accepted for compatibility: nothing is printed.
	const debug_flags: count = 0 &redef;

	## What topics of nodes begin with.
	const node_topic_prefix = "zeek.cluster.node" &redef;

	## What topics of nodes' ids begin with.
	const nodeid_topic_prefix = "zeek.cluster.nodeid" &redef;

	## How long one half of a greeting waits for the other.
	const hello_expiration: interval = 10 sec &redef;

	## What topics begin with that a node subscribes to in order to see that it is connected.
	const internal_topic_prefix = "zeek.zeromq.internal." &redef;

	## Another node subscribed.
	##
	## topic: What to.
	global subscription: event(topic: string);

	## The last subscription to a topic has ended.
	##
	## topic: The topic.
	global unsubscription: event(topic: string);

	## A node has seen this node's subscription.
	##
	## name: The other node.
	##
	## id: Its id.
	global hello: event(name: string, id: string);
}

@load base/bif/plugins/Zeek_Cluster_Backend_ZeroMQ.cluster_backend_zeromq.bif

redef Cluster::backend = Cluster::CLUSTER_BACKEND_ZEROMQ;

# The exchange runs on the manager unless scripts say otherwise.
redef run_proxy_thread = Cluster::local_node_type() == Cluster::MANAGER;

redef Cluster::manager_topic = "zeek.cluster.manager";
redef Cluster::logger_topic = "zeek.cluster.logger";
redef Cluster::worker_topic = "zeek.cluster.worker";
redef Cluster::proxy_topic = "zeek.cluster.proxy";

redef Cluster::worker_pool_spec = Cluster::PoolSpec($topic = "zeek.cluster.pool.worker", $node_type = Cluster::WORKER);
redef Cluster::proxy_pool_spec = Cluster::PoolSpec($topic = "zeek.cluster.pool.proxy", $node_type = Cluster::PROXY);
redef Cluster::logger_pool_spec = Cluster::PoolSpec($topic = "zeek.cluster.pool.logger", $node_type = Cluster::LOGGER);

redef Cluster::Telemetry::topic_normalizations += {
	[/^zeek\.cluster\.nodeid\..*/] = "zeek.cluster.nodeid.__normalized__",
};

function zeromq_node_topic(name: string): string
	{
	return node_topic_prefix + "." + name + ".";
	}

function zeromq_nodeid_topic(id: string): string
	{
	return nodeid_topic_prefix + "." + id + ".";
	}

redef Cluster::node_topic = zeromq_node_topic;
redef Cluster::nodeid_topic = zeromq_nodeid_topic;

# An id that no other process has, and no later one of this name.
const this_node_id = fmt("zeromq_%s_%s_%s_%s", Cluster::node, gethostname(), getpid(), unique_id("N"));

function zeromq_node_id(): string
	{
	return this_node_id;
	}

redef Cluster::node_id = zeromq_node_id;

# The id in the topic of a node's id; empty for other topics.
function id_of_topic(topic: string): string
	{
	local start = nodeid_topic_prefix + ".";

	if ( ! starts_with(topic, start) || ! ends_with(topic, ".") || |topic| <= |start| + 1 )
		return "";

	return topic[|start|:-1];
	}

# Nodes take rows if they are loggers, or the manager in place of one.
function takes_rows(n: Cluster::Node): bool
	{
	return n$node_type == Cluster::LOGGER ||
	       ( Cluster::manager_is_logger && n$node_type == Cluster::MANAGER );
	}

function log_endpoint(n: Cluster::Node): string
	{
	return fmt("tcp://%s:%d", addr_to_uri(n$ip), port_to_count(n$p));
	}

function own_log_endpoint(): string
	{
	if ( Cluster::node !in Cluster::nodes )
		return "";

	local mine = Cluster::nodes[Cluster::node];
	return takes_rows(mine) && port_to_count(mine$p) != 0 ? log_endpoint(mine) : "";
	}

function other_log_endpoints(): vector of string
	{
	local found: vector of string = vector();

	for ( name, other in Cluster::nodes )
		if ( name != Cluster::node && takes_rows(other) && port_to_count(other$p) != 0 )
			found += log_endpoint(other);

	sort(found, strcmp);
	return found;
	}

redef listen_log_endpoint = own_log_endpoint();
redef connect_log_endpoints = other_log_endpoints();

function no_greeting(subscribed: table[string] of time, id: string): interval
	{
	Reporter::warning(fmt("node %s subscribed but did not greet within %s", id, hello_expiration));
	return 0 secs;
	}

function no_subscription(names: table[string] of string, id: string): interval
	{
	Reporter::warning(fmt("node %s (%s) greeted but did not subscribe within %s", names[id], id, hello_expiration));
	return 0 secs;
	}

# Ids that have one half of a greeting and wait for the other.
global seen_subscriptions: table[string] of time &create_expire=hello_expiration &expire_func=no_greeting;
global seen_greetings: table[string] of string &create_expire=hello_expiration &expire_func=no_subscription;

# Both halves are there: the other node hears who this one is.
function greet(id: string)
	{
	if ( id !in seen_subscriptions || id !in seen_greetings )
		return;

	delete seen_subscriptions[id];
	delete seen_greetings[id];
	Cluster::publish(Cluster::nodeid_topic(id), Cluster::hello, Cluster::node, Cluster::node_id());
	}

event Cluster::Backend::ZeroMQ::subscription(topic: string)
	{
	local id = id_of_topic(topic);

	# Who only runs the proxy is no node.
	if ( id == "" || id == Cluster::node_id() || ! Cluster::is_enabled() )
		return;

	seen_subscriptions[id] = network_time();
	Cluster::publish(topic, Cluster::Backend::ZeroMQ::hello, Cluster::node, Cluster::node_id());
	greet(id);
	}

event Cluster::Backend::ZeroMQ::hello(name: string, id: string)
	{
	if ( name !in Cluster::nodes )
		{
		Reporter::error(fmt("%s (%s) greeted and is no node of this cluster", name, id));
		return;
		}

	local known = Cluster::nodes[name];

	if ( known?$id && known$id != id )
		{
		Reporter::warning(fmt("node %s has a new id %s; %s counts as down", name, id, known$id));
		event Cluster::node_down(name, known$id);
		}

	seen_greetings[id] = name;
	greet(id);
	}

event Cluster::Backend::ZeroMQ::unsubscription(topic: string)
	{
	local id = id_of_topic(topic);

	if ( id == "" || id == Cluster::node_id() )
		return;

	local gone = Cluster::nodeid_to_node(id);

	if ( gone$name != "" )
		event Cluster::node_down(gone$name, id);
	}
