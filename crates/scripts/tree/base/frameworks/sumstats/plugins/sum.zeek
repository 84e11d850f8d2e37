# The sum of the values.

@load ../main

module SumStats;

export {
	redef enum Calculation += { SUM };

	redef record ResultVal += {
		sum: double &default=0.0;
	};
}

function observe_sum(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	rv$sum += val;
	}

hook register_observe_plugins()
	{
	register_observe_plugin(SUM, observe_sum);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	result$sum = rv1$sum + rv2$sum;
	}
