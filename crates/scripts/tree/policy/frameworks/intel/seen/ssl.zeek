# Names that TLS clients ask for, and the names of servers' certificates.

@load base/frameworks/intel
@load base/protocols/ssl
@load ./report
@load ./where-locations

module Intel;

event ssl_extension_server_name(c: connection, is_orig: bool, names: string_vec) &group="Intel::DOMAIN"
	{
	if ( is_orig && c?$ssl && c$ssl?$server_name )
		text_seen(c, c$ssl$server_name, DOMAIN, SSL::IN_SERVER_NAME);
	}

# Reports the common name of a certificate. The match names the certificate's file.
function common_name_seen(c: connection, own: Files::Info)
	{
	if ( own?$x509 && own$x509$certificate?$cn )
		Intel::seen(Seen($conn=c, $fuid=own$fuid, $where=X509::IN_CERT, $indicator_type=DOMAIN,
		                 $indicator=own$x509$certificate$cn));
	}

event ssl_established(c: connection) &group="Intel::DOMAIN"
	{
	# The server's own certificate is the first of its chain.
	if ( c$ssl?$cert_chain && |c$ssl$cert_chain| > 0 )
		common_name_seen(c, c$ssl$cert_chain[0]);
	}
