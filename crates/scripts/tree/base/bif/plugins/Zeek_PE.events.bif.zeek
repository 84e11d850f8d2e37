# What the PE part declares: events.

module GLOBAL;

export {
	## The header for DOS.
	global pe_dos_header: event(f: fa_file, h: PE::DOSHeader);
	## The program for DOS.
	global pe_dos_code: event(f: fa_file, code: string);
	## What the file is for.
	global pe_file_header: event(f: fa_file, h: PE::FileHeader);
	## How it is loaded.
	global pe_optional_header: event(f: fa_file, h: PE::OptionalHeader);
	## A section.
	global pe_section_header: event(f: fa_file, h: PE::SectionHeader);
}
