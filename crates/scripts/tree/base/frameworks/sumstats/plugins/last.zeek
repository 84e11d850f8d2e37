# The last observations.

@load base/frameworks/sumstats
@load base/utils/queue

module SumStats;

export {
	redef enum Calculation += { LAST };

	redef record Reducer += {
		## How many to keep.
		num_last_elements: count &default=0;
	};

	redef record ResultVal += {
		last_elements: Queue::Queue &optional;
	};

	## The last observations, oldest first.
	global get_last: function(rv: ResultVal): vector of Observation;
}

function get_last(rv: ResultVal): vector of Observation
	{
	local kept: vector of any = vector();
	local observations: vector of Observation = vector();

	if ( rv?$last_elements )
		Queue::get_vector(rv$last_elements, kept);

	for ( _, one in kept )
		observations += one as Observation;

	return observations;
	}

function observe_last(r: Reducer, val: double, obs: Observation, rv: ResultVal)
	{
	if ( r$num_last_elements == 0 )
		return;

	if ( ! rv?$last_elements )
		rv$last_elements = Queue::init(Queue::Settings($max_len=r$num_last_elements));

	Queue::put(rv$last_elements, obs);
	}

hook register_observe_plugins()
	{
	register_observe_plugin(LAST, observe_last);
	}

hook compose_resultvals_hook(result: ResultVal, rv1: ResultVal, rv2: ResultVal)
	{
	if ( rv2?$last_elements )
		result$last_elements = rv2$last_elements;

	if ( rv1?$last_elements )
		result$last_elements = result?$last_elements ? Queue::merge(rv1$last_elements, rv2$last_elements) : rv1$last_elements;
	}
