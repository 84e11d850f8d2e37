# Adds what both sides offer in their hellos to ssl.log, which makes the log several times as large.

@load base/protocols/ssl

module SSL;

redef record SSL::Info += {
	## The version in the server's hello.
	server_version: count &log &optional;
	## The version in the client's hello.
	client_version: count &log &optional;
	## The suites that the client offers.
	client_ciphers: vector of count &log &optional;
	## The client's extensions, in order.
	ssl_client_exts: vector of count &log &optional;
	## The server's.
	ssl_server_exts: vector of count &log &optional;
	## The lifetime of the server's ticket in seconds.
	ticket_lifetime_hint: count &log &optional;
	## The size of the server's Diffie-Hellman parameter, in bits.
	dh_param_size: count &log &optional;
	## The point formats that the client supports.
	point_formats: vector of count &log &optional;
	## The curves that it supports.
	client_curves: vector of count &log &optional;
	## The application protocols that it offers.
	orig_alpn: vector of string &log &optional;
	## The versions that it supports, from the extension of TLS 1.3.
	client_supported_versions: vector of count &log &optional;
	## The version that the server chose, from the extension of TLS 1.3.
	server_supported_version: count &log &optional;
	## The client's key exchange modes for pre-shared keys.
	psk_key_exchange_modes: vector of count &log &optional;
	## The groups of the client's key shares.
	client_key_share_groups: vector of count &log &optional;
	## The group of the server's key share.
	server_key_share_group: count &log &optional;
	## The compression methods that the client supports.
	client_comp_methods: vector of count &log &optional;
	## The compression that the server chose.
	comp_method: count &optional;
	## The signature algorithms that the client accepts.
	sigalgs: vector of count &log &optional;
	## The hash algorithms that the client accepts.
	hashalgs: vector of count &log &optional;
};

event ssl_client_hello(c: connection, version: count, record_version: count, possible_ts: time, client_random: string,
                       session_id: string, ciphers: index_vec, comp_methods: index_vec)
	{
	local row = row_of(c);
	row$client_version = version;
	row$client_ciphers = ciphers;
	row$client_comp_methods = comp_methods;
	}

event ssl_server_hello(c: connection, version: count, record_version: count, possible_ts: time, server_random: string,
                       session_id: string, cipher: count, comp_method: count)
	{
	local row = row_of(c);
	row$server_version = version;
	row$comp_method = comp_method;
	}

event ssl_extension(c: connection, is_client: bool, code: count, val: string)
	{
	local row = row_of(c);

	if ( is_client )
		{
		if ( ! row?$ssl_client_exts )
			row$ssl_client_exts = vector();
		row$ssl_client_exts += code;
		}
	else
		{
		if ( ! row?$ssl_server_exts )
			row$ssl_server_exts = vector();
		row$ssl_server_exts += code;
		}
	}

event ssl_extension_ec_point_formats(c: connection, is_client: bool, point_formats: index_vec)
	{
	if ( is_client )
		row_of(c)$point_formats = point_formats;
	}

event ssl_extension_elliptic_curves(c: connection, is_client: bool, curves: index_vec)
	{
	if ( is_client )
		row_of(c)$client_curves = curves;
	}

event ssl_extension_application_layer_protocol_negotiation(c: connection, is_client: bool, protocols: string_vec)
	{
	if ( is_client )
		row_of(c)$orig_alpn = protocols;
	}

event ssl_extension_supported_versions(c: connection, is_client: bool, versions: index_vec)
	{
	local row = row_of(c);

	if ( is_client )
		row$client_supported_versions = versions;
	else if ( |versions| > 0 )
		row$server_supported_version = versions[0];
	}

event ssl_extension_key_share(c: connection, is_client: bool, curves: index_vec)
	{
	local row = row_of(c);

	if ( is_client )
		row$client_key_share_groups = curves;
	else if ( |curves| > 0 )
		row$server_key_share_group = curves[0];
	}

event ssl_extension_psk_key_exchange_modes(c: connection, is_client: bool, modes: index_vec)
	{
	if ( is_client )
		row_of(c)$psk_key_exchange_modes = modes;
	}

event ssl_extension_signature_algorithm(c: connection, is_client: bool,
                                        signature_algorithms: signature_and_hashalgorithm_vec)
	{
	if ( ! is_client )
		return;

	local row = row_of(c);
	row$sigalgs = vector();
	row$hashalgs = vector();

	for ( _, algorithm in signature_algorithms )
		{
		row$sigalgs += algorithm$SignatureAlgorithm;
		row$hashalgs += algorithm$HashAlgorithm;
		}
	}

event ssl_dh_server_params(c: connection, p: string, q: string, Ys: string)
	{
	row_of(c)$dh_param_size = |Ys| * 8;
	}

event ssl_session_ticket_handshake(c: connection, ticket_lifetime_hint: count, ticket: string)
	{
	row_of(c)$ticket_lifetime_hint = ticket_lifetime_hint;
	}
