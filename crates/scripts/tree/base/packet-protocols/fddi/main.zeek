# Options of fddi.

module PacketAnalyzer::FDDI;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IP &redef;
}
