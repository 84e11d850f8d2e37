# Numbers inside texts.

# Returns the first (or last) run of digits of a text; 0 if there is none.
function extract_count(s: string, get_first: bool &default=T): count
	{
	local runs = find_all_ordered(s, /[0-9]+/);

	if ( |runs| == 0 )
		return 0;

	return to_count(runs[get_first ? 0 : |runs| - 1]);
	}
