# x509.log: a line for each certificate, once a day.

@load base/frameworks/files
@load base/files/hash

module X509;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Makes the fingerprints of ssl.log and x509.log out of certificates in DER.
	option hash_function: function(cert: string): string = sha256_hash;

	## Shows certificates in files.log as well.
	option log_x509_in_files_log: bool = F;

	## What makes a certificate worth another line.
	type LogCertHash: record {
		## Its fingerprint.
		fingerprint: string;
		## It is a host's own, and stands first in its chain.
		host_cert: bool;
		## The client showed it.
		client_cert: bool;
	};

	## A certificate with what was seen of it.
	type Info: record {
		## When it was seen.
		ts: time &log;
		## Its fingerprint.
		fingerprint: string &log;
		## What it says.
		certificate: X509::Certificate &log;
		## The certificate itself, for the functions that check it.
		handle: opaque of x509;
		## Its extensions.
		extensions: vector of X509::Extension &default=vector();
		## The names that it is for.
		san: X509::SubjectAlternativeName &optional &log;
		## Whether it may sign others.
		basic_constraints: X509::BasicConstraints &optional &log;
		## What its extensions were told as, in order, to be told again.
		extensions_cache: vector of any &default=vector();
		## It is a host's own, and stands first in its chain.
		host_cert: bool &log &default=F;
		## The client showed it.
		client_cert: bool &log &default=F;
		## What another line would have to differ in.
		deduplication_index: LogCertHash &optional;
	};

	## Makes the index of a certificate.
	global create_deduplication_index: hook(c: X509::Info);

	## A log's promise to show a certificate, as x509_ocsp_ext_signed_certificate_timestamp tells it.
	type SctInfo: record {
		## 0 for the first version.
		version: count;
		## The log.
		logid: string;
		## Milliseconds since 1970.
		timestamp: count;
		## The hash below the signature.
		hash_alg: count;
		## How it is signed.
		sig_alg: count;
		## The signature.
		signature: string;
	};

	## After this long a certificate is logged again. 0 is always.
	option relog_known_certificates_after = 1day;

	## The certificates that were logged.
	global known_log_certs: set[LogCertHash] &create_expire=relog_known_certificates_after;

	## The most of them that are remembered.
	option known_log_certs_maximum_size = 1000000;

	## Shares them within a cluster.
	global known_log_certs_use_broker: bool = T;

	## A line as it is logged.
	global log_x509: event(rec: Info);
}

redef record Files::Info += {
	## The certificate that the file is.
	x509: X509::Info &optional;
};

# The first of a chain, the others of it, and those that are files by themselves.
const mime_types = vector("application/x-x509-user-cert", "application/x-x509-ca-cert", "application/pkix-cert");

event zeek_init() &priority=5
	{
	Log::create_stream(X509::LOG, Log::Stream($columns=Info, $ev=log_x509, $path="x509", $policy=log_policy));

	# The digests are there for whoever looks for a certificate. The cache of certificates-event-cache.zeek goes by the
	# longest.
	for ( _, mime in mime_types )
		{
		Files::register_for_mime_type(Files::ANALYZER_X509, mime);
		Files::register_for_mime_type(Files::ANALYZER_MD5, mime);
		Files::register_for_mime_type(Files::ANALYZER_SHA1, mime);
		Files::register_for_mime_type(Files::ANALYZER_SHA256, mime);
		}
	}

hook Files::log_policy(rec: Files::Info, id: Log::ID, filter: Log::Filter) &priority=5
	{
	if ( ! log_x509_in_files_log && "X509" in rec$analyzers )
		break;
	}

hook create_deduplication_index(c: X509::Info)
	{
	if ( c?$deduplication_index || relog_known_certificates_after == 0secs )
		return;

	c$deduplication_index = LogCertHash($fingerprint=c$fingerprint, $host_cert=c$host_cert, $client_cert=c$client_cert);
	}

event x509_certificate(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate) &priority=5
	{
	local fingerprint = hash_function(x509_get_certificate_string(cert_ref));
	local info = Info($ts=f$info$ts, $fingerprint=fingerprint, $certificate=cert, $handle=cert_ref);

	if ( f$info$mime_type == "application/x-x509-user-cert" )
		info$host_cert = T;

	if ( f$is_orig )
		info$client_cert = T;

	f$info$x509 = info;
	}

event x509_extension(f: fa_file, ext: X509::Extension) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$extensions += ext;
	f$info$x509$extensions_cache += ext;
	}

event x509_ext_basic_constraints(f: fa_file, ext: X509::BasicConstraints) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$basic_constraints = ext;
	f$info$x509$extensions_cache += ext;
	}

event x509_ext_subject_alternative_name(f: fa_file, ext: X509::SubjectAlternativeName) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$san = ext;
	f$info$x509$extensions_cache += ext;
	}

event x509_ocsp_ext_signed_certificate_timestamp(f: fa_file, version: count, logid: string, timestamp: count,
                                                 hash_algorithm: count, signature_algorithm: count,
                                                 signature: string) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$extensions_cache += SctInfo($version=version, $logid=logid, $timestamp=timestamp,
	                                        $hash_alg=hash_algorithm, $sig_alg=signature_algorithm,
	                                        $signature=signature);
	}

event file_state_remove(f: fa_file) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	local info = f$info$x509;

	if ( ! info?$deduplication_index )
		hook create_deduplication_index(info);

	if ( info?$deduplication_index )
		{
		if ( info$deduplication_index in known_log_certs )
			return;

		if ( |known_log_certs| < known_log_certs_maximum_size )
			add known_log_certs[info$deduplication_index];
		}

	Log::write(X509::LOG, info);
	}
