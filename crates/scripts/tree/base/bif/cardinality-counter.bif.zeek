# Built-in declarations: cardinality counter.

module GLOBAL;

export {
	## Begins to count different elements with little memory (HyperLogLog).
	##
	## err: The relative error to allow, such as 0.01.
	##
	## confidence: How certain the error holds, such as 0.95.
	##
	## Returns: A handle for the functions below.
	global hll_cardinality_init: function(err: double, confidence: double): opaque of cardinality;

	## Counts an element. All elements of a counter have one type.
	##
	## handle: The counter.
	##
	## elem: The element.
	##
	## Returns: False for an element of another type.
	global hll_cardinality_add: function(handle: opaque of cardinality, elem: any): bool;

	## Adds the elements of one counter to another with the same parameters and type.
	##
	## handle1: The counter that takes them.
	##
	## handle2: The counter that gives them.
	##
	## Returns: False if they do not fit.
	global hll_cardinality_merge_into: function(handle1: opaque of cardinality, handle2: opaque of cardinality): bool;

	## How many different elements were counted.
	##
	## handle: The counter.
	##
	## Returns: The estimate; -1.0 for a counter that cannot be.
	global hll_cardinality_estimate: function(handle: opaque of cardinality): double;

	## Copies a counter.
	##
	## handle: The counter.
	##
	## Returns: A counter with the same elements.
	global hll_cardinality_copy: function(handle: opaque of cardinality): opaque of cardinality;
}
