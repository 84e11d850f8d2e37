# What plugins have in common whose rules another program carries out, behind a Broker connection: they are ready once
# the program has connected.

@load ../main
@load ../plugin
@load base/frameworks/broker

module NetControl;

# Plugins whose program has not connected yet, by its address and port.
global remote_awaited: table[string, port] of vector of PluginState;

# Connects to the program of a plugin, and listens to what it publishes.
function remote_connect(p: PluginState, host: addr, host_port: port, topic: string)
	{
	local name = cat(host);

	if ( [name, host_port] !in remote_awaited )
		remote_awaited[name, host_port] = vector();

	remote_awaited[name, host_port] += p;
	Broker::subscribe(topic);
	Broker::peer(name, host_port);
	}

event Broker::peer_added(endpoint: Broker::EndpointInfo, msg: string)
	{
	if ( ! endpoint?$network )
		return;

	local host = endpoint$network$address;
	local host_port = endpoint$network$bound_port;

	if ( [host, host_port] !in remote_awaited )
		return;

	local ready = remote_awaited[host, host_port];
	delete remote_awaited[host, host_port];

	for ( _, p in ready )
		plugin_activated(p);
	}

# Whether a program reports about one of `known`, the plugins in the order of their numbers.
function remote_knows(known: vector of PluginState, id: count, r: Rule): bool
	{
	if ( id < |known| )
		return T;

	Reporter::error(fmt("NetControl: rule %s was answered for an unknown plugin %d", r$id, id));
	return F;
	}
