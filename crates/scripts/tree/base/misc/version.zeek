# The version that this program is compatible with, taken apart.

module Version;

export {
	type VersionDescription: record {
		version_number: count;
		major: count;
		minor: count;
		patch: count;
		commit: count;
		beta: bool;
		debug: bool;
		localversion: string;
		version_string: string;
	};

	global parse: function(version_string: string): VersionDescription;
	global at_least: function(version_string: string): bool;
}

# MAJOR.MINOR[.PATCH][-betaN|-rcN|-devN][.COMMIT][-LOCAL][-debug]
function parse(version_string: string): VersionDescription
	{
	local v = VersionDescription($version_number=0, $major=0, $minor=0, $patch=0, $commit=0, $beta=F, $debug=F,
	                             $localversion="", $version_string=version_string);

	if ( version_string != /[0-9]+\.[0-9]+(\.[0-9]+)?(-(beta|rc|dev)[0-9]*)?(\.[0-9]+)?(-[a-zA-Z0-9_\.]+)?(-debug)?/ )
		{
		Reporter::error(fmt("Version string %s cannot be parsed", version_string));
		return v;
		}

	v$beta = /-(beta|rc)/ in version_string;
	v$debug = /-debug/ in version_string;

	local rest = sub(version_string, /-debug$/, "");
	local numbers = split_string(find_all_ordered(rest, /^[0-9]+(\.[0-9]+){1,2}/)[0], /\./);

	v$major = to_count(numbers[0]);
	v$minor = to_count(numbers[1]);

	if ( |numbers| > 2 )
		v$patch = to_count(numbers[2]);

	rest = sub(sub(rest, /^[0-9]+(\.[0-9]+){1,2}/, ""), /-(beta|rc|dev)[0-9]*/, "");

	local own = split_string1(rest, /-/);

	if ( |own| == 2 )
		v$localversion = own[1];

	if ( starts_with(own[0], ".") )
		v$commit = to_count(own[0][1 :]);

	v$version_number = v$major * 10000 + v$minor * 100 + v$patch;
	return v;
	}

export {
	const info = Version::parse(zeek_version());
	const number = info$version_number;
}

function at_least(version_string: string): bool
	{
	return number >= Version::parse(version_string)$version_number;
	}
