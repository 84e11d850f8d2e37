# Declarations of the X509 plugin: ocsp events.

module GLOBAL;

export {
	## An OCSP request (RFC 6960).
	##
	## f: The file.
	##
	## version: Its version.
	global ocsp_request: event(f: fa_file, version: count);

	## A certificate whose status an OCSP request asks for.
	##
	## f: The file.
	##
	## hashAlgorithm: The algorithm of the digests.
	##
	## issuerNameHash: The digest of the issuer's name.
	##
	## issuerKeyHash: The digest of the issuer's key.
	##
	## serialNumber: The serial number.
	global ocsp_request_certificate: event(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string, serialNumber: string);

	## The status of an OCSP response.
	##
	## f: The file.
	##
	## status: ``successful``, or the error.
	global ocsp_response_status: event(f: fa_file, status: string);

	## The signed part of an OCSP response.
	##
	## f: The file.
	##
	## status: The status of ocsp_response_status.
	##
	## version: Its version.
	##
	## responderId: The signer.
	##
	## producedAt: The time of the signature.
	##
	## signatureAlgorithm: The signature algorithm.
	##
	## certs: Certificates in the response.
	global ocsp_response_bytes: event(f: fa_file, status: string, version: count, responderId: string, producedAt: time, signatureAlgorithm: string, certs: x509_opaque_vector);

	## The state of a certificate.
	##
	## f: The file.
	##
	## hashAlgorithm: The algorithm of the digests.
	##
	## issuerNameHash: The digest of the issuer's name.
	##
	## issuerKeyHash: The digest of the issuer's key.
	##
	## serialNumber: The serial number.
	##
	## certStatus: ``good``, ``revoked`` or ``unknown``.
	##
	## revokeTime: When it was revoked; 0.0 if it was not.
	##
	## revokeReason: The reason.
	##
	## thisUpdate: The time at which the status was known to be correct.
	##
	## nextUpdate: The time of the next update; 0.0 if not given.
	global ocsp_response_certificate: event(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string, serialNumber: string, certStatus: string, revokeTime: time, revokeReason: string, thisUpdate: time, nextUpdate: time);

	## An extension of an OCSP message.
	##
	## f: The file.
	##
	## ext: The extension.
	##
	## global_resp: True if it is that of a whole response, false for one certificate.
	global ocsp_extension: event(f: fa_file, ext: X509::Extension, global_resp: bool);
}
