# Built-in declarations: cardinality counter.

module GLOBAL;

export {
	## Creates a counter that estimates the number of distinct elements with little memory (HyperLogLog).
	##
	## err: The relative error to allow, such as 0.01.
	##
	## confidence: The confidence in that error, such as 0.95.
	##
	## Returns: A handle for the functions below.
	global hll_cardinality_init: function(err: double, confidence: double): opaque of cardinality;

	## Adds an element. All elements of a counter must have the same type.
	##
	## handle: The counter.
	##
	## elem: The element.
	##
	## Returns: False for an element of another type.
	global hll_cardinality_add: function(handle: opaque of cardinality, elem: any): bool;

	## Adds the elements of one counter to another with the same parameters and type.
	##
	## handle1: The counter to add to.
	##
	## handle2: The counter to add.
	##
	## Returns: False if the counters differ in parameters or type.
	global hll_cardinality_merge_into: function(handle1: opaque of cardinality, handle2: opaque of cardinality): bool;

	## The estimated number of distinct elements.
	##
	## handle: The counter.
	##
	## Returns: The estimate; -1.0 for an invalid counter.
	global hll_cardinality_estimate: function(handle: opaque of cardinality): double;

	## Copies a counter.
	##
	## handle: The counter.
	##
	## Returns: A counter with the same elements.
	global hll_cardinality_copy: function(handle: opaque of cardinality): opaque of cardinality;
}
