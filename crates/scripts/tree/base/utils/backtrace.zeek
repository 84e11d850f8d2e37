# Prints the chain of calls.

# `skip` omits the innermost frames: 1 omits the call of `backtrace`, 2 that of this function, too.
function print_backtrace(show_args: bool &default=F, one_line: bool &default=F, one_line_delim: string &default="|",
                         skip: count &default=1, to_file: file &default=open("/dev/stdout"))
	{
	local frames = backtrace();
	local lines: vector of string = vector();

	for ( i, f in frames )
		{
		if ( i < skip )
			next;

		local args: vector of string = vector();

		if ( show_args )
			for ( _, a in f$function_args )
				args += a?$value ? fmt("%s: %s = %s", a$name, a$type_name, a$value) : fmt("%s: %s", a$name, a$type_name);

		local place = f?$file_location ? fmt(" at %s:%s", f$file_location, f$line_location) : "";
		lines += fmt("#%d: %s(%s)%s", i - skip, f$function_name, join_string_vec(args, ", "), place);
		}

	if ( ! one_line )
		{
		for ( _, line in lines )
			print to_file, line;

		return;
		}

	print to_file, |lines| == 0 ? "" : fmt("%s %s %s", one_line_delim, join_string_vec(lines, " " + one_line_delim + " "), one_line_delim);
	}
