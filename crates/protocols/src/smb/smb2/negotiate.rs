//! Negotiation of a dialect ([MS-SMB2] 2.2.3, 2.2.4).
use super::{Command, guid};
use crate::windows::time;
use event::ListOf;
use event::smb2 as ev;
use wire::{ReadResult, Reader};

/// The first dialect with negotiate contexts.
const SMB_3_1_1: u16 = 0x0311;

impl Command<'_, '_, '_, '_> {
    pub(super) fn negotiate_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let count = r.le16()?;
        r.skip(32)?;
        let dialects = numbers(r, count)?;
        self.cx.event(|c| ev::NegotiateRequest { c, hdr: self.m.header, dialects: ListOf(&dialects) });
        Ok(())
    }

    pub(super) fn negotiate_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let (security_mode, dialect, count) = (r.le16()?, r.le16()?, r.le16()?);
        let server_guid = guid(r)?;
        r.skip(16)?;
        let (system_time, start_time) = (r.le64()?, r.le64()?);
        r.skip(2)?;
        let (token_len, contexts_offset) = (r.le16()?, r.le32()?);
        let token = r.bytes(token_len.into())?;
        let values = if dialect == SMB_3_1_1 {
            self.m.skip_to(r, contexts_offset)?;
            contexts(r, count)?
        } else {
            Vec::new()
        };
        if self.cx.wants::<ev::NegotiateResponseSeen<'_>>() {
            let records: Vec<_> = values.iter().map(Value::record).collect();
            self.cx.event(|c| ev::NegotiateResponseSeen {
                c,
                hdr: self.m.header,
                response: ev::NegotiateResponse {
                    dialect_revision: dialect.into(),
                    security_mode: security_mode.into(),
                    server_guid,
                    system_time: time(system_time),
                    server_start_time: time(start_time),
                    negotiate_context_count: count.into(),
                    negotiate_context_values: ListOf(&records),
                },
            });
        }
        self.st.auth_token(self.cx, token);
        Ok(())
    }
}

/// Reads `count` 16-bit numbers.
fn numbers(r: &mut Reader<'_>, count: u16) -> ReadResult<Vec<u64>> {
    let bytes = r.bytes(2 * usize::from(count))?;
    Ok(bytes.chunks_exact(2).map(|w| w.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))).collect())
}

/// A negotiate context ([MS-SMB2] 2.2.3.1).
struct Value<'a> {
    kind: u16,
    len: u16,
    what: What<'a>,
}

enum What<'a> {
    Integrity { count: u16, algorithms: Vec<u64>, salt: &'a [u8] },
    Ciphers(u16, Vec<u64>),
    Compression(u16, Vec<u64>),
    Name(&'a [u8]),
    Other,
}

impl<'a> Value<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let (kind, len) = (r.le16()?, r.le16()?);
        r.skip(4)?;
        let what = match kind {
            1 => {
                let (count, salt_len) = (r.le16()?, r.le16()?);
                let algorithms = numbers(r, count)?;
                What::Integrity { count, algorithms, salt: r.bytes(salt_len.into())? }
            }
            2 => {
                let count = r.le16()?;
                What::Ciphers(count, numbers(r, count)?)
            }
            3 => {
                let count = r.le16()?;
                r.skip(6)?;
                What::Compression(count, numbers(r, count)?)
            }
            5 => What::Name(r.bytes(len.into())?),
            _ => {
                r.skip(len.into())?;
                What::Other
            }
        };
        Ok(Value { kind, len, what })
    }

    fn record(&self) -> ev::NegotiateContextValue<'_> {
        let mut v = ev::NegotiateContextValue {
            context_type: self.kind.into(),
            data_length: self.len.into(),
            preauth_info: None,
            encryption_info: None,
            compression_info: None,
            netname: None,
        };
        match &self.what {
            What::Integrity { count, algorithms, salt } => {
                v.preauth_info = Some(ev::PreAuthIntegrityCapabilities {
                    hash_alg_count: (*count).into(),
                    salt_length: salt.len() as u64,
                    hash_alg: ListOf(algorithms),
                    salt,
                });
            }
            What::Ciphers(count, ciphers) => {
                let (cipher_count, ciphers) = ((*count).into(), ListOf(ciphers.as_slice()));
                v.encryption_info = Some(ev::EncryptionCapabilities { cipher_count, ciphers });
            }
            What::Compression(count, algorithms) => {
                let (alg_count, algs) = ((*count).into(), ListOf(algorithms.as_slice()));
                v.compression_info = Some(ev::CompressionCapabilities { alg_count, algs });
            }
            What::Name(name) => v.netname = Some(name),
            What::Other => {}
        }
        v
    }
}

/// Reads `count` contexts, which are aligned to eight bytes from the first.
fn contexts<'a>(r: &mut Reader<'a>, count: u16) -> ReadResult<Vec<Value<'a>>> {
    let start = r.offset();
    let mut values = Vec::new();
    for _ in 0..count {
        let at = r.offset() - start;
        r.skip(at.next_multiple_of(8) - at)?;
        values.push(Value::read(r)?);
    }
    Ok(values)
}
