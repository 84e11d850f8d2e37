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

	## Whether several processes share what they know. In one process the set below serves for both.
	const use_cert_store = F &redef;

	## The hosts whose certificates are logged.
	option cert_tracking = LOCAL_HOSTS;

	type AddrCertHashPair: record {
		host: addr;
		hash: string;
	};

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
