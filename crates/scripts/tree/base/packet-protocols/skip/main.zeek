# Options of skip.

module PacketAnalyzer::SKIP;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IP &redef;
	const skip_bytes: count = 0 &redef;
}
