//! IPv6 extension headers as scripts see them.
use event::packet::{
    Ip6Ah, Ip6Esp, Ip6ExtHdr, Ip6Fragment, Ip6Mobility, Ip6MobilityBack, Ip6MobilityBe, Ip6MobilityBrr,
    Ip6MobilityBu, Ip6MobilityMsg, Ip6MobilityTest, Ip6MobilityTestInit, Ip6Option, Ip6Options, Ip6Routing,
};
use event::{Arg, List};
use net_types::Addr;
use wire::ip::v6::{self, Extension, Headers};
use wire::{IpProto, ReadResult, Reader};

/// A chain of extension headers.
pub(super) struct Chain<'a>(pub(super) Headers<'a>);

impl List for Chain<'_> {
    fn count(&self) -> usize {
        self.0.extensions().count()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for e in self.0.extensions() {
            show(e, f);
        }
    }
}

/// The options of a header, up to the first malformed one.
struct OptionList<'a>(v6::Options<'a>);

impl<'a> OptionList<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        OptionList(v6::Options::of(bytes))
    }
}

impl List for OptionList<'_> {
    fn count(&self) -> usize {
        self.0.clone().map_while(Result::ok).count()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for o in self.0.clone().map_while(Result::ok) {
            f(Arg::Record(&Ip6Option { otype: o.kind.into(), len: o.data.len() as u64, data: o.data }));
        }
    }
}

fn show(e: Extension<'_>, f: &mut dyn FnMut(Arg<'_>)) {
    let mut h = Ip6ExtHdr { id: e.kind.0.into(), ..Ip6ExtHdr::default() };
    let options;
    // Extension headers are complete and at least eight bytes, so these reads succeed. Mobility messages may be short.
    let mut r = Reader::new("extension header", e.bytes);
    match e.kind {
        IpProto::HOPOPTS | IpProto::DSTOPTS => {
            options = OptionList(e.options());
            let shown = |r: &mut Reader<'_>| -> ReadResult<_> {
                Ok(Ip6Options { nxt: r.u8()?.into(), len: r.u8()?.into(), options: Arg::List(&options) })
            };
            let field = if e.kind == IpProto::HOPOPTS { &mut h.hopopts } else { &mut h.dstopts };
            *field = shown(&mut r).ok();
        }
        IpProto::ROUTING => h.routing = routing(r).ok(),
        IpProto::FRAGMENT => h.fragment = fragment(r).ok(),
        IpProto::AH => h.ah = authentication(r).ok(),
        IpProto::ESP => h.esp = esp(r).ok(),
        IpProto::MOBILITY => {
            options = OptionList::of(mobility_options(e.bytes));
            h.mobility = mobility(r, Arg::List(&options)).ok();
        }
        _ => {}
    }
    f(Arg::Record(&h));
}

fn routing(mut r: Reader<'_>) -> ReadResult<Ip6Routing<'_>> {
    Ok(Ip6Routing {
        nxt: r.u8()?.into(),
        len: r.u8()?.into(),
        rtype: r.u8()?.into(),
        segleft: r.u8()?.into(),
        data: r.rest(),
    })
}

fn fragment(mut r: Reader<'_>) -> ReadResult<Ip6Fragment> {
    let (nxt, rsv1, place) = (r.u8()?, r.u8()?, r.be16()?);
    Ok(Ip6Fragment {
        nxt: nxt.into(),
        rsv1: rsv1.into(),
        offset: (place >> 3).into(),
        rsv2: (place >> 1 & 3).into(),
        more: place & 1 != 0,
        id: r.be32()?.into(),
    })
}

fn authentication(mut r: Reader<'_>) -> ReadResult<Ip6Ah<'_>> {
    let (nxt, len, rsv, spi) = (r.u8()?, r.u8()?, r.be16()?, r.be32()?);
    // A header with length 0 ends here.
    let seq = r.be32().ok();
    Ok(Ip6Ah {
        nxt: nxt.into(),
        len: len.into(),
        rsv: rsv.into(),
        spi: spi.into(),
        seq: seq.map(u64::from),
        data: seq.map(|_| r.rest()),
    })
}

fn esp(mut r: Reader<'_>) -> ReadResult<Ip6Esp> {
    Ok(Ip6Esp { spi: r.be32()?.into(), seq: r.be32()?.into() })
}

/// Length of a mobility header without its message.
const MOBILITY_LEN: usize = 6;

/// Message types (RFC 6275, 6.1.2 to 6.1.9).
mod mobile {
    pub(super) const REFRESH: u8 = 0;
    pub(super) const HOME_TEST_INIT: u8 = 1;
    pub(super) const CARE_OF_TEST_INIT: u8 = 2;
    pub(super) const HOME_TEST: u8 = 3;
    pub(super) const CARE_OF_TEST: u8 = 4;
    pub(super) const UPDATE: u8 = 5;
    pub(super) const ACKNOWLEDGEMENT: u8 = 6;
    pub(super) const ERROR: u8 = 7;
}

/// The options after a mobility header's message.
fn mobility_options(header: &[u8]) -> &[u8] {
    let message = match header.get(2) {
        Some(&mobile::REFRESH) => 2,
        Some(&(mobile::HOME_TEST_INIT | mobile::CARE_OF_TEST_INIT)) => 10,
        Some(&(mobile::HOME_TEST | mobile::CARE_OF_TEST | mobile::ERROR)) => 18,
        Some(&(mobile::UPDATE | mobile::ACKNOWLEDGEMENT)) => 6,
        _ => 0,
    };
    header.get(MOBILITY_LEN + message..).unwrap_or_default()
}

fn mobility<'a>(mut r: Reader<'a>, options: Arg<'a>) -> ReadResult<Ip6Mobility<'a>> {
    let (nxt, len, kind) = (r.u8()?, r.u8()?, r.u8()?);
    let (rsv, sum) = (r.u8()?, r.be16()?);
    let mut msg = Ip6MobilityMsg { id: kind.into(), ..Ip6MobilityMsg::default() };
    // Truncated messages are omitted.
    let _ = message(kind, &mut r, options, &mut msg);
    Ok(Ip6Mobility {
        nxt: nxt.into(),
        len: len.into(),
        mh_type: kind.into(),
        rsv: rsv.into(),
        chksum: sum.into(),
        msg,
    })
}

fn message<'a>(
    kind: u8,
    r: &mut Reader<'a>,
    options: Arg<'a>,
    msg: &mut Ip6MobilityMsg<'a>,
) -> ReadResult<()> {
    match kind {
        mobile::REFRESH => msg.brr = Some(Ip6MobilityBrr { rsv: r.be16()?.into(), options }),
        mobile::HOME_TEST_INIT | mobile::CARE_OF_TEST_INIT => {
            let init = Ip6MobilityTestInit { rsv: r.be16()?.into(), cookie: r.be64()?, options };
            *if kind == mobile::HOME_TEST_INIT { &mut msg.hoti } else { &mut msg.coti } = Some(init);
        }
        mobile::HOME_TEST | mobile::CARE_OF_TEST => {
            let nonce_idx = r.be16()?.into();
            let test = Ip6MobilityTest { nonce_idx, cookie: r.be64()?, token: r.be64()?, options };
            *if kind == mobile::HOME_TEST { &mut msg.hot } else { &mut msg.cot } = Some(test);
        }
        mobile::UPDATE => {
            let (seq, flags) = (r.be16()?.into(), r.be16()?);
            msg.bu = Some(Ip6MobilityBu {
                seq,
                a: flags & 0x8000 != 0,
                h: flags & 0x4000 != 0,
                l: flags & 0x2000 != 0,
                k: flags & 0x1000 != 0,
                life: r.be16()?.into(),
                options,
            });
        }
        mobile::ACKNOWLEDGEMENT => {
            let (status, k) = (r.u8()?.into(), r.u8()? & 0x80 != 0);
            msg.back =
                Some(Ip6MobilityBack { status, k, seq: r.be16()?.into(), life: r.be16()?.into(), options });
        }
        mobile::ERROR => {
            let status = r.u8()?.into();
            r.skip(1)?;
            msg.be = Some(Ip6MobilityBe { status, hoa: Addr::v6(r.array()?), options });
        }
        _ => {}
    }
    Ok(())
}
