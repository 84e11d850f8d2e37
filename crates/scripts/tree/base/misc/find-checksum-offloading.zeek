# Warns about traffic whose checksums are wrong throughout: the capturing machine leaves them to its network card, and
# packets with bad checksums are not analyzed.

@load base/frameworks/notice

module ChecksumOffloading;

export {
	const check_interval = 10 secs &redef;
}

# The share of bad packets that indicates offloading.
const too_many = 0.05;

# The number of packets that a judgement needs.
const enough = 20;

global bad_ip = 0;
global bad_tcp = 0;
global bad_udp = 0;
global told = F;

event ChecksumOffloading::check()
	{
	if ( told )
		return;

	local packets = get_net_stats()$pkts_recvd;
	local limit = packets * too_many;

	if ( packets > 0 && (bad_ip > limit || bad_tcp > limit || bad_udp > limit) )
		{
		local kinds: string_vec = vector();

		if ( bad_ip > 0 )
			kinds += "IP";

		if ( bad_tcp > 0 )
			kinds += "TCP";

		if ( bad_udp > 0 )
			kinds += "UDP";

		local where = reading_traces() ? "trace file likely has" : "interface is likely receiving";
		Reporter::warning(fmt("Your %s invalid %s checksums, most likely from NIC checksum offloading.  By default, packets with invalid checksums are discarded by Zeek unless using the -C command-line option or toggling the 'ignore_checksums' variable.  Alternatively, disable checksum offloading by the network adapter to ensure Zeek analyzes the actual checksums that are transmitted.",
		                      where, join_string_vec(kinds, " and ")));
		told = T;
		}
	else if ( packets < enough )
		schedule check_interval { ChecksumOffloading::check() };
	}

event zeek_init()
	{
	schedule check_interval { ChecksumOffloading::check() };
	}

event net_weird(name: string, addl: string)
	{
	if ( name == "bad_IP_checksum" )
		++bad_ip;
	}

event conn_weird(name: string, c: connection, addl: string)
	{
	if ( name == "bad_TCP_checksum" )
		++bad_tcp;
	else if ( name == "bad_UDP_checksum" )
		++bad_udp;
	}

event zeek_done()
	{
	event ChecksumOffloading::check();
	}
