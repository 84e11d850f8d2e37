# Names, addresses and digests of certificates.

@load base/frameworks/intel
@load base/files/x509
@load ./where-locations

module Intel;

export {
	## Whether all the names that a certificate is for are looked at.
	option enable_x509_ext_subject_alternative_name = T;
}

event x509_ext_subject_alternative_name(f: fa_file, ext: X509::SubjectAlternativeName) &group="Intel::DOMAIN"
	{
	if ( ! enable_x509_ext_subject_alternative_name || ! ext?$dns )
		return;

	for ( _, name in ext$dns )
		Intel::seen(Intel::Seen($indicator=name, $indicator_type=Intel::DOMAIN, $f=f, $where=X509::IN_CERT));
	}

event x509_certificate(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate) &group="Intel::EMAIL"
	{
	if ( "emailAddress=" !in cert$subject )
		return;

	local address = sub(sub(cert$subject, /^.*emailAddress=/, ""), /,.*$/, "");
	Intel::seen(Intel::Seen($indicator=address, $indicator_type=Intel::EMAIL, $f=f, $where=X509::IN_CERT));
	}

# The digest comes before the certificate was read, or after it.
event x509_certificate(f: fa_file, cert_ref: opaque of x509, cert: X509::Certificate) &group="Intel::CERT_HASH"
	{
	if ( f$info?$sha1 )
		Intel::seen(Intel::Seen($indicator=f$info$sha1, $indicator_type=Intel::CERT_HASH, $f=f,
		                        $where=X509::IN_CERT));
	}

event file_hash(f: fa_file, kind: string, hash: string) &group="Intel::CERT_HASH"
	{
	if ( kind == "sha1" && f?$info && f$info?$x509 )
		Intel::seen(Intel::Seen($indicator=hash, $indicator_type=Intel::CERT_HASH, $f=f, $where=X509::IN_CERT));
	}
