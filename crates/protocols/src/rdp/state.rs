//! The analyzer of a connection: splits streams into packets and reports them as events.
use super::blocks::{Block, Blocks, Certificate, Channel, ClientCore};
use super::packet::{Confirm, Packet};
use crate::windows::text;
use crate::{Maker, Settings, tags};
use event::ListOf;
use event::rdp as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};
use wire::{ReadError, ReadResult};

const SSL: Tag = tags::tag("SSL");

/// Bytes of the TPKT header: version(1) reserved(1) length(2).
const HEAD: usize = 4;

/// The encryption of the rest of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Encryption {
    #[default]
    None,
    /// RDP's own encryption.
    Native,
    /// TLS was negotiated and has not begun.
    TlsToCome,
    Tls,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Rdp {
    encryption: Encryption,
    had_gap: bool,
    /// The incomplete packet of each side.
    buffers: [Vec<u8>; 2],
}

/// Makes the analyzers of a run.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Rdp::default())))
}

impl Rdp {
    fn plain(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) -> ReadResult<()> {
        let side = usize::from(!from.is_orig());
        while !data.is_empty() {
            let Some(buffer) = self.buffers.get_mut(side) else { return Ok(()) };
            let want = match buffer.first_chunk::<HEAD>() {
                Some(&[_, _, hi, lo]) => usize::from(u16::from_be_bytes([hi, lo])),
                None => HEAD,
            };
            let (part, rest) = data.split_at(data.len().min(want.saturating_sub(buffer.len())));
            buffer.extend_from_slice(part);
            data = rest;
            let Some(&[_, _, hi, lo]) = buffer.first_chunk::<HEAD>() else { continue };
            let len = usize::from(u16::from_be_bytes([hi, lo]));
            if len < HEAD {
                return Err(ReadError::Short { what: "RDP packet", at: 0, wanted: HEAD, there: len });
            }
            if buffer.len() == len {
                let packet = std::mem::take(buffer);
                self.packet(cx, packet.get(HEAD..).unwrap_or_default())?;
            }
        }
        Ok(())
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) -> ReadResult<()> {
        match Packet::read(bytes)? {
            Packet::Request(m) => {
                let (cookie, flags) = (m.cookie.unwrap_or_default(), m.flags.unwrap_or(0).into());
                cx.event(|c| ev::ConnectRequest { c, cookie, flags });
            }
            Packet::Confirm(Some(Confirm::Protocol { protocol, flags })) => {
                if protocol > 0 {
                    self.begin_encryption(cx, Encryption::TlsToCome, protocol);
                }
                let (security_protocol, flags) = (protocol.into(), flags.into());
                cx.event(|c| ev::NegotiationResponse { c, security_protocol, flags });
            }
            Packet::Confirm(Some(Confirm::Failure { code, flags })) => {
                let (failure_code, flags) = (code.into(), flags.into());
                cx.event(|c| ev::NegotiationFailure { c, failure_code, flags });
            }
            Packet::Client(blocks) => self.blocks(cx, blocks)?,
            Packet::Server(result, blocks) => {
                cx.confirm();
                cx.event(|c| ev::GccServerCreateResponse { c, result: result.into() });
                self.blocks(cx, blocks)?;
            }
            Packet::Confirm(None) | Packet::Other => {}
        }
        Ok(())
    }

    fn begin_encryption(&mut self, cx: &mut Context<'_, '_>, encryption: Encryption, protocol: u32) {
        self.encryption = encryption;
        cx.event(|c| ev::BeginEncryption { c, security_protocol: protocol.into() });
    }

    fn blocks(&mut self, cx: &mut Context<'_, '_>, mut blocks: Blocks<'_>) -> ReadResult<()> {
        while let Some(block) = blocks.block()? {
            match block {
                Block::ClientCore(core) => {
                    cx.confirm();
                    client_core(cx, &core);
                }
                Block::ClientSecurity(methods, extended) => {
                    let (encryption_methods, ext_encryption_methods) = (methods.into(), extended.into());
                    let data = ev::ClientSecurityData { encryption_methods, ext_encryption_methods };
                    cx.event(|c| ev::ClientSecurity { c, data });
                }
                Block::ClientNetwork(channels) if !channels.is_empty() => {
                    let channels: Vec<_> = channels.iter().map(channel).collect();
                    cx.event(|c| ev::ClientNetwork { c, channels: ListOf(&channels) });
                }
                Block::ClientCluster(flags, session) => client_cluster(cx, flags, session),
                Block::ServerSecurity { method, level, certificate } => {
                    if let Some(c) = certificate {
                        server_certificate(cx, &c);
                    }
                    if method > 0 && level > 0 {
                        self.begin_encryption(cx, Encryption::Native, 0);
                    }
                    cx.confirm();
                    let (encryption_method, encryption_level) = (method.into(), level.into());
                    cx.event(|c| ev::ServerSecurity { c, encryption_method, encryption_level });
                }
                Block::ClientNetwork(_) | Block::Other => {}
            }
        }
        Ok(())
    }
}

fn client_core(cx: &mut Context<'_, '_>, m: &ClientCore<'_>) {
    if !cx.wants::<ev::ClientCore<'_>>() {
        return;
    }
    let [major, minor, width, height, color_depth, sas] = m.words.map(u64::from);
    let [kind, sub, function_keys] = m.keyboard.map(u64::from);
    let (name, ime) = (text(cx, m.name), text(cx, m.ime));
    let product_id = m.product_id.map(|t| text(cx, t));
    let data = ev::ClientCoreData {
        version_major: major,
        version_minor: minor,
        desktop_width: width,
        desktop_height: height,
        color_depth,
        sas_sequence: sas,
        keyboard_layout: m.keyboard_layout.into(),
        client_build: m.build.into(),
        client_name: &name,
        keyboard_type: kind,
        keyboard_sub: sub,
        keyboard_function_key: function_keys,
        ime_file_name: &ime,
        post_beta2_color_depth: m.late_color_depth.map(u64::from),
        client_product_id: m.product.map(u64::from),
        serial_number: m.serial.map(u64::from),
        high_color_depth: m.high_color_depth.map(u64::from),
        supported_color_depths: m.color_depths.map(u64::from),
        ec_flags: m.early.map(early_capabilities),
        dig_product_id: product_id.as_deref(),
    };
    cx.event(|c| ev::ClientCore { c, data });
}

fn early_capabilities(bits: u16) -> ev::EarlyCapabilityFlags {
    let has = |bit: u16| bits & bit != 0;
    ev::EarlyCapabilityFlags {
        support_err_info_pdu: has(0x1),
        want_32bpp_session: has(0x2),
        support_statusinfo_pdu: has(0x4),
        strong_asymmetric_keys: has(0x8),
        support_monitor_layout_pdu: has(0x40),
        support_netchar_autodetect: has(0x80),
        support_dynvc_gfx_protocol: has(0x100),
        support_dynamic_time_zone: has(0x200),
        support_heartbeat_pdu: has(0x400),
    }
}

fn channel<'a>(ch: &Channel<'a>) -> ev::ClientChannelDef<'a> {
    let has = |n: u32| ch.options >> n & 1 != 0;
    ev::ClientChannelDef {
        name: ch.name,
        options: ch.options.into(),
        initialized: has(31),
        encrypt_rdp: has(30),
        encrypt_sc: has(29),
        encrypt_cs: has(28),
        pri_high: has(27),
        pri_med: has(26),
        pri_low: has(25),
        compress_rdp: has(23),
        compress: has(22),
        show_protocol: has(21),
        persistent: has(20),
    }
}

/// Reports the cluster data. The flags are taken from the session identifier, because scripts test its bits.
fn client_cluster(cx: &mut Context<'_, '_>, flags: u32, session: u32) {
    let data = ev::ClientClusterData {
        flags: flags.into(),
        redir_session_id: session.into(),
        redir_supported: session & 1 != 0,
        svr_session_redir_version_mask: (session & 0x3c).into(),
        redir_sessionid_field_valid: session & 2 != 0,
        redir_smartcard: session & 0x40 != 0,
    };
    cx.event(|c| ev::ClientCluster { c, data });
}

fn server_certificate(cx: &mut Context<'_, '_>, m: &Certificate<'_>) {
    for certificate in &m.chain {
        let conn = cx.conn();
        let ends = [Role::Orig, Role::Resp].map(|r| (conn.addr(r), conn.port(r).num));
        let [(orig, orig_port), (resp, resp_port)] = ends;
        let start = conn.start_time().as_secs_f64();
        let handle = format!("Analyzer::ANALYZER_RDP{start:?}{orig}:{orig_port} > {resp}:{resp_port}");
        let id = cx.file_id(handle.as_bytes());
        cx.file_data_of_type(Role::Resp, Some(id), certificate, "application/x-x509-user-cert");
        cx.file_end(Role::Resp, Some(id));
    }
    let (cert_type, permanently_issued) = (m.kind.into(), m.permanent);
    cx.event(|c| ev::ServerCertificate { c, cert_type, permanently_issued });
}

impl Analyzer for Rdp {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if cx.is_partial() || self.had_gap {
            return;
        }
        if self.encryption == Encryption::TlsToCome {
            self.encryption = Encryption::Tls;
            cx.add_child(SSL);
        }
        match self.encryption {
            Encryption::Native => {
                let (orig, len) = (from.is_orig(), data.len() as u64);
                cx.event(|c| ev::NativeEncryptedData { c, orig, len });
            }
            Encryption::Tls | Encryption::TlsToCome => cx.forward_stream(from, data),
            Encryption::None => {
                if let Err(e) = self.plain(cx, from, data) {
                    self.buffers = Default::default();
                    cx.violate(&e.to_string(), None);
                }
            }
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        cx.forward_end_of_stream(from);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        self.had_gap = true;
        self.buffers = Default::default();
        cx.forward_undelivered(from, seq, len);
    }
}
