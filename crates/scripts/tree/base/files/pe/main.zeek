# pe.log: headers of portable executables.

@load base/frameworks/files
@load ./consts

module PE;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Info: record {
		## When the file began.
		ts: time &log;
		## The file.
		id: string &log;
		## The machine type.
		machine: string &log &optional;
		## When it was compiled, according to its header.
		compile_ts: time &log &optional;
		## The operating system that it requires.
		os: string &log &optional;
		## The subsystem that it requires.
		subsystem: string &log &optional;
		## Whether it is a program or a library, not an object file.
		is_exe: bool &log &default=T;
		## Whether it is a 64-bit file.
		is_64bit: bool &log &default=T;
		## Whether it supports address space layout randomization.
		uses_aslr: bool &log &default=F;
		## Whether it supports data execution prevention.
		uses_dep: bool &log &default=F;
		## Whether its integrity is checked when it is loaded.
		uses_code_integrity: bool &log &default=F;
		## Whether it uses structured exception handling.
		uses_seh: bool &log &default=T;
		## Whether it has these tables.
		has_import_table: bool &log &optional;
		## Whether the program exports symbols.
		has_export_table: bool &log &optional;
		## Whether it has attribute certificates, such as a signature.
		has_cert_table: bool &log &optional;
		## Whether it has debugging data.
		has_debug_data: bool &log &optional;
		## The names of its sections, in order.
		section_names: vector of string &log &optional;
	};

	## Raised for each row.
	global log_pe: event(rec: Info);

	## Called with each header.
	global set_file: hook(f: fa_file);
}

redef record fa_file += {
	pe: Info &optional;
};

event zeek_init() &priority=5
	{
	Log::create_stream(PE::LOG, Log::Stream($columns=Info, $ev=log_pe, $path="pe", $policy=log_policy));
	Files::register_for_mime_type(Files::ANALYZER_PE, "application/x-dosexec");
	}

hook set_file(f: fa_file) &priority=5
	{
	if ( ! f?$pe )
		f$pe = Info($ts=f$info$ts, $id=f$id);
	}

# Returns the row of a file, and creates it for the first header.
function row_of(f: fa_file): Info
	{
	hook set_file(f);
	return f$pe;
	}

event pe_dos_header(f: fa_file, h: PE::DOSHeader) &priority=5
	{
	hook set_file(f);
	}

event pe_file_header(f: fa_file, h: PE::FileHeader) &priority=5
	{
	local row = row_of(f);
	row$machine = machine_types[h$machine];
	row$compile_ts = h$ts;
	row$is_exe = h$optional_header_size > 0;

	# The header has a bit for 32-bit files only.
	if ( 0x100 in h$characteristics )
		row$is_64bit = F;
	}

event pe_optional_header(f: fa_file, h: PE::OptionalHeader) &priority=5
	{
	local row = row_of(f);

	if ( ! row$is_exe )
		return;

	row$os = os_versions[h$os_version_major, h$os_version_minor];
	row$subsystem = windows_subsystems[h$subsystem];

	if ( 0x40 in h$dll_characteristics )
		row$uses_aslr = T;
	if ( 0x80 in h$dll_characteristics )
		row$uses_code_integrity = T;
	if ( 0x100 in h$dll_characteristics )
		row$uses_dep = T;
	if ( 0x400 in h$dll_characteristics )
		row$uses_seh = F;

	local sizes = h$table_sizes;
	row$has_export_table = |sizes| > 0 && sizes[0] > 0;
	row$has_import_table = |sizes| > 1 && sizes[1] > 0;
	row$has_cert_table = |sizes| > 4 && sizes[4] > 0;
	row$has_debug_data = |sizes| > 6 && sizes[6] > 0;
	}

event pe_section_header(f: fa_file, h: PE::SectionHeader) &priority=5
	{
	local row = row_of(f);

	if ( row$is_exe && row?$section_names )
		row$section_names += h$name;
	else if ( row$is_exe )
		row$section_names = vector(h$name);
	}

event file_state_remove(f: fa_file) &priority=-5
	{
	if ( f?$pe && f$pe?$machine )
		Log::write(PE::LOG, f$pe);
	}
