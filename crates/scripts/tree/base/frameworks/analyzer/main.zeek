# Analyzers: turned on and off, tied to ports, named.

@load base/frameworks/packet-filter/utils

module Analyzer;

export {
	## No analyzer runs but those that scripts turn on by name.
	global disable_all = F &redef;

	## Lets an analyzer run on connections to come.
	global enable_analyzer: function(tag: AllAnalyzers::Tag): bool;

	## Keeps an analyzer from connections, packets or files to come.
	global disable_analyzer: function(tag: AllAnalyzers::Tag): bool;

	## Connections to these ports get an analyzer.
	global register_for_ports: function(tag: Analyzer::Tag, ports: set[port]): bool;

	## Connections to this port get an analyzer.
	global register_for_port: function(tag: Analyzer::Tag, p: port): bool;

	## The ports of one analyzer.
	global registered_ports: function(tag: AllAnalyzers::Tag): set[port];

	## The ports of all analyzers.
	global all_registered_ports: function(): table[AllAnalyzers::Tag] of set[port];

	## The name of an analyzer.
	global name: function(tag: AllAnalyzers::Tag): string;

	## What an analyzer works on: "protocol", "packet" or "file".
	global kind: function(tag: AllAnalyzers::Tag): string;

	## Whether an analyzer has this name.
	global has_tag: function(name: string): bool;

	## The analyzer with this name.
	global get_tag: function(name: string): AllAnalyzers::Tag;

	## A connection that is to come gets an analyzer. An originator of 0.0.0.0 is anybody.
	global schedule_analyzer: function(orig: addr, resp: addr, resp_p: port, analyzer: Analyzer::Tag, tout: interval): bool;

	## A packet filter for the ports of one analyzer.
	global analyzer_to_bpf: function(tag: Analyzer::Tag): string;

	## A packet filter for the ports of all analyzers.
	global get_bpf: function(): string;

	## Analyzers that do not run to begin with.
	global disabled_analyzers: set[AllAnalyzers::Tag] = {
		ANALYZER_TCPSTATS,
	} &redef;

	## Analyzers by their ports; for reading.
	global ports: table[AllAnalyzers::Tag] of set[port];

	## Analyzers that some script wants to run whatever others say.
	global requested_analyzers: set[AllAnalyzers::Tag] = {} &redef;

	## An analyzer failed before it knew its protocol.
	global analyzer_failed: event(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo);
}

@load base/bif/analyzer.bif
@load base/bif/file_analysis.bif

event zeek_init() &priority=5
	{
	if ( disable_all )
		__disable_all_analyzers();

	for ( tag in disabled_analyzers )
		disable_analyzer(tag);
	}

# After everyone has said what is not wanted.
event zeek_init() &priority=-999
	{
	for ( tag in requested_analyzers )
		enable_analyzer(tag);
	}

function enable_analyzer(tag: AllAnalyzers::Tag): bool
	{
	switch ( kind(tag) ) {
	case "packet": return PacketAnalyzer::__enable_analyzer(tag);
	case "file": return Files::__enable_analyzer(tag);
	default: return __enable_analyzer(tag);
	}
	}

function disable_analyzer(tag: AllAnalyzers::Tag): bool
	{
	switch ( kind(tag) ) {
	case "packet": return PacketAnalyzer::__disable_analyzer(tag);
	case "file": return Files::__disable_analyzer(tag);
	default: return __disable_analyzer(tag);
	}
	}

function register_for_port(tag: Analyzer::Tag, p: port): bool
	{
	if ( ! __register_for_port(tag, p) )
		return F;

	if ( tag !in ports )
		ports[tag] = set();

	add ports[tag][p];
	return T;
	}

function register_for_ports(tag: Analyzer::Tag, ports: set[port]): bool
	{
	local all_taken = T;

	for ( p in ports )
		{
		if ( ! register_for_port(tag, p) )
			all_taken = F;
		}

	return all_taken;
	}

function registered_ports(tag: AllAnalyzers::Tag): set[port]
	{
	return tag in ports ? ports[tag] : set();
	}

function all_registered_ports(): table[AllAnalyzers::Tag] of set[port]
	{
	return ports;
	}

function name(tag: AllAnalyzers::Tag): string
	{
	return __name(tag);
	}

function kind(tag: AllAnalyzers::Tag): string
	{
	if ( is_protocol_analyzer(tag) )
		return "protocol";

	if ( is_packet_analyzer(tag) )
		return "packet";

	if ( is_file_analyzer(tag) )
		return "file";

	Reporter::warning(fmt("Unknown kind of analyzer %s", tag));
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

	if ( tag in ports )
		{
		for ( p in ports[tag] )
			filter = PacketFilter::combine_filters(filter, "or", PacketFilter::port_to_bpf(p));
		}

	return filter;
	}

function get_bpf(): string
	{
	local filter = "";

	for ( tag in ports )
		filter = PacketFilter::combine_filters(filter, "or", analyzer_to_bpf(tag));

	return filter;
	}
