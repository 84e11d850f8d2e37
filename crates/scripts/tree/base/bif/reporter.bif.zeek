# Built-in declarations: reporter.

module Reporter;

export {
	## Writes a message to reporter.log, or wherever handlers of reporter_info put it.
	##
	## msg: The message.
	##
	## Returns: Always true.
	global Reporter::info: function(msg: string): bool;

	## Writes a warning to reporter.log, or wherever handlers of reporter_warning put it.
	##
	## msg: The message.
	##
	## Returns: Always true.
	global Reporter::warning: function(msg: string): bool;

	## Writes an error to reporter.log, or wherever handlers of reporter_error put it. The run continues; its exit code
	## does not change.
	##
	## msg: The message.
	##
	## Returns: Always true.
	global Reporter::error: function(msg: string): bool;

	## Writes an error and ends the process.
	##
	## msg: The message.
	##
	## Returns: Does not return.
	global Reporter::fatal: function(msg: string): bool;

	## Writes an error and ends the process with a core file if the system keeps one.
	##
	## msg: The message.
	##
	## Returns: Does not return.
	global Reporter::fatal_error_with_core: function(msg: string): bool;

	## Raises net_weird: something odd about a packet that belongs to no flow.
	##
	## name: The name of the weird, as in weird.log.
	##
	## addl: Details.
	##
	## source: The analyzer or script that found it.
	##
	## Returns: Always true.
	global Reporter::net_weird: function(name: string, addl: string &default="", source: string &default=""): bool;

	## Raises flow_weird: something odd between two hosts that have no connection.
	##
	## name: The name of the weird.
	##
	## orig: The sender.
	##
	## resp: The host that it will be opened to.
	##
	## addl: Details.
	##
	## source: The analyzer or script that found it.
	##
	## Returns: Always true.
	global Reporter::flow_weird: function(name: string, orig: addr, resp: addr, addl: string &default="", source: string &default=""): bool;

	## Raises conn_weird: something odd about a connection.
	##
	## name: The name of the weird.
	##
	## c: The connection.
	##
	## addl: Details.
	##
	## source: The analyzer or script that found it.
	##
	## Returns: Always true.
	global Reporter::conn_weird: function(name: string, c: connection, addl: string &default="", source: string &default=""): bool;

	## Raises file_weird: something odd about a file.
	##
	## name: The name of the weird.
	##
	## f: The file.
	##
	## addl: Details.
	##
	## source: The analyzer or script that found it.
	##
	## Returns: Always true.
	global Reporter::file_weird: function(name: string, f: fa_file, addl: string &default="", source: string &default=""): bool;

	## The names of weirds that are exempt from sampling.
	##
	## Returns: The names.
	global Reporter::get_weird_sampling_whitelist: function(): string_set;

	## Sets the names of weirds that are exempt from sampling.
	##
	## weird_sampling_whitelist: The names.
	##
	## Returns: Always true.
	global Reporter::set_weird_sampling_whitelist: function(weird_sampling_whitelist: string_set): bool;

	## The names of weirds that are sampled over the whole run instead of by connection.
	##
	## Returns: The names.
	global Reporter::get_weird_sampling_global_list: function(): string_set;

	## Sets the names of weirds that are sampled over the whole run instead of by connection.
	##
	## weird_sampling_global_list: The names.
	##
	## Returns: Always true.
	global Reporter::set_weird_sampling_global_list: function(weird_sampling_global_list: string_set): bool;

	## How often a weird is raised before it is sampled.
	##
	## Returns: The number.
	global Reporter::get_weird_sampling_threshold: function(): count;

	## Sets how often a weird is raised before it is sampled.
	##
	## weird_sampling_threshold: The number.
	##
	## Returns: Always true.
	global Reporter::set_weird_sampling_threshold: function(weird_sampling_threshold: count): bool;

	## The sampling rate of weirds: one in how many is raised.
	##
	## Returns: The number.
	global Reporter::get_weird_sampling_rate: function(): count;

	## Sets the sampling rate of weirds: one in how many is raised; with 0, none.
	##
	## weird_sampling_rate: The number.
	##
	## Returns: Always true.
	global Reporter::set_weird_sampling_rate: function(weird_sampling_rate: count): bool;

	## How long weirds are counted together for sampling.
	##
	## Returns: The interval.
	global Reporter::get_weird_sampling_duration: function(): interval;

	## Sets how long weirds are counted together for sampling.
	##
	## weird_sampling_duration: The interval.
	##
	## Returns: Always true.
	global Reporter::set_weird_sampling_duration: function(weird_sampling_duration: interval): bool;
}
