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

	## Enables or disables a Spicy analyzer. Not implemented: a call is a runtime error.
	##
	## tag: The analyzer.
	##
	## enable: True to enable it.
	global Spicy::__toggle_analyzer: function(tag: any, enable: bool): bool;

	## The resources that Spicy analyzers use. Not implemented: a call is a runtime error.
	global Spicy::__resource_usage: function(): Spicy::ResourceUsage;
}
