# Names of a query's variables in http.log.

@load base/protocols/http

module HTTP;

redef record Info += {
	## Names of the variables in the URI.
	uri_vars: vector of string &optional &log;
};

event http_request(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string)
	&priority=2
	{
	c$http$uri_vars = extract_keys(original_URI, /&/);
	}
