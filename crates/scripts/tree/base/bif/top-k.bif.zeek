# Built-in declarations: top k.

module GLOBAL;

export {
	global topk_init: function(size: count): opaque of topk;
	global topk_add: function(handle: opaque of topk, value: any): any;
	global topk_get_top: function(handle: opaque of topk, k: count): any_vec;
	global topk_count: function(handle: opaque of topk, value: any): count;
	global topk_epsilon: function(handle: opaque of topk, value: any): count;
	global topk_size: function(handle: opaque of topk): count;
	global topk_sum: function(handle: opaque of topk): count;
	global topk_merge: function(handle1: opaque of topk, handle2: opaque of topk): any;
	global topk_merge_prune: function(handle1: opaque of topk, handle2: opaque of topk): any;
}
