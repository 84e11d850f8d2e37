# Software that hosts run, as it identifies itself in traffic.

@load base/utils/directions-and-hosts
@load base/utils/patterns
@load base/frameworks/cluster

module Software;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Kinds of software. Protocols add their own.
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

	## A row of software.log.
	type Info: record {
		## When the software was seen.
		ts: time &log &optional;
		## The host that runs it.
		host: addr &log;
		## The port, for a server.
		host_p: port &log &optional;
		## The kind of software, such as `HTTP::SERVER`.
		software_type: Type &log &default=UNKNOWN;
		## Its name.
		name: string &log &optional;
		## Its version, parsed.
		version: Version &log &optional;
		## The text in which the name and version were found.
		unparsed_version: string &log &optional;
		## Logs the software on any host, even if it was seen before.
		force_log: bool &default=F;
	};

	## The hosts whose software is logged.
	option asset_tracking = LOCAL_HOSTS;

	## Records software of a host. Returns false if the host is not tracked or the record incomplete.
	global found: function(id: conn_id, info: Info): bool;

	## Compares versions: less than zero if the first is older, more than zero if it is newer.
	global cmp_versions: function(v1: Version, v2: Version): int;

	## Maps other names of a software to the one that is logged.
	global alternate_names: table[string] of string = {
		["Flash Player"] = "Flash",
	} &default=function(a: string): string { return a; };

	## The software of a host, by name.
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

# A description of software, read from a text that it sends.
type Description: record {
	name: string;
	version: Version;
	unparsed_version: string;
};

global parse: function(text: string): Description;

# A version inside a text: two or more digits and signs between them, so that names such as "mt2" and "NAME/3" stay
# whole. A slash or a parenthesis and a "v" before it belong to neither the name nor the version.
const version_run = /[\/(]?v?[-0-9._, ][-0-9._, ]+/;

# The source of a version's `addl`: a comment in parentheses if it is a single phrase, else the first word.
const comment_phrase = /^[ \t]*\([[:alnum:] \t_.-]*\)/;
const first_word = /[^-._,;\[\](){} ]+/;

# Returns what a text behind a version adds to it, empty for nothing.
function addition(rest: string): string
	{
	local comment = match_pattern(rest, comment_phrase);

	return comment$matched ? sub(strip(comment$str)[1 :], /\)$/, "") : match_pattern(rest, first_word)$str;
	}

# Reads a version from its text and the text behind it. Numbers past the fourth are ignored.
function read_version(text: string, rest: string): Version
	{
	local v = Version();
	local numbers = find_all_ordered(text, /[0-9]+/);
	local n = |numbers|;

	if ( n > 0 )
		v$major = to_count(numbers[0]);
	if ( n > 1 )
		v$minor = to_count(numbers[1]);
	if ( n > 2 )
		v$minor2 = to_count(numbers[2]);
	if ( n > 3 )
		v$minor3 = to_count(numbers[3]);

	local added = addition(rest);

	if ( added != "" )
		v$addl = added;

	return v;
	}

# Reads "NAME/1.2.3 more".
function parse_plain(text: string): Description
	{
	# Some loggers of other programs escape bytes as \xNN.
	local parts = split_string_n(unescape_URI(gsub(text, /\\x/, "%")), version_run, T, 1);
	local name = strip(sub(parts[0], /^\(/, ""));
	local v = |parts| > 2 ? read_version(parts[1], parts[2]) : Version();

	return Description($version=v, $unparsed_version=text, $name=alternate_names[name]);
	}

# A product of a User-Agent header (RFC 9110, 10.1.5) with its version. Two put a blank in place of the slash. The sign
# distinguishes "Opera 11.0", which ends a text, from "Opera/9.80", which begins one and is always the same.
const product_token = /(MSIE|Opera) [0-9.]+[a-z]?|[[:alpha:]][[:alnum:]%]*( Mini| Mobi)?\/[0-9._]*/;

# Browsers, by the products that they name. The first one whose products are all present is chosen. Browsers also name
# those that they imitate, so the more specific come first.
type Browser: record {
	name: string;
	products: vector of string;
	## The product with the browser's version.
	version_of: string;
};

const browsers = vector(
	Browser($name="Opera", $products=vector("Opera "), $version_of="Opera "),
	Browser($name="MSIE", $products=vector("Trident/"), $version_of="MSIE "),
	Browser($name="MSIE", $products=vector("MSIE "), $version_of="MSIE "),
	Browser($name="Edge", $products=vector("Edge/"), $version_of="Edge/"),
	Browser($name="Safari", $products=vector("Version/", "Safari/"), $version_of="Version/"),
	Browser($name="Firefox", $products=vector("Firefox/"), $version_of="Firefox/"),
	Browser($name="Netscape", $products=vector("Netscape/"), $version_of="Netscape/"),
	Browser($name="Thunderbird", $products=vector("Thunderbird/"), $version_of="Thunderbird/"),
	Browser($name="Chrome", $products=vector("Chrome/", "Safari/"), $version_of="Chrome/"),
	Browser($name="Opera Mini", $products=vector("Opera/", "Opera Mini/", "Version/"), $version_of="Version/"),
	Browser($name="Opera Mobi", $products=vector("Opera/", "Opera Mobi/"), $version_of="Version/"),
	Browser($name="Opera Mini", $products=vector("Opera/", "Opera Mini/"), $version_of="Opera Mini/"),
	Browser($name="Opera", $products=vector("Opera/"), $version_of="Version/"),
	Browser($name="AdobeAIR", $products=vector("AdobeAIR/"), $version_of="AdobeAIR/"),
	Browser($name="Unspecified WebKit", $products=vector("AppleWebKit/"), $version_of="AppleWebKit/"),
	Browser($name="Java", $products=vector("Java/"), $version_of="Java/"),
	Browser($name="Flash", $products=vector("Flash%20Player/"), $version_of="Flash%20Player/")
);

# Returns the products of a text with their versions. A name ends with the sign before its version.
function products_of(text: string): table[string] of string
	{
	local named: table[string] of string = table();

	for ( _, one in find_all_ordered(text, product_token) )
		{
		local sign = strstr(one, "/");

		if ( sign == 0 )
			sign = strstr(one, " ");

		local name = one[: sign];

		if ( name !in named )
			named[name] = one[sign :];
		}

	return named;
	}

function has_all(named: table[string] of string, names: vector of string): bool
	{
	for ( _, name in names )
		if ( name !in named )
			return F;

	return T;
	}

# Reads a browser's version. Internet Explorer in compatibility mode claims an older one, but names its engine: Trident
# 4 to 7 belong to versions 8 to 11.
function browser_version(named: table[string] of string, browser: Browser): Version
	{
	if ( browser$name == "MSIE" && "Trident/" in named && named["Trident/"] == /[4-7]\.0/ )
		return Version($major=to_count(named["Trident/"][0]) + 4, $minor=0);

	if ( browser$version_of !in named )
		return Version();

	local text = named[browser$version_of];
	local letters = match_pattern(text, /[a-z]+$/)$str;

	return read_version(text, letters);
	}

# Reads the text of a browser: "Mozilla/5.0 (…) …", "Opera/9.80 (…) …".
function parse_browser(text: string): Description
	{
	local d = Description($version=Version(), $unparsed_version=text, $name="<unknown browser>");
	local named = products_of(text);

	for ( _, browser in browsers )
		if ( has_all(named, browser$products) )
			{
			d$name = browser$name;
			d$version = browser_version(named, browser);
			break;
			}

	if ( d$name == "Safari" && / Mobile[\/ ].*Safari\// in text )
		d$version$addl = "Mobile";

	return d;
	}

# Reads the text of a phone's system: "A/VERSION/Google/Pixel …".
function parse_pixel(text: string): Description
	{
	return Description($version=read_version(split_string(text, /\//)[1], ""), $unparsed_version=text,
	                   $name="Android (Google Pixel)");
	}

function parse(text: string): Description
	{
	if ( /^(Opera|Mozilla)\/[0-9]+\./ in text )
		return parse_browser(text);

	return /^A\/[0-9.]*\/Google\/Pixel/ in text ? parse_pixel(text) : parse_plain(text);
	}

# The same texts come again and again.
global parse_cache: table[string] of Description &read_expire=65secs;

function parse_with_cache(text: string): Description
	{
	if ( text !in parse_cache )
		parse_cache[text] = parse(text);

	return parse_cache[text];
	}

# Returns the numbers of a version, -1 for those that it lacks.
function numbers_of(v: Version): vector of int
	{
	local n: vector of int = vector(-1, -1, -1, -1);

	if ( v?$major )
		n[0] = v$major;
	if ( v?$minor )
		n[1] = v$minor;
	if ( v?$minor2 )
		n[2] = v$minor2;
	if ( v?$minor3 )
		n[3] = v$minor3;

	return n;
	}

function cmp_versions(v1: Version, v2: Version): int
	{
	local others = numbers_of(v2);

	# A version with one number more is newer.
	for ( i, n in numbers_of(v1) )
		if ( n != others[i] )
			return n < others[i] ? -1 : +1;

	if ( v1?$addl && v2?$addl )
		return strcmp(v1$addl, v2$addl);

	return v1?$addl == v2?$addl ? +0 : (v1?$addl ? +1 : -1);
	}

# Formats a version: "1.2.3-beta".
function software_fmt_version(v: Version): string &is_used
	{
	local text = "";

	for ( i, n in numbers_of(v) )
		if ( i == 0 )
			text = n < 0 ? "0" : cat(n);
		else if ( n >= 0 )
			text += cat(".", n);

	return v?$addl ? cat(text, "-", v$addl) : text;
	}

# Formats name and version: "NAME 1.2.3-beta".
function software_fmt(i: Info): string &is_used
	{
	return fmt("%s %s", i$name, software_fmt_version(i$version));
	}

function fill_in(info: Info, d: Description)
	{
	info$name = d$name;
	info$version = d$version;
	info$unparsed_version = d$unparsed_version;
	}

event Software::new(info: Info)
	{
	if ( ! info?$version )
		fill_in(info, parse_with_cache(info$unparsed_version));

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

# Returns what is wrong with a caller's record; empty if it is complete.
function complaint(info: Info): string
	{
	if ( info?$version )
		return info?$name ? "" : "Required field name not present in Software::found";

	if ( info?$unparsed_version )
		return "";

	return "No unparsed version string present in Info record with version in Software::found";
	}

function found(id: conn_id, info: Info): bool
	{
	local wanted = info$force_log || addr_matches_host(info$host, asset_tracking);
	local wrong = wanted ? complaint(info) : "";

	if ( wrong != "" )
		Reporter::error(wrong);

	if ( ! wanted || wrong != "" )
		return F;

	if ( ! info?$ts )
		info$ts = network_time();

	# In a cluster, the proxy that owns a host tracks its software.
@if ( Cluster::is_enabled() )
	Cluster::publish_hrw(Cluster::proxy_pool, info$host, Software::new, info);
@else
	event Software::new(info);
@endif
	return T;
	}
