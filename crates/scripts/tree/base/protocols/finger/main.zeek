# Finger has no log: its queries and answers are events.

module Finger;

export {
	const ports = { 79/tcp };
	redef likely_server_ports += { ports };
}

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_FINGER, ports);
	}
