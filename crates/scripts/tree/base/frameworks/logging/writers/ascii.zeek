# Options of the text writer.

module LogAscii;

export {
	const output_to_stdout = F &redef;
	const use_json = F &redef;
	const enable_leftover_log_rotation = F &redef;
	const enable_utf_8 = T &redef;
	const gzip_level = 0 &redef;
	const gzip_file_extension = "gz" &redef;
	const json_timestamps: JSON::TimestampFormat = JSON::TS_EPOCH &redef;
	const json_include_unset_fields = F &redef;
	const include_meta = T &redef;
	const meta_prefix = "#" &redef;
	const separator = Log::separator &redef;
	const set_separator = Log::set_separator &redef;
	const empty_field = Log::empty_field &redef;
	const unset_field = Log::unset_field &redef;
}
