# Skips the events of cached certificates if a server sent them before to clients that asked for the same name. This
# saves work, but scripts no longer see every certificate of every connection.

@load base/protocols/ssl
@load base/files/x509

module DisableX509Events;

# The cache finds known certificates.
redef X509::certificate_cache_max_entries = 100000;

type CacheIndex: record {
	## The server's address.
	ip: addr;
	## The name that the client asked for.
	sni: string &optional;
	## The certificate's digest.
	sha256: string;
};

redef record SSL::Info += {
	## Raise the events of this connection's certificates in any case.
	always_raise_x509_events: bool &default=F;
};

redef record X509::Info += {
	## Raise this certificate's events in any case.
	always_raise_x509_events: bool &default=F;
};

global certificate_replay_tracking: set[CacheIndex] &read_expire=X509::certificate_cache_minimum_eviction_interval;

# Before the cache raises the events.
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

	# With the record set the cache raises no events, and scripts still find the certificate.
	if ( ! is_news )
		f$info$x509 = e;
	}
