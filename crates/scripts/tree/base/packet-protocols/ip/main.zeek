# Options of ip.

module PacketAnalyzer::IP;

export {
	const default_analyzer: PacketAnalyzer::Tag = PacketAnalyzer::ANALYZER_UNKNOWN_IP_TRANSPORT &redef;
}

function follow_ignored_nets(id: string, nets: set[subnet], location: string): set[subnet]
	{
	PacketAnalyzer::__set_ignore_checksums_nets(nets);
	return nets;
	}

event zeek_init() &priority=200
	{
	Option::set_change_handler("ignore_checksums_nets", follow_ignored_nets, 5);
	}
