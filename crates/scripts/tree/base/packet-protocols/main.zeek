# Dispatch of packets.

@load base/frameworks/analyzer/main

module PacketAnalyzer;

export {
	global register_for_ports: function(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag, ports: set[port]): bool;
	global register_for_port: function(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag, p: port): bool;
}

function register_for_ports(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag, ports: set[port]): bool
	{
	local all_taken = T;

	for ( p in ports )
		all_taken = register_for_port(parent, child, p) && all_taken;

	return all_taken;
	}

function register_for_port(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag, p: port): bool
	{
	if ( child !in Analyzer::ports )
		Analyzer::ports[child] = set();

	add Analyzer::ports[child][p];
	return register_packet_analyzer(parent, port_to_count(p), child);
	}
