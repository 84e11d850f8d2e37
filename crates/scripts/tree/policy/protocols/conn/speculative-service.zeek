# Protocols that signatures detect too late for an analyzer, in conn.log.

@load base/protocols/conn

module Conn;

redef record Info += {
	speculative_service: string &log &optional;
};

redef record connection += {
	speculative_service: set[string] &default=string_set();
};

redef dpd_match_only_beginning = F;
redef dpd_late_match_stop = T;

hook finalize_speculative_service(c: connection)
	{
	local names: string_vec = vector();

	for ( name in c$speculative_service )
		names += to_lower(name);

	if ( |names| > 0 )
		c$conn$speculative_service = join_string_vec(names, ",");
	}

event protocol_late_match(c: connection, atype: Analyzer::Tag)
	{
	add c$speculative_service[Analyzer::name(atype)];
	Conn::register_removal_hook(c, finalize_speculative_service);
	}
