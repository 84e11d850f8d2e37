# Built-in declarations: spicy.

@load base/frameworks/spicy/init-bare
@load ./spicy-ldap
@load ./spicy-redis

module Spicy;

export {
	## Files lie deeper in each other than is followed.
	##
	## f: The file.
	##
	## args: The arguments of the file's analyzer.
	##
	## limit: The limit.
	global Spicy::max_file_depth_exceeded: event(f: fa_file, args: Files::AnalyzerArgs, limit: count);

	## Switches a Spicy analyzer on or off. Egret does not have it yet: a call is a runtime error.
	##
	## tag: The analyzer.
	##
	## enable: True for on.
	global Spicy::__toggle_analyzer: function(tag: any, enable: bool): bool;

	## What Spicy analyzers use. Egret does not have it yet: a call is a runtime error.
	global Spicy::__resource_usage: function(): Spicy::ResourceUsage;
}
