# Raises notices about software whose version changes.

@load base/frameworks/notice
@load base/frameworks/software

module Software;

export {
	redef enum Notice::Type += {
		## The version of a software on a host changed.
		Software_Version_Change,
	};

	## Names of the software to watch.
	option interesting_version_changes: set[string] = {};
}

event Software::version_change(old: Software::Info, new: Software::Info)
	{
	if ( old$name !in interesting_version_changes )
		return;

	NOTICE(Notice::Info($note=Software_Version_Change, $src=new$host,
	                    $msg=fmt("%.6f %s '%s' version changed from %s to %s", network_time(), old$software_type,
	                             old$name, software_fmt_version(old$version), software_fmt_version(new$version)),
	                    $sub=software_fmt(new)));
	}
