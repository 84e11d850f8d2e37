# The largest value.

@load ../main

module SumStats;

export {
	redef enum Calculation += { MAX };

	redef record ResultVal += {
		max: double &optional;
	};
}

function observe_max(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	if ( ! rv?$max || val > rv$max )
		rv$max = val;
	}

hook register_observe_plugins()
	{
	register_observe_plugin(MAX, observe_max);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( rv1?$max )
		result$max = rv1$max;

	if ( rv2?$max && ( ! result?$max || rv2$max > result$max ) )
		result$max = rv2$max;
	}
