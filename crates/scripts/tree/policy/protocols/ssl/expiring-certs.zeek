# Raises notices about servers whose certificates are not yet valid, have expired, or expire soon.

@load base/protocols/ssl
@load base/files/x509
@load base/frameworks/notice
@load base/utils/directions-and-hosts

module SSL;

export {
	redef enum Notice::Type += {
		## The certificate has expired.
		Certificate_Expired,
		## The certificate expires within SSL::notify_when_cert_expiring_in.
		Certificate_Expires_Soon,
		## The certificate is not valid yet.
		Certificate_Not_Valid_Yet,
	};

	## The hosts whose servers are checked.
	option notify_certs_expiration = LOCAL_HOSTS;

	## When a notice about the expiry is raised.
	option notify_when_cert_expiring_in = 30days;
}

event ssl_established(c: connection) &priority=3
	{
	if ( ! addr_matches_host(c$id$resp_h, notify_certs_expiration) )
		return;

	if ( ! c$ssl?$cert_chain || |c$ssl$cert_chain| == 0 )
		return;

	local own = c$ssl$cert_chain[0];

	if ( ! own?$x509 || ! own?$sha1 )
		return;

	local cert = own$x509$certificate;
	local now = network_time();
	local verdict: Notice::Type;
	local words: string;

	if ( cert$not_valid_before > now )
		{
		verdict = Certificate_Not_Valid_Yet;
		words = fmt("Certificate %s isn't valid until %T", cert$subject, cert$not_valid_before);
		}
	else if ( cert$not_valid_after < now )
		{
		verdict = Certificate_Expired;
		words = fmt("Certificate %s expired at %T", cert$subject, cert$not_valid_after);
		}
	else if ( cert$not_valid_after - notify_when_cert_expiring_in < now )
		{
		verdict = Certificate_Expires_Soon;
		words = fmt("Certificate %s is going to expire at %T", cert$subject, cert$not_valid_after);
		}
	else
		return;

	NOTICE(Notice::Info($note=verdict, $msg=words, $conn=c, $fuid=own$fuid, $suppress_for=1day,
	                    $identifier=cat(c$id$resp_h, c$id$resp_p, own$sha1)));
	}
