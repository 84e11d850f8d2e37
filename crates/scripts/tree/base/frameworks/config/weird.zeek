# Applies changes of the options of weird sampling at run time.

@load ./main

module Config;

function follow_weird_names(id: string, names: string_set, location: string): string_set
	{
	Reporter::set_weird_sampling_whitelist(names);
	return names;
	}

function follow_weird_threshold(id: string, n: count, location: string): count
	{
	Reporter::set_weird_sampling_threshold(n);
	return n;
	}

function follow_weird_rate(id: string, n: count, location: string): count
	{
	Reporter::set_weird_sampling_rate(n);
	return n;
	}

function follow_weird_duration(id: string, span: interval, location: string): interval
	{
	Reporter::set_weird_sampling_duration(span);
	return span;
	}

event zeek_init() &priority=5
	{
	Option::set_change_handler("Weird::sampling_whitelist", follow_weird_names, 5);
	Option::set_change_handler("Weird::sampling_threshold", follow_weird_threshold, 5);
	Option::set_change_handler("Weird::sampling_rate", follow_weird_rate, 5);
	Option::set_change_handler("Weird::sampling_duration", follow_weird_duration, 5);
	}
