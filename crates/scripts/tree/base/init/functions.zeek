# Small functions that the rest of the tree builds on.

function from_json_default_key_mapper(s: string): string
	{
	return s;
	}

function min_double(a: double, b: double): double
	{
	return b < a ? b : a;
	}

function max_double(a: double, b: double): double
	{
	return b > a ? b : a;
	}

function min_interval(a: interval, b: interval): interval
	{
	return b < a ? b : a;
	}

function max_interval(a: interval, b: interval): interval
	{
	return b > a ? b : a;
	}

function min_count(a: count, b: count): count
	{
	return b < a ? b : a;
	}

function max_count(a: count, b: count): count
	{
	return b > a ? b : a;
	}
