# HTTP requests, by curl.

@load ./exec

module ActiveHTTP;

export {
	option default_max_time = 1 min;
	option default_method = "GET";

	type Response: record {
		code: count;
		msg: string;
		body: string &optional;
		headers: table[string] of string &optional;
	};

	type Request: record {
		url: string;
		method: string &default=default_method;
		client_data: string &optional;
		max_time: interval &default=default_max_time;
		addl_curl_args: string &optional;
	};

	global request: function(req: ActiveHTTP::Request): ActiveHTTP::Response;
}

function curl_command(req: Request, body: string, headers: string): string
	{
	local words = vector("curl", "-s", "-g", "-o", safe_shell_quote(body), "-D", safe_shell_quote(headers),
	                     "-X", safe_shell_quote(req$method), "-m", fmt("%.0f", req$max_time));

	if ( req?$client_data )
		{
		words += "-d";
		words += "@-";
		}

	if ( req?$addl_curl_args )
		words += req$addl_curl_args;

	words += safe_shell_quote(req$url);

	# A response without a body leaves no file, but the reader needs one.
	words += "&& touch";
	words += safe_shell_quote(body);

	return join_string_vec(words, " ");
	}

# Reads the status line and the header fields of a response (RFC 9112, 4 and 5).
function read_head(resp: Response, lines: string_vec)
	{
	for ( i, line in lines )
		{
		if ( i == 0 )
			{
			local status = split_string_n(line, /[[:blank:]]+/, F, 2);

			if ( |status| != 3 )
				return;

			resp$code = to_count(status[1]);
			resp$msg = status[2];
			next;
			}

		local field = split_string1(line, /:/);

		if ( |field| == 2 )
			resp$headers[field[0]] = rstrip(field[1], "\r");
		}
	}

function request(req: Request): ActiveHTTP::Response
	{
	local resp = Response($code=0, $msg="", $body="", $headers=table());

	if ( req$method != /[A-Za-z]+/ )
		{
		Reporter::error(fmt("ActiveHTTP: %s is no method, letters were expected", req$method));
		return resp;
		}

	local stem = "/tmp/zeek-activehttp-" + unique_id("");
	local body = stem + "-body";
	local headers = stem + "-headers";
	local cmd = Exec::Command($cmd=curl_command(req, body, headers), $stdin=req?$client_data ? req$client_data : "",
	                          $read_files=set(body, headers));

	return when [req, resp, cmd, body, headers] ( local r = Exec::run(cmd) )
		{
		if ( ! r?$files || headers !in r$files )
			{
			Reporter::error(fmt("ActiveHTTP: no answer from %s", req$url));
			return resp;
			}

		read_head(resp, r$files[headers]);

		if ( body in r$files )
			resp$body = join_string_vec(r$files[body], "");

		return resp;
		}
	}
