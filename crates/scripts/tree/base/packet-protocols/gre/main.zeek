# What scripts may set about gre.

module PacketAnalyzer::GRE;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IPTUNNEL &redef;

	const gre_ports = {
		4754/udp,
	} &redef;
}
