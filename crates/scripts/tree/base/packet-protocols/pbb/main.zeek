# Options of pbb.

module PacketAnalyzer::PBB;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_ETHERNET &redef;
}
