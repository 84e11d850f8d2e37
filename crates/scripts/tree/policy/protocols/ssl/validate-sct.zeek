# Verifies signed certificate timestamps (RFC 6962): in certificates, in handshakes, in OCSP responses.

@load base/protocols/ssl
@load ./validate-certs

# A timestamp inside a certificate covers the certificate before it was signed, and identifies its signer by the key.
redef SSL::ssl_store_valid_chain = T;

module SSL;

export {
	## The place of a timestamp.
	type SctSource: enum {
		## In the certificate.
		SCT_X509_EXT,
		## In an extension of the handshake.
		SCT_TLS_EXT,
		## In the OCSP response that the server staples.
		SCT_OCSP_EXT
	};

	## A signed certificate timestamp.
	type SctInfo: record {
		## 0 for the first version.
		version: count;
		## The log.
		logid: string;
		## Milliseconds since 1970, as signed.
		timestamp: count;
		## The signature algorithm.
		sig_alg: count;
		## The hash algorithm of the signature.
		hash_alg: count;
		## The signature.
		signature: string;
		## Its place.
		source: SctSource;
		## Whether it is valid.
		valid: bool &optional;
	};

	redef record Info += {
		## The number of valid ones.
		valid_scts: count &optional;
		## The number of invalid ones.
		invalid_scts: count &optional;
		## The number of logs.
		valid_ct_logs: count &log &optional;
		## The number of operators.
		valid_ct_operators: count &log &optional;
		## The operators.
		valid_ct_operators_list: set[string] &optional;
		## All timestamps, in order.
		ct_proofs: vector of SctInfo &default=vector();
	};
}

# Results of validations, by everything that they depend on.
global recently_validated_scts: table[string] of bool = table() &read_expire=5mins &redef;

event zeek_init()
	{
	Files::register_for_mime_type(Files::ANALYZER_OCSP_REPLY, "application/ocsp-response");
	}

event ssl_extension_signed_certificate_timestamp(c: connection, is_client: bool, version: count, logid: string,
                                                 timestamp: count,
                                                 signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm,
                                                 signature: string) &priority=5
	{
	c$ssl$ct_proofs += SctInfo($source=SCT_TLS_EXT, $logid=logid, $timestamp=timestamp, $version=version,
	                           $signature=signature, $hash_alg=signature_and_hashalgorithm$HashAlgorithm,
	                           $sig_alg=signature_and_hashalgorithm$SignatureAlgorithm);
	}

const sct_sources: table[string] of SctSource = {
	["application/ocsp-response"] = SCT_OCSP_EXT,
	["application/x-x509-user-cert"] = SCT_X509_EXT,
};

event x509_ocsp_ext_signed_certificate_timestamp(f: fa_file, version: count, logid: string, timestamp: count,
                                                 hash_algorithm: count, signature_algorithm: count,
                                                 signature: string) &priority=5
	{
	if ( ! f?$info || f$source != "SSL" || f$info$mime_type !in sct_sources || |f$conns| != 1 )
		return;

	for ( _, c in f$conns )
		{
		if ( c?$ssl )
			c$ssl$ct_proofs += SctInfo($version=version, $logid=logid, $timestamp=timestamp,
			                           $sig_alg=signature_algorithm, $hash_alg=hash_algorithm,
			                           $signature=signature, $source=sct_sources[f$info$mime_type]);
		}
	}

# Keys that may have signed a connection's certificate, the most likely first, by digest.
function signer_keys(info: Info): string_vec
	{
	local digests: string_vec = vector();
	local signer = x509_issuer_name_hash(info$cert_chain[0]$x509$handle, name_digest);

	if ( signer in intermediate_cache )
		digests += x509_spki_hash(intermediate_cache[signer][0], name_digest);

	if ( info?$valid_chain && |info$valid_chain| >= 2 )
		digests += x509_spki_hash(info$valid_chain[1], name_digest);

	for ( i, seen in info$cert_chain )
		{
		if ( i > 0 && seen?$x509 )
			digests += x509_spki_hash(seen$x509$handle, name_digest);
		}

	return digests;
	}

function is_kept(info: Info, proof: SctInfo, log: CTInfo): bool
	{
	local cert = info$cert_chain[0]$x509$handle;

	if ( proof$source != SCT_X509_EXT )
		return sct_verify(cert, proof$logid, log$key, proof$signature, proof$timestamp, proof$hash_alg);

	for ( _, key in signer_keys(info) )
		{
		if ( sct_verify(cert, proof$logid, log$key, proof$signature, proof$timestamp, proof$hash_alg, key) )
			return T;
		}

	return F;
	}

# After the certificates were verified.
hook ssl_finishing(c: connection) &priority=19
	{
	local info = c$ssl;

	if ( ! info?$cert_chain || |info$cert_chain| == 0 || ! info$cert_chain[0]?$x509 )
		return;

	local kept = 0;
	local broken = 0;
	local logs: set[string] = set();
	local operators: set[string] = set();

	for ( _, proof in info$ct_proofs )
		{
		# Timestamps of unknown logs cannot be checked.
		if ( proof$logid !in ct_logs )
			{
			proof$valid = F;
			next;
			}

		local log = ct_logs[proof$logid];
		# The result of the certificate's validation shows whether the signer is known.
		local code = proof$source == SCT_X509_EXT && info?$validation_code ? cat(info$validation_code) : "";
		local key = sha1_hash(info$cert_chain[0]$sha1, proof$logid, proof$timestamp, proof$hash_alg, proof$signature,
		                      proof$source, code);

		if ( key !in recently_validated_scts )
			recently_validated_scts[key] = is_kept(info, proof, log);

		proof$valid = recently_validated_scts[key];

		if ( proof$valid )
			{
			++kept;
			add logs[proof$logid];
			add operators[log$operator];
			}
		else
			++broken;
		}

	info$valid_scts = kept;
	info$invalid_scts = broken;
	info$valid_ct_operators_list = operators;
	info$valid_ct_operators = |operators|;
	info$valid_ct_logs = |logs|;
	}
