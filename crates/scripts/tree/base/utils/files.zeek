# Names for files that come out of traffic.

@load ./addrs

# "PREFIX_ORIG:PORT-RESP:PORT_SUFFIX"; empty ends are left out.
function generate_extraction_filename(prefix: string, c: connection, suffix: string): string
	{
	local parts: vector of string = vector();

	if ( |prefix| > 0 )
		parts += prefix;

	parts += fmt("%s:%d-%s:%d", addr_to_uri(c$id$orig_h), c$id$orig_p, addr_to_uri(c$id$resp_h), c$id$resp_p);

	if ( |suffix| > 0 )
		parts += suffix;

	return join_string_vec(parts, "_");
	}

# The file name of a Content-Disposition header (RFC 6266), quoted, with a character set (RFC 8187) or plain.
function extract_filename_from_content_disposition(data: string): string
	{
	local name = sub(data, /^.*[nN][aA][mM][eE][[:blank:]]*\*?=[[:blank:]]*/, "");

	if ( starts_with(name, "\"") )
		name = split_string_n(name, /\"/, F, 2)[1];

	if ( /^[a-zA-Z0-9\!#$%&+-^_`{}~]+'[a-zA-Z0-9\!#$%&+-^_`{}~]*'/ in name )
		name = sub(name, /^.+'.*'/, "");

	return unescape_URI(name);
	}
