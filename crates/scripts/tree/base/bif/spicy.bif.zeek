# Built-in declarations: spicy.

@load base/frameworks/spicy/init-bare
@load ./spicy-ldap
@load ./spicy-redis

module Spicy;

export {
	## Files are nested more deeply than the analyzers follow.
	##
	## f: The file.
	##
	## args: The arguments of the file's analyzer.
	##
	## limit: The limit.
	global Spicy::max_file_depth_exceeded: event(f: fa_file, args: Files::AnalyzerArgs, limit: count);

	## Switches a Spicy analyzer on or off. While it is off, the analyzer that it replaces is on.
	##
	## tag: The analyzer.
	##
	## enable: True to enable it.
	global Spicy::__toggle_analyzer: function(tag: any, enable: bool): bool;

	## What the process uses. Analyzers need no fibers here: those numbers are 0.
	global Spicy::__resource_usage: function(): Spicy::ResourceUsage;
}
