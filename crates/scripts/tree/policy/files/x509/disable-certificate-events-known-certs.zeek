# Certificates that are in the cache are not told again for a server that has shown them before to clients which wanted
# the same name. That saves work; scripts that have to see every certificate of every connection will not.

@load base/protocols/ssl
@load base/files/x509

module DisableX509Events;

# The cache is what pays here.
redef X509::certificate_cache_max_entries = 100000;

type CacheIndex: record {
	## The server.
	ip: addr;
	## The name that the client wants.
	sni: string &optional;
	## The certificate's digest.
	sha256: string;
};

redef record SSL::Info += {
	## Certificates of this connection are told in any case.
	always_raise_x509_events: bool &default=F;
};

redef record X509::Info += {
	## This certificate is told in any case.
	always_raise_x509_events: bool &default=F;
};

global certificate_replay_tracking: set[CacheIndex] &read_expire=X509::certificate_cache_minimum_eviction_interval;

# Before the cache tells it.
hook X509::x509_certificate_cache_replay(f: fa_file, e: X509::Info, sha256: string) &priority=5
	{
	if ( f$info?$x509 || e$always_raise_x509_events || |f$conns| == 0 )
		return;

	local is_news = F;

	for ( _, c in f$conns )
		{
		if ( ! c?$ssl )
			return;

		local index = CacheIndex($ip=c$id$resp_h, $sha256=sha256);

		if ( c$ssl?$server_name )
			index$sni = c$ssl$server_name;

		if ( index in certificate_replay_tracking && ! c$ssl$always_raise_x509_events )
			next;

		is_news = T;
		add certificate_replay_tracking[index];
		}

	# A file that has its certificate is told of no more, and scripts find it all the same.
	if ( ! is_news )
		f$info$x509 = e;
	}
