// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_MQTT.events.bif.zeek, base/init/applications.zeek}.
//! MQTT (MQTT 3.1.1).
use crate::arg::{ConnId, List};
use crate::declare::{events, records};
use net_types::Interval;

records! {
    /// The client's greeting.
    MqttConnectMsg<'a> = "MQTT::ConnectMsg" {
        protocol_name: &'a [u8], protocol_version: u64, client_id: &'a [u8], keep_alive: Interval,
        clean_session: bool, will_retain: bool, will_qos: u64, will_topic: Option<&'a [u8]>,
        will_msg: Option<&'a [u8]>, username: Option<&'a [u8]>, password: Option<&'a [u8]>
    }
    /// The server's answer.
    MqttConnectAckMsg = "MQTT::ConnectAckMsg" { return_code: u64, session_present: bool }
    /// A message. `payload_len` is the length of the whole message.
    MqttPublishMsg<'a> = "MQTT::PublishMsg" {
        dup: bool, qos: u64, retain: bool, topic: &'a [u8], payload: &'a [u8], payload_len: u64
    }
}

events! { in mqtt;
    /// A client connects.
    MqttConnect<'a> = "mqtt_connect" { c: ConnId, msg: MqttConnectMsg<'a> }
    /// The answer to a connect.
    MqttConnack = "mqtt_connack" { c: ConnId, msg: MqttConnectAckMsg }
    /// A message for a topic.
    MqttPublish<'a> = "mqtt_publish" { c: ConnId, is_orig: bool, msg_id: u64, msg: MqttPublishMsg<'a> }
    /// A publication is acknowledged (PUBACK, quality of service 1).
    MqttPuback = "mqtt_puback" { c: ConnId, is_orig: bool, msg_id: u64 }
    /// A publication was received (PUBREC, first answer of quality of service 2).
    MqttPubrec = "mqtt_pubrec" { c: ConnId, is_orig: bool, msg_id: u64 }
    /// A publication is released (PUBREL, second step of quality of service 2).
    MqttPubrel = "mqtt_pubrel" { c: ConnId, is_orig: bool, msg_id: u64 }
    /// A publication is complete (PUBCOMP, last step of quality of service 2).
    MqttPubcomp = "mqtt_pubcomp" { c: ConnId, is_orig: bool, msg_id: u64 }
    /// A client subscribes to topics.
    MqttSubscribe<'a> = "mqtt_subscribe" { c: ConnId, msg_id: u64, topics: &'a dyn List, requested_qos: &'a dyn List }
    /// The answer to a subscription.
    MqttSuback = "mqtt_suback" { c: ConnId, msg_id: u64, granted_qos: u64 }
    /// A client unsubscribes from topics.
    MqttUnsubscribe<'a> = "mqtt_unsubscribe" { c: ConnId, msg_id: u64, topics: &'a dyn List }
    /// The answer to an unsubscribe request.
    MqttUnsuback = "mqtt_unsuback" { c: ConnId, msg_id: u64 }
    /// A client's ping.
    MqttPingreq = "mqtt_pingreq" { c: ConnId }
    /// The answer to a ping.
    MqttPingresp = "mqtt_pingresp" { c: ConnId }
    /// A client disconnects.
    MqttDisconnect = "mqtt_disconnect" { c: ConnId }
}
