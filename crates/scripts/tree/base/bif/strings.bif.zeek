# Built-in declarations: strings.

module GLOBAL;

export {
	## The edit distance of two texts: how many characters must be added, removed or changed.
	##
	## s1: A text.
	##
	## s2: Another.
	##
	## Returns: The number of changes.
	global levenshtein_distance: function(s1: string, s2: string): count;

	## Joins strings.
	##
	## va_args: The strings.
	##
	## Returns: All of them in order.
	global string_cat: function(va_args: any): string;

	## Joins the elements of a vector.
	##
	## vec: The strings.
	##
	## sep: The separator.
	##
	## Returns: The text.
	global join_string_vec: function(vec: string_vec, sep: string): string;

	## Joins the elements of a set.
	##
	## ss: The strings.
	##
	## sep: The separator.
	##
	## Returns: The text, in the order of iteration.
	global join_string_set: function(ss: string_set, sep: string): string;

	## Applies a delete character, as a terminal does.
	##
	## arg_s: The text as typed.
	##
	## arg_edit_char: The character that deletes the one before it.
	##
	## Returns: The text that is left.
	global edit: function(arg_s: string, arg_edit_char: string): string;

	## A part of a string.
	##
	## s: The string.
	##
	## start: The number of its first byte, from 1.
	##
	## n: How many bytes; -1 for all that follow.
	##
	## Returns: The bytes; fewer if the string is shorter.
	global sub_bytes: function(s: string, start: count, n: int): string;

	## Splits a text at every match of a pattern.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## Returns: The parts without the matches.
	global split_string: function(str: string, re: pattern): string_vec;

	## Splits a text at the first match of a pattern.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## Returns: The texts before and after it; the whole text if nothing matches.
	global split_string1: function(str: string, re: pattern): string_vec;

	## Splits a text at every match of a pattern, and keeps the matches.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## Returns: Parts and matches in turn.
	global split_string_all: function(str: string, re: pattern): string_vec;

	## Splits a text at the first matches of a pattern.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## incl_sep: Whether to include the matches.
	##
	## max_num_sep: The most matches to use; 0 for all.
	##
	## Returns: The parts, with the matches between them if requested.
	global split_string_n: function(str: string, re: pattern, incl_sep: bool, max_num_sep: count): string_vec;

	## Replaces the first match of a pattern.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## repl: The replacement; ``&`` stands for the match.
	##
	## Returns: The new text.
	global sub: function(str: string, re: pattern, repl: string): string;

	## Replaces every match of a pattern.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## repl: The replacement; ``&`` stands for the match.
	##
	## Returns: The new text.
	global gsub: function(str: string, re: pattern, repl: string): string;

	## Compares two strings by their bytes.
	##
	## s1: A string.
	##
	## s2: Another.
	##
	## Returns: A number above 0 if s1 is greater, below 0 if it is smaller, 0 for equal ones.
	global strcmp: function(s1: string, s2: string): int;

	## Finds a string in another.
	##
	## big: The string to search.
	##
	## little: The string to find.
	##
	## Returns: The number of its first byte, from 1; 0 if it is not there.
	global strstr: function(big: string, little: string): count;

	## Replaces every occurrence of a string.
	##
	## s: The text.
	##
	## from: The string to replace.
	##
	## to: The replacement.
	##
	## Returns: The new text.
	global subst_string: function(s: string, from: string, to: string): string;

	## Converts ASCII letters to lower case.
	##
	## str: The text.
	##
	## Returns: The text in lower case.
	global to_lower: function(str: string): string;

	## Converts ASCII letters to upper case.
	##
	## str: The text.
	##
	## Returns: The text in upper case.
	global to_upper: function(str: string): string;

	## Escapes bytes that cannot be printed as ``\x01``. A zero at the end is dropped.
	##
	## str: The bytes.
	##
	## Returns: A text that can be printed.
	global clean: function(str: string): string;

	## Escapes a string for use in a script's string literal.
	##
	## str: The string.
	##
	## Returns: The text without the quotes.
	global to_string_literal: function(str: string): string;

	## Whether a string contains only bytes below 128.
	##
	## str: The string.
	##
	## Returns: True if it has.
	global is_ascii: function(str: string): bool;

	## Escapes bytes that cannot be printed, and backslashes.
	##
	## s: The bytes.
	##
	## Returns: A text from which the bytes can be read back.
	global escape_string: function(s: string): string;

	## Bytes as hexadecimal digits.
	##
	## s: The bytes.
	##
	## Returns: Two lower-case digits per byte.
	global string_to_ascii_hex: function(s: string): string;

	## The common parts of two strings, by the algorithm of Smith and Waterman.
	##
	## s1: A string.
	##
	## s2: Another.
	##
	## params: The shortest part to report, and which variant of the algorithm.
	##
	## Returns: The parts with their places in both strings.
	global str_smith_waterman: function(s1: string, s2: string, params: sw_params): sw_substring_vec;

	## Splits a string at given positions.
	##
	## s: The string.
	##
	## idx: The positions: the number of bytes before each cut.
	##
	## Returns: The parts.
	global str_split_indices: function(s: string, idx: index_vec): string_vec;

	## Removes white space from both ends.
	##
	## str: The text.
	##
	## Returns: The rest.
	global strip: function(str: string): string;

	## Removes characters from the beginning.
	##
	## str: The text.
	##
	## chars: The characters.
	##
	## Returns: The rest.
	global lstrip: function(str: string, chars: string &default=" \t\n\r\v\f"): string;

	## Removes characters from the end.
	##
	## str: The text.
	##
	## chars: The characters.
	##
	## Returns: The rest.
	global rstrip: function(str: string, chars: string &default=" \t\n\r\v\f"): string;

	## Repeats a string up to a given length.
	##
	## len: The length of the result, including one zero byte at its end.
	##
	## source: The string to repeat.
	##
	## Returns: The text.
	global string_fill: function(len: int, source: string): string;

	## Quotes a text for the shell, which then treats it as one literal word.
	##
	## source: The text.
	##
	## Returns: The text between double quotes, with backslashes where the shell needs them.
	global safe_shell_quote: function(source: string): string;

	## All matches of a pattern.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## max_str_size: Longer texts are not searched; -1 for no limit.
	##
	## Returns: The set of matches.
	global find_all: function(str: string, re: pattern, max_str_size: int &default=-1): string_set;

	## All matches of a pattern in their order.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## max_str_size: Longer texts are not searched; -1 for no limit.
	##
	## Returns: The matches, with repetitions.
	global find_all_ordered: function(str: string, re: pattern, max_str_size: int &default=-1): string_vec;

	## The last place at which a pattern matches.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## Returns: The match; empty if there is none.
	global find_last: function(str: string, re: pattern): string;

	## The first place at which a pattern matches.
	##
	## str: The text.
	##
	## re: The pattern.
	##
	## Returns: The match; empty if there is none.
	global find_first: function(str: string, re: pattern): string;

	## Shows bytes as ``hexdump -C`` does: offset, digits, characters.
	##
	## data_str: The bytes.
	##
	## Returns: Lines of 16 bytes.
	global hexdump: function(data_str: string): string;

	## Reverses a string.
	##
	## str: The string.
	##
	## Returns: Its bytes in reverse order.
	global reverse: function(str: string): string;

	## Counts non-overlapping occurrences of a string in another.
	##
	## str: The string to search.
	##
	## sub: The string to find.
	##
	## Returns: How many.
	global count_substr: function(str: string, sub: string): count;

	## The first place of a string in another.
	##
	## str: The string to search.
	##
	## sub: The string to find.
	##
	## start: Where to begin, from 0.
	##
	## end: Where to end; -1 for the end of the string.
	##
	## case_sensitive: Whether case matters.
	##
	## Returns: The number of its first byte, from 0; -1 if it is not there.
	global find_str: function(str: string, sub: string, start: count &default=0, end: int &default=-1, case_sensitive: bool &default=T): int;

	## The last place of a string in another.
	##
	## str: The string to search.
	##
	## sub: The string to find.
	##
	## start: Where to begin, from 0.
	##
	## end: Where to end; -1 for the end of the string.
	##
	## case_sensitive: Whether case matters.
	##
	## Returns: The number of its first byte, from 0; -1 if it is not there.
	global rfind_str: function(str: string, sub: string, start: count &default=0, end: int &default=-1, case_sensitive: bool &default=T): int;

	## Whether a string begins with another.
	##
	## str: The string.
	##
	## sub: The prefix.
	##
	## Returns: True if it does.
	global starts_with: function(str: string, sub: string): bool;

	## Whether a string ends with another.
	##
	## str: The string.
	##
	## sub: The suffix.
	##
	## Returns: True if it does.
	global ends_with: function(str: string, sub: string): bool;

	## Whether a string consists of digits.
	##
	## str: The string.
	##
	## Returns: True if it does and is not empty.
	global is_num: function(str: string): bool;

	## Whether a string consists of ASCII letters.
	##
	## str: The string.
	##
	## Returns: True if it does and is not empty.
	global is_alpha: function(str: string): bool;

	## Whether a string consists of ASCII letters and digits.
	##
	## str: The string.
	##
	## Returns: True if it does and is not empty.
	global is_alnum: function(str: string): bool;

	## Pads a text on the right.
	##
	## str: The text.
	##
	## width: The minimum length.
	##
	## fill: The padding character; more than one is an error.
	##
	## Returns: The padded text; unchanged if it is long enough.
	global ljust: function(str: string, width: count, fill: string &default=" "): string;

	## Pads a text on the left.
	##
	## str: The text.
	##
	## width: The minimum length.
	##
	## fill: The padding character; more than one is an error.
	##
	## Returns: The padded text; unchanged if it is long enough.
	global rjust: function(str: string, width: count, fill: string &default=" "): string;

	## Swaps the case of ASCII letters.
	##
	## str: The text.
	##
	## Returns: The new text.
	global swap_case: function(str: string): string;

	## Capitalizes the first letter of every word.
	##
	## str: The text.
	##
	## Returns: The new text.
	global to_title: function(str: string): string;

	## Pads a number with zeros on the left, after its sign.
	##
	## str: The number as text.
	##
	## width: The minimum length.
	##
	## Returns: The text.
	global zfill: function(str: string, width: count): string;

	## Removes a prefix.
	##
	## str: The text.
	##
	## sub: The prefix.
	##
	## Returns: The rest; the text itself if it does not have the prefix.
	global remove_prefix: function(str: string, sub: string): string;

	## Removes a suffix.
	##
	## str: The text.
	##
	## sub: The suffix.
	##
	## Returns: The rest; the text itself if it does not have the suffix.
	global remove_suffix: function(str: string, sub: string): string;
}
