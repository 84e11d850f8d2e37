# The standard deviation of the values.

@load ./variance
@load ../main

module SumStats;

export {
	redef enum Calculation += { STD_DEV };

	redef record ResultVal += {
		std_dev: double &default=0.0;
	};
}

function calc_std_dev(rv: ResultVal)
	{
	if ( rv?$variance )
		rv$std_dev = sqrt(rv$variance);
	}

function observe_std_dev(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	calc_std_dev(rv);
	}

hook register_observe_plugins() &priority=-10
	{
	register_observe_plugin(STD_DEV, observe_std_dev);
	add_observe_plugin_dependency(STD_DEV, VARIANCE);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal) &priority=-10
	{
	calc_std_dev(result);
	}
