# Builds texts of packet filters (pcap-filter(7)).

module PacketFilter;

export {
	global port_to_bpf: function(p: port): string;
	global sampling_filter: function(num_parts: count, this_part: count): string;
	global combine_filters: function(lfilter: string, op: string, rfilter: string): string;
}

function port_to_bpf(p: port): string
	{
	return fmt("%s and port %d", get_port_transport_proto(p), p);
	}

function combine_filters(lfilter: string, op: string, rfilter: string): string
	{
	if ( lfilter == "" )
		return rfilter;

	return rfilter == "" ? lfilter : fmt("(%s) %s (%s)", lfilter, op, rfilter);
	}

# Selects one of num_parts shares of the traffic, by the sum of 16 bits of each address: the same for both directions.
function sampling_filter(num_parts: count, this_part: count): string
	{
	local share = function[num_parts, this_part](sum: string): string
		{
		return fmt("(%s - (%d*(%s/%d)) == %d)", sum, num_parts, sum, num_parts, this_part);
		};

	return combine_filters(cat("ip and ", share("(ip[14:2]+ip[18:2])")), "or",
	                       cat("ip6 and ", share("(ip6[22:2]+ip6[38:2])")));
	}
