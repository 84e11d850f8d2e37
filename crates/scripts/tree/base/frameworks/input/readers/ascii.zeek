# Options of the text reader.

module InputAscii;

export {
	const separator = Input::separator &redef;
	const set_separator = Input::set_separator &redef;
	const empty_field = Input::empty_field &redef;
	const unset_field = Input::unset_field &redef;
	const fail_on_invalid_lines = F &redef;
	const fail_on_file_problem = F &redef;
	const path_prefix = "" &redef;
}
