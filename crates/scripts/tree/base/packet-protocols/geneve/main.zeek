# Options of geneve.

module PacketAnalyzer::Geneve;

export {
	const geneve_ports: set[port] = {
		6081/udp,
	} &redef;

	type Option: record {
		class: count;
		critical: bool;
		typ: count;
		data: string;
	};
}

redef likely_server_ports += {
	geneve_ports,
};

event zeek_init() &priority=20
	{
	PacketAnalyzer::register_for_ports(PacketAnalyzer::ANALYZER_UDP, PacketAnalyzer::ANALYZER_GENEVE, geneve_ports);
	}

module GLOBAL;

type geneve_options_vec: vector of PacketAnalyzer::Geneve::Option;
type geneve_options_vec_vec: vector of geneve_options_vec;
