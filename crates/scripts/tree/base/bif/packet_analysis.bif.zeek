# Built-in declarations: packet analysis.

module PacketAnalyzer;

export {
	## Hands packets with a number in their header to another analyzer.
	##
	## parent: The analyzer that reads the header.
	##
	## identifier: The number: an EtherType, a protocol of IP, a port, as the parent has it.
	##
	## child: The analyzer of what is inside.
	##
	## Returns: True if it was registered.
	global PacketAnalyzer::register_packet_analyzer: function(parent: PacketAnalyzer::Tag, identifier: count, child: PacketAnalyzer::Tag): bool;

	## Like register_packet_analyzer, by name; unknown names are no error.
	##
	## parent: The name of the analyzer that reads the header.
	##
	## identifier: The number.
	##
	## child: The name of the analyzer of what is inside.
	##
	## Returns: True if both exist and it was registered.
	global PacketAnalyzer::try_register_packet_analyzer_by_name: function(parent: string, identifier: count, child: string): bool;

	## Sets the subnets whose packets may have wrong checksums: follows the option ignore_checksums_nets.
	##
	## v: The subnets.
	##
	## Returns: Always true.
	global PacketAnalyzer::__set_ignore_checksums_nets: function(v: subnet_set): bool;

	## Lets an analyzer look at every packet of another one, to find its protocol on any number.
	##
	## parent: The analyzer whose packets are looked at.
	##
	## child: The analyzer that looks.
	##
	## Returns: True if it was registered.
	global PacketAnalyzer::register_protocol_detection: function(parent: PacketAnalyzer::Tag, child: PacketAnalyzer::Tag): bool;

	## Switches a packet analyzer off.
	##
	## id: The analyzer.
	##
	## Returns: Always true.
	global PacketAnalyzer::__disable_analyzer: function(id: PacketAnalyzer::Tag): bool;

	## Switches a packet analyzer on.
	##
	## id: The analyzer.
	##
	## Returns: Always true.
	global PacketAnalyzer::__enable_analyzer: function(id: PacketAnalyzer::Tag): bool;
}
