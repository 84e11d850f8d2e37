# Built-in declarations: analyzer.

module Analyzer;

export {
	## Implements Analyzer::enable_analyzer.
	##
	## id: The analyzer.
	##
	## Returns: True if it exists.
	global Analyzer::__enable_analyzer: function(id: Analyzer::Tag): bool;

	## Implements Analyzer::disable_analyzer.
	##
	## id: The analyzer.
	##
	## Returns: True if it exists.
	global Analyzer::__disable_analyzer: function(id: Analyzer::Tag): bool;

	## Implements Analyzer::disable_all: new connections get no analyzers.
	global Analyzer::__disable_all_analyzers: function(): any;

	## Implements Analyzer::register_for_port.
	##
	## id: The analyzer.
	##
	## p: The port of servers.
	##
	## Returns: True if it was registered.
	global Analyzer::__register_for_port: function(id: Analyzer::Tag, p: port): bool;

	## Implements Analyzer::schedule_analyzer.
	##
	## orig: The host that will open the connection; 0.0.0.0 for any host.
	##
	## resp: The host that it will be opened to.
	##
	## resp_p: The port that it will be opened to.
	##
	## analyzer: The analyzer that the connection gets.
	##
	## tout: How long to wait for it.
	##
	## Returns: True if it is expected.
	global Analyzer::__schedule_analyzer: function(orig: addr, resp: addr, resp_p: port, analyzer: Analyzer::Tag, tout: interval): bool;

	## Implements Analyzer::name.
	##
	## atype: The analyzer.
	##
	## Returns: Its name, such as ``HTTP``.
	global Analyzer::__name: function(atype: AllAnalyzers::Tag): string;

	## Implements Analyzer::get_tag. An unknown name is an error.
	##
	## name: An analyzer's name, such as ``HTTP``.
	##
	## Returns: The analyzer.
	global Analyzer::__tag: function(name: string): AllAnalyzers::Tag;

	## Implements Analyzer::has_tag.
	##
	## name: An analyzer's name.
	##
	## Returns: True if there is one of this name.
	global Analyzer::__has_tag: function(name: string): bool;
}
