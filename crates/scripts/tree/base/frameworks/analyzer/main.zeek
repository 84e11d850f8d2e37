# The analyzer framework: enables and disables analyzers, and registers them for ports.

@load base/frameworks/packet-filter/utils

module Analyzer;

export {
	global disable_all = F &redef;
	global enable_analyzer: function(tag: AllAnalyzers::Tag): bool;
	global disable_analyzer: function(tag: AllAnalyzers::Tag): bool;
	global register_for_ports: function(tag: Analyzer::Tag, ports: set[port]): bool;
	global register_for_port: function(tag: Analyzer::Tag, p: port): bool;
	global registered_ports: function(tag: AllAnalyzers::Tag): set[port];
	global all_registered_ports: function(): table[AllAnalyzers::Tag] of set[port];
	global name: function(tag: Analyzer::Tag): string;
	global kind: function(tag: Analyzer::Tag): string;
	global has_tag: function(name: string): bool;
	global get_tag: function(name: string): Analyzer::Tag;
	global schedule_analyzer: function(orig: addr, resp: addr, resp_p: port, analyzer: Analyzer::Tag, tout: interval): bool;
	global analyzer_to_bpf: function(tag: Analyzer::Tag): string;
	global get_bpf: function(): string;

	global disabled_analyzers: set[AllAnalyzers::Tag] = {
		ANALYZER_TCPSTATS,
	} &redef;

	global ports: table[AllAnalyzers::Tag] of set[port];
	global requested_analyzers: set[AllAnalyzers::Tag] = {} &redef;
	global analyzer_failed: event(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo);
}

@load base/bif/analyzer.bif
@load base/bif/file_analysis.bif
@load base/bif/packet_analysis.bif

module Analyzer;

event zeek_init() &priority=5
	{
	if ( disable_all )
		__disable_all_analyzers();

	for ( tag in disabled_analyzers )
		disable_analyzer(tag);
	}

# Analyzers that scripts request are enabled even if they were disabled above.
event zeek_init() &priority=-5
	{
	for ( tag in requested_analyzers )
		enable_analyzer(tag);
	}

function enable_analyzer(tag: AllAnalyzers::Tag): bool
	{
	if ( is_file_analyzer(tag) )
		return Files::__enable_analyzer(tag);

	return is_packet_analyzer(tag) ? PacketAnalyzer::__enable_analyzer(tag) : __enable_analyzer(tag);
	}

function disable_analyzer(tag: AllAnalyzers::Tag): bool
	{
	if ( is_file_analyzer(tag) )
		return Files::__disable_analyzer(tag);

	return is_packet_analyzer(tag) ? PacketAnalyzer::__disable_analyzer(tag) : __disable_analyzer(tag);
	}

function register_for_port(tag: Analyzer::Tag, p: port): bool
	{
	local accepted = __register_for_port(tag, p);

	if ( accepted && tag in ports )
		add ports[tag][p];
	else if ( accepted )
		ports[tag] = set(p);

	return accepted;
	}

function register_for_ports(tag: Analyzer::Tag, ports: set[port]): bool
	{
	local all_well = T;

	for ( p in ports )
		all_well = register_for_port(tag, p) && all_well;

	return all_well;
	}

function registered_ports(tag: AllAnalyzers::Tag): set[port]
	{
	return tag in ports ? ports[tag] : set();
	}

function all_registered_ports(): table[AllAnalyzers::Tag] of set[port]
	{
	return ports;
	}

function name(atype: AllAnalyzers::Tag): string
	{
	return __name(atype);
	}

function kind(atype: AllAnalyzers::Tag): string
	{
	if ( is_file_analyzer(atype) )
		return "file";

	local of_packets = is_packet_analyzer(atype);

	if ( of_packets || is_protocol_analyzer(atype) )
		return of_packets ? "packet" : "protocol";

	Reporter::warning(fmt("Unknown kind of analyzer %s", atype));
	return "unknown";
	}

function has_tag(name: string): bool
	{
	return __has_tag(name);
	}

function get_tag(name: string): AllAnalyzers::Tag
	{
	return __tag(name);
	}

function schedule_analyzer(orig: addr, resp: addr, resp_p: port, analyzer: Analyzer::Tag, tout: interval): bool
	{
	return __schedule_analyzer(orig, resp, resp_p, analyzer, tout);
	}

function analyzer_to_bpf(tag: Analyzer::Tag): string
	{
	local filter = "";

	for ( p in registered_ports(tag) )
		filter = PacketFilter::combine_filters(filter, "or", PacketFilter::port_to_bpf(p));

	return filter;
	}

function get_bpf(): string
	{
	local filter = "";

	for ( tag in ports )
		filter = PacketFilter::combine_filters(filter, "or", analyzer_to_bpf(tag));

	return filter;
	}
