# The mean of the values.

@load ../main

module SumStats;

export {
	redef enum Calculation += { AVERAGE };

	redef record ResultVal += {
		average: double &optional;
	};
}

function observe_average(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	rv$average = rv?$average ? rv$average + (val - rv$average) / rv$num : val;
	}

hook register_observe_plugins()
	{
	register_observe_plugin(AVERAGE, observe_average);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	local total = 0.0;
	local n = 0;

	for ( _, part in vector(rv1, rv2) )
		if ( part?$average )
			{
			n += part$num;
			total += part$average * part$num;
			result$average = n == part$num ? part$average : total / n;
			}
	}
