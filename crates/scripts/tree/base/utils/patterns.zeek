# Patterns made while running.

module GLOBAL;

# The pattern `pat` with its "~~" standing for any one of the texts.
function set_to_regex(ss: set[string], pat: string): pattern
	{
	local alternatives = "";

	for ( s in ss )
		{
		local one = convert_for_pattern(s);
		alternatives = alternatives == "" ? one : one + "|" + alternatives;
		}

	return string_to_pattern(sub(pat, /~~/, alternatives), F);
	}

type PatternMatchResult: record {
	matched: bool;
	str: string;
	off: count;
};

# Where a pattern first matches inside a text; offsets count from 1.
function match_pattern(s: string, p: pattern): PatternMatchResult
	{
	local around = split_string_n(s, p, T, 1);

	if ( |around| < 3 )
		return PatternMatchResult($matched=F, $str="", $off=0);

	return PatternMatchResult($matched=T, $str=around[1], $off=1 + |around[0]|);
	}
