# A sample of the observations, each as likely to be kept as any other (reservoir sampling).

@load base/frameworks/sumstats/main

module SumStats;

export {
	redef enum Calculation += { SAMPLE };

	redef record Reducer += {
		## How many to keep.
		num_samples: count &default=0;
	};

	redef record ResultVal += {
		samples: vector of Observation &default=vector();
		## How many observations there were.
		sample_elements: count &default=0;
	};
}

redef record ResultVal += {
	# The reducer's number.
	num_samples: count &default=0;
};

hook init_resultval_hook(r: Reducer, rv: ResultVal)
	{
	if ( SAMPLE in r$apply )
		rv$num_samples = r$num_samples;
	}

# The nth observation replaces one of the kept ones with probability kept/n.
function sample_add_sample(obs: Observation, rv: ResultVal)
	{
	local kept = |rv$samples|;
	local place = kept < rv$num_samples ? kept : rand(rv$sample_elements + 1);

	if ( place < rv$num_samples )
		rv$samples[place] = obs;

	++rv$sample_elements;
	}

function observe_sample(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	sample_add_sample(obs, rv);
	}

hook register_observe_plugins()
	{
	register_observe_plugin(SAMPLE, observe_sample);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( rv1$num_samples != rv2$num_samples )
		{
		Reporter::error("Merging sample sets with differing sizes is not supported");
		return;
		}

	result$num_samples = rv1$num_samples;

	# If the smaller side kept all its observations, they are added one after the other.
	local small = rv1$sample_elements < rv2$sample_elements ? rv1 : rv2;
	local large = rv1$sample_elements < rv2$sample_elements ? rv2 : rv1;
	result$samples = copy(large$samples);
	result$sample_elements = large$sample_elements;

	if ( small$sample_elements == |small$samples| )
		{
		for ( _, obs in small$samples )
			sample_add_sample(obs, result);

		return;
		}

	# Otherwise each place goes to the smaller side with the probability of its share of all observations.
	local all = rv1$sample_elements + rv2$sample_elements;
	result$sample_elements = all;

	for ( i, obs in small$samples )
		if ( rand(all) < small$sample_elements )
			result$samples[i] = obs;
	}
