# Raises notices about names outside of the site's zones (Site::local_zones) that resolve to the site's hosts.

@load base/frameworks/notice
@load base/utils/site

module DNS;

export {
	redef enum Notice::Type += {
		## A foreign name resolves to a host of the site.
		External_Name,
	};

	## Responders whose answers are ignored: multicast DNS.
	option skip_resp_host_port_pairs: set[addr, port] = { [[224.0.0.251, [ff02::fb]], 5353/udp] };
}

function judge_name(c: connection, name: string, a: addr)
	{
	if ( |Site::local_zones| == 0 || [c$id$resp_h, c$id$resp_p] in skip_resp_host_port_pairs )
		return;

	if ( Site::is_local_name(name) || ! Site::is_local_addr(a) )
		return;

	NOTICE(Notice::Info($note=External_Name, $conn=c, $identifier=cat(a, name),
	                    $msg=fmt("%s is pointing to a local host - %s.", name, a)));
	}

event dns_A_reply(c: connection, msg: dns_msg, ans: dns_answer, a: addr)
	{
	judge_name(c, ans$query, a);
	}

event dns_AAAA_reply(c: connection, msg: dns_msg, ans: dns_answer, a: addr)
	{
	judge_name(c, ans$query, a);
	}
