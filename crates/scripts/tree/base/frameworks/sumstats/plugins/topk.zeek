# The most frequent observations.

@load base/frameworks/sumstats

module SumStats;

export {
	redef record Reducer += {
		## How many observations to track.
		topk_size: count &default=500;
	};

	redef enum Calculation += { TOPK };

	redef record ResultVal += {
		topk: opaque of topk &optional;
	};
}

hook init_resultval_hook(r: Reducer, rv: ResultVal)
	{
	if ( TOPK in r$apply && ! rv?$topk )
		rv$topk = topk_init(r$topk_size);
	}

function observe_topk(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	topk_add(rv$topk, obs);
	}

hook register_observe_plugins()
	{
	register_observe_plugin(TOPK, observe_topk);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( ! rv1?$topk && ! rv2?$topk )
		return;

	result$topk = topk_init(topk_size(rv1?$topk ? rv1$topk : rv2$topk));

	if ( rv1?$topk )
		topk_merge(result$topk, rv1$topk);

	if ( rv2?$topk )
		topk_merge(result$topk, rv2$topk);
	}
