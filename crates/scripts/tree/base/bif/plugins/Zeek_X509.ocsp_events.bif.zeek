# What the X509 part declares: ocsp events.

module GLOBAL;

export {
	## An OCSP request (RFC 6960).
	##
	## f: The file.
	##
	## version: Its version.
	global ocsp_request: event(f: fa_file, version: count);

	## A certificate in question of an OCSP request.
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

	## Whether an OCSP server answered.
	##
	## f: The file.
	##
	## status: ``successful``, or why not.
	global ocsp_response_status: event(f: fa_file, status: string);

	## The signed part of an OCSP response.
	##
	## f: The file.
	##
	## status: The status of ocsp_response_status.
	##
	## version: Its version.
	##
	## responderId: Who signed it.
	##
	## producedAt: When.
	##
	## signatureAlgorithm: How.
	##
	## certs: Certificates that came along.
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
	## revokeReason: Why.
	##
	## thisUpdate: When the state was known to be so.
	##
	## nextUpdate: When there will be news; 0.0 if not said.
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
