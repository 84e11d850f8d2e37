//! NFS 3 (RFC 1813).
use super::answer::{Answer, Outcome, Unreadable, reply_info};
use super::call::Call;
use super::names::{nfs_procedure, nfs_status, stable_how};
use super::nfs_types::{
    Entries, after, attributes, before, contents, handle, new_attributes, place, read_args, readdir_args,
    rename_args, symlink_args, write_args,
};
use super::xdr::{boolean, optional, text, uint};
use super::{Anomaly, weird};
use crate::Settings;
use event::ListOf;
use event::rpc as ev;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

const NUMBER: u32 = 100_003;

/// Options, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `NFS3::return_data`: events show the contents of files.
    pub data: bool,
    /// `NFS3::return_data_max`: the maximum number of bytes per call.
    pub max: usize,
    /// `NFS3::return_data_first_only`: only bytes from the start of a file.
    pub first_only: bool,
}

impl Config {
    /// Reads the settings of a run.
    pub fn read(settings: &dyn Settings) -> Self {
        let max = settings.count("NFS3::return_data_max").unwrap_or(512);
        Config {
            data: settings.bool("NFS3::return_data").unwrap_or(false),
            max: usize::try_from(max).unwrap_or(usize::MAX),
            first_only: settings.bool("NFS3::return_data_first_only").unwrap_or(true),
        }
    }

    /// The part of a file's contents that events show.
    fn shown<'d>(&self, data: &'d [u8], offset: u64, size: u64) -> Option<&'d [u8]> {
        if !self.data || self.first_only && offset != 0 {
            return None;
        }
        let len = data.len().min(self.max).min(usize::try_from(size).unwrap_or(usize::MAX));
        data.get(..len).filter(|d| !d.is_empty())
    }
}

mod procedure {
    pub(super) const NULL: u32 = 0;
    pub(super) const GETATTR: u32 = 1;
    pub(super) const SETATTR: u32 = 2;
    pub(super) const LOOKUP: u32 = 3;
    pub(super) const READLINK: u32 = 5;
    pub(super) const READ: u32 = 6;
    pub(super) const WRITE: u32 = 7;
    pub(super) const CREATE: u32 = 8;
    pub(super) const MKDIR: u32 = 9;
    pub(super) const SYMLINK: u32 = 10;
    pub(super) const REMOVE: u32 = 12;
    pub(super) const RMDIR: u32 = 13;
    pub(super) const RENAME: u32 = 14;
    pub(super) const LINK: u32 = 15;
    pub(super) const READDIR: u32 = 16;
    pub(super) const READDIRPLUS: u32 = 17;
    pub(super) const END: u32 = 22;
}

pub(super) fn call(cx: &mut Context<'_, '_>, call: &Call, r: &mut Reader<'_>) -> Outcome {
    call.check_program(cx, NUMBER);
    match call.procedure {
        procedure::NULL => {}
        procedure::GETATTR | procedure::READLINK => {
            handle(r)?;
        }
        procedure::SETATTR => {
            handle(r)?;
            new_attributes(r)?;
            // The guard on the current ctime is not read.
            r.rest();
        }
        procedure::LOOKUP | procedure::REMOVE | procedure::RMDIR => {
            place(r)?;
        }
        procedure::READ => {
            read_args(r)?;
        }
        procedure::WRITE => {
            write_args(r)?;
        }
        procedure::CREATE | procedure::MKDIR => {
            place(r)?;
            // The initial attributes are not read.
            r.rest();
        }
        procedure::SYMLINK => {
            symlink_args(r)?;
        }
        procedure::LINK => {
            handle(r)?;
            place(r)?;
        }
        procedure::RENAME => {
            rename_args(r)?;
        }
        procedure::READDIR | procedure::READDIRPLUS => {
            readdir_args(r, call.procedure == procedure::READDIRPLUS)?;
        }
        proc if proc < procedure::END => {
            r.rest();
        }
        proc => weird(cx, Anomaly::UnknownNfs(proc)),
    }
    Ok(())
}

pub(super) fn reply(
    cx: &mut Context<'_, '_>,
    config: &Config,
    call: &Call,
    answer: Answer,
    r: &mut Reader<'_>,
) -> Outcome {
    let number = answer.program_status(r);
    let ok = number == 0;
    let info = reply_info!(NfsInfo, nfs_stat: nfs_status(number), call, answer);
    cx.event(|n| ev::NfsReplyStatus { n, info });
    let args = &mut Reader::new("NFS arguments", call.args());
    match call.procedure {
        procedure::NULL => cx.event(|c| ev::NfsProcNull { c, info }),
        procedure::GETATTR => {
            let (fh, attrs) = (handle(args)?, attributes(r)?);
            cx.event(|c| ev::NfsProcGetattr { c, info, fh, attrs });
        }
        procedure::SETATTR => {
            let req = ev::SattrArgs { fh: handle(args)?, new_attributes: new_attributes(args)? };
            let (pre, post) = if ok { (before(r)?, after(r)?) } else { (None, None) };
            let rep = ev::SattrReply { dir_pre_attr: pre, dir_post_attr: post };
            cx.event(|c| ev::NfsProcSattr { c, info, req, rep });
        }
        procedure::LOOKUP => {
            let (req, rep) = (place(args)?, lookup_reply(r, ok)?);
            cx.event(|c| ev::NfsProcLookup { c, info, req, rep });
        }
        procedure::READ => {
            let req = read_args(args)?;
            let rep = read_reply(r, ok, config, req.offset)?;
            cx.event(|c| ev::NfsProcRead { c, info, req, rep });
        }
        procedure::READLINK => {
            let fh = handle(args)?;
            let rep = ev::ReadlinkReply { attr: after(r)?, nfspath: if ok { Some(text(r)?) } else { None } };
            cx.event(|c| ev::NfsProcReadlink { c, info, fh, rep });
        }
        procedure::SYMLINK => {
            let (req, rep) = (symlink_args(args)?, newobj_reply(r, ok)?);
            cx.event(|c| ev::NfsProcSymlink { c, info, req, rep });
        }
        procedure::LINK => {
            let req = ev::LinkArgs { fh: handle(args)?, link: place(args)? };
            let rep = if ok { (after(r)?, before(r)?, after(r)?) } else { (None, None, None) };
            let rep = ev::LinkReply { post_attr: rep.0, preattr: rep.1, postattr: rep.2 };
            cx.event(|c| ev::NfsProcLink { c, info, req, rep });
        }
        procedure::WRITE => {
            let (mut req, rep) = (write_args(args)?, write_reply(r, ok)?);
            req.data = req.data.and_then(|d| config.shown(d, req.offset, req.size));
            cx.event(|c| ev::NfsProcWrite { c, info, req, rep });
        }
        procedure::CREATE => {
            let (req, rep) = (place(args)?, newobj_reply(r, ok)?);
            cx.event(|c| ev::NfsProcCreate { c, info, req, rep });
        }
        procedure::MKDIR => {
            let (req, rep) = (place(args)?, newobj_reply(r, ok)?);
            cx.event(|c| ev::NfsProcMkdir { c, info, req, rep });
        }
        procedure::REMOVE => {
            let (req, rep) = (place(args)?, delobj_reply(r)?);
            cx.event(|c| ev::NfsProcRemove { c, info, req, rep });
        }
        procedure::RMDIR => {
            let (req, rep) = (place(args)?, delobj_reply(r)?);
            cx.event(|c| ev::NfsProcRmdir { c, info, req, rep });
        }
        procedure::RENAME => {
            let req = rename_args(args)?;
            let rep = ev::RenameReply {
                src_dir_pre_attr: before(r)?,
                src_dir_post_attr: after(r)?,
                dst_dir_pre_attr: before(r)?,
                dst_dir_post_attr: after(r)?,
            };
            cx.event(|c| ev::NfsProcRename { c, info, req, rep });
        }
        procedure::READDIR | procedure::READDIRPLUS => {
            let isplus = call.procedure == procedure::READDIRPLUS;
            let (req, dir_attr) = (readdir_args(args, isplus)?, after(r)?);
            let mut rep = ev::ReaddirReply { isplus, dir_attr, cookieverf: None, entries: None, eof: None };
            let entries;
            if ok {
                rep.cookieverf = Some(r.be64()?);
                entries = Entries::read(r, isplus)?;
                rep.entries = Some(&entries);
                rep.eof = Some(boolean(r)?);
            }
            cx.event(|c| ev::NfsProcReaddir { c, info, req, rep });
        }
        proc if proc < procedure::END => {
            r.rest();
            let proc = nfs_procedure(proc);
            cx.event(|c| ev::NfsProcNotImplemented { c, info, proc });
        }
        _ => return Err(Unreadable),
    }
    Ok(())
}

fn lookup_reply<'a>(r: &mut Reader<'a>, ok: bool) -> ReadResult<ev::LookupReply<'a>> {
    let (fh, obj_attr) = if ok { (Some(handle(r)?), after(r)?) } else { (None, None) };
    Ok(ev::LookupReply { fh, obj_attr, dir_attr: after(r)? })
}

fn read_reply<'a>(
    r: &mut Reader<'a>,
    ok: bool,
    config: &Config,
    offset: u64,
) -> ReadResult<ev::ReadReply<'a>> {
    let attr = after(r)?;
    if !ok {
        return Ok(ev::ReadReply { attr, size: None, eof: None, data: None });
    }
    let (size, eof) = (uint(r)?, boolean(r)?);
    let data = config.shown(contents(r)?, offset, size);
    Ok(ev::ReadReply { attr, size: Some(size), eof: Some(eof), data })
}

fn write_reply(r: &mut Reader<'_>, ok: bool) -> ReadResult<ev::WriteReply> {
    let (preattr, postattr) = (before(r)?, after(r)?);
    let (mut size, mut commited, mut verf) = (None, None, None);
    if ok {
        size = Some(uint(r)?);
        commited = Some(stable_how(r.be32()?));
        verf = Some(r.be64()?);
    }
    Ok(ev::WriteReply { preattr, postattr, size, commited, verf })
}

fn newobj_reply<'a>(r: &mut Reader<'a>, ok: bool) -> ReadResult<ev::NewobjReply<'a>> {
    let (fh, obj_attr) = if ok { (optional(r, handle)?, after(r)?) } else { (None, None) };
    Ok(ev::NewobjReply { fh, obj_attr, dir_pre_attr: before(r)?, dir_post_attr: after(r)? })
}

fn delobj_reply(r: &mut Reader<'_>) -> ReadResult<ev::DelobjReply> {
    Ok(ev::DelobjReply { dir_pre_attr: before(r)?, dir_post_attr: after(r)? })
}
