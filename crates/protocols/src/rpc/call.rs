//! Parses calls and replies up to the program's arguments and results (RFC 5531, 9).
use super::xdr::{opaque, text};
use super::{Anomaly, weird};
use event::EnumName;
use net_types::Timestamp;
use session::analyzer::Context;
use wire::{ReadError, ReadResult, Reader};

/// A call that waits for its reply.
#[derive(Debug)]
pub struct Call {
    /// The program number.
    pub program: u32,
    /// The version of the program.
    pub version: u32,
    /// The procedure number.
    pub procedure: u32,
    /// The user's identifier on the client, with AUTH_SYS. With other flavors, this and the next four fields are 0 or
    /// empty.
    pub uid: u32,
    /// The identifier of the user's first group.
    pub gid: u32,
    /// An arbitrary number that the client chose.
    pub stamp: u32,
    /// The name of the client's host.
    pub machine: Vec<u8>,
    /// The user's other groups.
    pub groups: Vec<u64>,
    /// The message after xid and message type.
    pub bytes: Vec<u8>,
    /// The offset of the arguments in `bytes`.
    pub args_at: usize,
    /// The times of its first and its last byte.
    pub seen: (Timestamp, Timestamp),
    /// The program was able to read the arguments.
    pub valid: bool,
}

/// The longest authentication body, in bytes (RFC 5531, 8.2).
const MAX_AUTH: usize = 400;
/// The longest host name, in bytes.
const MAX_MACHINE: usize = 255;
/// The maximum number of groups of a user.
const MAX_GROUPS: u32 = 64;
/// The flavor AUTH_SYS (RFC 5531, 14).
const AUTH_SYS: u32 = 1;

impl Call {
    /// Reports a call for another program than that of the analyzer.
    pub(super) fn check_program(&self, cx: &mut Context<'_, '_>, number: u32) {
        if self.program != number {
            weird(cx, Anomaly::Program(Some(self.program)));
        }
    }

    /// Reads a call after xid and message type.
    pub fn read(bytes: &[u8], seen: (Timestamp, Timestamp)) -> ReadResult<Self> {
        let mut r = Reader::new("RPC call", bytes);
        let [_rpc, program, version, procedure, flavor] =
            [r.be32()?, r.be32()?, r.be32()?, r.be32()?, r.be32()?];
        let credentials = text(&mut r)?;
        let _verifier = (r.be32()?, opaque(&mut r, MAX_AUTH)?);
        let mut call = Call {
            program,
            version,
            procedure,
            uid: 0,
            gid: 0,
            stamp: 0,
            machine: Vec::new(),
            groups: Vec::new(),
            args_at: r.offset(),
            bytes: bytes.to_vec(),
            seen,
            valid: false,
        };
        if flavor == AUTH_SYS {
            let mut r = Reader::new("RPC credentials", credentials);
            call.stamp = r.be32()?;
            call.machine = opaque(&mut r, MAX_MACHINE)?.to_vec();
            (call.uid, call.gid) = (r.be32()?, r.be32()?);
            let groups = r.be32()?;
            if groups > MAX_GROUPS {
                return Err(ReadError::Invalid { what: "RPC credentials' groups", at: r.offset() });
            }
            for _ in 0..groups {
                call.groups.push(r.be32()?.into());
            }
        }
        Ok(call)
    }

    /// The arguments.
    pub fn args(&self) -> &[u8] {
        self.bytes.get(self.args_at..).unwrap_or_default()
    }
}

/// The outcome of a call, as scripts name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status(pub EnumName);

impl Status {
    /// Success at the level of RPC.
    pub const SUCCESS: Status = Status(EnumName("RPC_SUCCESS"));
    /// No reply was seen.
    pub const TIMEOUT: Status = Status(EnumName("RPC_TIMEOUT"));
    const VERSION: Status = Status(EnumName("RPC_VERS_MISMATCH"));
    const AUTH: Status = Status(EnumName("RPC_AUTH_ERROR"));
    const UNKNOWN: Status = Status(EnumName("RPC_UNKNOWN_ERROR"));

    /// The outcome of an accepted call (`accept_stat`).
    fn accepted(n: u32) -> Status {
        Status(EnumName(match n {
            0 => "RPC_SUCCESS",
            1 => "RPC_PROG_UNAVAIL",
            2 => "RPC_PROG_MISMATCH",
            3 => "RPC_PROC_UNAVAIL",
            4 => "RPC_GARBAGE_ARGS",
            5 => "RPC_SYSTEM_ERR",
            _ => return Status::UNKNOWN,
        }))
    }
}

/// A reply, up to its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The outcome of the call.
    pub status: Status,
    /// The reply status or the reason of a rejection is unassigned.
    pub odd: bool,
}

impl Reply {
    /// Reads a reply after xid and message type; leaves `r` at the results.
    pub fn read(r: &mut Reader<'_>) -> ReadResult<Self> {
        let known = |status| Reply { status, odd: false };
        let unknown = Reply { status: Status::UNKNOWN, odd: true };
        Ok(match r.be32()? {
            0 => {
                let _verifier = (r.be32()?, opaque(r, MAX_AUTH)?);
                let status = Status::accepted(r.be32()?);
                if status == Status::accepted(2) {
                    let _lowest_and_highest = (r.be32()?, r.be32()?);
                }
                known(status)
            }
            1 => match r.be32()? {
                0 => {
                    let _lowest_and_highest = (r.be32()?, r.be32()?);
                    known(Status::VERSION)
                }
                1 => {
                    let _why = r.be32()?;
                    known(Status::AUTH)
                }
                _ => unknown,
            },
            _ => unknown,
        })
    }
}
