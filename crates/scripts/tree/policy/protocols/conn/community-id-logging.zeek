# The Community ID of connections in conn.log.

@load base/protocols/conn

module CommunityID;

export {
	## A number that goes into the hash, at most 16 bits.
	option seed: count = 0;

	## In Base64, which is shorter than digits.
	option do_base64: bool = T;

	redef record Conn::Info += {
		community_id: string &optional &log;
	};
}

event new_connection(c: connection) &priority=5
	{
	c$conn$community_id = community_id_v1(c$id, CommunityID::seed, CommunityID::do_base64);
	}
