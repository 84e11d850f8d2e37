# What scripts may set about vxlan.

module PacketAnalyzer::VXLAN;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_ETHERNET &redef;

	const vxlan_ports: set[port] = {
		4789/udp,
	} &redef;
}

redef likely_server_ports += {
	vxlan_ports,
};
