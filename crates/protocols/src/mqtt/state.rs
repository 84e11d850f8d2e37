//! The analyzer: splits streams into packets.
use super::anomaly::Anomaly;
use super::parser::{
    Connect, Fixed, FixedHeader, Packet, Publish, SubscribedLevels, SubscribedTopics, connect_flag,
};
use crate::frames::Frames;
use crate::{Maker, Settings};
use event::mqtt as ev;
use net_types::Interval;
use session::analyzer::{Analyzer, Context};
use session::{Role, ScriptValue};

/// The maximum number of bytes of a packet that are reassembled. Topics have at most 64 KiB, so the topic of a PUBLISH
/// is always complete.
const MAX_PACKET: usize = 0x2_0000;

/// Options, by their names in scripts.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `MQTT::max_payload_size`: the maximum number of payload bytes in `mqtt_publish`.
    pub max_payload_size: u64,
}

/// Returns the maker of analyzers.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Config { max_payload_size: s.count("MQTT::max_payload_size").unwrap_or(100) };
    Box::new(move |_| Some(Box::new(Mqtt::new(config))))
}

/// The analyzer of a connection.
pub struct Mqtt {
    config: Config,
    frames: [Frames; 2],
}

impl Mqtt {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Mqtt { config, frames: Default::default() }
    }

    fn frames(&mut self, from: Role) -> &mut Frames {
        let [orig, resp] = &mut self.frames;
        if from.is_orig() { orig } else { resp }
    }

    fn take_packet(&self, cx: &mut Context<'_, '_>, from: Role, fixed: Fixed, bytes: &[u8]) {
        match Packet::read(fixed, bytes) {
            Ok(p) => self.report(cx, from, &p),
            Err(e) => cx.violate(&e.to_string(), None),
        }
    }

    fn report(&self, cx: &mut Context<'_, '_>, from: Role, packet: &Packet<'_>) {
        let is_orig = from.is_orig();
        match *packet {
            Packet::Connect(connect) => {
                let msg = introduced(&connect);
                cx.event(|c| ev::MqttConnect { c, msg });
                cx.confirm();
            }
            Packet::Connack { session_present, return_code } => {
                let msg = ev::MqttConnectAckMsg { return_code: return_code.into(), session_present };
                cx.event(|c| ev::MqttConnack { c, msg });
            }
            Packet::Publish(p) => {
                if cx.wants::<ev::MqttPublish<'_>>() {
                    // Scripts may change the option during the connection.
                    let most = match cx.script_value("MQTT::max_payload_size") {
                        Some(ScriptValue::Count(n)) => n,
                        _ => self.config.max_payload_size,
                    };
                    let msg = Self::message(most, &p);
                    cx.event(|c| ev::MqttPublish { c, is_orig, msg_id: p.id.into(), msg });
                }
                cx.confirm();
            }
            Packet::Puback(id) => cx.event(|c| ev::MqttPuback { c, is_orig, msg_id: id.into() }),
            Packet::Pubrec(id) => cx.event(|c| ev::MqttPubrec { c, is_orig, msg_id: id.into() }),
            Packet::Pubrel(id) => cx.event(|c| ev::MqttPubrel { c, is_orig, msg_id: id.into() }),
            Packet::Pubcomp(id) => cx.event(|c| ev::MqttPubcomp { c, is_orig, msg_id: id.into() }),
            Packet::Subscribe(id, wanted) => {
                let (topics, levels) = (SubscribedTopics(wanted), SubscribedLevels(wanted));
                cx.event(|c| ev::MqttSubscribe {
                    c,
                    msg_id: id.into(),
                    topics: &topics,
                    requested_qos: &levels,
                });
            }
            Packet::Suback(id, qos) => {
                cx.event(|c| ev::MqttSuback { c, msg_id: id.into(), granted_qos: qos.into() });
            }
            Packet::Unsubscribe(id, topics) => {
                cx.event(|c| ev::MqttUnsubscribe { c, msg_id: id.into(), topics: &topics });
            }
            Packet::Unsuback(id) => cx.event(|c| ev::MqttUnsuback { c, msg_id: id.into() }),
            Packet::Pingreq => cx.event(|c| ev::MqttPingreq { c }),
            Packet::Pingresp => cx.event(|c| ev::MqttPingresp { c }),
            Packet::Disconnect => cx.event(|c| ev::MqttDisconnect { c }),
            Packet::Other => {}
        }
    }

    /// Builds the event record of a PUBLISH, with at most `most` bytes of its payload.
    fn message<'a>(most: u64, p: &Publish<'a>) -> ev::MqttPublishMsg<'a> {
        let shown = usize::try_from(most).unwrap_or(usize::MAX);
        ev::MqttPublishMsg {
            dup: p.dup,
            qos: p.qos.into(),
            retain: p.retain,
            topic: p.topic,
            payload: p.payload.get(..shown).unwrap_or(p.payload),
            payload_len: p.payload_len,
        }
    }
}

fn introduced<'a>(c: &Connect<'a>) -> ev::MqttConnectMsg<'a> {
    ev::MqttConnectMsg {
        protocol_name: c.protocol,
        protocol_version: c.level.into(),
        client_id: c.client,
        keep_alive: Interval::from_secs(c.keep_alive.into()),
        clean_session: c.flags & connect_flag::CLEAN != 0,
        will_retain: c.flags & connect_flag::WILL_RETAIN != 0,
        will_qos: u64::from(c.flags >> 3 & 3),
        will_topic: c.will.map(|w| w.0),
        will_msg: c.will.map(|w| w.1),
        username: c.user,
        password: c.password,
    }
}

/// The number of bytes of a packet to collect.
fn measure(bytes: &[u8]) -> usize {
    match FixedHeader::read(bytes) {
        FixedHeader::Unfinished => bytes.len() + 1,
        FixedHeader::Malformed => 5,
        FixedHeader::Complete(f) => {
            usize::try_from(f.remaining).unwrap_or(usize::MAX).saturating_add(f.head).min(MAX_PACKET)
        }
    }
}

impl Analyzer for Mqtt {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let mut frames = std::mem::take(self.frames(from));
        let mut delivery = frames.deliver(data);
        while let Some(bytes) = delivery.next(measure) {
            let FixedHeader::Complete(fixed) = FixedHeader::read(bytes) else {
                cx.violate("malformed MQTT 'remaining length': too many bytes", None);
                delivery.discard();
                break;
            };
            let rest = bytes.get(fixed.head..).unwrap_or_default();
            let missing = fixed.remaining - rest.len() as u64;
            if missing > 0 && !fixed.is_publish() {
                cx.anomaly(Anomaly::PacketTooLarge(fixed.remaining));
            } else {
                self.take_packet(cx, from, fixed, rest);
            }
            delivery.pass_over(missing);
        }
        *self.frames(from) = frames;
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, len: u64) {
        self.frames(from).gap(len, measure);
    }
}
