# The PPPoE session of connections in conn.log.

@load base/protocols/conn

module Conn;

redef record Info += {
	pppoe_session_id: count &log &optional;
};

# The id of connections without PPPoE.
const no_session = 0xFFFFFFFF;

# This needs the first packet.
event new_connection(c: connection)
	{
	local session = PacketAnalyzer::PPPoE::session_id();

	if ( session != no_session )
		c$conn$pppoe_session_id = session;
	}
