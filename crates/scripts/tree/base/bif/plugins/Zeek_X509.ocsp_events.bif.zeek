# What the X509 part declares: ocsp events.

module GLOBAL;

export {
	## A question for the state of certificates.
	global ocsp_request: event(f: fa_file, version: count);
	## One of the certificates in question.
	global ocsp_request_certificate: event(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string, serialNumber: string);
	## Whether the question was answered.
	global ocsp_response_status: event(f: fa_file, status: string);
	## The answer as a whole, after its parts.
	global ocsp_response_bytes: event(f: fa_file, status: string, version: count, responderId: string, producedAt: time, signatureAlgorithm: string, certs: x509_opaque_vector);
	## The state of one certificate. A time that is not there is 0.
	global ocsp_response_certificate: event(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string, serialNumber: string, certStatus: string, revokeTime: time, revokeReason: string, thisUpdate: time, nextUpdate: time);
	## An extension of the answer, or of the state of one certificate.
	global ocsp_extension: event(f: fa_file, ext: X509::Extension, global_resp: bool);
}
