# Built-in declarations: cardinality counter.

module GLOBAL;

export {
	global hll_cardinality_init: function(err: double, confidence: double): opaque of cardinality;
	global hll_cardinality_add: function(handle: opaque of cardinality, elem: any): bool;
	global hll_cardinality_merge_into: function(handle1: opaque of cardinality, handle2: opaque of cardinality): bool;
	global hll_cardinality_estimate: function(handle: opaque of cardinality): double;
	global hll_cardinality_copy: function(handle: opaque of cardinality): opaque of cardinality;
}
