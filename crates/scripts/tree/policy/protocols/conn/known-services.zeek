# Services that hosts offer, each logged once a day.

@load base/utils/directions-and-hosts
@load base/frameworks/cluster
@load base/frameworks/storage/async
@load base/frameworks/storage/sync
@load policy/frameworks/storage/backend/sqlite

module Known;

export {
	redef enum Log::ID += { SERVICES_LOG };

	global log_policy_services: Log::PolicyHook;

	## A line of known_services.log.
	type ServicesInfo: record {
		## When the service was first seen.
		ts: time &log;
		## The host that offers it.
		host: addr &log;
		## The service's port.
		port_num: port &log;
		## The transport protocol.
		port_proto: transport_proto &log;
		## The application protocols that were seen there.
		service: set[string] &log;
	};

	## Whether known services are kept in a store that all nodes share (:zeek:see:`Cluster::create_store`).
	const use_service_store = F &redef;

	## Whether that is a backend of the storage framework.
	const use_storage_framework = F &redef;

	## Over UDP, only hosts that answer offer a service.
	option service_udp_requires_response = T;

	## The hosts whose services are logged.
	option service_tracking = LOCAL_HOSTS;

	type AddrPortServTriplet: record {
		host: addr;
		p: port;
		serv: string;
	};

	global service_broker_store: Cluster::StoreInfo;
	const service_store_name = "zeek/known/services" &redef;
	global service_store_backend: opaque of Storage::BackendHandle;
	const service_store_prefix = "zeekknownservices" &redef;
	const service_store_backend_type: Storage::Backend = Storage::STORAGE_BACKEND_SQLITE &redef;
	const service_store_backend_options: Storage::BackendOptions =
		[$sqlite=[$database_path=":memory:", $table_name=service_store_name]] &redef;
	const service_store_expiry = 1day &redef;
	option service_store_timeout = 15sec;

	global services: table[addr, port] of set[string] &create_expire=1day;

	global log_known_services: event(rec: ServicesInfo);
}

redef record connection += {
	# Whether the service was logged or will be.
	known_services_done: bool &default=F;
};

event zeek_init() &priority=5
	{
	Log::create_stream(SERVICES_LOG, Log::Stream($path="known_services", $columns=ServicesInfo,
	                                             $policy=log_policy_services, $ev=log_known_services));
	}

event zeek_init()
	{
	if ( ! use_service_store )
		return;

	if ( ! use_storage_framework )
		{
		service_broker_store = Cluster::create_store(service_store_name);
		return;
		}

	local opened = Storage::Sync::open_backend(service_store_backend_type, service_store_backend_options,
	                                           AddrPortServTriplet, bool);

	if ( opened$code == Storage::SUCCESS )
		service_store_backend = opened$value;
	else
		Reporter::error(fmt("%s: Failed to open backend connection: %s", service_store_prefix, opened$error_str));
	}

# Logs a service unless the backend knows it, or if the backend does not answer in time.
function commit_to_store(info: ServicesInfo, name: string)
	{
	local one = ServicesInfo($ts=info$ts, $host=info$host, $port_num=info$port_num, $port_proto=info$port_proto,
	                         $service=set(name));
	local args = Storage::PutArgs($key=AddrPortServTriplet($host=info$host, $p=info$port_num, $serv=name), $value=T,
	                              $overwrite=F, $expire_time=service_store_expiry);

	when [one, args] ( local put = Storage::Async::put(service_store_backend, args) )
		{
		if ( put$code == Storage::SUCCESS )
			Log::write(SERVICES_LOG, one);
		else if ( put$code != Storage::KEY_EXISTS )
			Reporter::error(fmt("%s: data store put_unique failure: %s", service_store_name, put$error_str));
		}
	timeout service_store_timeout
		{
		Log::write(SERVICES_LOG, one);
		}
	}

# Keeps what is said of a service, and returns the part that was not known.
function news(info: ServicesInfo): ServicesInfo
	{
	if ( [info$host, info$port_num] !in services )
		services[info$host, info$port_num] = set();

	local known = services[info$host, info$port_num];
	local fresh = copy(info);

	fresh$service = set();

	for ( name in info$service )
		if ( name !in known )
			{
			add known[name];
			add fresh$service[name];
			}

	return fresh;
	}

# Logs a service unless the shared store knows it, or if the store does not answer in time.
function commit_shared(info: ServicesInfo, name: string)
	{
	local one = copy(info);

	one$service = set(name);
	local key = AddrPortServTriplet($host=info$host, $p=info$port_num, $serv=name);

	when [one, key] ( local put = Broker::put_unique(service_broker_store$store, key, T, service_store_expiry) )
		{
		if ( put$status != Broker::SUCCESS )
			Reporter::error(fmt("%s: data store put_unique failure", service_store_name));
		else if ( put$result as bool )
			Log::write(SERVICES_LOG, one);
		}
	timeout service_store_timeout
		{
		Log::write(SERVICES_LOG, one);
		}
	}

@if ( Cluster::is_enabled() )
# The proxy that owns a service keeps and logs it.
event Known::known_service_add(info: ServicesInfo)
	{
	local fresh = news(info);

	if ( |fresh$service| > 0 )
		Log::write(SERVICES_LOG, fresh);
	}
@endif

event service_info_commit(info: ServicesInfo)
	{
	if ( use_service_store && use_storage_framework )
		{
		for ( s in info$service )
			commit_to_store(info, s);

		return;
		}

	local fresh = news(info);

	if ( |fresh$service| == 0 )
		return;

	if ( use_service_store )
		{
		for ( s in fresh$service )
			commit_shared(fresh, s);

		return;
		}

@if ( Cluster::is_enabled() )
	# Without a proxy this node logs what it sees.
	if ( ! Cluster::publish_hrw(Cluster::proxy_pool, cat(fresh$host, fresh$port_num), Known::known_service_add, fresh) )
@endif
	Log::write(SERVICES_LOG, fresh);
	}

# Whether the responder has accepted a connection, or answered.
function is_serving(c: connection): bool
	{
	switch ( get_port_transport_proto(c$id$resp_p) )
		{
		case tcp:
			# The history has an h for the responder's SYN and ACK.
			return c$resp$state == TCP_ESTABLISHED || c$resp$state == TCP_CLOSED || c$resp$state == TCP_PARTIAL ||
			       "h" in c$history;

		case udp:
			return c$resp$state == UDP_ACTIVE || ! service_udp_requires_response;
		}

	return F;
	}

# Whether the only service seen is not offered by the responder: a data transfer announced by FTP, or DNS without an
# answer.
function is_side_effect(c: connection): bool
	{
	if ( |c$service| != 1 )
		return F;

	return "ftp-data" in c$service || ( c$resp$size == 0 && "DNS" in c$service );
	}

# The names of a connection's services, without those marked with a dash because they were violated after
# confirmation.
function confirmed(c: connection): set[string]
	{
	local names: set[string] = set();

	for ( name in c$service )
		if ( name[0] != "-" )
			add names[name];

	return names;
	}

# How long to wait for a service's name, which another connection may reveal.
const naming_time = 5min;

function note_service(c: connection)
	{
	local server = c$id$resp_h;

	# A handshake may still be rejected; this is checked again at the end of the connection.
	if ( ! addr_matches_host(server, service_tracking) || is_side_effect(c) || ! is_serving(c) )
		return;

	c$known_services_done = T;

	local at = c$id$resp_p;
	local row = ServicesInfo($ts=network_time(), $host=server, $port_num=at, $port_proto=get_port_transport_proto(at),
	                         $service=confirmed(c));

	if ( |c$service| == 0 )
		{
		add row$service[""];
		schedule naming_time { service_info_commit(row) };
		}
	else
		event service_info_commit(row);
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &priority=-5
	{
	if ( info?$c )
		note_service(info$c);
	}

event connection_state_remove(c: connection) &priority=-5
	{
	if ( ! c$known_services_done )
		note_service(c);
	}
