//! Reads the data types of NFS 3 (RFC 1813, 2).
use super::names::{file_type, stable_how, time_how};
use super::xdr::{boolean, opaque, optional, text, time, uint};
use event::rpc as ev;
use event::{Arg, EnumName, List, ToArg};
use wire::{ReadResult, Reader};

/// The longest file handle, in bytes.
const MAX_HANDLE: usize = 64;

pub(super) fn handle<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    opaque(r, MAX_HANDLE)
}

pub(super) fn attributes(r: &mut Reader<'_>) -> ReadResult<ev::Fattr> {
    Ok(ev::Fattr {
        ftype: file_type(r.be32()?),
        mode: uint(r)?,
        nlink: uint(r)?,
        uid: uint(r)?,
        gid: uint(r)?,
        size: r.be64()?,
        used: r.be64()?,
        rdev1: uint(r)?,
        rdev2: uint(r)?,
        fsid: r.be64()?,
        fileid: r.be64()?,
        atime: time(r)?,
        mtime: time(r)?,
        ctime: time(r)?,
    })
}

/// Reads attributes after an operation (`post_op_attr`).
pub(super) fn after(r: &mut Reader<'_>) -> ReadResult<Option<ev::Fattr>> {
    optional(r, attributes)
}

/// Reads attributes before an operation (`pre_op_attr`).
pub(super) fn before(r: &mut Reader<'_>) -> ReadResult<Option<ev::WccAttr>> {
    optional(r, |r| Ok(ev::WccAttr { size: r.be64()?, atime: time(r)?, mtime: time(r)? }))
}

/// Reads how a time is set; the time itself is skipped.
fn new_time(r: &mut Reader<'_>) -> ReadResult<EnumName> {
    const BY_CLIENT: u32 = 2;
    let how = r.be32()?;
    if how == BY_CLIENT {
        time(r)?;
    }
    Ok(time_how(how))
}

pub(super) fn new_attributes(r: &mut Reader<'_>) -> ReadResult<ev::Sattr> {
    Ok(ev::Sattr {
        mode: optional(r, uint)?,
        uid: optional(r, uint)?,
        gid: optional(r, uint)?,
        size: optional(r, Reader::be64)?,
        atime: new_time(r)?,
        mtime: new_time(r)?,
    })
}

pub(super) fn place<'a>(r: &mut Reader<'a>) -> ReadResult<ev::Dirop<'a>> {
    Ok(ev::Dirop { dirfh: handle(r)?, fname: text(r)? })
}

pub(super) fn read_args<'a>(r: &mut Reader<'a>) -> ReadResult<ev::ReadArgs<'a>> {
    Ok(ev::ReadArgs { fh: handle(r)?, offset: r.be64()?, size: uint(r)? })
}

/// Reads the arguments of WRITE, with the data.
pub(super) fn write_args<'a>(r: &mut Reader<'a>) -> ReadResult<ev::WriteArgs<'a>> {
    let (fh, offset, size) = (handle(r)?, r.be64()?, uint(r)?);
    Ok(ev::WriteArgs { fh, offset, size, stable: stable_how(r.be32()?), data: Some(contents(r)?) })
}

/// Reads contents of a file, as far as the message was kept.
pub(super) fn contents<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let len = r.be32()? as usize;
    let bytes = r.bytes(len.min(r.len()))?;
    r.skip((len.next_multiple_of(4) - len).min(r.len()))?;
    Ok(bytes)
}

pub(super) fn rename_args<'a>(r: &mut Reader<'a>) -> ReadResult<ev::RenameArgs<'a>> {
    let (src_dirfh, src_fname) = (handle(r)?, text(r)?);
    Ok(ev::RenameArgs { src_dirfh, src_fname, dst_dirfh: handle(r)?, dst_fname: text(r)? })
}

pub(super) fn symlink_args<'a>(r: &mut Reader<'a>) -> ReadResult<ev::SymlinkArgs<'a>> {
    let link = place(r)?;
    Ok(ev::SymlinkArgs {
        link,
        symlinkdata: ev::SymlinkData { symlink_attributes: new_attributes(r)?, nfspath: text(r)? },
    })
}

pub(super) fn readdir_args<'a>(r: &mut Reader<'a>, isplus: bool) -> ReadResult<ev::ReaddirArgs<'a>> {
    Ok(ev::ReaddirArgs {
        isplus,
        dirfh: handle(r)?,
        cookie: r.be64()?,
        cookieverf: r.be64()?,
        dircount: uint(r)?,
        maxcount: if isplus { Some(uint(r)?) } else { None },
    })
}

/// The entries of a directory, checked when the message is read and decoded when a handler reads them.
pub(super) struct Entries<'a> {
    bytes: &'a [u8],
    plus: bool,
}

impl<'a> Entries<'a> {
    /// Checks all entries.
    pub(super) fn read(r: &mut Reader<'a>, plus: bool) -> ReadResult<Self> {
        let bytes = r.peek();
        while entry(r, plus)?.is_some() {}
        Ok(Entries { bytes, plus })
    }

    fn walk(&self, f: &mut dyn FnMut(ev::Direntry<'_>)) {
        let mut r = Reader::new("NFS directory's entries", self.bytes);
        while let Ok(Some(e)) = entry(&mut r, self.plus) {
            f(e);
        }
    }
}

fn entry<'a>(r: &mut Reader<'a>, plus: bool) -> ReadResult<Option<ev::Direntry<'a>>> {
    if !boolean(r)? {
        return Ok(None);
    }
    let (fileid, fname, cookie) = (r.be64()?, text(r)?, r.be64()?);
    let (attr, fh) = if plus { (after(r)?, optional(r, handle)?) } else { (None, None) };
    Ok(Some(ev::Direntry { fileid, fname, cookie, attr, fh }))
}

/// Scripts see the entries from index 1 on; index 0 stays empty.
impl List for Entries<'_> {
    fn count(&self) -> usize {
        let mut count = 1;
        self.walk(&mut |_| count += 1);
        count
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        f(Arg::Unset);
        self.walk(&mut |e| f(e.arg()));
    }
}
