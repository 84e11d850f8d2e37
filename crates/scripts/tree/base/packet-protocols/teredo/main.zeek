# What scripts may set about teredo.

@load base/bif/plugins/Zeek_Teredo.events.bif.zeek
@load base/bif/plugins/Zeek_Teredo.functions.bif
@load base/frameworks/analyzer/main
@load base/protocols/conn/removal-hooks

module PacketAnalyzer::TEREDO;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IP &redef;
}

redef likely_server_ports += {
	3544/udp,
};
