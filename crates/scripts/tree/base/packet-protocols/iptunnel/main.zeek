# Options of iptunnel.

module PacketAnalyzer::IPTUNNEL;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IP &redef;
}
