# Certificates that come again and again are not taken apart each time: their events are told again from a cache.

@load ./main

module X509;

export {
	## A certificate that came so often is kept. 0 keeps none.
	option caching_required_encounters: count = 10;

	## Within which time it has to come so often.
	option caching_required_encounters_interval: interval = 62secs;

	## For how long one is kept that does not come any more.
	option certificate_cache_minimum_eviction_interval: interval = 62secs;

	## The most that are kept.
	option certificate_cache_max_entries: count = 10000;

	## Tells the events of a certificate again.
	global x509_certificate_cache_replay: hook(f: fa_file, e: X509::Info, sha256: string);
}

# How often each came, by digest.
global certificates_encountered: table[string] of count &create_expire=caching_required_encounters_interval;

# Those that are kept, by digest.
global certificate_cache: table[string] of X509::Info &read_expire=certificate_cache_minimum_eviction_interval;

event zeek_init() &priority=5
	{
	x509_set_certificate_cache(certificate_cache);
	x509_set_certificate_cache_hit_callback(x509_certificate_cache_replay);
	}

hook x509_certificate_cache_replay(f: fa_file, e: X509::Info, sha256: string)
	{
	# Told already.
	if ( f$info?$x509 )
		return;

	event x509_certificate(f, e$handle, e$certificate);

	for ( _, ext in e$extensions_cache )
		{
		if ( ext is X509::Extension )
			event x509_extension(f, (ext as X509::Extension));
		else if ( ext is X509::BasicConstraints )
			event x509_ext_basic_constraints(f, (ext as X509::BasicConstraints));
		else if ( ext is X509::SubjectAlternativeName )
			event x509_ext_subject_alternative_name(f, (ext as X509::SubjectAlternativeName));
		else if ( ext is X509::SctInfo )
			{
			local sct = (ext as X509::SctInfo);
			event x509_ocsp_ext_signed_certificate_timestamp(f, sct$version, sct$logid, sct$timestamp, sct$hash_alg,
			                                                 sct$sig_alg, sct$signature);
			}
		else
			Reporter::error(fmt("the cached certificate of file %s has an extension of another kind", f$id));
		}
	}

event file_hash(f: fa_file, kind: string, hash: string)
	{
	if ( kind != "sha256" || caching_required_encounters == 0 )
		return;

	if ( ! f?$info || "X509" !in f$info$analyzers || hash in certificate_cache )
		return;

	if ( hash in certificates_encountered )
		++certificates_encountered[hash];
	else
		certificates_encountered[hash] = 1;
	}

event file_state_remove(f: fa_file) &priority=5
	{
	if ( ! f$info?$x509 || ! f$info?$sha256 || caching_required_encounters == 0 )
		return;

	local digest = f$info$sha256;

	if ( digest in certificate_cache || |certificate_cache| >= certificate_cache_max_entries )
		return;

	if ( digest !in certificates_encountered || certificates_encountered[digest] < caching_required_encounters )
		return;

	delete certificates_encountered[digest];
	certificate_cache[digest] = f$info$x509;
	}
