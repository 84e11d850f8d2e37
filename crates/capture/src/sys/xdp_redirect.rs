//! The program that redirects an interface's frames to XDP sockets, loaded by bpf(2).
#![expect(unsafe_code, reason = "bpf(2)")]
use super::packet_ring::Failure;
use super::xdp_socket::Queue;
use libc::c_int;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// The program at an interface that redirects frames to their queue's socket. Detached with this value, and when the
/// process ends in any way.
pub(crate) struct Redirect {
    sockets: OwnedFd,
    _link: OwnedFd,
    /// True if the kernel runs it on copies of frames because the driver lacks XDP.
    pub(crate) generic: bool,
}

/// Commands of bpf(2), `enum bpf_cmd`.
mod command {
    pub(super) const MAP_CREATE: i64 = 0;
    pub(super) const MAP_UPDATE_ELEM: i64 = 2;
    pub(super) const PROG_LOAD: i64 = 5;
    pub(super) const LINK_CREATE: i64 = 28;
}

impl Redirect {
    /// Attaches the program to an interface with `queues` queues. Frames of queues without a socket take their normal
    /// path.
    pub(crate) fn attach(index: u32, queues: u32) -> Result<Self, Failure> {
        const BPF_MAP_TYPE_XSKMAP: u32 = 17;
        const BPF_PROG_TYPE_XDP: u32 = 6;
        const BPF_XDP: u32 = 37;
        const XDP_FLAGS_SKB_MODE: u32 = 1 << 1;
        const XDP_FLAGS_DRV_MODE: u32 = 1 << 2;
        /// The used members of `union bpf_attr` for [`command::PROG_LOAD`].
        #[repr(C)]
        struct Load {
            kind: u32,
            count: u32,
            insns: u64,
            license: u64,
            log: [u32; 2],
            log_to: u64,
        }
        // Type, size of a key and of a value, entries, flags.
        let map = bpf(command::MAP_CREATE, &[BPF_MAP_TYPE_XSKMAP, 4, 4, queues, 0]);
        let sockets = map.map_err(|e| ("make a table of sockets", e))?;
        let insns = program(sockets.as_raw_fd());
        let license = c"MIT";
        let load = Load {
            kind: BPF_PROG_TYPE_XDP,
            count: insns.len() as u32,
            insns: insns.as_ptr() as u64,
            license: license.as_ptr() as u64,
            log: [0; 2],
            log_to: 0,
        };
        let loaded = bpf(command::PROG_LOAD, &load).map_err(|e| ("load the program for frames", e))?;
        let link =
            |flags| bpf(command::LINK_CREATE, &[loaded.as_raw_fd().cast_unsigned(), index, BPF_XDP, flags]);
        let (link, generic) = match link(XDP_FLAGS_DRV_MODE) {
            Ok(link) => (link, false),
            Err(_) => {
                let generic = link(XDP_FLAGS_SKB_MODE);
                (generic.map_err(|e| ("put a program at the interface", e))?, true)
            }
        };
        Ok(Redirect { sockets, _link: link, generic })
    }

    /// Redirects the frames of queue `number` to its socket.
    pub(crate) fn hand_to(&self, number: u32, queue: &Queue) -> Result<(), Failure> {
        /// The members of `union bpf_attr` for [`command::MAP_UPDATE_ELEM`].
        #[repr(C)]
        struct Update {
            map: u32,
            _pad: u32,
            key: u64,
            value: u64,
            flags: u64,
        }
        let socket = queue.socket().as_raw_fd();
        let update = Update {
            map: self.sockets.as_raw_fd().cast_unsigned(),
            _pad: 0,
            key: (&raw const number) as u64,
            value: (&raw const socket) as u64,
            flags: 0,
        };
        let done = call(command::MAP_UPDATE_ELEM, &update);
        done.map(drop).map_err(|e| ("hand frames to the socket", e))
    }
}

/// `struct bpf_insn`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Insn {
    code: u8,
    /// Source in the upper half, destination in the lower.
    registers: u8,
    offset: i16,
    imm: i32,
}

/// Redirects a frame to its queue's socket, or passes it on if the queue has none.
fn program(sockets: RawFd) -> [Insn; 6] {
    /// `BPF_FUNC_redirect_map`.
    const REDIRECT_MAP: i32 = 51;
    /// The result for queues without a socket.
    const XDP_PASS: i32 = 2;
    /// Offset of `rx_queue_index` in `struct xdp_md`, which register 1 points to.
    const QUEUE: i16 = 16;
    let insn = |code, destination, source: u8, offset, imm| Insn {
        code,
        registers: source << 4 | destination,
        offset,
        imm,
    };
    [
        // r2 = the queue: a 32-bit load.
        insn(0x61, 2, 1, QUEUE, 0),
        // r1 = the table: a 64-bit constant in two instructions; source 1 marks it as a descriptor.
        insn(0x18, 1, 1, 0, sockets),
        insn(0, 0, 0, 0, 0),
        // r3 = the result without an entry.
        insn(0xb7, 3, 0, 0, XDP_PASS),
        insn(0x85, 0, 0, 0, REDIRECT_MAP),
        insn(0x95, 0, 0, 0, 0),
    ]
}

/// bpf(2) for commands that return a descriptor.
fn bpf<T>(command: i64, attributes: &T) -> io::Result<OwnedFd> {
    let fd = call(command, attributes)?;
    // SAFETY: the kernel just made this descriptor for us; it has no other owner.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn call<T>(command: i64, attributes: &T) -> io::Result<c_int> {
    // SAFETY: the attributes outlive the call and have the given length, the data that they point to lives as long, and
    // for these commands the kernel only reads.
    let result =
        unsafe { libc::syscall(libc::SYS_bpf, command, std::ptr::from_ref(attributes), size_of::<T>()) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result as c_int) }
}
