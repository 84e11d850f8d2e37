# TLS and certificates.

module SSL;

export {
	## A signature algorithm as TLS 1.2 numbers it (RFC 5246, 7.4.1.4.1).
	type SignatureAndHashAlgorithm: record {
		HashAlgorithm: count;
		SignatureAlgorithm: count;
	};

	## The identity of a pre-shared key that the client offers (RFC 8446, 4.2.11).
	type PSKIdentity: record {
		identity: string;
		obfuscated_ticket_age: count;
	};

	const SSL::dtls_max_version_errors = 10 &redef;
	const SSL::dtls_max_reported_version_errors = 1 &redef;
	const SSL::max_alerts_per_record = 10 &redef;
}

module GLOBAL;

type signature_and_hashalgorithm_vec: vector of SSL::SignatureAndHashAlgorithm;
type psk_identity_vec: vector of SSL::PSKIdentity;

module X509;

export {
	## The contents of a certificate. Times are in seconds since 1970.
	type Certificate: record {
		version: count &log;
		serial: string &log;
		subject: string &log;
		issuer: string &log;
		cn: string &optional;
		not_valid_before: time &log;
		not_valid_after: time &log;
		key_alg: string &log;
		sig_alg: string &log;
		key_type: string &optional &log;
		key_length: count &optional &log;
		exponent: string &optional &log;
		curve: string &optional &log;
		tbs_sig_alg: string;
	};

	## An extension of a certificate or of an OCSP response.
	type Extension: record {
		name: string;
		short_name: string &optional;
		oid: string;
		critical: bool;
		value: string;
	};

	## Whether the certificate may sign others, and the longest chain below it.
	type BasicConstraints: record {
		ca: bool;
		path_len: count &optional;
	} &log;

	## The alternative names of the certificate's subject.
	type SubjectAlternativeName: record {
		dns: string_vec &optional &log;
		uri: string_vec &optional &log;
		email: string_vec &optional &log;
		ip: addr_vec &optional &log;
		other_fields: bool;
	};

	type Result: record {
		result: int;
		result_string: string;
		chain_certs: vector of opaque of x509 &optional;
	};
}

module GLOBAL;
