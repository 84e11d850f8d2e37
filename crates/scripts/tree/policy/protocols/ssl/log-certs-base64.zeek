# Adds certificates themselves to x509.log.

@load base/protocols/ssl
@load base/files/x509

module X509;

redef record X509::Info += {
	## The certificate: DER in base64.
	cert: string &log &optional;
};

event x509_certificate(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate) &priority=1
	{
	if ( f$info?$x509 )
		f$info$x509$cert = encode_base64(x509_get_certificate_string(cert_ref));
	}
