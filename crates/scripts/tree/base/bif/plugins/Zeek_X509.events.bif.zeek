# Declarations of the X509 plugin: events.

module GLOBAL;

export {
	## A certificate.
	##
	## f: The file.
	##
	## cert_ref: The certificate, for functions that take one.
	##
	## cert: Its fields.
	global x509_certificate: event(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate);

	## An extension of a certificate.
	##
	## f: The file.
	##
	## ext: The extension.
	global x509_extension: event(f: fa_file, ext: X509::Extension);

	## Whether a certificate is that of an authority, after its x509_extension.
	##
	## f: The file.
	##
	## ext: The extension.
	global x509_ext_basic_constraints: event(f: fa_file, ext: X509::BasicConstraints);

	## The names that a certificate is for, after its x509_extension.
	##
	## f: The file.
	##
	## ext: The names by kind.
	global x509_ext_subject_alternative_name: event(f: fa_file, ext: X509::SubjectAlternativeName);

	## A signed certificate timestamp in a certificate or an OCSP response (RFC 6962).
	##
	## f: The file.
	##
	## version: Its version, 0.
	##
	## logid: The log, 32 bytes.
	##
	## timestamp: When it was given, in milliseconds since 1970.
	##
	## hash_algorithm: The digest's algorithm.
	##
	## signature_algorithm: The signature's algorithm.
	##
	## signature: The signature.
	global x509_ocsp_ext_signed_certificate_timestamp: event(f: fa_file, version: count, logid: string, timestamp: count, hash_algorithm: count, signature_algorithm: count, signature: string);
}
