# The number of different observations.

@load ../main

module SumStats;

export {
	redef record Reducer += {
		## Counting stops above this number.
		unique_max: count &optional;
	};

	redef enum Calculation += { UNIQUE };

	redef record ResultVal += {
		unique: count &default=0;
	};
}

redef record ResultVal += {
	unique_max: count &optional;
	unique_vals: set[Observation] &optional;
};

function observe_unique(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	if ( ! rv?$unique_vals )
		rv$unique_vals = set(obs);
	else if ( ! r?$unique_max || r$unique_max >= |rv$unique_vals| )
		add rv$unique_vals[obs];

	rv$unique = |rv$unique_vals|;

	if ( r?$unique_max )
		rv$unique_max = r$unique_max;
	}

hook register_observe_plugins()
	{
	register_observe_plugin(UNIQUE, observe_unique);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( ! rv1?$unique_vals && ! rv2?$unique_vals )
		return;

	if ( rv1?$unique_max )
		result$unique_max = rv1$unique_max;
	else if ( rv2?$unique_max )
		result$unique_max = rv2$unique_max;

	result$unique_vals = copy(rv1?$unique_vals ? rv1$unique_vals : rv2$unique_vals);

	if ( rv1?$unique_vals && rv2?$unique_vals )
		for ( obs in rv2$unique_vals )
			{
			if ( result?$unique_max && |result$unique_vals| >= result$unique_max )
				break;

			add result$unique_vals[copy(obs)];
			}

	result$unique = |result$unique_vals|;
	}
