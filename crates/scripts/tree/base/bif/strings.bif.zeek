# Built-in declarations: strings.

module GLOBAL;

export {
	global levenshtein_distance: function(s1: string, s2: string): count;
	global string_cat: function(va_args: any): string;
	global join_string_vec: function(vec: string_vec, sep: string): string;
	global join_string_set: function(ss: string_set, sep: string): string;
	global edit: function(arg_s: string, arg_edit_char: string): string;
	global sub_bytes: function(s: string, start: count, n: int): string;
	global split_string: function(str: string, re: pattern): string_vec;
	global split_string1: function(str: string, re: pattern): string_vec;
	global split_string_all: function(str: string, re: pattern): string_vec;
	global split_string_n: function(str: string, re: pattern, incl_sep: bool, max_num_sep: count): string_vec;
	global sub: function(str: string, re: pattern, repl: string): string;
	global gsub: function(str: string, re: pattern, repl: string): string;
	global strcmp: function(s1: string, s2: string): int;
	global strstr: function(big: string, little: string): count;
	global subst_string: function(s: string, from: string, to: string): string;
	global to_lower: function(str: string): string;
	global to_upper: function(str: string): string;
	global clean: function(str: string): string;
	global to_string_literal: function(str: string): string;
	global is_ascii: function(str: string): bool;
	global escape_string: function(s: string): string;
	global string_to_ascii_hex: function(s: string): string;
	global str_smith_waterman: function(s1: string, s2: string, params: sw_params): sw_substring_vec;
	global str_split_indices: function(s: string, idx: index_vec): string_vec;
	global strip: function(str: string): string;
	global lstrip: function(str: string, chars: string &default=" \t\n\r\v\f"): string;
	global rstrip: function(str: string, chars: string &default=" \t\n\r\v\f"): string;
	global string_fill: function(len: int, source: string): string;
	global safe_shell_quote: function(source: string): string;
	global find_all: function(str: string, re: pattern, max_str_size: int &default=-1): string_set;
	global find_all_ordered: function(str: string, re: pattern, max_str_size: int &default=-1): string_vec;
	global find_last: function(str: string, re: pattern): string;
	global find_first: function(str: string, re: pattern): string;
	global hexdump: function(data_str: string): string;
	global reverse: function(str: string): string;
	global count_substr: function(str: string, sub: string): count;
	global find_str: function(str: string, sub: string, start: count &default=0, end: int &default=-1, case_sensitive: bool &default=T): int;
	global rfind_str: function(str: string, sub: string, start: count &default=0, end: int &default=-1, case_sensitive: bool &default=T): int;
	global starts_with: function(str: string, sub: string): bool;
	global ends_with: function(str: string, sub: string): bool;
	global is_num: function(str: string): bool;
	global is_alpha: function(str: string): bool;
	global is_alnum: function(str: string): bool;
	global ljust: function(str: string, width: count, fill: string &default=" "): string;
	global rjust: function(str: string, width: count, fill: string &default=" "): string;
	global swap_case: function(str: string): string;
	global to_title: function(str: string): string;
	global zfill: function(str: string, width: count): string;
	global remove_prefix: function(str: string, sub: string): string;
	global remove_suffix: function(str: string, sub: string): string;
}
