# Caches certificates that are seen often: they are not parsed again, but their events are raised from the cache.

@load ./main

module X509;

export {
	## A certificate is cached after this many encounters. 0: never.
	option caching_required_encounters: count = 10;

	## The time in which these encounters have to happen.
	option caching_required_encounters_interval: interval = 62secs;

	## How long a certificate stays in the cache that is not seen again.
	option certificate_cache_minimum_eviction_interval: interval = 62secs;

	## The maximum number of certificates in the cache.
	option certificate_cache_max_entries: count = 10000;

	## Raises the events of a cached certificate.
	global x509_certificate_cache_replay: hook(f: fa_file, e: X509::Info, sha256: string);
}

# Encounters by digest.
global certificates_encountered: table[string] of count &create_expire=caching_required_encounters_interval;

# The cache, by digest.
global certificate_cache: table[string] of X509::Info &read_expire=certificate_cache_minimum_eviction_interval;

event zeek_init() &priority=5
	{
	x509_set_certificate_cache(certificate_cache);
	x509_set_certificate_cache_hit_callback(x509_certificate_cache_replay);
	}

# Raises the event of an extension.
function replay_extension(f: fa_file, ext: any)
	{
	switch ( ext )
		{
		case type X509::SubjectAlternativeName as names:
			event x509_ext_subject_alternative_name(f, names);
			break;

		case type X509::BasicConstraints as constraints:
			event x509_ext_basic_constraints(f, constraints);
			break;

		case type X509::SctInfo as sct:
			event x509_ocsp_ext_signed_certificate_timestamp(f, sct$version, sct$logid, sct$timestamp, sct$hash_alg,
			                                                 sct$sig_alg, sct$signature);
			break;

		case type X509::Extension as plain:
			event x509_extension(f, plain);
			break;

		default:
			Reporter::error(fmt("the cached certificate of file %s has an extension of another kind", f$id));
			break;
		}
	}

hook x509_certificate_cache_replay(f: fa_file, e: X509::Info, sha256: string)
	{
	# With a record its events were raised already.
	if ( f$info?$x509 )
		return;

	event x509_certificate(f, e$handle, e$certificate);

	for ( _, ext in e$extensions_cache )
		replay_extension(f, ext);
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
