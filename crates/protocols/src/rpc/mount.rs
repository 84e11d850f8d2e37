//! The mount protocol of NFS 3 (RFC 1813, 5).
use super::answer::{Answer, Outcome, Unreadable, reply_info};
use super::call::{Call, Status};
use super::names::{auth_flavor, mount_procedure, mount_status};
use super::{Anomaly, weird, xdr};
use event::rpc as ev;
use event::{EnumName, ListOf};
use session::analyzer::Context;
use wire::{ReadResult, Reader};

const NUMBER: u32 = 100_005;
/// The longest file handle, in bytes.
const MAX_HANDLE: usize = 64;
/// The maximum number of authentication flavors of a reply.
const MAX_FLAVORS: u32 = 32;

mod procedure {
    pub(super) const NULL: u32 = 0;
    pub(super) const MNT: u32 = 1;
    pub(super) const UMNT: u32 = 3;
    pub(super) const UMNT_ALL: u32 = 4;
    pub(super) const END: u32 = 6;
}

pub(super) fn call(cx: &mut Context<'_, '_>, call: &Call, r: &mut Reader<'_>) -> Outcome {
    call.check_program(cx, NUMBER);
    match call.procedure {
        procedure::NULL => {}
        procedure::MNT | procedure::UMNT | procedure::UMNT_ALL => {
            xdr::text(r)?;
        }
        proc if proc < procedure::END => {
            r.rest();
        }
        proc => weird(cx, Anomaly::UnknownMount(proc)),
    }
    Ok(())
}

/// Reads the handle of a directory, and the authentication flavors that the server accepts.
fn mounted<'a>(
    cx: &mut Context<'_, '_>,
    r: &mut Reader<'a>,
    flavors: &mut Vec<EnumName>,
) -> ReadResult<&'a [u8]> {
    let handle = xdr::opaque(r, MAX_HANDLE)?;
    let count = r.be32()?;
    for _ in 0..count.min(MAX_FLAVORS) {
        flavors.push(auth_flavor(r.be32()?));
    }
    if count > MAX_FLAVORS {
        weird(cx, Anomaly::ExcessiveFlavors);
        r.rest();
    }
    Ok(handle)
}

pub(super) fn reply(cx: &mut Context<'_, '_>, call: &Call, answer: Answer, r: &mut Reader<'_>) -> Outcome {
    let number = answer.program_status(r);
    let info = |number: u32| reply_info!(MountInfo, mnt_stat: mount_status(number), call, answer);
    cx.event(|n| ev::MountReplyStatus { n, info: info(number) });
    let args = &mut Reader::new("mount protocol's arguments", call.args());
    match call.procedure {
        procedure::NULL => cx.event(|c| ev::MountProcNull { c, info: info(number) }),
        procedure::MNT => {
            let req = ev::DirmntArgs { dirname: xdr::text(args)? };
            let mut flavors = Vec::new();
            let mut rep = ev::MntReply { dirfh: None, auth_flavors: None };
            if number == 0 {
                rep.dirfh = Some(mounted(cx, r, &mut flavors)?).filter(|_| answer.status == Status::SUCCESS);
                rep.auth_flavors = Some(ListOf(&flavors));
            }
            cx.event(|c| ev::MountProcMnt { c, info: info(number), req, rep });
        }
        procedure::UMNT | procedure::UMNT_ALL => {
            let req = ev::DirmntArgs { dirname: xdr::text(args)? };
            r.rest();
            cx.event(|c| ev::MountProcUmnt { c, info: info(0), req });
        }
        proc if proc < procedure::END => {
            r.rest();
            let proc = mount_procedure(proc);
            cx.event(|c| ev::MountProcNotImplemented { c, info: info(number), proc });
        }
        _ => return Err(Unreadable),
    }
    Ok(())
}
