# Built-in declarations: reporter.

module Reporter;

export {
	global Reporter::info: function(msg: string): bool;
	global Reporter::warning: function(msg: string): bool;
	global Reporter::error: function(msg: string): bool;
	global Reporter::fatal: function(msg: string): bool;
	global Reporter::fatal_error_with_core: function(msg: string): bool;
	global Reporter::net_weird: function(name: string, addl: string &default="", source: string &default=""): bool;
	global Reporter::flow_weird: function(name: string, orig: addr, resp: addr, addl: string &default="", source: string &default=""): bool;
	global Reporter::conn_weird: function(name: string, c: connection, addl: string &default="", source: string &default=""): bool;
	global Reporter::file_weird: function(name: string, f: fa_file, addl: string &default="", source: string &default=""): bool;
	global Reporter::get_weird_sampling_whitelist: function(): string_set;
	global Reporter::set_weird_sampling_whitelist: function(weird_sampling_whitelist: string_set): bool;
	global Reporter::get_weird_sampling_global_list: function(): string_set;
	global Reporter::set_weird_sampling_global_list: function(weird_sampling_global_list: string_set): bool;
	global Reporter::get_weird_sampling_threshold: function(): count;
	global Reporter::set_weird_sampling_threshold: function(weird_sampling_threshold: count): bool;
	global Reporter::get_weird_sampling_rate: function(): count;
	global Reporter::set_weird_sampling_rate: function(weird_sampling_rate: count): bool;
	global Reporter::get_weird_sampling_duration: function(): interval;
	global Reporter::set_weird_sampling_duration: function(weird_sampling_duration: interval): bool;
}
