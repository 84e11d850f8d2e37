# x509.log: a row for each certificate, once a day.

@load base/frameworks/cluster
@load base/frameworks/files
@load base/files/hash

module X509;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Computes the fingerprints of ssl.log and x509.log from certificates in DER.
	option hash_function: function(cert: string): string = sha256_hash;

	## Whether files.log has rows for certificates.
	option log_x509_in_files_log: bool = F;

	## Identifies certificates that share a row.
	type LogCertHash: record {
		## Its fingerprint.
		fingerprint: string;
		## Whether it is the first of its chain.
		host_cert: bool;
		## Whether the client sent it.
		client_cert: bool;
	};

	## A certificate and its extensions.
	type Info: record {
		## When it was seen.
		ts: time &log;
		## Its fingerprint.
		fingerprint: string &log;
		## Its fields.
		certificate: X509::Certificate &log;
		## The parsed certificate, for functions that verify it.
		handle: opaque of x509;
		## Its extensions.
		extensions: vector of X509::Extension &default=vector();
		## The names that it is valid for.
		san: X509::SubjectAlternativeName &optional &log;
		## Whether it may sign other certificates.
		basic_constraints: X509::BasicConstraints &optional &log;
		## Its extensions in order, as their events had them. The event cache raises them again.
		extensions_cache: vector of any &default=vector();
		## Whether it is the first of its chain.
		host_cert: bool &log &default=F;
		## Whether the client sent it.
		client_cert: bool &log &default=F;
		## Certificates with equal indices share a row.
		deduplication_index: LogCertHash &optional;
	};

	## Computes the index of a certificate.
	global create_deduplication_index: hook(c: X509::Info);

	## A signed certificate timestamp, as in x509_ocsp_ext_signed_certificate_timestamp (RFC 6962, 3.2).
	type SctInfo: record {
		## 0 for version 1.
		version: count;
		## The id of the log.
		logid: string;
		## Milliseconds since 1970.
		timestamp: count;
		## The hash algorithm of the signature.
		hash_alg: count;
		## The signature algorithm.
		sig_alg: count;
		## The signature.
		signature: string;
	};

	## How long until a certificate is logged again. 0: it is always logged.
	option relog_known_certificates_after = 1day;

	## The maximum number of certificates to remember.
	option known_log_certs_maximum_size = 1000000;

	## Whether nodes of a cluster share the certificates that they have logged.
	global known_log_certs_use_broker: bool = T;

@if ( Cluster::is_enabled() && known_log_certs_use_broker )
	## Certificates that were logged by any node.
	global known_log_certs: set[LogCertHash] &create_expire=relog_known_certificates_after &backend=Broker::MEMORY;
@else
	## Certificates that were logged.
	global known_log_certs: set[LogCertHash] &create_expire=relog_known_certificates_after;
@endif

	## Raised for each row.
	global log_x509: event(rec: Info);
}

redef record Files::Info += {
	## The file's certificate.
	x509: X509::Info &optional;
};

# The first of a chain, its other certificates, and certificates that are files of their own.
const mime_types = vector("application/x-x509-user-cert", "application/x-x509-ca-cert", "application/pkix-cert");

event zeek_init() &priority=5
	{
	Log::create_stream(X509::LOG, Log::Stream($columns=Info, $ev=log_x509, $path="x509", $policy=log_policy));

	# Scripts look certificates up by these digests. The event cache uses SHA-256.
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
	if ( relog_known_certificates_after > 0secs && ! c?$deduplication_index )
		c$deduplication_index = LogCertHash($client_cert=c$client_cert, $host_cert=c$host_cert, $fingerprint=c$fingerprint);
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

# Keeps an extension of a file's certificate, so that the event cache can raise its event again.
function remember(f: fa_file, ext: any)
	{
	if ( f$info?$x509 )
		f$info$x509$extensions_cache += ext;
	}

event x509_extension(f: fa_file, ext: X509::Extension) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$extensions += ext;
	remember(f, ext);
	}

event x509_ext_basic_constraints(f: fa_file, ext: X509::BasicConstraints) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$basic_constraints = ext;
	remember(f, ext);
	}

event x509_ext_subject_alternative_name(f: fa_file, ext: X509::SubjectAlternativeName) &priority=5
	{
	if ( ! f$info?$x509 )
		return;

	f$info$x509$san = ext;
	remember(f, ext);
	}

event x509_ocsp_ext_signed_certificate_timestamp(f: fa_file, version: count, logid: string, timestamp: count,
                                                 hash_algorithm: count, signature_algorithm: count,
                                                 signature: string) &priority=5
	{
	remember(f, SctInfo($version=version, $logid=logid, $timestamp=timestamp,
	                    $hash_alg=hash_algorithm, $sig_alg=signature_algorithm, $signature=signature));
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
