# Keys of SSH servers.

@load base/frameworks/intel
@load base/protocols/ssh
@load ./report
@load ./where-locations

module Intel;

event ssh_server_host_key(c: connection, hash: string) &group="Intel::PUBKEY_HASH"
	{
	text_seen(c, hash, PUBKEY_HASH, SSH::IN_SERVER_HOST_KEY);
	}
