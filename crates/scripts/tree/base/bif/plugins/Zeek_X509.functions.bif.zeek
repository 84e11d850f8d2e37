# Declarations of the X509 plugin: functions.

module GLOBAL;

export {
	## Parses a certificate.
	##
	## cert: The certificate.
	##
	## Returns: Its fields.
	global x509_parse: function(cert: opaque of x509): X509::Certificate;

	## Creates a certificate from its bytes.
	##
	## der: The certificate in DER.
	##
	## Returns: The certificate; an error if the bytes are not a certificate.
	global x509_from_der: function(der: string): opaque of x509;

	## The bytes of a certificate.
	##
	## cert: The certificate.
	##
	## pem: True for PEM, false for DER.
	##
	## Returns: The bytes, empty if it has none.
	global x509_get_certificate_string: function(cert: opaque of x509, pem: bool &default=F): string;

	## Verifies the signature of an OCSP response.
	##
	## certs: The chain of the server, its own certificate first.
	##
	## ocsp_reply: The response in DER.
	##
	## root_certs: Trusted certificates in DER, by their subjects.
	##
	## verify_time: The time at which certificates must be valid.
	##
	## Returns: OpenSSL's error number and text, and the verified chain.
	global x509_ocsp_verify: function(certs: x509_opaque_vector, ocsp_reply: string, root_certs: table_string_of_string, verify_time: time &default=network_time()): X509::Result;

	## Verifies a chain of certificates.
	##
	## certs: The chain, the certificate in question first.
	##
	## root_certs: Trusted certificates in DER, by their subjects.
	##
	## verify_time: The time at which certificates must be valid.
	##
	## Returns: OpenSSL's error number and text (0 and ``ok`` for a valid chain), and the verified chain.
	global x509_verify: function(certs: x509_opaque_vector, root_certs: table_string_of_string, verify_time: time &default=network_time()): X509::Result;

	## Verifies a signed certificate timestamp (RFC 6962, 3.2).
	##
	## cert: The certificate.
	##
	## logid: The log's id.
	##
	## log_key: The log's public key in DER.
	##
	## signature: The signature.
	##
	## timestamp: Its time in milliseconds since 1970.
	##
	## hash_algorithm: The algorithm of the digest, as TLS numbers it.
	##
	## issuer_key_hash: The digest of the issuer's key, for a timestamp inside a certificate; otherwise empty.
	##
	## Returns: True if the signature is valid.
	global sct_verify: function(cert: opaque of x509, logid: string, log_key: string, signature: string, timestamp: count, hash_algorithm: count, issuer_key_hash: string &default=""): bool;

	## A digest of the subject's name in DER, as OCSP uses it.
	##
	## cert: The certificate.
	##
	## hash_alg: 4 for SHA-1, 5 for SHA-256 and so on, as TLS numbers them; another number is an error.
	##
	## Returns: The bytes of the digest.
	global x509_subject_name_hash: function(cert: opaque of x509, hash_alg: count): string;

	## A digest of the issuer's name in DER, as OCSP uses it.
	##
	## cert: The certificate.
	##
	## hash_alg: 4 for SHA-1, 5 for SHA-256 and so on, as TLS numbers them; another number is an error.
	##
	## Returns: The bytes of the digest.
	global x509_issuer_name_hash: function(cert: opaque of x509, hash_alg: count): string;

	## A digest of the public key of a certificate.
	##
	## cert: The certificate.
	##
	## hash_alg: 4 for SHA-1, 5 for SHA-256 and so on, as TLS numbers them; another number is an error.
	##
	## Returns: The bytes of the digest.
	global x509_spki_hash: function(cert: opaque of x509, hash_alg: count): string;

	## Sets the table of cached certificates, which are not parsed again.
	##
	## tbl: Records of certificates by their SHA-256 digests.
	##
	## Returns: Always true.
	global x509_set_certificate_cache: function(tbl: string_any_table): bool;

	## Sets a hook that is called, instead of raising events, for certificates in the table of
	## x509_set_certificate_cache.
	##
	## f: A hook of the file, the record and the digest.
	##
	## Returns: Always true.
	global x509_set_certificate_cache_hit_callback: function(f: string_any_file_hook): bool;

	## Whether a name in a certificate matches a host (RFC 6125).
	##
	## hostname: The host.
	##
	## certname: The name, perhaps with ``*`` as its first part.
	##
	## Returns: True if it does.
	global x509_check_hostname: function(hostname: string, certname: string): bool;

	## The certificates that Mozilla trusts.
	##
	## Returns: Certificates in DER, by their subjects.
	global X509::__mozilla_roots: function(): table_string_of_string;

	## Whether a certificate is valid for a host name (RFC 6125).
	##
	## cert_opaque: The certificate.
	##
	## hostname: The host.
	##
	## Returns: The name of the certificate that matches; empty if none does.
	global x509_check_cert_hostname: function(cert_opaque: opaque of x509, hostname: string): string;
}
