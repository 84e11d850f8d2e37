# Names of files: of extracted files, and from headers.

@load ./addrs
@load ./patterns

# Returns "PREFIX_ORIG:PORT-RESP:PORT_SUFFIX", without the prefix or suffix if it is empty.
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

# The parameters that name a file (RFC 6266, 4.1; RFC 2045, 5.1), up to their "=".
const name_parameter = /(^|[; \t])(file)?name[ \t]*\*?=[ \t]*/i;

# A value with its character set and language in front (RFC 8187, 3.2).
const extended_value = /^[[:alnum:]!#$%&+^_`{}~-]+'[[:alnum:]-]*'/;

# Returns the file name of a Content-Disposition header, or of a Content-Type's name: of several parameters the last.
# Without such a parameter the whole value is returned.
function extract_filename_from_content_disposition(data: string): string
	{
	local around = split_string(data, name_parameter);
	local value = around[|around| - 1];

	if ( starts_with(value, "\"") )
		# A quoted string (RFC 9110, 5.6.4). Other backslashes than those before quotes belong to the name.
		value = gsub(match_pattern(value[1 :], /^(\\\"|[^\"])*/)$str, /\\\"/, "\"");
	else if ( |around| > 1 )
		value = strip(sub(value, /;.*/, ""));

	return unescape_URI(sub(value, extended_value, ""));
	}
