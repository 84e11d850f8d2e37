# An estimate of the number of different observations, in little memory (HyperLogLog).

@load base/frameworks/sumstats

module SumStats;

export {
	redef record Reducer += {
		## The error margin of the estimate, and the confidence in it.
		hll_error_margin: double &default=0.01;
		hll_confidence: double &default=0.95;
	};

	redef enum Calculation += { HLL_UNIQUE };

	redef record ResultVal += {
		hll_unique: count &default=0;
	};
}

redef record ResultVal += {
	card: opaque of cardinality &optional;
	hll_error_margin: double &optional;
	hll_confidence: double &optional;
};

function observe_hll(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	if ( ! rv?$card )
		{
		rv$hll_error_margin = r$hll_error_margin;
		rv$hll_confidence = r$hll_confidence;
		rv$card = hll_cardinality_init(r$hll_error_margin, r$hll_confidence);
		}

	hll_cardinality_add(rv$card, obs);
	rv$hll_unique = double_to_count(hll_cardinality_estimate(rv$card));
	}

hook register_observe_plugins()
	{
	register_observe_plugin(HLL_UNIQUE, observe_hll);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( ! rv1?$card && ! rv2?$card )
		return;

	local model = rv1?$card ? rv1 : rv2;
	local both = hll_cardinality_init(model$hll_error_margin, model$hll_confidence);

	if ( rv1?$card )
		hll_cardinality_merge_into(both, rv1$card);

	if ( rv2?$card )
		hll_cardinality_merge_into(both, rv2$card);

	result$card = both;
	result$hll_unique = double_to_count(hll_cardinality_estimate(both));
	}
