# What scripts may set about ayiya.

@load base/frameworks/analyzer/main

module PacketAnalyzer::AYIYA;

redef likely_server_ports += {
	5072/udp,
};
