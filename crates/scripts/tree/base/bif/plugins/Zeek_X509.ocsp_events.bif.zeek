# What the X509 part declares: ocsp events.

module GLOBAL;

export {
	global ocsp_request: event(f: fa_file, version: count);
	global ocsp_request_certificate: event(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string, serialNumber: string);
	global ocsp_response_status: event(f: fa_file, status: string);
	global ocsp_response_bytes: event(f: fa_file, status: string, version: count, responderId: string, producedAt: time, signatureAlgorithm: string, certs: x509_opaque_vector);
	global ocsp_response_certificate: event(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string, serialNumber: string, certStatus: string, revokeTime: time, revokeReason: string, thisUpdate: time, nextUpdate: time);
	global ocsp_extension: event(f: fa_file, ext: X509::Extension, global_resp: bool);
}
