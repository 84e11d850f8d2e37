use crate::rehearsal::{Said, orig, resp, streams, torment};
use net_types::Port;

/// The events of a conversation, except the confirmation.
fn said(conversation: &[Said<'_>]) -> Vec<String> {
    let mut got = streams("MQTT", 1883, conversation);
    got.retain(|e| !e.starts_with("analyzer_confirmation_info"));
    got
}

fn check(packet: &[u8], event: &str) {
    assert_eq!(said(&[orig(packet)]), [event]);
}

const CONNECT: &[u8] = b"\x10\x1f\0\x04MQTT\x04\xee\0\x3c\0\x02me\0\x01w\0\x04gone\0\x02us\0\x02pw";

#[test]
fn a_client_introduces_itself() {
    check(
        CONNECT,
        "mqtt_connect([protocol_name=\"MQTT\", protocol_version=4, client_id=\"me\", keep_alive=60.000000, \
         clean_session=T, will_retain=T, will_qos=1, will_topic=\"w\", will_msg=\"gone\", username=\"us\", \
         password=\"pw\"])",
    );
    check(
        b"\x10\x0e\0\x04MQTT\x04\0\0\0\0\x02me",
        "mqtt_connect([protocol_name=\"MQTT\", protocol_version=4, client_id=\"me\", keep_alive=0.000000, \
         clean_session=F, will_retain=F, will_qos=0])",
    );
    check(b"\x20\x02\x01\x05", "mqtt_connack([return_code=5, session_present=T])");
}

#[test]
fn messages_by_level() {
    check(
        b"\x31\x06\0\x02t1hi",
        "mqtt_publish(T, 0, [dup=F, qos=0, retain=T, topic=\"t1\", payload=\"hi\", payload_len=2])",
    );
    check(
        b"\x3c\x08\0\x02t1\0\x09hi",
        "mqtt_publish(T, 9, [dup=T, qos=2, retain=F, topic=\"t1\", payload=\"hi\", payload_len=2])",
    );
    check(b"\x40\x02\0\x09", "mqtt_puback(T, 9)");
    check(b"\x50\x02\0\x09", "mqtt_pubrec(T, 9)");
    check(b"\x62\x02\0\x09", "mqtt_pubrel(T, 9)");
    check(b"\x70\x02\0\x09", "mqtt_pubcomp(T, 9)");
}

#[test]
fn subscriptions_and_signs_of_life() {
    check(b"\x82\x0a\0\x01\0\x01a\0\0\x01b\x02", "mqtt_subscribe(1, {\"a\", \"b\"}, {0, 2})");
    check(b"\x90\x03\0\x01\x02", "mqtt_suback(1, 2)");
    check(b"\xa2\x05\0\x01\0\x01a", "mqtt_unsubscribe(1, {\"a\"})");
    check(b"\xb0\x02\0\x01", "mqtt_unsuback(1)");
    check(b"\xc0\0", "mqtt_pingreq()");
    check(b"\xd0\0", "mqtt_pingresp()");
    check(b"\xe0\0", "mqtt_disconnect()");
}

#[test]
fn packets_are_put_together_and_taken_apart() {
    assert_eq!(said(&[orig(b"\xc0\0\xc0\0\xe0"), orig(b"\0")]).len(), 3);
}

#[test]
fn of_a_long_message_the_beginning_is_shown() {
    let mut m = vec![0x30, 0xe0, 0xa7, 0x12];
    m.extend(b"\0\x01t");
    m.extend(vec![b'x'; 299_997]);
    m.extend(b"\xc0\0");
    let text = "x".repeat(100);
    let got = said(&[resp(&m)]);
    assert_eq!(
        got,
        [
            format!(
                "mqtt_publish(F, 0, [dup=F, qos=0, retain=F, topic=\"t\", payload=\"{text}\", payload_len=299997])"
            ),
            "mqtt_pingreq()".to_owned()
        ]
    );
}

#[test]
fn other_packets_of_that_length_are_passed_over() {
    let mut m = vec![0x82, 0xe0, 0xa7, 0x12];
    m.extend(vec![0; 300_000]);
    m.extend(b"\xc0\0");
    let got = said(&[orig(&m)]);
    assert!(got[0].starts_with("conn_weird(\"MQTT_packet_too_large\", \"300000 bytes\""), "{got:?}");
    assert_eq!(got[1..], ["mqtt_pingreq()"]);
}

#[test]
fn what_is_no_packet_is_a_violation() {
    let got = said(&[orig(b"\x30\xff\xff\xff\xff\x01")]);
    assert!(got.len() == 1 && got[0].contains("too many bytes"), "{got:?}");
    let got = said(&[orig(b"\x10\x04\0\x04MQ\xc0\0")]);
    assert!(got[0].contains("MQTT packet: 4 bytes wanted at offset 2, 2 there"), "{got:?}");
    assert_eq!(got[1..], ["mqtt_pingreq()"]);
}

#[test]
fn torn_and_changed_packets_are_survived() {
    torment(
        "MQTT",
        Port::tcp(1883),
        &[
            orig(CONNECT),
            resp(b"\x20\x02\x01\x05"),
            orig(b"\x3c\x08\0\x02t1\0\x09hi\x82\x0a\0\x01\0\x01a\0\0\x01b\x02\xa2\x05\0\x01\0\x01a"),
        ],
    );
}
