# Link-layer addresses in conn.log.

@load base/protocols/conn

module Conn;

redef record Info += {
	orig_l2_addr: string &log &optional;
	resp_l2_addr: string &log &optional;
};

# Once, before the row is written.
event connection_state_remove(c: connection)
	{
	local row = c$conn;
	local client = c$orig;
	local server = c$resp;

	if ( client?$l2_addr )
		row$orig_l2_addr = client$l2_addr;
	if ( server?$l2_addr )
		row$resp_l2_addr = server$l2_addr;
	}
