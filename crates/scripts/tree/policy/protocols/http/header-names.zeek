# Names of headers in http.log, in their order.

@load base/protocols/http/main

module HTTP;

export {
	redef record Info += {
		## Of the client.
		client_header_names: vector of string &log &optional;

		## Of the server.
		server_header_names: vector of string &log &optional;
	};

	## The side whose header names are logged.
	option log_client_header_names = T;
	option log_server_header_names = F;
}

event http_header(c: connection, is_orig: bool, name: string, value: string) &priority=3
	{
	if ( ! c?$http )
		return;

	local row = c$http;

	if ( is_orig && log_client_header_names )
		{
		if ( ! row?$client_header_names )
			row$client_header_names = vector();
		row$client_header_names += name;
		}

	if ( ! is_orig && log_server_header_names )
		{
		if ( ! row?$server_header_names )
			row$server_header_names = vector();
		row$server_header_names += name;
		}
	}
