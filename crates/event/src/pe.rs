// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_PE.events.bif.zeek, base/init/files.zeek}.
//! Portable executables: their headers.
use crate::arg::{FileId, ListOf};
use crate::declare::{events, records};
use net_types::Timestamp;

records! {
    /// The header for DOS.
    DosHeader<'a> = "PE::DOSHeader" {
        signature: &'a [u8], used_bytes_in_last_page: u64, file_in_pages: u64, num_reloc_items: u64,
        header_in_paragraphs: u64, min_extra_paragraphs: u64, max_extra_paragraphs: u64, init_relative_ss: u64,
        init_sp: u64, checksum: u64, init_ip: u64, init_relative_cs: u64, addr_of_reloc_table: u64, overlay_num: u64,
        oem_id: u64, oem_info: u64, addr_of_new_exe_header: u64
    }
    /// The file header: the target machine and the file's characteristics.
    FileHeader<'a> = "PE::FileHeader" {
        machine: u64, ts: Timestamp, sym_table_ptr: u64, num_syms: u64, optional_header_size: u64,
        characteristics: ListOf<'a, u64>
    }
    /// The optional header: how the file is loaded.
    OptionalHeader<'a> = "PE::OptionalHeader" {
        magic: u64, major_linker_version: u64, minor_linker_version: u64, size_of_code: u64, size_of_init_data: u64,
        size_of_uninit_data: u64, addr_of_entry_point: u64, base_of_code: u64, base_of_data: Option<u64>,
        image_base: u64, section_alignment: u64, file_alignment: u64, os_version_major: u64, os_version_minor: u64,
        major_image_version: u64, minor_image_version: u64, major_subsys_version: u64, minor_subsys_version: u64,
        size_of_image: u64, size_of_headers: u64, checksum: u64, subsystem: u64, dll_characteristics: ListOf<'a, u64>,
        table_sizes: ListOf<'a, u64>
    }
    /// One section.
    SectionHeader<'a> = "PE::SectionHeader" {
        name: &'a [u8], virtual_size: u64, virtual_addr: u64, size_of_raw_data: u64, ptr_to_raw_data: u64,
        ptr_to_relocs: u64, ptr_to_line_nums: u64, num_of_relocs: u64, num_of_line_nums: u64,
        characteristics: ListOf<'a, u64>
    }
}

events! { in pe;
    /// The DOS header of a portable executable.
    PeDosHeader<'a> = "pe_dos_header" { f: FileId, h: DosHeader<'a> }
    /// The DOS program of a portable executable.
    PeDosCode<'a> = "pe_dos_code" { f: FileId, code: &'a [u8] }
    /// The file header of a portable executable.
    PeFileHeader<'a> = "pe_file_header" { f: FileId, h: FileHeader<'a> }
    /// The optional header of a portable executable.
    PeOptionalHeader<'a> = "pe_optional_header" { f: FileId, h: OptionalHeader<'a> }
    /// A section of a portable executable.
    PeSectionHeader<'a> = "pe_section_header" { f: FileId, h: SectionHeader<'a> }
}
