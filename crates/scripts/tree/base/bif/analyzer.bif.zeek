# Built-in declarations: analyzer.

module Analyzer;

export {
	## Answers Analyzer::enable_analyzer.
	##
	## id: The analyzer.
	##
	## Returns: True if it exists.
	global Analyzer::__enable_analyzer: function(id: Analyzer::Tag): bool;

	## Answers Analyzer::disable_analyzer.
	##
	## id: The analyzer.
	##
	## Returns: True if it exists.
	global Analyzer::__disable_analyzer: function(id: Analyzer::Tag): bool;

	## Answers Analyzer::disable_all: connections to come get no analyzers.
	global Analyzer::__disable_all_analyzers: function(): any;

	## Answers Analyzer::register_for_port.
	##
	## id: The analyzer.
	##
	## p: The port of servers.
	##
	## Returns: True if it was registered.
	global Analyzer::__register_for_port: function(id: Analyzer::Tag, p: port): bool;

	## Answers Analyzer::schedule_analyzer.
	##
	## orig: The host that will open the connection; 0.0.0.0 for any host.
	##
	## resp: To whom.
	##
	## resp_p: To which port.
	##
	## analyzer: The analyzer that the connection gets.
	##
	## tout: How long it is expected.
	##
	## Returns: True if it is expected.
	global Analyzer::__schedule_analyzer: function(orig: addr, resp: addr, resp_p: port, analyzer: Analyzer::Tag, tout: interval): bool;

	## Answers Analyzer::name.
	##
	## atype: The analyzer.
	##
	## Returns: Its name, such as ``HTTP``.
	global Analyzer::__name: function(atype: AllAnalyzers::Tag): string;

	## Answers Analyzer::get_tag. An unknown name is an error.
	##
	## name: An analyzer's name, such as ``HTTP``.
	##
	## Returns: The analyzer.
	global Analyzer::__tag: function(name: string): AllAnalyzers::Tag;

	## Answers Analyzer::has_tag.
	##
	## name: An analyzer's name.
	##
	## Returns: True if there is one of this name.
	global Analyzer::__has_tag: function(name: string): bool;
}
