# Adds the authorities that a server accepts for client certificates to ssl.log.

@load base/protocols/ssl

module SSL;

redef record SSL::Info += {
	## The authorities' names.
	requested_client_certificate_authorities: vector of string &optional &log;
};

event ssl_certificate_request(c: connection, is_client: bool, certificate_types: index_vec,
                              supported_signature_algorithms: signature_and_hashalgorithm_vec,
                              certificate_authorities: string_vec)
	{
	if ( is_client )
		return;

	local names: string_vec = vector();

	for ( _, der in certificate_authorities )
		names += parse_distinguished_name(der);

	c$ssl$requested_client_certificate_authorities = names;
	}
