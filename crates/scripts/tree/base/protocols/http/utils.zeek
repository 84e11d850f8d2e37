# Helper functions for scripts about HTTP.

@load ./main
@load base/utils/addrs

module HTTP;

export {
	## The keys of a query or of cookies: the text before the first `=` of each part.
	global extract_keys: function(data: string, kv_splitter: pattern): string_vec;

	## The URL of a request, without the scheme.
	global build_url: function(rec: Info): string;

	## The URL of a request.
	global build_url_http: function(rec: Info): string;

	## A description of a request.
	global describe: function(rec: Info): string;
}

function extract_keys(data: string, kv_splitter: pattern): string_vec
	{
	local keys: string_vec = vector();

	for ( _, part in split_string(data, kv_splitter) )
		{
		local sides = split_string1(part, /=/);
		if ( |sides| > 0 )
			keys += sides[0];
		}

	return keys;
	}

function build_url(rec: Info): string
	{
	local uri = rec?$uri ? rec$uri : "/<missed_request>";

	# Requests to a proxy contain the whole URL.
	if ( strstr(uri, "://") != 0 )
		return uri;

	local host = rec?$host ? rec$host : addr_to_uri(rec$id$resp_h);
	local num = port_to_count(rec$id$resp_p);

	return num == 80 ? fmt("%s%s", host, uri) : fmt("%s:%d%s", host, num, uri);
	}

function build_url_http(rec: Info): string
	{
	return fmt("http://%s", build_url(rec));
	}

function describe(rec: Info): string
	{
	return build_url_http(rec);
	}
