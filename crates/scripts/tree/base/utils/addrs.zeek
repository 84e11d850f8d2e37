# Addresses inside texts.

# A part of a dotted IPv4 address, 0 to 255. Leading zeros are accepted.
const ipv4_decim = /[01]?[0-9]?[0-9]|2([0-4][0-9]|5[0-5])/;
const ipv4_addr_regex = ipv4_decim & /\./ & ipv4_decim & /\./ & ipv4_decim & /\./ & ipv4_decim;

# The three forms of an IPv6 address (RFC 4291, 2.2): eight groups; "::" for one or more of them; and either of these
# with its last two groups in IPv4's form. A line of the alternatives below has N groups before "::".
const ipv6_8hex_regex = /([[:xdigit:]]{1,4}:){7}[[:xdigit:]]{1,4}/;
const ipv6_hex4dec_regex = /([[:xdigit:]]{1,4}:){6}/ & ipv4_addr_regex;
const ipv6_compressed_hex_regex =
	/::(([[:xdigit:]]{1,4}:){0,6}[[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){1}:(([[:xdigit:]]{1,4}:){0,5}[[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){2}:(([[:xdigit:]]{1,4}:){0,4}[[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){3}:(([[:xdigit:]]{1,4}:){0,3}[[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){4}:(([[:xdigit:]]{1,4}:){0,2}[[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){5}:(([[:xdigit:]]{1,4}:){0,1}[[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){6}:([[:xdigit:]]{1,4})?/ |
	/([[:xdigit:]]{1,4}:){7}:/;
const ipv6_compressed_hex4dec_regex = (
	/::([[:xdigit:]]{1,4}:){0,5}/ |
	/([[:xdigit:]]{1,4}:){1}:([[:xdigit:]]{1,4}:){0,4}/ |
	/([[:xdigit:]]{1,4}:){2}:([[:xdigit:]]{1,4}:){0,3}/ |
	/([[:xdigit:]]{1,4}:){3}:([[:xdigit:]]{1,4}:){0,2}/ |
	/([[:xdigit:]]{1,4}:){4}:([[:xdigit:]]{1,4}:){0,1}/ |
	/([[:xdigit:]]{1,4}:){5}:/ ) & ipv4_addr_regex;

const ipv6_addr_regex = ipv6_8hex_regex | ipv6_compressed_hex_regex | ipv6_hex4dec_regex | ipv6_compressed_hex4dec_regex;
const ip_addr_regex = ipv4_addr_regex | ipv6_addr_regex;

# Whether every part of a split IPv4 address is at most 255.
function has_valid_octets(octets: string_vec): bool
	{
	for ( _, o in octets )
		if ( to_count(o) > 255 )
			return F;

	return T;
	}

# Whether two texts enclose the text between them: in brackets or blanks, or because both are empty.
function is_wrapping(before: string, after: string): bool
	{
	if ( |before| == 0 || |after| == 0 )
		return |before| == |after|;

	return cat(before[-1], after[0]) in set("[]", "()", "{}", "  ");
	}

# Returns the addresses of a text in order. With `check_wrapping` each has to stand in brackets or between blanks.
function extract_ip_addresses(input: string, check_wrapping: bool &default=F): string_vec
	{
	local parts = split_string_all(input, ip_addr_regex);
	local found: string_vec = vector();
	local i = 1;

	while ( i + 1 < |parts| )
		{
		if ( is_valid_ip(parts[i]) && ( ! check_wrapping || is_wrapping(parts[i - 1], parts[i + 1]) ) )
			found += parts[i];

		i += 2;
		}

	return found;
	}

# Formats an address for a URI: IPv6 in brackets (RFC 3986, 3.2.2).
function addr_to_uri(a: addr): string
	{
	return is_v4_addr(a) ? cat(a) : cat("[", a, "]");
	}

# Formats a hardware address of six or eight octets: lower case, separated by colons. Empty for anything else.
function normalize_mac(a: string): string
	{
	local digits = to_lower(gsub(a, /[^A-Fa-f0-9]/, ""));

	if ( |digits| != 12 && |digits| != 16 )
		return "";

	local octets: string_vec = vector();
	local i = 0;

	while ( i < |digits| )
		{
		octets += digits[i : i + 2];
		i += 2;
		}

	return join_string_vec(octets, ":");
	}
