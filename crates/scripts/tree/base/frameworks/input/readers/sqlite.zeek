# Options of the SQLite reader.

module InputSQLite;

export {
	const set_separator = Input::set_separator &redef;
	const unset_field = Input::unset_field &redef;
	const empty_field = Input::empty_field &redef;
}
