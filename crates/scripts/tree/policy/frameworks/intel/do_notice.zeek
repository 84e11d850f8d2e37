# Raises notices for matches of items that ask for it.

@load base/frameworks/intel
@load base/frameworks/notice

module Intel;

export {
	redef enum Notice::Type += {
		## An indicator was seen whose item asks for a notice.
		Intel::Notice
	};

	redef record Intel::MetaData += {
		## Whether to raise a notice for a match.
		do_notice: bool &default=F;
		## The place where it must be seen. Unset: anywhere.
		if_in: Intel::Where &optional;
	};
}

# One notice for an indicator between two hosts, in either direction.
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
