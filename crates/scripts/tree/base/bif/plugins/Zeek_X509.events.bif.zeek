# What the X509 part declares: events.

module GLOBAL;

export {
	## A certificate.
	global x509_certificate: event(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate);
	## Any extension of a certificate, before the event that shows what it holds.
	global x509_extension: event(f: fa_file, ext: X509::Extension);
	## Whether it may sign others.
	global x509_ext_basic_constraints: event(f: fa_file, ext: X509::BasicConstraints);
	## What it is for.
	global x509_ext_subject_alternative_name: event(f: fa_file, ext: X509::SubjectAlternativeName);
	## A log's promise, in a certificate or an OCSP response.
	global x509_ocsp_ext_signed_certificate_timestamp: event(f: fa_file, version: count, logid: string, timestamp: count, hash_algorithm: count, signature_algorithm: count, signature: string);
}
