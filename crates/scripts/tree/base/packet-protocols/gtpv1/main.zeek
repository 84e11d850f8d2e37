# What scripts may set about gtpv1.

@load base/bif/plugins/Zeek_GTPv1.events.bif
@load base/bif/plugins/Zeek_GTPv1.functions.bif
@load base/frameworks/analyzer/main
@load base/protocols/conn/removal-hooks

module PacketAnalyzer::GTPV1;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_IP &redef;
}

redef likely_server_ports += {
	2152/udp,
	2123/udp,
};
