# Declarations of the PE plugin: events.

module GLOBAL;

export {
	## The DOS header of a portable executable.
	##
	## f: The file.
	##
	## h: The header.
	global pe_dos_header: event(f: fa_file, h: PE::DOSHeader);

	## The DOS program of a portable executable.
	##
	## f: The file.
	##
	## code: The program.
	global pe_dos_code: event(f: fa_file, code: string);

	## The file header of a portable executable.
	##
	## f: The file.
	##
	## h: The header.
	global pe_file_header: event(f: fa_file, h: PE::FileHeader);

	## The optional header of a portable executable.
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
