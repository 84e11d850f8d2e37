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
	if ( rv1?$average && rv2?$average )
		result$average = (rv1$average * rv1$num + rv2$average * rv2$num) / (rv1$num + rv2$num);
	else if ( rv1?$average )
		result$average = rv1$average;
	else if ( rv2?$average )
		result$average = rv2$average;
	}
