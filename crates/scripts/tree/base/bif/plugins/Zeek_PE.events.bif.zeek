# What the PE part declares: events.

module GLOBAL;

export {
	global pe_dos_header: event(f: fa_file, h: PE::DOSHeader);
	global pe_dos_code: event(f: fa_file, code: string);
	global pe_file_header: event(f: fa_file, h: PE::FileHeader);
	global pe_optional_header: event(f: fa_file, h: PE::OptionalHeader);
	global pe_section_header: event(f: fa_file, h: PE::SectionHeader);
}
