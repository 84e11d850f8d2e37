# Built-in declarations: bloom filter.

module GLOBAL;

export {
	## Makes a Bloom filter by what is expected of it.
	##
	## fp: How likely it finds what was never added, from 0.0 to 1.0.
	##
	## capacity: How many elements that holds for.
	##
	## name: Chooses the hash functions; filters that are merged need the same.
	##
	## Returns: The filter; an error for values that cannot be.
	global bloomfilter_basic_init: function(fp: double, capacity: count, name: string &default=""): opaque of bloomfilter;

	## Makes a Bloom filter by its size.
	##
	## k: The number of hash functions.
	##
	## cells: The number of bits.
	##
	## name: Chooses the hash functions; filters that are merged need the same.
	##
	## Returns: The filter; an error for values that cannot be.
	global bloomfilter_basic_init2: function(k: count, cells: count, name: string &default=""): opaque of bloomfilter;

	## Makes a Bloom filter that counts.
	##
	## k: The number of hash functions.
	##
	## cells: The number of counters.
	##
	## max: The highest count of a counter.
	##
	## name: Chooses the hash functions; filters that are merged need the same.
	##
	## Returns: The filter; an error for values that cannot be.
	global bloomfilter_counting_init: function(k: count, cells: count, max: count, name: string &default=""): opaque of bloomfilter;

	## Adds an element. All elements of a filter have one type; another is an error.
	##
	## bf: The filter.
	##
	## x: The element.
	global bloomfilter_add: function(bf: opaque of bloomfilter, x: any): any;

	## Takes an element out of a filter that counts.
	##
	## bf: The filter.
	##
	## x: The element.
	##
	## Returns: True if its counters were above 0.
	global bloomfilter_decrement: function(bf: opaque of bloomfilter, x: any): bool;

	## Looks for an element. It may be found though it was never added, and is never missed.
	##
	## bf: The filter.
	##
	## x: The element.
	##
	## Returns: How often it was added, by a filter that counts; otherwise 1 if it was found and 0 if not.
	global bloomfilter_lookup: function(bf: opaque of bloomfilter, x: any): count;

	## Takes all elements out of a filter.
	##
	## bf: The filter.
	global bloomfilter_clear: function(bf: opaque of bloomfilter): any;

	## Joins two filters of the same size, hash functions and type.
	##
	## bf1: A filter.
	##
	## bf2: Another.
	##
	## Returns: A filter with the elements of both; an error if they differ.
	global bloomfilter_merge: function(bf1: opaque of bloomfilter, bf2: opaque of bloomfilter): opaque of bloomfilter;

	## The elements that two filters of the same size, hash functions and type have in common.
	##
	## bf1: A filter.
	##
	## bf2: Another.
	##
	## Returns: A filter; an error if they differ.
	global bloomfilter_intersect: function(bf1: opaque of bloomfilter, bf2: opaque of bloomfilter): opaque of bloomfilter;

	## What a filter holds, as text for tests.
	##
	## bf: The filter.
	##
	## Returns: Its parameters and a digest of its cells.
	global bloomfilter_internal_state: function(bf: opaque of bloomfilter): string;
}
