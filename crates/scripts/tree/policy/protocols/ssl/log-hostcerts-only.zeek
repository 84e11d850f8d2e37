# Leaves certificates of authorities out of x509.log.

@load base/protocols/ssl
@load base/files/x509

module X509;

hook X509::log_policy(rec: X509::Info, id: Log::ID, filter: Log::Filter)
	{
	if ( ! rec$host_cert )
		break;
	}
