# Built-in declarations: packet analysis.

module PacketAnalyzer;

export {
	global PacketAnalyzer::register_packet_analyzer: function(parent: PacketAnalyzer::Tag, identifier: count, child: PacketAnalyzer::Tag): bool;
	global PacketAnalyzer::try_register_packet_analyzer_by_name: function(parent: string, identifier: count, child: string): bool;
	global PacketAnalyzer::__set_ignore_checksums_nets: function(v: subnet_set): bool;
	global PacketAnalyzer::register_protocol_detection: function(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag): bool;
	global PacketAnalyzer::__disable_analyzer: function(id: PacketAnalyzer::Tag): bool;
	global PacketAnalyzer::__enable_analyzer: function(id: PacketAnalyzer::Tag): bool;
}
