# Metrics of the messages that wait for each peer, in a cluster whose nodes connect to each other.

@load ./main
@load base/frameworks/broker
@load base/frameworks/telemetry

module Cluster;

function peer_metric(name: string, help: string): Telemetry::MetricOpts
	{
	return Telemetry::MetricOpts($prefix="zeek", $name="broker_peer_buffer_" + name, $label_names=vector("node", "peer"),
	                             $help_text=help);
	}

global peer_waiting = Telemetry::register_gauge_family(peer_metric("messages", "Messages that wait for a peer"));
global peer_most = Telemetry::register_gauge_family(peer_metric("recent_max_messages",
    "The most messages that waited for a peer lately"));
global peer_overflows = Telemetry::register_counter_family(peer_metric("overflows",
    "Messages that found no room in the queue for a peer"));

# The overflows of each id that were counted, and the names of peers that were seen.
global counted_overflows: table[string] of count &default=0;
global measured_peers: set[string];

hook Telemetry::sync()
	{
	if ( backend != CLUSTER_BACKEND_BROKER )
		return;

	local gone = copy(measured_peers);

	for ( id, stats in Broker::peering_stats() )
		{
		local name = nodeid_to_node(id)$name;

		if ( name == "" )
			next;

		local labels = vector(node, name);
		Telemetry::gauge_family_set(peer_waiting, labels, stats$num_queued);
		Telemetry::gauge_family_set(peer_most, labels, stats$max_queued_recently);

		# A connection that was made anew counts from 0.
		local counted = counted_overflows[id];
		local new = stats$num_overflows < counted ? stats$num_overflows : stats$num_overflows - counted;
		Telemetry::counter_family_inc(peer_overflows, labels, new);
		counted_overflows[id] = stats$num_overflows;
		add measured_peers[name];
		delete gone[name];
		}

	for ( left in gone )
		{
		Telemetry::gauge_family_set(peer_waiting, vector(node, left), 0);
		Telemetry::gauge_family_set(peer_most, vector(node, left), 0);
		}
	}

# A peer has its metrics from the start, also one that is gone before they are first read.
event node_up(name: string, id: string)
	{
	if ( backend != CLUSTER_BACKEND_BROKER )
		return;

	local labels = vector(node, name);
	add measured_peers[name];
	Telemetry::gauge_family_set(peer_waiting, labels, 0);
	Telemetry::gauge_family_set(peer_most, labels, 0);
	Telemetry::counter_family_inc(peer_overflows, labels, 0);
	}

event node_down(name: string, id: string)
	{
	delete counted_overflows[id];
	}
