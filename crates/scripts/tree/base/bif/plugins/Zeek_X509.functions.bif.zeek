# What the X509 part declares: functions.

module GLOBAL;

export {
	global x509_parse: function(cert: opaque of x509): X509::Certificate;
	global x509_from_der: function(der: string): opaque of x509;
	global x509_get_certificate_string: function(cert: opaque of x509, pem: bool &default=F): string;
	global x509_ocsp_verify: function(certs: x509_opaque_vector, ocsp_reply: string, root_certs: table_string_of_string, verify_time: time &default=network_time()): X509::Result;
	global x509_verify: function(certs: x509_opaque_vector, root_certs: table_string_of_string, verify_time: time &default=network_time()): X509::Result;
	global sct_verify: function(cert: opaque of x509, logid: string, log_key: string, signature: string, timestamp: count, hash_algorithm: count, issuer_key_hash: string &default=""): bool;
	global x509_subject_name_hash: function(cert: opaque of x509, hash_alg: count): string;
	global x509_issuer_name_hash: function(cert: opaque of x509, hash_alg: count): string;
	global x509_spki_hash: function(cert: opaque of x509, hash_alg: count): string;
	global x509_set_certificate_cache: function(tbl: string_any_table): bool;
	global x509_set_certificate_cache_hit_callback: function(f: string_any_file_hook): bool;
	global x509_check_hostname: function(hostname: string, certname: string): bool;
	global X509::__mozilla_roots: function(): table_string_of_string;
	global x509_check_cert_hostname: function(cert_opaque: opaque of x509, hostname: string): string;
}
