# The smallest value.

@load ../main

module SumStats;

export {
	redef enum Calculation += { MIN };

	redef record ResultVal += {
		min: double &optional;
	};
}

function observe_min(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	if ( ! rv?$min || val < rv$min )
		rv$min = val;
	}

hook register_observe_plugins()
	{
	register_observe_plugin(MIN, observe_min);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( rv1?$min )
		result$min = rv1$min;

	if ( rv2?$min && ( ! result?$min || rv2$min < result$min ) )
		result$min = rv2$min;
	}
