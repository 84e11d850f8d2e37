# Built-in declarations: bloom filter.

module GLOBAL;

export {
	global bloomfilter_basic_init: function(fp: double, capacity: count, name: string &default=""): opaque of bloomfilter;
	global bloomfilter_basic_init2: function(k: count, cells: count, name: string &default=""): opaque of bloomfilter;
	global bloomfilter_counting_init: function(k: count, cells: count, max: count, name: string &default=""): opaque of bloomfilter;
	global bloomfilter_add: function(bf: opaque of bloomfilter, x: any): any;
	global bloomfilter_decrement: function(bf: opaque of bloomfilter, x: any): bool;
	global bloomfilter_lookup: function(bf: opaque of bloomfilter, x: any): count;
	global bloomfilter_clear: function(bf: opaque of bloomfilter): any;
	global bloomfilter_merge: function(bf1: opaque of bloomfilter, bf2: opaque of bloomfilter): opaque of bloomfilter;
	global bloomfilter_intersect: function(bf1: opaque of bloomfilter, bf2: opaque of bloomfilter): opaque of bloomfilter;
	global bloomfilter_internal_state: function(bf: opaque of bloomfilter): string;
}
