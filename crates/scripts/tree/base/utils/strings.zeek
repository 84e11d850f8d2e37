# Functions on texts.

# Whether at least a quarter of the bytes are not ASCII.
function is_string_binary(s: string): bool
	{
	local others = |s| - |gsub(s, /[\x80-\xff]/, "")|;
	return 4 * others >= |s|;
	}

# Inserts a backslash before each backslash and each of the given characters.
function string_escape(s: string, chars: string): string
	{
	local out = gsub(s, /\\/, "\\\\");

	for ( c in chars )
		out = subst_string(out, c, "\\" + c);

	return out;
	}

# Returns the text without its last `tail_len` characters.
function cut_tail(s: string, tail_len: count): string
	{
	return tail_len >= |s| ? "" : s[0 : |s| - tail_len];
	}
