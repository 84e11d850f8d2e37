# Options of mpls.

module PacketAnalyzer::MPLS;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IP &redef;
}
