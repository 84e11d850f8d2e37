# Built-in declarations: bloom filter.

module GLOBAL;

export {
	## Creates a Bloom filter with a given error rate and capacity.
	##
	## fp: The probability of false positives, from 0.0 to 1.0.
	##
	## capacity: The number of elements for which that probability holds.
	##
	## name: Seeds the hash functions; filters can only be merged if they have the same name.
	##
	## Returns: The filter; invalid parameters are an error.
	global bloomfilter_basic_init: function(fp: double, capacity: count, name: string &default=""): opaque of bloomfilter;

	## Creates a Bloom filter with a given size.
	##
	## k: The number of hash functions.
	##
	## cells: The number of bits.
	##
	## name: Seeds the hash functions; filters can only be merged if they have the same name.
	##
	## Returns: The filter; invalid parameters are an error.
	global bloomfilter_basic_init2: function(k: count, cells: count, name: string &default=""): opaque of bloomfilter;

	## Creates a counting Bloom filter.
	##
	## k: The number of hash functions.
	##
	## cells: The number of counters.
	##
	## max: The highest value of a counter.
	##
	## name: Seeds the hash functions; filters can only be merged if they have the same name.
	##
	## Returns: The filter; invalid parameters are an error.
	global bloomfilter_counting_init: function(k: count, cells: count, max: count, name: string &default=""): opaque of bloomfilter;

	## Adds an element. All elements of a filter must have the same type.
	##
	## bf: The filter.
	##
	## x: The element.
	global bloomfilter_add: function(bf: opaque of bloomfilter, x: any): any;

	## Removes an element from a counting filter.
	##
	## bf: The filter.
	##
	## x: The element.
	##
	## Returns: True if its counters were above 0.
	global bloomfilter_decrement: function(bf: opaque of bloomfilter, x: any): bool;

	## Looks up an element. The result may be a false positive, but never a false negative.
	##
	## bf: The filter.
	##
	## x: The element.
	##
	## Returns: For a counting filter, how often the element was added; otherwise 1 if it was found, else 0.
	global bloomfilter_lookup: function(bf: opaque of bloomfilter, x: any): count;

	## Removes all elements from a filter.
	##
	## bf: The filter.
	global bloomfilter_clear: function(bf: opaque of bloomfilter): any;

	## Merges two filters with the same size, hash functions and type.
	##
	## bf1: A filter.
	##
	## bf2: Another.
	##
	## Returns: A filter with the elements of both; an error if they differ.
	global bloomfilter_merge: function(bf1: opaque of bloomfilter, bf2: opaque of bloomfilter): opaque of bloomfilter;

	## Intersects two filters with the same size, hash functions and type.
	##
	## bf1: A filter.
	##
	## bf2: Another.
	##
	## Returns: A filter; an error if they differ.
	global bloomfilter_intersect: function(bf1: opaque of bloomfilter, bf2: opaque of bloomfilter): opaque of bloomfilter;

	## The content of a filter as text, for tests.
	##
	## bf: The filter.
	##
	## Returns: Its parameters and a digest of its cells.
	global bloomfilter_internal_state: function(bf: opaque of bloomfilter): string;
}
