# First-in, first-out queues of values of any type. A queue with a limit drops its oldest value when it is full.

module Queue;

export {
	type Settings: record {
		max_len: count &optional;
	};

	type Queue: record { };

	global init: function(s: Settings &default=Settings()): Queue;
	global put: function(q: Queue, val: any);
	global get: function(q: Queue): any;
	global peek: function(q: Queue): any;
	global merge: function(q1: Queue, q2: Queue): Queue;
	global len: function(q: Queue): count;
	global get_vector: function(q: Queue, ret: vector of any);
}

redef record Queue += {
	initialized: bool &default=F;
	vals: table[count] of any &optional;
	settings: Settings &optional;
	top: count &default=0;
	bottom: count &default=0;
	size: count &default=0;
};

function init(s: Settings): Queue
	{
	return Queue($initialized=T, $vals=table(), $settings=copy(s));
	}

function len(q: Queue): count
	{
	return q$top - q$bottom;
	}

function is_full(q: Queue): bool
	{
	return q$settings?$max_len && len(q) >= q$settings$max_len;
	}

function put(q: Queue, val: any)
	{
	if ( is_full(q) )
		get(q);

	q$vals[q$top] = val;
	++q$top;
	}

function peek(q: Queue): any
	{
	return q$vals[q$bottom];
	}

function get(q: Queue): any
	{
	local oldest = peek(q);
	delete q$vals[q$bottom];
	++q$bottom;
	return oldest;
	}

# Returns a new queue with the values of both, alternating.
function merge(q1: Queue, q2: Queue): Queue
	{
	local merged = init(q1$settings);
	local i = 0;

	while ( i < len(q1) )
		{
		put(merged, q1$vals[q1$bottom + i]);

		if ( i < len(q2) )
			put(merged, q2$vals[q2$bottom + i]);

		++i;
		}

	return merged;
	}

function get_vector(q: Queue, ret: vector of any)
	{
	local i = 0;

	while ( i < len(q) )
		{
		ret[i] = q$vals[q$bottom + i];
		++i;
		}
	}
