# Built-in declarations: analyzer.

module Analyzer;

export {
	global Analyzer::__enable_analyzer: function(id: Analyzer::Tag): bool;
	global Analyzer::__disable_analyzer: function(id: Analyzer::Tag): bool;
	global Analyzer::__disable_all_analyzers: function(): any;
	global Analyzer::__register_for_port: function(id: Analyzer::Tag, p: port): bool;
	global Analyzer::__schedule_analyzer: function(orig: addr, resp: addr, resp_p: port, analyzer: Analyzer::Tag, tout: interval): bool;
	global Analyzer::__name: function(atype: AllAnalyzers::Tag): string;
	global Analyzer::__tag: function(name: string): AllAnalyzers::Tag;
	global Analyzer::__has_tag: function(name: string): bool;
}
