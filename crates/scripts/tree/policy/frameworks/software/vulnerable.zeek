# Raises notices about software that is known to be vulnerable.

@load base/frameworks/control
@load base/frameworks/notice
@load base/frameworks/software

module Software;

export {
	redef enum Notice::Type += {
		## A host runs a vulnerable version of a software.
		Vulnerable_Version,
	};

	## Versions up to `max`, from `min` if it is set.
	type VulnerableVersionRange: record {
		min: Software::Version &optional;
		max: Software::Version;
	};

	## A domain that publishes vulnerable versions in the TXT records of 1.DOMAIN, 2.DOMAIN and so on.
	option vulnerable_versions_update_endpoint = "";
	option vulnerable_versions_update_interval = 1hr;

	const vulnerable_versions: table[string] of set[VulnerableVersionRange] = table() &redef;
}

# Ranges of the option and of the domain.
global vulnerable_ranges: table[string] of set[VulnerableVersionRange] = table();

# Reads a range: "min=1.0", a tab, "max=1.2.3"; the minimum may be missing.
function decode_vulnerable_version_range(text: string): VulnerableVersionRange
	{
	local ends: table[string] of Version = table();

	for ( _, word in split_string(text, /\t/) )
		{
		local eq = strstr(word, "=");

		if ( eq > 0 )
			ends[word[: eq - 1]] = Software::parse(word[eq :])$version;
		}

	local r = VulnerableVersionRange($max="max" in ends ? ends["max"] : Version($major=0));

	if ( "min" in ends )
		r$min = ends["min"];

	if ( "max" !in ends )
		Reporter::warning(fmt("The vulnerable software detection script encountered a version with no max value (which is required). %s", text));

	return r;
	}

# Adds the range of a TXT record: a name, a tab, the range. Returns false for anything else.
function add_range(record_text: string): bool
	{
	local tab = strstr(record_text, "\t");

	if ( tab == 0 )
		return F;

	local name = record_text[: tab - 1];

	if ( name !in vulnerable_ranges )
		vulnerable_ranges[name] = set();

	add vulnerable_ranges[name][decode_vulnerable_version_range(record_text[tab :])];
	return T;
	}

# Asks for the TXT record of a number. The first number without one is the end; all are asked for again later.
event ask_for_range(n: count)
	{
	if ( vulnerable_versions_update_endpoint == "" )
		schedule vulnerable_versions_update_interval { ask_for_range(1) };
	else
		when [n] ( local answer = lookup_hostname_txt(fmt("%d.%s", n, vulnerable_versions_update_endpoint)) )
			{
			if ( add_range(answer) )
				event ask_for_range(n + 1);
			else
				schedule vulnerable_versions_update_interval { ask_for_range(1) };
			}
		timeout 5secs
			{
			schedule 1min { ask_for_range(1) };
			}
	}

function restart()
	{
	vulnerable_ranges = copy(vulnerable_versions);
	event ask_for_range(1);
	}

event zeek_init() &priority=3
	{
	restart();
	}

event Control::configuration_update() &priority=3
	{
	restart();
	}

function is_inside(v: Version, r: VulnerableVersionRange): bool
	{
	return cmp_versions(v, r$max) <= 0 && ( ! r?$min || cmp_versions(v, r$min) >= 0 );
	}

event log_software(rec: Info)
	{
	if ( rec$name !in vulnerable_ranges )
		return;

	local name = software_fmt(rec);

	for ( r in vulnerable_ranges[rec$name] )
		if ( is_inside(rec$version, r) )
			NOTICE(Notice::Info($note=Vulnerable_Version, $sub=name, $src=rec$host,
			                    $msg=cat(rec$host, " is running ", name, " which is vulnerable.")));
	}
