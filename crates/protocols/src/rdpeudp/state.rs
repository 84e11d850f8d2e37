//! The analyzer: follows the handshake of a connection.
use super::packet::{Data, Syn, VERSION_3, flag};
use crate::{Maker, Settings};
use event::rdp as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use wire::ReadResult;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    #[default]
    NeedSyn,
    NeedSynAck,
    NeedAck,
    Established,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct RdpEudp {
    stage: Stage,
    /// The version of each side.
    versions: [u16; 2],
}

/// Makes the analyzers of a run.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(RdpEudp::default())))
}

impl RdpEudp {
    fn datagram(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> ReadResult<()> {
        match self.stage {
            Stage::NeedSyn => {
                let syn = Syn::read(bytes)?;
                if from.is_orig() && syn.flags & flag::SYN != 0 && syn.ack == u32::MAX {
                    self.versions[0] = syn.version;
                    self.stage = Stage::NeedSynAck;
                    cx.event(|c| ev::UdpSyn { c });
                }
            }
            Stage::NeedSynAck => {
                let syn = Syn::read(bytes)?;
                if !from.is_orig() && syn.flags & (flag::SYN | flag::ACK) != 0 {
                    self.versions[1] = syn.version;
                    self.stage = Stage::NeedAck;
                    cx.event(|c| ev::UdpSynack { c });
                    cx.confirm();
                }
            }
            Stage::NeedAck | Stage::Established => self.data(cx, from, bytes)?,
        }
        Ok(())
    }

    fn data(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> ReadResult<()> {
        let (version, m) = if self.versions == [VERSION_3; 2] {
            (2, Data::read_v3(bytes)?)
        } else {
            (1, Data::read_v1(bytes)?)
        };
        if m.is_dummy {
            return Ok(());
        }
        if self.stage == Stage::NeedAck {
            self.stage = Stage::Established;
            cx.event(|c| ev::UdpEstablished { c, version });
        }
        cx.event(|c| ev::UdpData { c, is_orig: from.is_orig(), version, data: m.data });
        Ok(())
    }
}

impl Analyzer for RdpEudp {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        if let Err(e) = self.datagram(cx, from, packet.payload) {
            cx.violate(&e.to_string(), None);
        }
    }
}
