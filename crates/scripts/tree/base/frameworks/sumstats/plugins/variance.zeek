# The sample variance of the values, by Welford's method: the sum of squares grows with each value.

@load ./average
@load ../main

module SumStats;

export {
	redef enum Calculation += { VARIANCE };

	redef record ResultVal += {
		variance: double &optional;
	};
}

redef record ResultVal += {
	# The mean before the current value.
	prev_avg: double &optional;

	# The sum of squared distances from the mean.
	var_s: double &default=0.0;
};

function calc_variance(rv: ResultVal)
	{
	rv$variance = rv$num > 1 ? rv$var_s / (rv$num - 1) : 0.0;
	}

function observe_variance(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	if ( rv$num > 1 )
		rv$var_s += (val - rv$prev_avg) * (val - rv$average);

	calc_variance(rv);
	rv$prev_avg = rv$average;
	}

hook register_observe_plugins() &priority=-5
	{
	register_observe_plugin(VARIANCE, observe_variance);
	add_observe_plugin_dependency(VARIANCE, AVERAGE);
	}

# The squared distance of a part's mean from that of all, times its number of values.
function shift(rv: ResultVal, mean: double): double
	{
	return rv$num * (rv$average - mean) * (rv$average - mean);
	}

# After the means have been merged.
hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal) &priority=-5
	{
	result$var_s = rv1$var_s + rv2$var_s;

	if ( rv1?$average && rv2?$average )
		result$var_s += shift(rv1, result$average) + shift(rv2, result$average);

	if ( rv1?$prev_avg && rv2?$prev_avg )
		result$prev_avg = (rv1$prev_avg * rv1$num + rv2$prev_avg * rv2$num) / (rv1$num + rv2$num);
	else if ( rv1?$prev_avg )
		result$prev_avg = rv1$prev_avg;
	else if ( rv2?$prev_avg )
		result$prev_avg = rv2$prev_avg;

	calc_variance(result);
	}
