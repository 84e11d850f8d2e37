//! libpcap's filter compiler, loaded on first use; building does not need libpcap.
//!
//! Reference: pcap_compile(3PCAP), pcap_open_dead(3PCAP).
#![expect(unsafe_code, reason = "calls functions of a shared library")]
use crate::bpf::Insn;
use libloading::Library;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::NonNull;
use std::sync::Mutex;

/// File names on most systems, then Debian's.
const NAMES: [&str; 3] = ["libpcap.so.1", "libpcap.so.0.8", "libpcap.so"];

/// A broadcast address that no expression matches: the netmask is not known (pcap_compile(3PCAP)).
const NETMASK_UNKNOWN: u32 = 0xffff_ffff;

/// `struct bpf_program`.
#[repr(C)]
struct RawProgram {
    len: c_uint,
    insns: *mut Insn,
}

type OpenDead = unsafe extern "C" fn(link: c_int, snaplen: c_int) -> *mut c_void;
type Compile = unsafe extern "C" fn(
    pcap: *mut c_void,
    program: *mut RawProgram,
    expression: *const c_char,
    optimize: c_int,
    netmask: u32,
) -> c_int;
type GetErr = unsafe extern "C" fn(pcap: *mut c_void) -> *const c_char;
type FreeCode = unsafe extern "C" fn(program: *mut RawProgram);
type Close = unsafe extern "C" fn(pcap: *mut c_void);

/// The functions used. They stay valid because the library is not closed while this value lives.
pub(crate) struct PcapLibrary {
    open_dead: OpenDead,
    compile: Compile,
    geterr: GetErr,
    freecode: FreeCode,
    close: Close,
    _library: Library,
}

/// Before version 1.8 the compiler keeps state in globals.
static COMPILER: Mutex<()> = Mutex::new(());

impl PcapLibrary {
    /// Opens the library; the error lists the names tried.
    pub(crate) fn open() -> Result<Self, String> {
        let mut reasons = Vec::new();
        for name in NAMES {
            // SAFETY: opening runs the library's initializers; libpcap has none that matter.
            match unsafe { Library::new(name) } {
                Ok(library) => return Self::with(library).map_err(|e| format!("{name}: {e}")),
                Err(e) => reasons.push(e.to_string()),
            }
        }
        Err(reasons.join("; "))
    }

    fn with(library: Library) -> Result<Self, libloading::Error> {
        // SAFETY: the types above are those of pcap/pcap.h since version 0.9, and the pointers are kept beside the
        // library that they point into.
        unsafe {
            Ok(PcapLibrary {
                open_dead: *library.get(b"pcap_open_dead\0")?,
                compile: *library.get(b"pcap_compile\0")?,
                geterr: *library.get(b"pcap_geterr\0")?,
                freecode: *library.get(b"pcap_freecode\0")?,
                close: *library.get(b"pcap_close\0")?,
                _library: library,
            })
        }
    }

    /// Compiles an expression for a data-link type, by libpcap's own number for it.
    pub(crate) fn compile(&self, expression: &CStr, dlt: c_int, snaplen: c_int) -> Result<Vec<Insn>, String> {
        let _one_at_a_time = COMPILER.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: both arguments are plain numbers; the result is checked.
        let pcap = unsafe { (self.open_dead)(dlt, snaplen) };
        let pcap = NonNull::new(pcap).ok_or("pcap_open_dead: out of memory")?;
        let mut raw = RawProgram { len: 0, insns: std::ptr::null_mut() };
        // SAFETY: the handle is open, the program is ours to be filled in, the expression ends in NUL.
        let status =
            unsafe { (self.compile)(pcap.as_ptr(), &raw mut raw, expression.as_ptr(), 1, NETMASK_UNKNOWN) };
        let result = if status == 0 {
            let insns = if raw.insns.is_null() {
                Vec::new()
            } else {
                // SAFETY: after success, `insns` points to `len` instructions, whose layout `Insn` has.
                unsafe { std::slice::from_raw_parts(raw.insns, raw.len as usize) }.to_vec()
            };
            // SAFETY: the program was filled in by the compiler, its instructions were copied, and it is not used again.
            unsafe { (self.freecode)(&raw mut raw) };
            Ok(insns)
        } else {
            // SAFETY: the handle is open; the text belongs to it and is copied before the handle is closed.
            let text = unsafe { CStr::from_ptr((self.geterr)(pcap.as_ptr())) };
            Err(text.to_string_lossy().into_owned())
        };
        // SAFETY: the handle is open and not used again.
        unsafe { (self.close)(pcap.as_ptr()) };
        result
    }
}
