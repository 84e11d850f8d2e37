# Notices of software that is known to be vulnerable.

@load base/frameworks/control
@load base/frameworks/notice
@load base/frameworks/software

module Software;

export {
	redef enum Notice::Type += {
		## A host runs software of a vulnerable version.
		Vulnerable_Version,
	};

	## Versions from `min`, or any, up to `max`.
	type VulnerableVersionRange: record {
		min: Software::Version &optional;
		max: Software::Version;
	};

	## A domain that tells of vulnerable versions: the TXT records of 1.DOMAIN, 2.DOMAIN and so on.
	option vulnerable_versions_update_endpoint = "";
	option vulnerable_versions_update_interval = 1hr;

	const vulnerable_versions: table[string] of set[VulnerableVersionRange] = table() &redef;
}

global internal_vulnerable_versions: table[string] of set[VulnerableVersionRange] = table();

# "min=1.0", a tab, "max=1.2.3"
function decode_vulnerable_version_range(text: string): VulnerableVersionRange
	{
	local versions = VulnerableVersionRange($max=Version($major=0));

	if ( "max=" !in text )
		{
		Reporter::warning(fmt("The vulnerable software detection script encountered a version with no max value (which is required). %s", text));
		return versions;
		}

	for ( _, word in split_string1(text, /\x09/) )
		{
		local parts = split_string1(word, /=/);

		if ( |parts| != 2 )
			return versions;

		local v = Software::parse(parts[1])$version;

		if ( parts[0] == "min" )
			versions$min = v;
		else if ( parts[0] == "max" )
			versions$max = v;
		}

	return versions;
	}

event grab_vulnerable_versions(i: count)
	{
	# The domain may be set later.
	if ( vulnerable_versions_update_endpoint == "" )
		{
		schedule vulnerable_versions_update_interval { grab_vulnerable_versions(1) };
		return;
		}

	when [i] ( local answer = lookup_hostname_txt(cat(i, ".", vulnerable_versions_update_endpoint)) )
		{
		local parts = split_string1(answer, /\x09/);

		# Past the last one.
		if ( |parts| != 2 )
			{
			schedule vulnerable_versions_update_interval { grab_vulnerable_versions(1) };
			return;
			}

		if ( parts[0] !in internal_vulnerable_versions )
			internal_vulnerable_versions[parts[0]] = set();

		add internal_vulnerable_versions[parts[0]][decode_vulnerable_version_range(parts[1])];
		event grab_vulnerable_versions(i + 1);
		}
	timeout 5secs
		{
		schedule 1min { grab_vulnerable_versions(1) };
		}
	}

function update_vulnerable_sw()
	{
	internal_vulnerable_versions = copy(vulnerable_versions);
	event grab_vulnerable_versions(1);
	}

event zeek_init() &priority=3
	{
	update_vulnerable_sw();
	}

event Control::configuration_update() &priority=3
	{
	update_vulnerable_sw();
	}

event log_software(rec: Info)
	{
	if ( rec$name !in internal_vulnerable_versions )
		return;

	for ( versions in internal_vulnerable_versions[rec$name] )
		{
		if ( cmp_versions(rec$version, versions$max) > 0 )
			next;

		if ( versions?$min && cmp_versions(rec$version, versions$min) < 0 )
			next;

		NOTICE(Notice::Info($note=Vulnerable_Version, $src=rec$host,
		                    $msg=fmt("%s is running %s which is vulnerable.", rec$host, software_fmt(rec)),
		                    $sub=software_fmt(rec)));
		}
	}
