//! The record layer that TLS and DTLS share, above the headers of their records.
use super::complaint::{label, weird};
use super::decrypt::Secrets;
use super::handshake::Handshake;
use super::{Anomaly, content, version};
use event::ssl as ev;
use session::Role;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

/// Options, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `SSL::max_alerts_per_record`
    pub max_alerts: usize,
    /// `SSL::dtls_max_version_errors`: the maximum number of consecutive datagrams of other versions before the
    /// analysis ends.
    pub max_version_errors: u64,
    /// `SSL::dtls_max_reported_version_errors`: how many of these are reported as violations.
    pub max_reported_version_errors: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config { max_alerts: 10, max_version_errors: 10, max_reported_version_errors: 1 }
    }
}

impl Config {
    /// Reads the settings of a run.
    pub(super) fn from_settings(s: &dyn crate::Settings) -> Self {
        let d = Config::default();
        Config {
            max_alerts: s.count("SSL::max_alerts_per_record").map_or(d.max_alerts, |n| n as usize),
            max_version_errors: s.count("SSL::dtls_max_version_errors").unwrap_or(d.max_version_errors),
            max_reported_version_errors: s
                .count("SSL::dtls_max_reported_version_errors")
                .unwrap_or(d.max_reported_version_errors),
        }
    }
}

/// The header of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) from: Role,
    /// One of [`content`].
    pub(super) content: u16,
    /// The version that the record states; 0 in SSLv2, whose records state none.
    pub(super) version: u16,
    /// Bytes after the header.
    pub(super) len: usize,
}

/// The state of both directions.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) handshake: Handshake,
    encrypts: [bool; 2],
    established: bool,
}

impl Layer {
    /// True if a side has started to encrypt.
    pub(super) fn encrypts(&self, from: Role) -> bool {
        self.encrypts.get(usize::from(!from.is_orig())).copied().unwrap_or_default()
    }

    /// Marks a side as encrypting.
    pub(super) fn encrypt(&mut self, from: Role) {
        if let Some(side) = self.encrypts.get_mut(usize::from(!from.is_orig())) {
            *side = true;
        }
    }

    /// Marks the handshake as complete, without an event.
    pub(super) fn set_established(&mut self) {
        self.encrypts = [true; 2];
        self.established = true;
    }

    /// Raises `ssl_established` once both sides encrypt.
    pub(super) fn establish(&mut self, cx: &mut Context<'_, '_>) {
        if self.encrypts == [true; 2] && !self.established {
            self.established = true;
            cx.event(|c| ev::SslEstablished { c });
        }
    }

    const fn is_tls13(&self) -> bool {
        let v = self.handshake.version();
        v == version::TLS13 || version::is_draft(v)
    }

    /// True if the record's content is encrypted.
    ///
    /// TLS 1.3 does not announce the start of encryption. Application data is never sent in the clear, so its first
    /// record marks the start. Unknown versions are treated as variants of 1.3.
    pub(super) fn is_encrypted(&mut self, head: &Head) -> bool {
        let old = matches!(
            self.handshake.version(),
            version::SSL2 | version::SSL3 | version::TLS10 | version::TLS11 | version::TLS12
        );
        if head.content == content::APPLICATION_DATA && !old {
            self.encrypt(head.from);
        }
        self.encrypts(head.from)
    }

    /// Reports an encrypted record.
    pub(super) fn encrypted(&mut self, cx: &mut Context<'_, '_>, head: &Head) {
        let length = head.len as u64;
        if !self.established && self.is_tls13() {
            let is_client = head.from.is_orig();
            cx.event(|c| ev::SslProbableEncryptedHandshakeMessage { c, is_client, length });
        }
        self.establish(cx);
        let is_client = self.handshake.is_client(head.from);
        cx.event(|c| ev::SslEncryptedData {
            c,
            is_client,
            record_version: head.version.into(),
            content_type: head.content.into(),
            length,
        });
    }

    /// Takes a secret of the connection from scripts.
    pub(super) fn learn(&mut self, known: Secrets) {
        self.handshake.decryption.learn(known);
    }

    /// True if the content of encrypted records is needed for decryption.
    pub(super) fn decrypts(&self) -> bool {
        self.handshake.decryption.is_wanted()
    }

    /// Decrypts the content of a record, if possible.
    pub(super) fn open(&mut self, head: &Head, body: &[u8]) -> Option<Vec<u8>> {
        let from = Role::of(self.handshake.is_client(head.from));
        let suite = self.handshake.suite();
        self.handshake.decryption.open(suite, from, (head.content, head.version), body)
    }

    /// Reads a plain record, or a part of one, that belongs neither to the handshake nor to SSLv2. Leaves unread
    /// bytes in `data`.
    pub(super) fn plain(
        &mut self,
        cx: &mut Context<'_, '_>,
        head: &Head,
        data: &mut &[u8],
        config: &Config,
    ) -> ReadResult<()> {
        let is_client = self.handshake.is_client(head.from);
        match head.content {
            content::CHANGE_CIPHER_SPEC => {
                // A message has one byte. TLS 1.3 sends it for compatibility only.
                *data = data.get(1..).unwrap_or_default();
                if !self.is_tls13() {
                    self.encrypt(head.from);
                }
                cx.event(|c| ev::SslChangeCipherSpec { c, is_client });
                return Ok(());
            }
            content::ALERT => self.alerts(cx, head, data, config)?,
            content::HEARTBEAT => {
                let mut r = Reader::new("Heartbeat", data);
                let (kind, claimed) = (r.u8()?, r.be16()?);
                let payload = r.rest();
                cx.event(|c| ev::SslHeartbeat {
                    c,
                    is_client,
                    length: head.len as u64,
                    heartbeat_type: kind.into(),
                    payload_length: claimed.into(),
                    payload,
                });
            }
            content::APPLICATION_DATA => {}
            unknown => {
                let reason = format!("unknown SSL record type ({unknown}) from {}", label(head.from));
                cx.violate(&reason, None);
            }
        }
        *data = &[];
        Ok(())
    }

    /// Reports alerts. In TLS 1.3 a record has only one (RFC 8446, 5.1).
    fn alerts(&self, cx: &mut Context<'_, '_>, head: &Head, data: &[u8], config: &Config) -> ReadResult<()> {
        let is_client = self.handshake.is_client(head.from);
        let most = if self.is_tls13() { 1 } else { config.max_alerts };
        let mut r = Reader::new("Alert", data);
        if head.len > most.saturating_mul(2) {
            weird(cx, Anomaly::ExcessiveAlerts(head.len / 2));
            r = Reader::new("Alert", data.get(..most * 2).unwrap_or(data));
        }
        while !r.is_empty() {
            let [level, desc] = r.array()?;
            cx.event(|c| ev::SslAlert { c, is_client, level: level.into(), desc: desc.into() });
        }
        Ok(())
    }

    /// Ends a plain record, or a part of one, after its events.
    pub(super) fn plain_end(&self, cx: &mut Context<'_, '_>, head: &Head) {
        let is_client = self.handshake.is_client(head.from);
        cx.event(|c| ev::SslPlaintextData {
            c,
            is_client,
            record_version: head.version.into(),
            content_type: head.content.into(),
            length: head.len as u64,
        });
    }
}
