# Built-in declarations: packet analysis.

module PacketAnalyzer;

export {
	## Registers an analyzer for packets with a given number in their header.
	##
	## parent: The analyzer that reads the header.
	##
	## identifier: The number in the parent's header: an EtherType, an IP protocol or a port.
	##
	## child: The analyzer of the payload.
	##
	## Returns: True if it was registered.
	global PacketAnalyzer::register_packet_analyzer: function(parent: PacketAnalyzer::Tag, identifier: count, child: PacketAnalyzer::Tag): bool;

	## Like register_packet_analyzer, but by name; unknown names are not an error.
	##
	## parent: The name of the analyzer that reads the header.
	##
	## identifier: The number.
	##
	## child: The name of the payload's analyzer.
	##
	## Returns: True if both exist and it was registered.
	global PacketAnalyzer::try_register_packet_analyzer_by_name: function(parent: string, identifier: count, child: string): bool;

	## Sets the subnets whose packets may have wrong checksums: follows the option ignore_checksums_nets.
	##
	## v: The subnets.
	##
	## Returns: Always true.
	global PacketAnalyzer::__set_ignore_checksums_nets: function(v: subnet_set): bool;

	## Lets an analyzer try every packet of another one, to detect its protocol whatever the number.
	##
	## parent: The analyzer whose packets are tried.
	##
	## child: The analyzer that tries them.
	##
	## Returns: True if it was registered.
	global PacketAnalyzer::register_protocol_detection: function(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag): bool;

	## Disables a packet analyzer.
	##
	## id: The analyzer.
	##
	## Returns: Always true.
	global PacketAnalyzer::__disable_analyzer: function(id: PacketAnalyzer::Tag): bool;

	## Enables a packet analyzer.
	##
	## id: The analyzer.
	##
	## Returns: Always true.
	global PacketAnalyzer::__enable_analyzer: function(id: PacketAnalyzer::Tag): bool;
}
