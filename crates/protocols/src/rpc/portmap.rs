//! The port mapper: maps programs to ports (RFC 1833, 3).
use super::answer::{Answer, Outcome, Unreadable};
use super::call::{Call, Status};
use super::{Anomaly, weird, xdr};
use event::rpc as ev;
use event::{Arg, Pairs, ToArg};
use net_types::{Port, TransportProto};
use session::analyzer::Context;
use wire::{ReadResult, Reader};

const NUMBER: u32 = 100_000;
const TCP: u32 = 6;

mod procedure {
    pub(super) const NULL: u32 = 0;
    pub(super) const SET: u32 = 1;
    pub(super) const UNSET: u32 = 2;
    pub(super) const GETPORT: u32 = 3;
    pub(super) const DUMP: u32 = 4;
    pub(super) const CALLIT: u32 = 5;
}

/// A port number as sent, which may exceed 65535.
struct Stated(u32);

impl Stated {
    fn port(&self, proto: TransportProto) -> Port {
        Port { num: u16::try_from(self.0).unwrap_or(0), proto }
    }

    fn check(&self, cx: &mut Context<'_, '_>) {
        if u16::try_from(self.0).is_err() {
            cx.event(|r| ev::PmBadPort { r, bad_p: self.0.into() });
        }
    }
}

fn transport(n: u32) -> TransportProto {
    if n == TCP { TransportProto::Tcp } else { TransportProto::Udp }
}

fn mapping(r: &mut Reader<'_>) -> ReadResult<(ev::PmMapping, Stated)> {
    let (program, version) = (xdr::uint(r)?, xdr::uint(r)?);
    let (proto, port) = (transport(r.be32()?), Stated(r.be32()?));
    Ok((ev::PmMapping { program, version, p: port.port(proto) }, port))
}

fn port_request(r: &mut Reader<'_>) -> ReadResult<ev::PmPortRequest> {
    let (program, version, is_tcp) = (xdr::uint(r)?, xdr::uint(r)?, r.be32()? == TCP);
    let _port = r.be32()?;
    Ok(ev::PmPortRequest { program, version, is_tcp })
}

fn callit_request(r: &mut Reader<'_>) -> ReadResult<ev::PmCallitRequest> {
    let (program, version, proc) = (xdr::uint(r)?, xdr::uint(r)?, xdr::uint(r)?);
    Ok(ev::PmCallitRequest { program, version, proc, arg_size: xdr::text(r)?.len() as u64 })
}

/// The entries of DUMP, decoded when a handler reads them.
struct Entries<'a>(&'a [u8]);

impl Pairs for Entries<'_> {
    fn each(&self, f: &mut dyn FnMut(Arg<'_>, Arg<'_>)) {
        let mut r = Reader::new("port mapper's entries", self.0);
        let mut number = 0;
        while let (Ok(true), Ok((mapping, _))) = (xdr::boolean(&mut r), mapping(&mut r)) {
            number += 1;
            f(Arg::Count(number), mapping.arg());
        }
    }
}

pub(super) fn call(cx: &mut Context<'_, '_>, call: &Call, r: &mut Reader<'_>) -> Outcome {
    if call.program != NUMBER {
        weird(cx, Anomaly::Program(None));
    }
    match call.procedure {
        procedure::NULL | procedure::DUMP => {}
        procedure::SET | procedure::UNSET => mapping(r)?.1.check(cx),
        procedure::GETPORT => {
            port_request(r)?;
        }
        procedure::CALLIT => {
            callit_request(r)?;
        }
        _ => return Err(Unreadable),
    }
    Ok(())
}

pub(super) fn reply(cx: &mut Context<'_, '_>, call: &Call, answer: Answer, r: &mut Reader<'_>) -> Outcome {
    let args = &mut Reader::new("port mapper's arguments", call.args());
    if answer.status != Status::SUCCESS {
        return failed(cx, call, answer, args);
    }
    match call.procedure {
        procedure::NULL => cx.event(|r| ev::PmRequestNull { r }),
        procedure::SET => {
            let (success, (m, _)) = (xdr::boolean(r)?, mapping(args)?);
            cx.event(|r| ev::PmRequestSet { r, m, success });
        }
        procedure::UNSET => {
            let (success, (m, _)) = (xdr::boolean(r)?, mapping(args)?);
            cx.event(|r| ev::PmRequestUnset { r, m, success });
        }
        procedure::GETPORT => {
            let (port, pr) = (Stated(r.be32()?), port_request(args)?);
            port.check(cx);
            let p = port.port(if pr.is_tcp { TransportProto::Tcp } else { TransportProto::Udp });
            cx.event(|r| ev::PmRequestGetport { r, pr, p });
        }
        procedure::DUMP => {
            let entries = Entries(r.peek());
            while xdr::boolean(r)? {
                mapping(r)?.1.check(cx);
            }
            cx.event(|r| ev::PmRequestDump { r, m: &entries });
        }
        procedure::CALLIT => {
            let (port, call) = (Stated(r.be32()?), callit_request(args)?);
            xdr::text(r)?;
            port.check(cx);
            cx.event(|r| ev::PmRequestCallit { r, call, p: port.port(TransportProto::Udp) });
        }
        _ => return Err(Unreadable),
    }
    Ok(())
}

fn failed(cx: &mut Context<'_, '_>, call: &Call, answer: Answer, args: &mut Reader<'_>) -> Outcome {
    let status = answer.status.0;
    match call.procedure {
        procedure::NULL => cx.event(|r| ev::PmAttemptNull { r, status }),
        procedure::SET => {
            let (m, _) = mapping(args)?;
            cx.event(|r| ev::PmAttemptSet { r, status, m });
        }
        procedure::UNSET => {
            let (m, _) = mapping(args)?;
            cx.event(|r| ev::PmAttemptUnset { r, status, m });
        }
        procedure::GETPORT => {
            let pr = port_request(args)?;
            cx.event(|r| ev::PmAttemptGetport { r, status, pr });
        }
        procedure::DUMP => cx.event(|r| ev::PmAttemptDump { r, status }),
        procedure::CALLIT => {
            let call = callit_request(args)?;
            cx.event(|r| ev::PmAttemptCallit { r, status, call });
        }
        _ => return Err(Unreadable),
    }
    Ok(())
}
