# Hosts that have established a TCP connection, each logged once a day.

@load base/utils/directions-and-hosts
@load base/frameworks/cluster

module Known;

export {
	redef enum Log::ID += { HOSTS_LOG };

	global log_policy_hosts: Log::PolicyHook;

	## A line of known_hosts.log.
	type HostsInfo: record {
		## When the host was first seen.
		ts: time &log;
		## A host that completed a TCP handshake.
		host: addr &log;
	};

	## Whether known hosts are kept in a store that all nodes share (:zeek:see:`Cluster::create_store`).
	const use_host_store = F &redef;

	## The hosts to log.
	option host_tracking = LOCAL_HOSTS;

	## The store, its name, how long it keeps a host, and how long it may take to answer.
	global host_store: Cluster::StoreInfo;
	const host_store_name = "zeek/known/hosts" &redef;
	const host_store_expiry = 1day &redef;
	option host_store_timeout = 15sec;

	global hosts: set[addr] &create_expire=1day &redef;

	global log_known_hosts: event(rec: HostsInfo);
}

event zeek_init() &priority=5
	{
	Log::create_stream(HOSTS_LOG, Log::Stream($path="known_hosts", $columns=HostsInfo, $policy=log_policy_hosts,
	                                          $ev=log_known_hosts));
	}

event zeek_init()
	{
	if ( use_host_store )
		host_store = Cluster::create_store(host_store_name);
	}

# Logs a host unless the store knows it, or if the store does not answer in time.
function commit_host(info: HostsInfo)
	{
	when [info] ( local put = Broker::put_unique(host_store$store, info$host, T, host_store_expiry) )
		{
		if ( put$status != Broker::SUCCESS )
			Reporter::error(fmt("%s: data store put_unique failure", host_store_name));
		else if ( put$result as bool )
			Log::write(HOSTS_LOG, info);
		}
	timeout host_store_timeout
		{
		Log::write(HOSTS_LOG, info);
		}
	}

# In a cluster, the proxy that owns a host keeps and logs it.
event Known::known_host_add(info: HostsInfo)
	{
	if ( info$host in hosts )
		return;

	add hosts[info$host];
	Log::write(HOSTS_LOG, info);
	}

event Known::host_found(info: HostsInfo)
	{
	if ( use_host_store )
		{
		if ( info$host !in hosts )
			{
			add hosts[info$host];
			commit_host(info);
			}

		return;
		}

@if ( Cluster::is_enabled() )
	# A worker reports each host once.
	if ( info$host in hosts )
		return;

	add hosts[info$host];

	# Without a proxy this node logs what it sees.
	if ( ! Cluster::publish_hrw(Cluster::proxy_pool, info$host, Known::known_host_add, info) )
		Log::write(HOSTS_LOG, info);
@else
	event Known::known_host_add(info);
@endif
	}

event connection_established(c: connection) &priority=5
	{
	if ( c$orig$state != TCP_ESTABLISHED || c$resp$state != TCP_ESTABLISHED )
		return;

	for ( host in set(c$id$orig_h, c$id$resp_h) )
		if ( addr_matches_host(host, host_tracking) )
			event Known::host_found(HostsInfo($ts=network_time(), $host=host));
	}
