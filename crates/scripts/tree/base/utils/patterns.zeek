# Patterns built at run time, and where they match.

module GLOBAL;

# Builds a pattern from `pat`, in which "~~" stands for any of the texts.
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

# Finds the first match of a pattern inside a text. Offsets count from 1. Empty matches do not count.
function match_pattern(s: string, p: pattern): PatternMatchResult
	{
	local parts = split_string_n(s, p, T, 1);
	local hit = |parts| > 1;

	return PatternMatchResult($matched=hit, $str=hit ? parts[1] : "", $off=hit ? |parts[0]| + 1 : 0);
	}
