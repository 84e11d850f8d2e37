# URLs inside texts, and their parts.

const url_regex = /^([a-zA-Z\-]{3,5}):\/\/(-\.)?([^[:blank:]\/?\.#-]+\.?)+(\/[^[:blank:]]*)?/ &redef;

type URI: record {
	scheme: string &optional;
	netlocation: string;
	portnum: count &optional;
	path: string;
	file_name: string &optional;
	file_base: string &optional;
	file_ext: string &optional;
	params: table[string] of string &optional;
};

function find_all_urls(s: string): string_set
	{
	return find_all(s, url_regex);
	}

function find_all_urls_without_scheme(s: string): string_set
	{
	local bare: string_set = set();

	for ( url in find_all_urls(s) )
		{
		# Behind "://", of which the first character is the `at`th. All of it, if the pattern was changed to find others.
		local at = strstr(url, "://");
		add bare[at == 0 ? url : url[at + 2 :]];
		}

	return bare;
	}

# Returns the parameters of a query. Entries without "=" are ignored.
function query_params(query: string): table[string] of string
	{
	local params: table[string] of string = table();

	for ( _, entry in split_string(query, /&/) )
		{
		local pair = split_string1(entry, /=/);

		if ( |pair| == 2 )
			params[pair[0]] = pair[1];
		}

	return params;
	}

function decompose_uri(uri: string): URI
	{
	local u = URI($netlocation="", $path="/");
	local rest = uri;

	local halves = split_string1(rest, /\?/);

	if ( |halves| == 2 )
		{
		rest = halves[0];
		u$params = query_params(halves[1]);
		}

	halves = split_string1(rest, /:\/\//);

	if ( |halves| == 2 )
		{
		u$scheme = halves[0];
		rest = halves[1];
		}

	halves = split_string1(rest, /\//);

	if ( |halves| == 2 )
		{
		rest = halves[0];
		u$path = "/" + halves[1];

		if ( |halves[1]| > 0 && ! ends_with(u$path, "/") )
			{
			local steps = split_string(halves[1], /\//);
			local base_ext = split_string1(steps[|steps| - 1], /\./);

			u$file_name = steps[|steps| - 1];
			u$file_base = base_ext[0];

			if ( |base_ext| == 2 )
				u$file_ext = base_ext[1];
			}
		}

	u$netlocation = gsub(rest, /:[0-9]*$/, "");

	if ( |rest| > |u$netlocation| + 1 )
		u$portnum = to_count(rest[|u$netlocation| + 1 :]);

	return u;
	}
