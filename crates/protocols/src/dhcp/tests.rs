use super::parser::HardwareAddr;
use crate::rehearsal::{datagrams, orig, resp, torment};
use net_types::Port;

/// Builds a message with these options.
fn message(op: u8, options: &[u8]) -> Vec<u8> {
    let mut m = vec![op, 1, 6, 0, 0x12, 0x34, 0x56, 0x78, 0, 3, 0x80, 0];
    for last in [0, 77, 0, 1] {
        m.extend([192, 0, 2, last]);
    }
    m.extend([2, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    m.extend(b"boots");
    m.extend([0; 59]);
    m.extend([0; 128]);
    m.extend([0x63, 0x82, 0x53, 0x63]);
    m.extend(options);
    m
}

const FIXED: &str = "xid=305419896, secs=3.000000, flags=32768, ciaddr=192.0.2.0, yiaddr=192.0.2.77, \
    siaddr=192.0.2.0, giaddr=192.0.2.1, chaddr=\"02:00:00:00:00:07\", sname=\"boots\", file_n=\"\"";
const CONFIRMED: &str = "analyzer_confirmation_info(Analyzer::ANALYZER_DHCP, [aid=3])";

/// Checks the fields in the event of a request with these options.
fn check(options: &[u8], m_type: u8, shown: &str) {
    let said = datagrams("DHCP", 67, &[orig(&message(1, options))]);
    let want = format!("dhcp_message(T, [op=1, m_type={m_type}, {FIXED}], [{shown}])");
    assert_eq!(said, [want, CONFIRMED.to_owned()]);
}

#[test]
fn options_with_their_types() {
    check(&[53, 1, 1, 255], 1, "options={53}");
    check(
        &[0, 53, 1, 5, 1, 4, 255, 255, 255, 0, 2, 4, 255, 255, 0xf1, 0xf0, 3, 4, 10, 0, 0, 1, 255, 9],
        5,
        "options={0, 53, 1, 2, 3}, subnet_mask=255.255.255.0, routers={10.0.0.1}, time_offset=-3600",
    );
    check(
        &[
            53, 1, 3, 6, 8, 1, 1, 1, 1, 8, 8, 8, 8, 12, 2, b'p', b'c', 15, 4, b'l', b'a', b'n', 0, 19, 1, 1,
            255,
        ],
        3,
        "options={53, 6, 12, 15, 19}, dns_servers={1.1.1.1, 8.8.8.8}, host_name=\"pc\", domain_name=\"lan\", \
         forwarding=T",
    );
    check(
        &[53, 1, 3, 51, 4, 0, 0, 0x0e, 0x10, 55, 3, 1, 3, 6, 57, 2, 5, 0xdc, 61, 7, 1, 2, 0, 0, 0, 0, 7, 255],
        3,
        "options={53, 51, 55, 57, 61}, lease=3600.000000, param_list={1, 3, 6}, max_msg_size=1500, \
         client_id=[hwtype=1, hwaddr=\"02:00:00:00:00:07\"]",
    );
    check(
        &[
            53, 1, 3, 61, 3, 0, b'm', b'e', 81, 5, 1, 2, 3, b'p', b'c', 82, 8, 1, 2, b'g', b'0', 6, 2, b's',
            b'1', 255,
        ],
        3,
        "options={53, 61, 81, 82}, client_id=[hwtype=0, hwaddr=\"me\"], client_fqdn=[flags=1, rcode1=2, rcode2=3, \
         domain_name=\"pc\"], sub_opt={[code=1, value=\"g0\"], [code=6, value=\"s1\"]}",
    );
    check(
        &[53, 1, 3, 252, 4, b'u', b'r', b'l', b'\n', 116, 1, 0, 42, 4, 9, 9, 9, 9, 255],
        3,
        "options={53, 252, 116, 42}, auto_config=F, auto_proxy_config=\"url\", ntp_servers={9.9.9.9}",
    );
}

#[test]
fn a_reply_comes_from_the_responder() {
    let said = datagrams("DHCP", 67, &[resp(&message(2, &[53, 1, 2, 255]))]);
    assert!(said.iter().any(|e| e.starts_with("dhcp_message(") && e.contains("[op=2, m_type=2")), "{said:?}");
}

#[test]
fn what_is_not_dhcp_is_said_to_be_none() {
    let violation = |bytes: &[u8], reason: &str| {
        let said = datagrams("DHCP", 67, &[orig(bytes)]);
        assert!(said.len() == 1 && said[0].starts_with("analyzer_violation_info"), "{said:?}");
        assert!(said[0].contains(reason), "{said:?}");
    };
    violation(b"short", "DHCP message: 4 bytes wanted at offset 4");
    let mut other = message(1, &[255]);
    other[236] = 0;
    violation(&other, "bad cookie (0x00825363)");
    violation(&message(1, &[53, 1, 1]), "1 byte wanted at offset 243, 0 there");
}

#[test]
fn a_message_without_type_is_shown_and_complained_of() {
    let said = datagrams("DHCP", 67, &[orig(&message(1, &[255]))]);
    assert!(said[0].contains("no DHCP message type option"));
    assert_eq!(said[1], format!("dhcp_message(T, [op=1, m_type=0, {FIXED}], [options={{}}])"));
    assert_eq!(said[2..], [CONFIRMED]);
}

#[test]
fn an_option_of_a_wrong_length_is_passed_over() {
    let said =
        datagrams("DHCP", 67, &[orig(&message(1, &[53, 1, 1, 1, 3, 255, 255, 255, 12, 1, b'x', 255]))]);
    assert!(said[0].starts_with("conn_weird(\"DHCP_wrong_len\", \"option 1\""), "{said:?}");
    assert!(said[1].ends_with("[options={53, 1, 12}, host_name=\"x\"])"), "{said:?}");
}

#[test]
fn hardware_addresses_of_six_and_eight_bytes() {
    let check = |bytes: &[u8], text: &str| {
        assert_eq!(HardwareAddr::of(bytes).as_bytes(), text.as_bytes());
    };
    check(&[], "");
    check(&[1, 2, 3, 4, 5], "");
    check(&[1, 2, 3, 4, 5, 0xaf], "01:02:03:04:05:af");
    check(&[1, 2, 3, 4, 5, 6, 0, 0], "01:02:03:04:05:06");
    check(&[1, 2, 3, 4, 5, 6, 7, 8], "01:02:03:04:05:06:07:08");
}

#[test]
fn torn_and_changed_messages_are_survived() {
    let m = message(
        1,
        &[53, 1, 1, 3, 8, 1, 2, 3, 4, 5, 6, 7, 8, 55, 2, 1, 3, 82, 4, 1, 2, 3, 4, 81, 4, 0, 0, 0, 1, 255],
    );
    torment("DHCP", Port::udp(67), &[orig(&m), resp(&m)]);
}
