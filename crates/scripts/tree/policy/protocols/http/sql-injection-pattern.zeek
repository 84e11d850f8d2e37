# Detects SQL in the values of a query, for the detection scripts.

module HTTP;

export {
	## Builds a pattern for URIs with SQL. `quotes` are the characters that end a string in it.
	global sql_injection_pattern: function(quotes: string): pattern;
}

# Alternatives, in any order.
function any_of(choices: string_vec): string
	{
	return fmt("(%s)", join_string_vec(choices, "|"));
	}

function sql_injection_pattern(quotes: string): pattern
	{
	# What databases skip between words: blanks, `+` for a blank, C-style comments and comments to the end of the line.
	local gap = "([[:blank:]\\x00-\\x1f+]|\\/\\*[^*]*\\*+([^\\/*][^*]*\\*+)*\\/|#[^\\n]*\\n)";
	local quote = fmt("[%s]", quotes);

	# A variable, and a value that breaks out of its statement: by a quote, or because it is a number.
	local variable = "[?&][^=&?[:blank:]]+=";
	local left = fmt("([-+]?[0-9]+|[^&]*%s)[)%%]*", quote);

	local functions = "(ascii|benchmark|cast|chr|concat|convert|db_name|extractvalue|length|load_file|n?char|sleep|substring|truncate|updatexml|version)\\(";
	local objects = "(database|function|index|login|procedure|role|schema|table|trigger|user|view)";

	# Statements, with enough context to distinguish them from English.
	local statement = any_of(vector(
		cat("(declare|having|select)(", gap, "|[(*@])"),
		cat("(alter|create|drop)", gap, "+", objects),
		cat("delete", gap, "+from"),
		cat("exec(ute)?(", gap, "+[[:alpha:]@(]|\\()"),
		cat("insert", gap, "+into"),
		cat("union(", gap, "|\\()")));

	# Conditions after AND or OR: a comparison, a string, a function or a subquery.
	local condition = any_of(vector(
		"[^&=[:alpha:]]*[=<>]",
		cat(quote, "[^&]*="),
		cat("[(]*(exists|not|select)(", gap, "|\\()"),
		cat("[(]*[[:alpha:]_]+\\("),
		cat("[^&=[:blank:]]+", gap, "+(between|in|is|like|regexp)", gap)));

	return string_to_pattern(fmt("(?i:%s)", any_of(vector(
		# -1' UNION SELECT 0,1
		cat(variable, "[^&]*(", gap, "|", quote, "|[0-9)])union", gap, "*((all|distinct)(", gap, "|\\()*)?(", gap,
		    "|\\()*select"),
		# 3; declare @d int
		cat(variable, "([^&]*;|", left, ")", gap, "*", statement),
		# 1' and '1'='1
		cat(variable, left, gap, "*(n?and|x?or|&&|\\|\\|)(", gap, "+|", gap, "*\\(|", quote, ")", condition),
		# 1'+cast(user as int)+'0
		cat(variable, "[^&]*", quote, gap, "*(\\|\\||[-+=])", gap, "*([0-9]|\\(?", functions, ")"),
		# 1+(2*ascii(substring(version(),6,1)))
		cat(variable, "([^&]*(", gap, "|[(,*\\/%<>=|-]))?", functions),
		# 1; if (1=1) waitfor delay '0:0:5'
		cat(variable, "[^&]*", gap, "waitfor", gap, "+delay"),
		# A comment that MySQL executes.
		"\\/\\*![[:alnum:]]"))), F);
	}
