# The hosts of established connections.

@load base/frameworks/intel
@load ./report
@load ./where-locations

module Intel;

event connection_established(c: connection)
	{
	local both = c$orig$state == TCP_ESTABLISHED && c$resp$state == TCP_ESTABLISHED;

	if ( both )
		{
		host_seen(c, c$id$orig_h, Conn::IN_ORIG);
		host_seen(c, c$id$resp_h, Conn::IN_RESP);
		}
	}
