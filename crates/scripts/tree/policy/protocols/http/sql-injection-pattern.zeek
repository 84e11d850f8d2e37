# How SQL looks that stands in the values of a query: for the scripts that detect it.

module HTTP;

export {
	## What matches a URI with SQL in it. `quotes` are the characters that end a string in it.
	global sql_injection_pattern: function(quotes: string): pattern;
}

function sql_injection_pattern(quotes: string): pattern
	{
	# What databases skip between words: blanks, `+` for a blank, comments.
	local comment = "\\/\\*.*?\\*\\/";
	local gap = fmt("([[:blank:]\\x00-\\x1f\\+]|%s)", comment);
	local quote = fmt("[%s]", quotes);
	# A key, and a key that holds no bar either.
	local key = "[\\?&][^[:blank:]\\x00-\\x1f\\+]+=";
	local plain_key = "[\\?&][^[:blank:]\\x00-\\x1f\\|\\+]+=";
	# The value's end, as the statement behind it needs it.
	local end = fmt("%s*%s?(%s|\\)?;)+", gap, quote, gap);
	local statements = "having|union|exec|select|delete|drop|declare|create|insert";
	local junctions = "x?or|n?and";

	local forms: string_vec = vector(
		# A value, then a statement: 1; select
		cat(plain_key, "[\\-[:alnum:]%]+", end, ".*(", statements, ")", gap, "+"),
		# A number, then a condition: 1' or '='
		cat(plain_key, "[\\-0-9%]+", end, "(", junctions, ")", gap, "+", quote, "?(([^a-zA-Z&]+)?=|exists)"),
		# A number, then one that is reckoned with: 1'+1
		cat(key, "[\\-0-9%]*", gap, "*", quote, "([[:blank:]\\x00-\\x1f]|", comment, ")*(-|=|\\+|\\|\\|)", gap,
		    "*([0-9]|\\(?convert|cast)"),
		# No value, then either: ' union(all
		cat(plain_key, gap, "*", quote, "(", gap, "|;)*(", junctions, "|", statements, "|regexp)(", gap,
		    "|[\\[\\(])+[a-zA-Z&]{2,}"),
		# A function that takes answers apart a character at a time.
		cat(key, "[^\\.]*(char|ascii|substring|truncate|version|length)\\("),
		# A comment that MySQL runs from some version on.
		"\\/\\*![[:digit:]]{5}.*?\\*\\/"
	);

	return string_to_pattern(fmt("(?i:(%s))", join_string_vec(forms, ")|(")), F);
	}
