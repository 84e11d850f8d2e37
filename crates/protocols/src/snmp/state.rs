//! The analyzer: reports datagrams as events.
use super::parser::{Content, Header, HeaderV3, Kind, Problem, dotted};
use crate::asn1::{Der, tag};
use crate::{Maker, Settings};
use event::snmp as ev;
use event::udp::UdpSessionDone;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// Makes the analyzer.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Snmp)))
}

/// The analyzer of a connection. It has no state, since messages are independent.
pub struct Snmp;

impl Analyzer for Snmp {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        if let Err(e) = message(cx, from, packet.payload) {
            cx.violate(&e.to_string(), Some(packet.payload));
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        cx.event(|u| UdpSessionDone { u });
    }
}

fn message(cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> Result<(), Problem> {
    let is_orig = from.is_orig();
    let mut der = Der::new("SNMP message", bytes);
    let header = Header::read(&mut der)?;
    if !is_orig {
        cx.confirm();
    }
    let shown = match header {
        Header::Unknown(version) => {
            cx.event(|c| ev::SnmpUnknownHeaderVersion { c, is_orig, version });
            return Ok(());
        }
        Header::V1(community) => {
            ev::SnmpHeader { version: 0, v1: Some(ev::SnmpHeaderV1 { community }), v2: None, v3: None }
        }
        Header::V2(community) => {
            ev::SnmpHeader { version: 1, v1: None, v2: Some(ev::SnmpHeaderV2 { community }), v3: None }
        }
        Header::V3(h) => {
            if h.flags.len() != 1 {
                cx.violate("SNMP message: one byte of flags wanted", None);
            }
            let shown = ev::SnmpHeader { version: 3, v1: None, v2: None, v3: Some(version3(&h)) };
            match h.next {
                tag::SEQUENCE => {}
                tag::OCTET_STRING => {
                    cx.event(|c| ev::SnmpEncryptedPdu { c, is_orig, header: shown });
                    return Ok(());
                }
                other => {
                    let tag = other.into();
                    cx.event(|c| ev::SnmpUnknownScopedPdu { c, is_orig, header: shown, tag });
                    return Ok(());
                }
            }
            shown
        }
    };
    let content = Content::read(&mut der, &mut |w| cx.net_anomaly(w))?;
    report(cx, is_orig, shown, &content);
    Ok(())
}

fn version3<'a>(h: &HeaderV3<'a>) -> ev::SnmpHeaderV3<'a> {
    let flags = h.flags.first().copied().unwrap_or(0);
    ev::SnmpHeaderV3 {
        id: h.id,
        max_size: h.max_size,
        flags: flags.into(),
        auth_flag: flags & 1 != 0,
        priv_flag: flags & 2 != 0,
        reportable_flag: flags & 4 != 0,
        security_model: h.security_model,
        security_params: h.security_params,
        pdu_context: h.context.map(|(engine_id, name)| ev::SnmpScopedPduContext { engine_id, name }),
    }
}

fn report(cx: &mut Context<'_, '_>, is_orig: bool, header: ev::SnmpHeader<'_>, content: &Content<'_>) {
    match content {
        Content::Common { kind, numbers: [request_id, error_status, error_index], bindings } => {
            let pdu = ev::SnmpPdu {
                request_id: *request_id,
                error_status: *error_status,
                error_index: *error_index,
                bindings,
            };
            match kind {
                Kind::Get => cx.event(|c| ev::SnmpGetRequest { c, is_orig, header, pdu }),
                Kind::GetNext => cx.event(|c| ev::SnmpGetNextRequest { c, is_orig, header, pdu }),
                Kind::Response => cx.event(|c| ev::SnmpResponse { c, is_orig, header, pdu }),
                Kind::Set => cx.event(|c| ev::SnmpSetRequest { c, is_orig, header, pdu }),
                Kind::Inform => cx.event(|c| ev::SnmpInformRequest { c, is_orig, header, pdu }),
                Kind::Trap => cx.event(|c| ev::SnmpTrapV2 { c, is_orig, header, pdu }),
                Kind::Report => cx.event(|c| ev::SnmpReport { c, is_orig, header, pdu }),
            }
        }
        Content::Trap { enterprise, agent, numbers: [generic_trap, specific_trap], time, bindings } => {
            let mut text = String::new();
            dotted(enterprise, &mut text);
            let pdu = ev::SnmpTrapPdu {
                enterprise: &text,
                agent: *agent,
                generic_trap: *generic_trap,
                specific_trap: *specific_trap,
                time_stamp: *time,
                bindings,
            };
            cx.event(|c| ev::SnmpTrap { c, is_orig, header, pdu });
        }
        Content::Bulk { request_id, non_repeaters, max_repetitions, bindings } => {
            let pdu = ev::SnmpBulkPdu {
                request_id: *request_id,
                non_repeaters: *non_repeaters,
                max_repetitions: *max_repetitions,
                bindings,
            };
            cx.event(|c| ev::SnmpGetBulkRequest { c, is_orig, header, pdu });
        }
        Content::Unknown(tag) => {
            let tag = u64::from(*tag);
            cx.event(|c| ev::SnmpUnknownPdu { c, is_orig, header, tag });
        }
    }
}
