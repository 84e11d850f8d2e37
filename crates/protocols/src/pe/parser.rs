//! Parses the headers, one per step.
use crate::files::FileContext;
use event::ListOf;
use event::pe as ev;
use net_types::Timestamp;
use wire::Reader;

/// The longest DOS stub, in bytes. Usually it has about a hundred, which print that DOS cannot run the file.
pub(super) const MAX_DOS_CODE: u32 = 4 << 20;

/// Bytes of the DOS header.
const DOS_HEADER: usize = 64;
/// Bytes of the signature and the file header.
const FILE_HEADER: usize = 24;
/// Bytes of a section header.
const SECTION: usize = 40;
/// Magic numbers of optional headers: 32 bits, ROM image, 64 bits.
const PE32: u16 = 0x10b;
const ROM: u16 = 0x107;
const PE32_PLUS: u16 = 0x20b;

/// The next header.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Step {
    #[default]
    Dos,
    /// The DOS stub, with its length in bytes.
    Code(u32),
    /// Signature, file header, and the optional header, whose size is in the file header.
    Nt,
    /// The section headers, with their number.
    Sections(u16),
}

impl Step {
    /// The number of bytes that the step needs, given the bytes `have` so far.
    pub(super) fn need(self, have: &[u8]) -> usize {
        match self {
            Step::Dos => DOS_HEADER,
            Step::Code(n) => n as usize,
            Step::Nt => match have.get(20..22) {
                Some(size) => FILE_HEADER + size.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b)),
                None => FILE_HEADER,
            },
            Step::Sections(n) => usize::from(n) * SECTION,
        }
    }

    /// Reads a complete header; returns the next step, `None` after the last.
    pub(super) fn run(self, bytes: &[u8], cx: &mut FileContext<'_>) -> Result<Option<Step>, &'static str> {
        let short = "Binpac exception: binpac exception: out_of_bound: PE headers";
        match self {
            Step::Dos => dos(bytes, cx).unwrap_or(Err(short)).map(Some),
            Step::Code(_) => {
                cx.event(|f| ev::PeDosCode { f, code: bytes });
                Ok(Some(Step::Nt))
            }
            Step::Nt => nt(bytes, cx).map(Some).ok_or(short),
            Step::Sections(_) => {
                for s in bytes.chunks_exact(SECTION) {
                    section(s, cx).ok_or(short)?;
                }
                Ok(None)
            }
        }
    }
}

/// The bits that are set, each as its value.
fn bits(n: u32) -> Vec<u64> {
    (0..32).map(|i| 1 << i).filter(|b| u64::from(n) & b != 0).collect()
}

fn dos(bytes: &[u8], cx: &mut FileContext<'_>) -> Option<Result<Step, &'static str>> {
    let r = &mut Reader::new("DOS header", bytes);
    let signature = r.bytes(2).ok()?;
    let mut fields = [0u64; 13];
    for f in &mut fields {
        *f = r.le16().ok()?.into();
    }
    r.skip(8).ok()?;
    let (oem_id, oem_info) = (r.le16().ok()?.into(), r.le16().ok()?.into());
    r.skip(20).ok()?;
    let next = r.le32().ok()?;
    if !(DOS_HEADER as u32..DOS_HEADER as u32 + MAX_DOS_CODE).contains(&next) {
        return Some(Err(
            "Binpac exception: binpac exception: &enforce violation : DOS_Header:AddressOfNewExeHeader",
        ));
    }
    let [pages, file, relocs, header, min, max, ss, sp, sum, ip, cs, table, overlay] = fields;
    cx.event(|f| ev::PeDosHeader {
        f,
        h: ev::DosHeader {
            signature,
            used_bytes_in_last_page: pages,
            file_in_pages: file,
            num_reloc_items: relocs,
            header_in_paragraphs: header,
            min_extra_paragraphs: min,
            max_extra_paragraphs: max,
            init_relative_ss: ss,
            init_sp: sp,
            checksum: sum,
            init_ip: ip,
            init_relative_cs: cs,
            addr_of_reloc_table: table,
            overlay_num: overlay,
            oem_id,
            oem_info,
            addr_of_new_exe_header: next.into(),
        },
    });
    Some(Ok(Step::Code(next - DOS_HEADER as u32)))
}

fn nt(bytes: &[u8], cx: &mut FileContext<'_>) -> Option<Step> {
    let r = &mut Reader::new("PE header", bytes);
    // The signature is not checked.
    r.skip(4).ok()?;
    let (machine, sections) = (r.le16().ok()?, r.le16().ok()?);
    let (stamp, table, symbols) = (r.le32().ok()?, r.le32().ok()?, r.le32().ok()?);
    let (optional_size, flags) = (r.le16().ok()?, r.le16().ok()?);
    let characteristics = bits(flags.into());
    cx.event(|f| ev::PeFileHeader {
        f,
        h: ev::FileHeader {
            machine: machine.into(),
            ts: Timestamp::from_parts(stamp.into(), 0),
            sym_table_ptr: table.into(),
            num_syms: symbols.into(),
            optional_header_size: optional_size.into(),
            characteristics: ListOf(&characteristics),
        },
    });
    if optional_size > 0 {
        optional(r, cx)?;
    }
    Some(Step::Sections(sections))
}

fn optional(r: &mut Reader<'_>, cx: &mut FileContext<'_>) -> Option<()> {
    let magic = r.le16().ok()?;
    let (linker_major, linker_minor) = (r.u8().ok()?, r.u8().ok()?);
    let [code, init, uninit, entry, base] = words(r)?;
    let base_of_data = if magic == PE32 { Some(u64::from(r.le32().ok()?)) } else { None };
    let image_base = if magic == PE32_PLUS { r.le64().ok()? } else { r.le32().ok()?.into() };
    let [section_alignment, file_alignment] = words(r)?;
    let mut versions = [0u64; 6];
    for v in &mut versions {
        *v = r.le16().ok()?.into();
    }
    r.skip(4).ok()?;
    let [image, headers, checksum] = words(r)?;
    let (subsystem, flags) = (r.le16().ok()?, r.le16().ok()?);
    r.skip(match magic {
        PE32 => 16,
        PE32_PLUS => 32,
        _ => 0,
    })
    .ok()?;
    r.skip(4).ok()?;
    let tables = r.le32().ok()?;
    // Each entry consumes 8 bytes, so an excessive count ends with the data.
    let mut table_sizes = Vec::new();
    for _ in 0..tables {
        r.skip(4).ok()?;
        table_sizes.push(u64::from(r.le32().ok()?));
    }
    if !matches!(magic, PE32 | ROM | PE32_PLUS) {
        return Some(());
    }
    let dll = bits(flags.into());
    let [os_major, os_minor, image_major, image_minor, subsys_major, subsys_minor] = versions;
    cx.event(|f| ev::PeOptionalHeader {
        f,
        h: ev::OptionalHeader {
            magic: magic.into(),
            major_linker_version: linker_major.into(),
            minor_linker_version: linker_minor.into(),
            size_of_code: code,
            size_of_init_data: init,
            size_of_uninit_data: uninit,
            addr_of_entry_point: entry,
            base_of_code: base,
            // Only the 64-bit format lacks this field.
            base_of_data: if magic == PE32_PLUS { None } else { Some(base_of_data.unwrap_or(0)) },
            image_base,
            section_alignment,
            file_alignment,
            os_version_major: os_major,
            os_version_minor: os_minor,
            major_image_version: image_major,
            minor_image_version: image_minor,
            major_subsys_version: subsys_major,
            minor_subsys_version: subsys_minor,
            size_of_image: image,
            size_of_headers: headers,
            checksum,
            subsystem: subsystem.into(),
            dll_characteristics: ListOf(&dll),
            table_sizes: ListOf(&table_sizes),
        },
    });
    Some(())
}

fn words<const N: usize>(r: &mut Reader<'_>) -> Option<[u64; N]> {
    let mut out = [0; N];
    for w in &mut out {
        *w = r.le32().ok()?.into();
    }
    Some(out)
}

fn section(bytes: &[u8], cx: &mut FileContext<'_>) -> Option<()> {
    let r = &mut Reader::new("section header", bytes);
    let name = r.bytes(8).ok()?;
    let name = name.split(|&b| b == 0).next().unwrap_or_default();
    let [size, address, raw_size, raw, relocs, lines] = words(r)?;
    let (num_relocs, num_lines) = (r.le16().ok()?, r.le16().ok()?);
    let characteristics = bits(r.le32().ok()?);
    cx.event(|f| ev::PeSectionHeader {
        f,
        h: ev::SectionHeader {
            name,
            virtual_size: size,
            virtual_addr: address,
            size_of_raw_data: raw_size,
            ptr_to_raw_data: raw,
            ptr_to_relocs: relocs,
            ptr_to_line_nums: lines,
            num_of_relocs: num_relocs.into(),
            num_of_line_nums: num_lines.into(),
            characteristics: ListOf(&characteristics),
        },
    });
    Some(())
}
