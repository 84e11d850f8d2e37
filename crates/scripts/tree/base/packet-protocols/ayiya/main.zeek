# Options of ayiya.

@load base/frameworks/analyzer/main

module PacketAnalyzer::AYIYA;

const ayiya_ports = { 5072/udp };

redef likely_server_ports += { ayiya_ports };

event zeek_init() &priority=20
	{
	PacketAnalyzer::register_for_ports(PacketAnalyzer::ANALYZER_UDP, PacketAnalyzer::ANALYZER_AYIYA, ayiya_ports);
	}
