# Certificates that servers have presented, each logged once a day.

@load base/utils/directions-and-hosts
@load base/protocols/ssl
@load base/files/x509
@load base/frameworks/cluster

module Known;

export {
	redef enum Log::ID += { CERTS_LOG };

	global log_policy_certs: Log::PolicyHook;

	## A line of known_certs.log.
	type CertsInfo: record {
		## When the certificate was first seen.
		ts: time &log;
		## The server that sent it.
		host: addr &log;
		## The server's port.
		port_num: port &log &optional;
		## The certificate's subject.
		subject: string &log &optional;
		## The issuer's subject.
		issuer_subject: string &log &optional;
		## The certificate's serial number.
		serial: string &log &optional;
	};

	## Whether known certificates are kept in a store that all nodes share (:zeek:see:`Cluster::create_store`).
	const use_cert_store = F &redef;

	## The hosts whose certificates are logged.
	option cert_tracking = LOCAL_HOSTS;

	type AddrCertHashPair: record {
		host: addr;
		hash: string;
	};

	## The store, its name, how long it keeps a certificate, and how long it may take to answer.
	global cert_store: Cluster::StoreInfo;
	const cert_store_name = "zeek/known/certs" &redef;
	option cert_store_expiry = 1day;
	option cert_store_timeout = 15sec;

	## Hosts with the digests of their certificates.
	global certs: set[addr, string] &create_expire=1day &redef;

	global log_known_certs: event(rec: CertsInfo);
}

event zeek_init() &priority=5
	{
	Log::create_stream(CERTS_LOG, Log::Stream($path="known_certs", $columns=CertsInfo, $policy=log_policy_certs,
	                                          $ev=log_known_certs));
	}

event zeek_init()
	{
	if ( use_cert_store )
		cert_store = Cluster::create_store(cert_store_name);
	}

# Logs a certificate unless the store knows it, or if the store does not answer in time.
function commit_cert(info: CertsInfo, hash: string)
	{
	local key = AddrCertHashPair($host=info$host, $hash=hash);

	when [info, key] ( local put = Broker::put_unique(cert_store$store, key, T, cert_store_expiry) )
		{
		if ( put$status != Broker::SUCCESS )
			Reporter::error(fmt("%s: data store put_unique failure", cert_store_name));
		else if ( put$result as bool )
			Log::write(CERTS_LOG, info);
		}
	timeout cert_store_timeout
		{
		Log::write(CERTS_LOG, info);
		}
	}

# In a cluster, the proxy that owns a certificate's host keeps and logs it.
event Known::known_cert_add(info: CertsInfo, hash: string)
	{
	if ( [info$host, hash] in certs )
		return;

	add certs[info$host, hash];
	Log::write(CERTS_LOG, info);
	}

event Known::cert_found(info: CertsInfo, hash: string)
	{
	if ( use_cert_store )
		{
		if ( [info$host, hash] !in certs )
			{
			add certs[info$host, hash];
			commit_cert(info, hash);
			}

		return;
		}

@if ( Cluster::is_enabled() )
	# A worker reports each certificate once.
	if ( [info$host, hash] in certs )
		return;

	add certs[info$host, hash];

	# Without a proxy this node logs what it sees.
	if ( ! Cluster::publish_hrw(Cluster::proxy_pool, cat(info$host, hash), Known::known_cert_add, info, hash) )
		Log::write(CERTS_LOG, info);
@else
	event Known::known_cert_add(info, hash);
@endif
	}

event ssl_established(c: connection) &priority=3
	{
	if ( ! c$ssl?$cert_chain || |c$ssl$cert_chain| == 0 || ! c$ssl$cert_chain[0]?$x509 )
		return;

	local host = c$id$resp_h;
	local first = c$ssl$cert_chain[0];

	if ( ! addr_matches_host(host, cert_tracking) || ! first?$sha1 )
		return;

	local shown = first$x509$certificate;
	event Known::cert_found(CertsInfo($ts=network_time(), $host=host, $port_num=c$id$resp_p, $subject=shown$subject,
	                                  $issuer_subject=shown$issuer, $serial=shown$serial), first$sha1);
	}
