# Built-in declarations: spicy.

module Spicy;

export {
	const available = F;

	type ResourceUsage: record {
		user_time: interval;
		system_time: interval;
		memory_heap: count;
		num_fibers: count;
		max_fibers: count;
		max_fiber_stack_size: count;
		cached_fibers: count;
	};

	global Spicy::max_file_depth_exceeded: event(f: fa_file, args: Files::AnalyzerArgs, limit: count);
	global Spicy::__toggle_analyzer: function(tag: any, enable: bool): bool;
	global Spicy::__resource_usage: function(): Spicy::ResourceUsage;
}
