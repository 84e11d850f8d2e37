# Built-in declarations: top k.

module GLOBAL;

export {
	## Begins to look for the most frequent elements with little memory (Space-Saving).
	##
	## size: How many elements are counted at a time.
	##
	## Returns: A handle for the functions below.
	global topk_init: function(size: count): opaque of topk;

	## Counts an element. All elements of a handle have one type; another is an error.
	##
	## handle: The handle.
	##
	## value: The element.
	global topk_add: function(handle: opaque of topk, value: any): any;

	## The most frequent elements.
	##
	## handle: The handle.
	##
	## k: How many; more if several are as frequent as the last.
	##
	## Returns: The elements, the most frequent first.
	global topk_get_top: function(handle: opaque of topk, k: count): any_vec;

	## How often an element was counted at most. One that is not counted any more is an error.
	##
	## handle: The handle.
	##
	## value: The element.
	##
	## Returns: The number; the true one is lower by topk_epsilon at most.
	global topk_count: function(handle: opaque of topk, value: any): count;

	## How much too high the number of topk_count may be. An element that is not counted any more is an error.
	##
	## handle: The handle.
	##
	## value: The element.
	##
	## Returns: The number.
	global topk_epsilon: function(handle: opaque of topk, value: any): count;

	## How many elements a handle counts at a time.
	##
	## handle: The handle.
	##
	## Returns: The number that topk_init was given.
	global topk_size: function(handle: opaque of topk): count;

	## The sum of all counts. Elements that pruning took away are missing.
	##
	## handle: The handle.
	##
	## Returns: The sum.
	global topk_sum: function(handle: opaque of topk): count;

	## Adds the counts of one handle to another, which may then hold more elements than its size.
	##
	## handle1: The handle that takes them.
	##
	## handle2: The handle that gives them.
	global topk_merge: function(handle1: opaque of topk, handle2: opaque of topk): any;

	## Adds the counts of one handle to another, and keeps only as many elements as its size.
	##
	## handle1: The handle that takes them.
	##
	## handle2: The handle that gives them.
	global topk_merge_prune: function(handle1: opaque of topk, handle2: opaque of topk): any;
}
