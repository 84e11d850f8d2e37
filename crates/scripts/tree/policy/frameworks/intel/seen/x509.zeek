# Names, mail addresses and digests of certificates.

@load base/frameworks/intel
@load base/files/x509
@load ./report
@load ./where-locations

module Intel;

export {
	## Whether the alternative names of certificates are checked.
	option enable_x509_ext_subject_alternative_name = T;
}

event x509_ext_subject_alternative_name(f: fa_file, ext: X509::SubjectAlternativeName) &group="Intel::DOMAIN"
	{
	if ( ext?$dns && enable_x509_ext_subject_alternative_name )
		for ( _, host in ext$dns )
			file_text_seen(f, host, DOMAIN, X509::IN_CERT);
	}

event x509_certificate(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate) &group="Intel::EMAIL"
	{
	local parts = split_string(cert$subject, /(^|[,+ ])emailAddress=/);

	if ( |parts| > 1 )
		file_text_seen(f, sub(parts[|parts| - 1], /,.*/, ""), EMAIL, X509::IN_CERT);
	}

# The digest may come before the certificate was parsed,
event x509_certificate(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate) &group="Intel::CERT_HASH"
	{
	if ( f$info?$sha1 )
		file_text_seen(f, f$info$sha1, CERT_HASH, X509::IN_CERT);
	}

# or after it.
event file_hash(f: fa_file, kind: string, hash: string) &group="Intel::CERT_HASH"
	{
	if ( f?$info && f$info?$x509 && kind == "sha1" )
		file_text_seen(f, hash, CERT_HASH, X509::IN_CERT);
	}
