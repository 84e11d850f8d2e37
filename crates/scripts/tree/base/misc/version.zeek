# The version of Zeek that this program is compatible with, as numbers.

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

function undescribed(version_string: string): VersionDescription
	{
	return VersionDescription($version_number=0, $major=0, $minor=0, $patch=0, $commit=0, $beta=F, $debug=F,
	                          $localversion="", $version_string=version_string);
	}

# Parses MAJOR.MINOR[.PATCH][-STAGE][.COMMIT][-LOCAL][-debug]; a stage is "beta", "rc" or "dev", perhaps with a number.
# Between dashes these are at most four words: the release, its stage, a local name and "debug".
function parse(version_string: string): VersionDescription
	{
	local v = undescribed(version_string);
	local words = split_string(version_string, /-/);
	local numbers = split_string(words[0], /\./);
	local well_formed = words[0] == /[0-9]+(\.[0-9]+){1,3}/;
	local at = 1;
	local end = |words|;

	if ( end > at && words[at] == /(dev|rc|beta)[0-9]*(\.[0-9]+)?/ )
		{
		local stage = split_string1(words[at], /\./);
		v$beta = ! starts_with(stage[0], "dev");

		if ( |stage| > 1 )
			{
			# A commit counts from the stage or from the release, not from both.
			well_formed = well_formed && |numbers| < 4;
			v$commit = to_count(stage[1]);
			}

		++at;
		}

	if ( end > at && words[end - 1] == "debug" )
		{
		v$debug = T;
		--end;
		}

	if ( end == at + 1 && words[at] == /[[:alnum:]_.]+/ )
		{
		v$localversion = words[at];
		++at;
		}

	if ( ! well_formed || at != end )
		{
		Reporter::error(fmt("Version string %s cannot be parsed", version_string));
		return undescribed(version_string);
		}

	v$major = to_count(numbers[0]);
	v$minor = to_count(numbers[1]);

	if ( |numbers| > 2 )
		v$patch = to_count(numbers[2]);

	if ( |numbers| > 3 )
		v$commit = to_count(numbers[3]);

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
