# Verifies OCSP responses that servers staple to their handshakes. Responses fetched over HTTP are not verified, since
# they cannot be assigned to a connection.

@load base/frameworks/notice
@load base/protocols/ssl

module SSL;

export {
	redef enum Notice::Type += {
		## A response does not match the certificate, is not valid, or says that the certificate is revoked.
		Invalid_Ocsp_Response
	};

	redef record Info += {
		## The result of the validation: `good`, or the error.
		ocsp_status: string &log &optional;
		## The response.
		ocsp_response: string &optional;
	};
}

# Results of validations, by the digest of the response and the files of the certificates.
global recently_ocsp_validated: table[string] of string = table() &read_expire=5mins;

event ssl_stapled_ocsp(c: connection, is_client: bool, response: string) &priority=3
	{
	c$ssl$ocsp_response = response;
	}

event ssl_established(c: connection) &priority=3
	{
	local info = c$ssl;

	if ( ! info?$ocsp_response || ! info?$cert_chain || |info$cert_chain| == 0 || ! info$cert_chain[0]?$x509 )
		return;

	local chain: vector of opaque of x509 = vector();
	local key = sha256_hash(info$ocsp_response);

	for ( _, seen in info$cert_chain )
		{
		key += cat(seen$fuid, ",");

		if ( seen?$x509 )
			chain += seen$x509$handle;
		}

	if ( key in recently_ocsp_validated )
		{
		info$ocsp_status = recently_ocsp_validated[key];
		return;
		}

	local result = x509_ocsp_verify(chain, info$ocsp_response, root_certs);
	info$ocsp_status = result$result_string;
	recently_ocsp_validated[key] = info$ocsp_status;

	if ( info$ocsp_status == "good" )
		return;

	NOTICE(Notice::Info($note=Invalid_Ocsp_Response, $conn=c, $sub=info$subject,
	                    $msg=fmt("OCSP response validation failed with (%s)", info$ocsp_status),
	                    $identifier=cat(c$id$resp_h, c$id$resp_p, info$ocsp_status)));
	}
