# Built-in declarations: top k.

module GLOBAL;

export {
	## Creates a counter that finds the most frequent elements with little memory (Space-Saving).
	##
	## size: The number of elements tracked at a time.
	##
	## Returns: A handle for the functions below.
	global topk_init: function(size: count): opaque of topk;

	## Counts an element. All elements of a handle must have the same type.
	##
	## handle: The handle.
	##
	## value: The element.
	global topk_add: function(handle: opaque of topk, value: any): any;

	## The most frequent elements.
	##
	## handle: The handle.
	##
	## k: The number of elements; more are returned if several are as frequent as the last.
	##
	## Returns: The elements, the most frequent first.
	global topk_get_top: function(handle: opaque of topk, k: count): any_vec;

	## The upper bound of an element's count. An element that is no longer tracked is an error.
	##
	## handle: The handle.
	##
	## value: The element.
	##
	## Returns: The bound; the true count is lower by topk_epsilon at most.
	global topk_count: function(handle: opaque of topk, value: any): count;

	## The largest error of topk_count. An element that is no longer tracked is an error.
	##
	## handle: The handle.
	##
	## value: The element.
	##
	## Returns: The number.
	global topk_epsilon: function(handle: opaque of topk, value: any): count;

	## The number of elements that a handle tracks.
	##
	## handle: The handle.
	##
	## Returns: The size passed to topk_init.
	global topk_size: function(handle: opaque of topk): count;

	## The sum of all counts, without elements removed by pruning.
	##
	## handle: The handle.
	##
	## Returns: The sum.
	global topk_sum: function(handle: opaque of topk): count;

	## Adds the counts of one handle to another, which may then track more elements than its size.
	##
	## handle1: The handle to add to.
	##
	## handle2: The handle to add.
	global topk_merge: function(handle1: opaque of topk, handle2: opaque of topk): any;

	## Adds the counts of one handle to another, and keeps only as many elements as its size.
	##
	## handle1: The handle to add to.
	##
	## handle2: The handle to add.
	global topk_merge_prune: function(handle1: opaque of topk, handle2: opaque of topk): any;
}
