# Addresses inside texts.

# One decimal part of an IPv4 address; a leading zero is tolerated.
const ipv4_decim = /[0-9]{1}|[0-9]{2}|0[0-9]{2}|1[0-9]{2}|2[0-4][0-9]|25[0-5]/;
const ipv4_addr_regex = ipv4_decim & /\./ & ipv4_decim & /\./ & ipv4_decim & /\./ & ipv4_decim;

# IPv6 (RFC 4291, 2.2): eight groups, or "::" in place of at least one of them, the last two perhaps in IPv4's form.
const ipv6_hextet = /[0-9A-Fa-f]{1,4}/;
const ipv6_8hex_regex = /([0-9A-Fa-f]{1,4}:){7}/ & ipv6_hextet;
const ipv6_hex4dec_regex = /([0-9A-Fa-f]{1,4}:){6}/ & ipv4_addr_regex;
const ipv6_compressed_hex_regex =
	/::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,6})?/ |
	/[0-9A-Fa-f]{1,4}::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,5})?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){1}::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,4})?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){2}::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,3})?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){3}::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,2})?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){4}::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4})?)?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){5}::([0-9A-Fa-f]{1,4})?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){6}::/;
const ipv6_compressed_hex4dec_regex = (
	/::([0-9A-Fa-f]{1,4}:){0,5}/ |
	/[0-9A-Fa-f]{1,4}::([0-9A-Fa-f]{1,4}:){0,4}/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){1}::([0-9A-Fa-f]{1,4}:){0,3}/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){2}::([0-9A-Fa-f]{1,4}:){0,2}/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){3}::([0-9A-Fa-f]{1,4}:)?/ |
	/[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){4}::/ ) & ipv4_addr_regex;

const ipv6_addr_regex = ipv6_8hex_regex | ipv6_compressed_hex_regex | ipv6_hex4dec_regex | ipv6_compressed_hex4dec_regex;
const ip_addr_regex = ipv4_addr_regex | ipv6_addr_regex;

# Whether no part of a split IPv4 address is above 255.
function has_valid_octets(octets: string_vec): bool
	{
	for ( _, o in octets )
		if ( to_count(o) > 255 )
			return F;

	return T;
	}

# Whether a text ends and the next one begins as if they held something between them.
function is_wrapping(before: string, after: string): bool
	{
	if ( |before| == 0 || |after| == 0 )
		return |before| == |after|;

	return cat(before[-1], after[0]) in set("[]", "()", "{}", "  ");
	}

# The addresses of a text in order; with `check_wrapping` only those between blanks or brackets.
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

# The address as a URI holds it: IPv6 in brackets (RFC 3986, 3.2.2).
function addr_to_uri(a: addr): string
	{
	return is_v4_addr(a) ? cat(a) : cat("[", a, "]");
	}

# Six or eight octets in lower case, colons between them; empty for anything else.
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
