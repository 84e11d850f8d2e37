//! Reports messages as events, and certificates as files.
use super::anomaly::Anomaly;
use super::ap::ApRequest;
use super::keytab::Keytab;
use super::message::{Error, KdcReply, KdcRequest, Message, Safe};
use super::padata::{Certificate, PaData};
use super::types::{EncryptedData, HostAddress, Name, Ticket};
use event::ListOf;
use event::krb as ev;
use net_types::Addr;
use session::Role;
use session::analyzer::Context;

pub(super) fn message(cx: &mut Context<'_, '_>, from: Role, m: &Message<'_>, keys: &Keytab) {
    // Tickets that a request presents are reported before the request.
    if let Message::AsRequest(KdcRequest { padata: Some(all), .. })
    | Message::TgsRequest(KdcRequest { padata: Some(all), .. }) = m
    {
        for p in all {
            if let PaData::ApRequest(shown) = p {
                cx.confirm();
                ap_request(cx, shown, keys);
            }
        }
    }
    cx.confirm();
    match m {
        Message::AsRequest(m) => request(cx, m, |cx, msg| cx.event(|c| ev::AsRequest { c, msg })),
        Message::TgsRequest(m) => request(cx, m, |cx, msg| cx.event(|c| ev::TgsRequest { c, msg })),
        Message::AsReply(m) => reply(cx, m, |cx, msg| cx.event(|c| ev::AsResponse { c, msg })),
        Message::TgsReply(m) => reply(cx, m, |cx, msg| cx.event(|c| ev::TgsResponse { c, msg })),
        Message::ApRequest(m) => ap_request(cx, m, keys),
        Message::ApReply => cx.event(|c| ev::ApResponse { c }),
        Message::Private => cx.event(|c| ev::Priv { c, is_orig: from.is_orig() }),
        Message::Safe(m) => safe(cx, from, m),
        Message::Credentials(tickets) => {
            let names: Vec<_> = tickets.iter().map(|t| t.service.text()).collect();
            let tickets: Vec<_> = tickets.iter().zip(&names).map(|(t, n)| ticket(t, n)).collect();
            cx.event(|c| ev::Cred { c, is_orig: from.is_orig(), tickets: ListOf(&tickets) });
        }
        Message::Error(m) => error(cx, m),
    }
}

fn ap_request(cx: &mut Context<'_, '_>, m: &ApRequest<'_>, keys: &Keytab) {
    if !cx.wants::<ev::ApRequest<'_>>() {
        return;
    }
    let service = m.ticket.service.text();
    let opts = ev::ApOptions {
        use_session_key: m.options & 0x4000_0000 != 0,
        mutual_required: m.options & 0x2000_0000 != 0,
    };
    let client = keys.client_of(&m.ticket.enc_part);
    let ticket = ev::Ticket { authenticationinfo: client.as_deref(), ..ticket(&m.ticket, &service) };
    cx.event(|c| ev::ApRequest { c, ticket, opts });
}

fn ticket<'a>(t: &Ticket<'a>, service_name: &'a [u8]) -> ev::Ticket<'a> {
    ev::Ticket {
        pvno: t.version,
        realm: t.realm,
        service_name,
        cipher: t.enc_part.etype,
        ciphertext: Some(t.enc_part.cipher),
        authenticationinfo: None,
    }
}

fn options(bits: u32) -> ev::KdcOptions {
    // Bit 0 is the highest (RFC 4120, 5.4.1).
    let has = |n: u32| bits << n & 0x8000_0000 != 0;
    ev::KdcOptions {
        forwardable: has(1),
        forwarded: has(2),
        proxiable: has(3),
        proxy: has(4),
        allow_postdate: has(5),
        postdated: has(6),
        renewable: has(8),
        opt_hardware_auth: has(11),
        disable_transited_check: has(27),
        renewable_ok: has(28),
        enc_tkt_in_skey: has(29),
        renew: has(30),
        validate: has(31),
    }
}

fn address<'a>(cx: &mut Context<'_, '_>, a: &HostAddress<'a>) -> ev::HostAddress<'a> {
    let none = ev::HostAddress { ip: None, netbios: None, unknown: None };
    match (a.kind, a.bytes.len()) {
        (2, 4) => ev::HostAddress { ip: a.bytes.first_chunk().map(|b| Addr::v4(*b)), ..none },
        (24, 16) => ev::HostAddress { ip: a.bytes.first_chunk().map(|b| Addr::v6(*b)), ..none },
        (20, _) => ev::HostAddress { netbios: Some(a.bytes), ..none },
        (kind, _) => {
            if matches!(kind, 2 | 24) {
                cx.anomaly(Anomaly::AddressLength);
            }
            ev::HostAddress { unknown: Some(ev::TypeValue { data_type: kind, val: a.bytes }), ..none }
        }
    }
}

/// The values of pre-authentication data. Certificates become files instead.
fn values<'a>(cx: &mut Context<'_, '_>, padata: Option<&[PaData<'a>]>) -> Option<Vec<ev::TypeValue<'a>>> {
    let all = padata?;
    let mut values = Vec::with_capacity(all.len());
    for p in all {
        match *p {
            PaData::Value(data_type, val) => values.push(ev::TypeValue { data_type, val }),
            PaData::Certificate(c) => certificate(cx, c),
            PaData::ApRequest(_) | PaData::Empty => {}
        }
    }
    Some(values)
}

/// Passes a certificate to the file analysis. The file's id is derived from the connection and the certificate's owner.
fn certificate(cx: &mut Context<'_, '_>, certificate: Certificate<'_>) {
    let from = Role::of(certificate.of_client);
    let conn = cx.conn();
    let (side, number) = if certificate.of_client { ("T", 0) } else { ("F", 1) };
    let ends =
        (conn.addr(Role::Orig), conn.port(Role::Orig).num, conn.addr(Role::Resp), conn.port(Role::Resp).num);
    let start = conn.start_time().as_secs_f64();
    let handle =
        format!("Analyzer::ANALYZER_KRB{start:?}{side}{}:{} > {}:{}{number}", ends.0, ends.1, ends.2, ends.3);
    let id = cx.file_id(handle.as_bytes());
    cx.file_data_of_type(from, Some(id), certificate.bytes, "application/x-x509-user-cert");
    cx.file_end(from, Some(id));
}

/// Calls `raise` with the event record of a request.
fn request(
    cx: &mut Context<'_, '_>,
    m: &KdcRequest<'_>,
    raise: impl FnOnce(&mut Context<'_, '_>, ev::KdcRequest<'_>),
) {
    let padata = values(cx, m.padata.as_deref());
    let [client, service] = [&m.client, &m.service].map(|n| n.as_ref().map(Name::text));
    let addresses: Vec<_> = m.addresses.iter().map(|a| address(cx, a)).collect();
    let services: Vec<_> = m.tickets.iter().map(|t| t.service.text()).collect();
    let tickets: Vec<_> = m.tickets.iter().zip(&services).map(|(t, name)| ticket(t, name)).collect();
    let [from, till, rtime] = m.times;
    let msg = ev::KdcRequest {
        pvno: m.version,
        msg_type: m.kind,
        pa_data: padata.as_deref().map(ListOf),
        kdc_options: m.options.map(options),
        client_name: client.as_deref(),
        service_realm: m.realm,
        service_name: service.as_deref(),
        from,
        till,
        rtime,
        nonce: m.nonce,
        encryption_types: filled(&m.etypes),
        host_addrs: filled(&addresses),
        additional_tickets: filled(&tickets),
    };
    raise(cx, msg);
}

/// A list; `None` if it is empty.
fn filled<T>(items: &[T]) -> Option<ListOf<'_, T>> {
    (!items.is_empty()).then_some(ListOf(items))
}

/// Calls `raise` with the event record of a reply.
fn reply(
    cx: &mut Context<'_, '_>,
    m: &KdcReply<'_>,
    raise: impl FnOnce(&mut Context<'_, '_>, ev::KdcResponse<'_>),
) {
    let padata = values(cx, m.padata.as_deref());
    let (client, service) = (m.client.text(), m.ticket.service.text());
    let EncryptedData { etype, kvno, cipher } = m.enc_part;
    let msg = ev::KdcResponse {
        pvno: m.version,
        msg_type: m.kind,
        pa_data: padata.as_deref().map(ListOf),
        client_realm: Some(m.realm),
        client_name: &client,
        ticket: ticket(&m.ticket, &service),
        enc_part: ev::EncryptedData { kvno, cipher: etype, ciphertext: cipher },
    };
    raise(cx, msg);
}

fn safe(cx: &mut Context<'_, '_>, from: Role, m: &Safe<'_>) {
    let [sender, recipient] = [m.sender, m.recipient].map(|a| a.map(|a| address(cx, &a)));
    let is_orig = from.is_orig();
    cx.event(|c| ev::Safe {
        c,
        is_orig,
        msg: ev::SafeMsg {
            pvno: m.version,
            msg_type: m.kind,
            data: m.data,
            timestamp: m.time,
            seq: m.seq,
            sender,
            recipient,
        },
    });
}

fn error(cx: &mut Context<'_, '_>, m: &Error<'_>) {
    let hints = values(cx, m.hints.as_deref());
    let [client, service] = [&m.client, &m.service].map(|n| n.as_ref().map(Name::text));
    cx.event(|c| ev::Error {
        c,
        msg: ev::ErrorMsg {
            pvno: m.version,
            msg_type: m.kind,
            client_time: m.client_time,
            server_time: m.server_time,
            error_code: m.code,
            client_realm: m.client_realm,
            client_name: client.as_deref(),
            service_realm: m.realm,
            service_name: service.as_deref(),
            error_text: m.text,
            pa_data: hints.as_deref().map(ListOf),
        },
    });
}
