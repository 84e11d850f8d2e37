# Analyzers: turned on and off, tied to ports.

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
