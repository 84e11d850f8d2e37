# Files and their types.

## A type detected from a file's first bytes, and the strength of the match.
type mime_match: record {
	strength: int;
	mime: string;
};

type mime_matches: vector of mime_match;
option default_file_timeout_interval: interval = 2 mins;
option default_file_bof_buffer_size: count = 4096;

type fa_file: record {
	id: string;
	parent_id: string &optional;
	source: string;
	is_orig: bool &optional;
	conns: table[conn_id] of connection &optional;
	last_active: time;
	seen_bytes: count &default=0;
	total_bytes: count &optional;
	missing_bytes: count &default=0;
	overflow_bytes: count &default=0;
	timeout_interval: interval &default=default_file_timeout_interval;
	bof_buffer_size: count &default=default_file_bof_buffer_size;
	bof_buffer: string &optional;
} &redef;

type string_any_file_hook: hook(f: fa_file, e: any, str: string);

## Metadata of a file: detected from its first bytes, or stated by its protocol.
type fa_metadata: record {
	mime_type: string &optional;
	mime_types: mime_matches &optional;
	inferred: bool &default=T;
};

module PE;

export {
	## The header for DOS.
	type PE::DOSHeader: record {
		signature: string;
		used_bytes_in_last_page: count;
		file_in_pages: count;
		num_reloc_items: count;
		header_in_paragraphs: count;
		min_extra_paragraphs: count;
		max_extra_paragraphs: count;
		init_relative_ss: count;
		init_sp: count;
		checksum: count;
		init_ip: count;
		init_relative_cs: count;
		addr_of_reloc_table: count;
		overlay_num: count;
		oem_id: count;
		oem_info: count;
		addr_of_new_exe_header: count;
	};

	## The file header: the target machine and the file's characteristics.
	type PE::FileHeader: record {
		machine: count;
		ts: time;
		sym_table_ptr: count;
		num_syms: count;
		optional_header_size: count;
		characteristics: set[count];
	};

	## The optional header: how the file is loaded.
	type PE::OptionalHeader: record {
		magic: count;
		major_linker_version: count;
		minor_linker_version: count;
		size_of_code: count;
		size_of_init_data: count;
		size_of_uninit_data: count;
		addr_of_entry_point: count;
		base_of_code: count;
		base_of_data: count &optional;
		image_base: count;
		section_alignment: count;
		file_alignment: count;
		os_version_major: count;
		os_version_minor: count;
		major_image_version: count;
		minor_image_version: count;
		major_subsys_version: count;
		minor_subsys_version: count;
		size_of_image: count;
		size_of_headers: count;
		checksum: count;
		subsystem: count;
		dll_characteristics: set[count];
		table_sizes: vector of count;
	};

	## One section.
	type PE::SectionHeader: record {
		name: string;
		virtual_size: count;
		virtual_addr: count;
		size_of_raw_data: count;
		ptr_to_raw_data: count;
		ptr_to_relocs: count;
		ptr_to_line_nums: count;
		num_of_relocs: count;
		num_of_line_nums: count;
		characteristics: set[count];
	};
}

module GLOBAL;
