# Software that hosts run, by what it says of itself.

@load base/utils/directions-and-hosts
@load base/utils/numbers
@load base/frameworks/cluster

module Software;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Kinds of software; protocols add theirs.
	type Type: enum {
		UNKNOWN,
	};

	type Version: record {
		major: count &optional;
		minor: count &optional;
		minor2: count &optional;
		minor3: count &optional;
		addl: string &optional;
	} &log;

	## A line of software.log.
	type Info: record {
		ts: time &log &optional;
		host: addr &log;
		host_p: port &log &optional;
		software_type: Type &log &default=UNKNOWN;
		name: string &log &optional;
		version: Version &log &optional;
		unparsed_version: string &log &optional;
		## Logged whoever runs it, and even where it was seen before.
		force_log: bool &default=F;
	};

	## Whose software is noted.
	option asset_tracking = LOCAL_HOSTS;

	## To be called where software shows itself; false where nobody wants to know.
	global found: function(id: conn_id, info: Info): bool;

	## Less than zero where the first is older, more than zero where it is newer.
	global cmp_versions: function(v1: Version, v2: Version): int;

	## Names that are other names of the same.
	global alternate_names: table[string] of string = {
		["Flash Player"] = "Flash",
	} &default=function(a: string): string { return a; };

	## Software of a host, by name.
	type SoftwareSet: table[string] of Info;

	global tracked: table[addr] of SoftwareSet &create_expire=1day;

	global log_software: event(rec: Info);
	global version_change: event(old: Info, new: Info);
	global register: event(info: Info);
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_software, $path="software", $policy=log_policy));
	}

# What a text says.
type Description: record {
	name: string;
	version: Version;
	unparsed_version: string;
};

global parse: function(text: string): Description;

# Where a name ends and a version begins: at a slash, a dash, an underscore or an opening parenthesis, and two or more
# of what versions are made of.
const version_text = /([\/\-_]|( [\(v]+))?[0-9\-\._, ]{2,}/;
const before_version = /([\/\-_]|( [\(v]+))$/;
const begins_version = /^[\/\-\._v\(]/;
const between_numbers = /[\-\._,\[\(\{ ]/;

# What stands behind the numbers, as the field for what is not a number.
function additional(rest: string): string
	{
	if ( /^[[:blank:]]*\([a-zA-Z0-9\-\._[:blank:]]*\)/ in rest )
		return split_string_n(rest, /[\(\)]/, F, 2)[1];

	local words = split_string_n(rest, /[\-\._,;\[\]\(\)\{\} ]/, F, 3);

	# The first of the first three words that is one.
	for ( i, word in words )
		if ( i < 3 && word != "" )
			return strip(word);

	return strip(rest);
	}

# The numbers of a version, and what stands behind them.
function read_version(text: string, rest: string): Version
	{
	local v: Version;
	local numbers = split_string_n(text, between_numbers, F, 3);

	if ( |numbers| > 4 && numbers[4] != "" )
		v$addl = strip(numbers[4]);
	else if ( rest != "" && rest != ")" )
		v$addl = additional(rest);

	for ( i, word in numbers )
		{
		if ( word == "" )
			next;

		local n = extract_count(word);

		switch ( i )
			{
			case 0: v$major = n; break;
			case 1: v$minor = n; break;
			case 2: v$minor2 = n; break;
			case 3: v$minor3 = n; break;
			}
		}

	return v;
	}

# "NAME/1.2.3 more", with any of a few signs between name and version.
function parse_plain(text: string): Description
	{
	local parts = split_string_n(unescape_URI(gsub(text, /\\x/, "%")), version_text, T, 1);
	local name = "<parse error>";
	local v: Version;

	if ( |parts| > 0 )
		{
		if ( before_version in parts[0] )
			parts[0] = strip(sub(parts[0], /([\/\-_]|( [\(v]+))/, ""));

		name = strip(sub(parts[0], /^\(/, ""));
		}

	if ( |parts| > 1 )
		{
		local version = strip(parts[1]);

		if ( begins_version in version )
			version = strip(sub(version, begins_version, ""));

		v = read_version(version, |parts| > 2 ? parts[2] : "");
		}

	return Description($version=v, $unparsed_version=text, $name=alternate_names[name]);
	}

# How a browser is known: what its text holds, its name, and where its version stands. Without a name, that is part of
# where the version stands. Rules are tried in order.
type Browser: record {
	sign: pattern;
	name: string &default="";
	version: pattern;
	addl: string &default="";
};

const browsers = vector(
	Browser($sign=/Opera [0-9\.]*$/, $name="Opera", $version=/Opera [0-9\.]*$/),
	Browser($sign=/ MSIE |Trident\//, $name="MSIE", $version=/MSIE [0-9]{1,2}\.*[0-9]*b?[0-9]*/),
	Browser($sign=/Edge\//, $name="Edge", $version=/Edge\/[0-9\.]*/),
	Browser($sign=/Version\/.*Safari\//, $name="Safari", $version=/Version\/[0-9\.]*/),
	Browser($sign=/(Firefox|Netscape|Thunderbird)\/[0-9\.]*/, $version=/(Firefox|Netscape|Thunderbird)\/[0-9\.]*/),
	Browser($sign=/Chrome\/.*Safari\//, $name="Chrome", $version=/Chrome\/[0-9\.]*/),
	Browser($sign=/^Opera\/.*Opera Mini\/.*Version\/|^Opera\/.*Version\/.*Opera Mini\//, $name="Opera Mini", $version=/Version\/[0-9\.]*/),
	Browser($sign=/^Opera\/.*Opera Mobi\//, $name="Opera Mobi", $version=/Version\/[0-9\.]*/),
	Browser($sign=/^Opera\/.*Opera Mini\//, $name="Opera Mini", $version=/Opera Mini\/[0-9\.]*/),
	Browser($sign=/^Opera\//, $name="Opera", $version=/Version\/[0-9\.]*/),
	Browser($sign=/AdobeAIR\/[0-9\.]*/, $name="AdobeAIR", $version=/AdobeAIR\/[0-9\.]*/),
	Browser($sign=/AppleWebKit\/[0-9\.]*/, $name="Unspecified WebKit", $version=/AppleWebKit\/[0-9\.]*/),
	Browser($sign=/ Java\/[0-9]\./, $name="Java", $version=/Java\/[0-9\._]*/)
);

# What calls itself by its engine's version: the browser's, by the engine's major one.
const trident_versions: table[string] of count = {
	["Trident/4.0"] = 8,
	["Trident/5.0"] = 9,
	["Trident/6.0"] = 10,
	["Trident/7.0"] = 11,
};

function parse_mozilla(text: string): Description
	{
	local description = Description($version=Version(), $unparsed_version=text, $name="<unknown browser>");

	if ( /Flash%20Player/ in text && /Opera [0-9\.]*$| MSIE |Trident\/|Edge\/|Safari\/|Firefox\/|^Opera\// !in text )
		{
		local words = split_string(text, /[\/ ]/);
		description$name = "Flash";

		if ( |words| > 1 )
			description$version = parse(words[1])$version;

		return description;
		}

	for ( _, browser in browsers )
		{
		if ( browser$sign !in text )
			next;

		description$name = browser$name;
		local engine = find_last(text, /Trident\/[0-9]\.0/);

		if ( browser$name == "MSIE" && engine in trident_versions )
			{
			description$version = Version($major=trident_versions[engine], $minor=0);
			return description;
			}

		local parts = split_string_all(text, browser$version);

		if ( |parts| < 2 )
			return description;

		local found_there = parse(parts[1]);
		description$version = found_there$version;

		if ( browser$name == "" )
			description$name = found_there$name;

		if ( browser$name == "Safari" && / Mobile\/?.* Safari/ in text )
			description$version$addl = "Mobile";

		return description;
		}

	return description;
	}

# "A/VERSION/Google/Pixel …"
function parse_pixel(text: string): Description
	{
	local description = Description($version=Version(), $unparsed_version=text, $name="Android (Google Pixel)");
	local version = split_string(text, /\//)[1];

	if ( "." in version )
		description$version = parse(version)$version;
	else
		description$version = Version($major=extract_count(version));

	return description;
	}

function parse(text: string): Description
	{
	if ( /^(Mozilla|Opera)\/[0-9]+\./ in text )
		return parse_mozilla(text);

	if ( /A\/[0-9\.]*\/Google\/Pixel/ in text )
		return parse_pixel(text);

	return parse_plain(text);
	}

# Texts come again and again.
global parse_cache: table[string] of Description &read_expire=65secs;

function parse_with_cache(text: string): Description
	{
	if ( text !in parse_cache )
		parse_cache[text] = parse(text);

	return parse_cache[text];
	}

# Two numbers, where they are there; one that is there is newer than none.
function cmp_parts(has1: bool, n1: count, has2: bool, n2: count): int
	{
	if ( has1 && has2 )
		return n1 < n2 ? -1 : (n1 > n2 ? +1 : 0);

	return has1 == has2 ? 0 : (has1 ? +1 : -1);
	}

function cmp_versions(v1: Version, v2: Version): int
	{
	local orders = vector(
		cmp_parts(v1?$major, v1?$major ? v1$major : 0, v2?$major, v2?$major ? v2$major : 0),
		cmp_parts(v1?$minor, v1?$minor ? v1$minor : 0, v2?$minor, v2?$minor ? v2$minor : 0),
		cmp_parts(v1?$minor2, v1?$minor2 ? v1$minor2 : 0, v2?$minor2, v2?$minor2 ? v2$minor2 : 0),
		cmp_parts(v1?$minor3, v1?$minor3 ? v1$minor3 : 0, v2?$minor3, v2?$minor3 ? v2$minor3 : 0)
	);

	for ( _, verdict in orders )
		if ( verdict != 0 )
			return verdict;

	if ( v1?$addl && v2?$addl )
		return strcmp(v1$addl, v2$addl);

	return v1?$addl == v2?$addl ? 0 : (v1?$addl ? +1 : -1);
	}

# "1.2.3-beta"
function software_fmt_version(v: Version): string &is_used
	{
	return cat(v?$major ? cat(v$major) : "0", v?$minor ? fmt(".%d", v$minor) : "",
	           v?$minor2 ? fmt(".%d", v$minor2) : "", v?$minor3 ? fmt(".%d", v$minor3) : "",
	           v?$addl ? "-" + v$addl : "");
	}

# "NAME 1.2.3-beta"
function software_fmt(i: Info): string &is_used
	{
	return fmt("%s %s", i$name, software_fmt_version(i$version));
	}

event Software::new(info: Info)
	{
	if ( ! info?$version )
		{
		local d = parse_with_cache(info$unparsed_version);
		info$unparsed_version = d$unparsed_version;
		info$name = d$name;
		info$version = d$version;
		}

	event Software::register(info);
	}

event Software::register(info: Info)
	{
	if ( info$host !in tracked )
		tracked[info$host] = SoftwareSet();

	local known = tracked[info$host];

	if ( info$name in known )
		{
		local old = known[info$name];

		if ( cmp_versions(old$version, info$version) != 0 )
			event Software::version_change(old, info);
		else if ( ! info$force_log )
			return;
		}

	known[info$name] = info;
	Log::write(LOG, info);
	}

function found(id: conn_id, info: Info): bool
	{
	if ( ! info$force_log && ! addr_matches_host(info$host, asset_tracking) )
		return F;

	if ( ! info?$ts )
		info$ts = network_time();

	if ( info?$version && ! info?$name )
		{
		Reporter::error("Required field name not present in Software::found");
		return F;
		}

	if ( ! info?$version && ! info?$unparsed_version )
		{
		Reporter::error("No unparsed version string present in Info record with version in Software::found");
		return F;
		}

	event Software::new(info);
	return T;
	}
