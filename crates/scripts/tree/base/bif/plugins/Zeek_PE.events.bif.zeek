# What the PE part declares: events.

module GLOBAL;

export {
	## The header for DOS of a portable executable.
	##
	## f: The file.
	##
	## h: The header.
	global pe_dos_header: event(f: fa_file, h: PE::DOSHeader);

	## The program for DOS of a portable executable.
	##
	## f: The file.
	##
	## code: The program.
	global pe_dos_code: event(f: fa_file, code: string);

	## What a portable executable is for.
	##
	## f: The file.
	##
	## h: The header.
	global pe_file_header: event(f: fa_file, h: PE::FileHeader);

	## How a portable executable is loaded.
	##
	## f: The file.
	##
	## h: The header.
	global pe_optional_header: event(f: fa_file, h: PE::OptionalHeader);

	## A section of a portable executable.
	##
	## f: The file.
	##
	## h: Its header.
	global pe_section_header: event(f: fa_file, h: PE::SectionHeader);
}
