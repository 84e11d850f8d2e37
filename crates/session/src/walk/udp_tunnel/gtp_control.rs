//! Control messages of GTPv1: PDP contexts, the tunnels of subscribers (3GPP TS 29.060, 7.3).
use super::Carrier;
use crate::walk::Walk;
use event::tunnel::{
    GtpCreatePdpCtxRequestElements, GtpCreatePdpCtxResponseElements, GtpDeletePdpCtxRequestElements,
    GtpDeletePdpCtxResponseElements, GtpEndUserAddr, GtpGsnAddr, GtpPrivateExtension, GtpQosProfile, GtpRai,
    GtpUpdatePdpCtxRequestElements, GtpUpdatePdpCtxResponseElements, Gtpv1CreatePdpCtxRequest,
    Gtpv1CreatePdpCtxResponse, Gtpv1DeletePdpCtxRequest, Gtpv1DeletePdpCtxResponse, Gtpv1Hdr,
    Gtpv1UpdatePdpCtxRequest, Gtpv1UpdatePdpCtxResponse,
};
use net_types::Addr;
use wire::tunnel::gtpv1::element::{self, kind};
use wire::tunnel::gtpv1::{Header, kind as message};
use wire::{ReadResult, Reader};

/// All elements that the messages have, each by its first occurrence.
#[derive(Default)]
struct Elements<'a> {
    numbers: Numbers,
    imsi: Option<u64>,
    rai: Option<GtpRai>,
    reordering: Option<bool>,
    teardown: Option<bool>,
    end_user: Option<GtpEndUserAddr<'a>>,
    access_point: Option<&'a [u8]>,
    options: Option<&'a [u8]>,
    /// Of control messages, and of data.
    nodes: [Option<GtpGsnAddr<'a>>; 2],
    msisdn: Option<&'a [u8]>,
    qos: Option<GtpQosProfile<'a>>,
    template: Option<&'a [u8]>,
    trigger: Option<&'a [u8]>,
    omc: Option<&'a [u8]>,
    gateway: Option<Addr>,
    extension: Option<GtpPrivateExtension<'a>>,
}

/// Elements that are numbers.
#[derive(Default)]
struct Numbers {
    cause: Option<u64>,
    recovery: Option<u64>,
    selection: Option<u64>,
    data: Option<u64>,
    control: Option<u64>,
    /// The context's, and that of the one it is linked to.
    nsapi: [Option<u64>; 2],
    charging: Option<u64>,
    charging_id: Option<u64>,
    trace: Option<u64>,
    trace_type: Option<u64>,
}

impl<'a> Elements<'a> {
    fn parse(message: &'a [u8]) -> ReadResult<Self> {
        let mut all = Elements::default();
        let mut r = Reader::new("GTPv1 elements", message);
        while let Some((kind, value)) = element::next(&mut r)? {
            if !all.numbers.take(kind, value) {
                all.take(kind, value);
            }
        }
        Ok(all)
    }

    fn take(&mut self, kind: u8, value: &'a [u8]) {
        let last_bit = value.last().map(|b| b & 1 != 0);
        match kind {
            kind::IMSI => set(&mut self.imsi, element::digits(value)),
            kind::RAI => {
                let rai = element::routing_area(value);
                set(&mut self.rai, rai.map(|(mcc, mnc, lac, rac)| GtpRai { mcc, mnc, lac, rac }));
            }
            kind::REORDERING => set(&mut self.reordering, last_bit),
            kind::TEARDOWN => set(&mut self.teardown, last_bit),
            kind::END_USER_ADDRESS => set(&mut self.end_user, end_user(value)),
            kind::ACCESS_POINT => set(&mut self.access_point, Some(value)),
            kind::PROTOCOL_OPTIONS => set(&mut self.options, Some(value)),
            kind::GSN_ADDRESS => {
                let [first, second] = &mut self.nodes;
                set(if first.is_none() { first } else { second }, Some(node(value)));
            }
            kind::MSISDN => set(&mut self.msisdn, Some(value)),
            kind::QOS => {
                let qos = value.split_first();
                set(&mut self.qos, qos.map(|(p, data)| GtpQosProfile { priority: (*p).into(), data }));
            }
            kind::TRAFFIC_FLOW_TEMPLATE => set(&mut self.template, Some(value)),
            kind::TRIGGER_ID => set(&mut self.trigger, Some(value)),
            kind::OMC_ID => set(&mut self.omc, Some(value)),
            kind::CHARGING_GATEWAY => set(&mut self.gateway, address(value)),
            kind::PRIVATE_EXTENSION => {
                let parts = value.split_first_chunk();
                let extension = |(id, value): (&[u8; 2], &'a [u8])| GtpPrivateExtension {
                    id: u16::from_be_bytes(*id).into(),
                    value,
                };
                set(&mut self.extension, parts.map(extension));
            }
            // The standard adds elements; those of other messages do not matter here.
            _ => {}
        }
    }
}

impl Numbers {
    /// Takes an element if it is a number.
    fn take(&mut self, kind: u8, value: &[u8]) -> bool {
        // The slot of the number, and its significant bits.
        let (slot, bits) = match kind {
            kind::CAUSE => (&mut self.cause, u64::MAX),
            kind::RECOVERY => (&mut self.recovery, u64::MAX),
            kind::SELECTION_MODE => (&mut self.selection, 3),
            kind::TEID_DATA => (&mut self.data, u64::MAX),
            kind::TEID_CONTROL => (&mut self.control, u64::MAX),
            kind::NSAPI => {
                let [first, linked] = &mut self.nsapi;
                (if first.is_none() { first } else { linked }, 15)
            }
            kind::CHARGING_CHARACTERISTICS => (&mut self.charging, u64::MAX),
            kind::TRACE_REFERENCE => (&mut self.trace, u64::MAX),
            kind::TRACE_TYPE => (&mut self.trace_type, u64::MAX),
            kind::CHARGING_ID => (&mut self.charging_id, u64::MAX),
            _ => return false,
        };
        let n = value.iter().fold(0u64, |n, b| n << 8 | u64::from(*b));
        set(slot, Some(n & bits));
        true
    }
}

/// Keeps the first.
fn set<T>(slot: &mut Option<T>, value: Option<T>) {
    if slot.is_none() {
        *slot = value;
    }
}

fn address(value: &[u8]) -> Option<Addr> {
    match value.len() {
        4 => value.try_into().ok().map(Addr::v4),
        16 => value.try_into().ok().map(Addr::v6),
        _ => None,
    }
}

fn node(value: &[u8]) -> GtpGsnAddr<'_> {
    let ip = address(value);
    GtpGsnAddr { ip, other: ip.is_none().then_some(value) }
}

/// The subscriber's address (TS 29.060, 7.7.27). The organization is 1 for the IETF; the type is 0x21 for IPv4, 0x57 for
/// IPv6. Without an address the network assigns one.
fn end_user(value: &[u8]) -> Option<GtpEndUserAddr<'_>> {
    let &[organization, number, ref rest @ ..] = value else { return None };
    let pdp_ip = match (organization & 15, number) {
        (1, 0x21 | 0x57) => address(rest),
        _ => None,
    };
    let other = pdp_ip.is_none() && !rest.is_empty();
    Some(GtpEndUserAddr {
        pdp_type_org: (organization & 15).into(),
        pdp_type_num: number.into(),
        pdp_ip,
        pdp_other_addr: other.then_some(rest),
    })
}

impl Walk<'_> {
    /// Raises the event of a message about a PDP context.
    pub(super) fn gtp_control(
        &mut self,
        c: Carrier<'_, '_>,
        h: &Header<'_>,
        hdr: Gtpv1Hdr,
    ) -> ReadResult<()> {
        if !(message::CREATE_REQUEST..=message::DELETE_RESPONSE).contains(&h.kind) {
            return Ok(());
        }
        let e = Elements::parse(h.message)?;
        let n = &e.numbers;
        let ([nsapi, linked_nsapi], [signal_addr, user_addr]) = (n.nsapi, e.nodes);
        self.with_flow(c.conn, |f| match h.kind {
            message::CREATE_REQUEST => f.event(|c| {
                let elements = GtpCreatePdpCtxRequestElements {
                    imsi: e.imsi,
                    rai: e.rai,
                    recovery: n.recovery,
                    select_mode: n.selection,
                    data1: n.data,
                    cp: n.control,
                    nsapi,
                    linked_nsapi,
                    charge_character: n.charging,
                    trace_ref: n.trace,
                    trace_type: n.trace_type,
                    end_user_addr: e.end_user,
                    ap_name: e.access_point,
                    opts: e.options,
                    signal_addr,
                    user_addr,
                    msisdn: e.msisdn,
                    qos_prof: e.qos,
                    tft: e.template,
                    trigger_id: e.trigger,
                    omc_id: e.omc,
                    ext: e.extension,
                };
                Gtpv1CreatePdpCtxRequest { c, hdr, elements }
            }),
            message::CREATE_RESPONSE => f.event(|c| {
                let elements = GtpCreatePdpCtxResponseElements {
                    cause: n.cause,
                    reorder_req: e.reordering,
                    recovery: n.recovery,
                    data1: n.data,
                    cp: n.control,
                    charging_id: n.charging_id,
                    end_user_addr: e.end_user,
                    opts: e.options,
                    cp_addr: signal_addr,
                    user_addr,
                    qos_prof: e.qos,
                    charge_gateway: e.gateway,
                    ext: e.extension,
                };
                Gtpv1CreatePdpCtxResponse { c, hdr, elements }
            }),
            message::UPDATE_REQUEST => f.event(|c| {
                let elements = GtpUpdatePdpCtxRequestElements {
                    imsi: e.imsi,
                    rai: e.rai,
                    recovery: n.recovery,
                    data1: n.data,
                    cp: n.control,
                    nsapi,
                    trace_ref: n.trace,
                    trace_type: n.trace_type,
                    cp_addr: signal_addr,
                    user_addr,
                    qos_prof: e.qos,
                    tft: e.template,
                    trigger_id: e.trigger,
                    omc_id: e.omc,
                    ext: e.extension,
                    end_user_addr: e.end_user,
                };
                Gtpv1UpdatePdpCtxRequest { c, hdr, elements }
            }),
            message::UPDATE_RESPONSE => f.event(|c| {
                let elements = GtpUpdatePdpCtxResponseElements {
                    cause: n.cause,
                    recovery: n.recovery,
                    data1: n.data,
                    cp: n.control,
                    charging_id: n.charging_id,
                    cp_addr: signal_addr,
                    user_addr,
                    qos_prof: e.qos,
                    charge_gateway: e.gateway,
                    ext: e.extension,
                };
                Gtpv1UpdatePdpCtxResponse { c, hdr, elements }
            }),
            message::DELETE_REQUEST => f.event(|c| {
                let elements =
                    GtpDeletePdpCtxRequestElements { teardown_ind: e.teardown, nsapi, ext: e.extension };
                Gtpv1DeletePdpCtxRequest { c, hdr, elements }
            }),
            _ => f.event(|c| {
                let elements = GtpDeletePdpCtxResponseElements { cause: n.cause, ext: e.extension };
                Gtpv1DeletePdpCtxResponse { c, hdr, elements }
            }),
        });
        Ok(())
    }
}
