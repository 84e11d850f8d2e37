# Notices of matches, where the item asks for them.

@load base/frameworks/intel
@load base/frameworks/notice

module Intel;

export {
	redef enum Notice::Type += {
		## An indicator was seen whose item asks for a notice.
		Intel::Notice
	};

	redef record Intel::MetaData += {
		## Whether a match is noticed.
		do_notice: bool &default=F;
		## Where it must be seen for that; anywhere without this.
		if_in: Intel::Where &optional;
	};
}

# The same indicator between the same two hosts, whoever of them began, is noticed once.
function pair_id(indicator: string, id: conn_id): string
	{
	if ( id$orig_h < id$resp_h )
		return cat(indicator, id$orig_h, id$resp_h);

	return cat(indicator, id$resp_h, id$orig_h);
	}

event Intel::match(s: Seen, items: set[Item])
	{
	for ( item in items )
		{
		local meta = item$meta;

		if ( ! meta$do_notice || (meta?$if_in && s$where != meta$if_in) )
			next;

		local n = Notice::Info($note=Intel::Notice, $msg=fmt("Intel hit on %s at %s", s$indicator, s$where),
		                       $sub=s$indicator);
		local services = "";

		if ( s?$conn )
			{
			n$conn = s$conn;
			n$identifier = s$conn?$id ? pair_id(s$indicator, s$conn$id) : s$indicator;

			if ( s$conn?$service )
				for ( service in s$conn$service )
					services += service + " ";
			}

		n$email_body_sections = vector(fmt("Service: %s\n", services), fmt("Intel source: %s\n", meta$source));
		NOTICE(n);
		}
	}
