# Built-in declarations: spicy.

@load base/frameworks/spicy/init-bare
@load ./spicy-ldap
@load ./spicy-redis

module Spicy;

export {
	global Spicy::max_file_depth_exceeded: event(f: fa_file, args: Files::AnalyzerArgs, limit: count);
	global Spicy::__toggle_analyzer: function(tag: any, enable: bool): bool;
	global Spicy::__resource_usage: function(): Spicy::ResourceUsage;
}
