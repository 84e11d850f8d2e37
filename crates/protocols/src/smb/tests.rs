use crate::rehearsal::{self, Said, orig, resp};

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A message of a session.
fn framed(message: &[u8]) -> Vec<u8> {
    [&(message.len() as u32).to_be_bytes()[..], message].concat()
}

/// The fields of an SMB 2 header that the tests vary.
#[derive(Clone, Copy, Default)]
struct Head {
    command: u16,
    status: u32,
    next: u32,
    message: u64,
    tree: u32,
}

fn smb2(h: Head, body: &[u8]) -> Vec<u8> {
    let mut m = b"\xfeSMB\x40\0\0\0".to_vec();
    m.extend(h.status.to_le_bytes());
    m.extend(h.command.to_le_bytes());
    m.extend([1, 0, 0, 0, 0, 0]);
    m.extend(h.next.to_le_bytes());
    m.extend(h.message.to_le_bytes());
    m.extend([0xff, 0xfe, 0, 0]);
    m.extend(h.tree.to_le_bytes());
    m.extend([0; 24]);
    m.extend(body);
    m
}

const FILE: [u8; 16] = [7, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0];

fn tree_connect(message: u64, path: &str) -> Vec<u8> {
    let path = wide(path);
    let mut b = vec![9, 0, 0, 0, 72, 0];
    b.extend((path.len() as u16).to_le_bytes());
    b.extend(path);
    smb2(Head { command: 3, message, ..Head::default() }, &b)
}

fn tree_connected(message: u64, tree: u32, kind: u8) -> Vec<u8> {
    let b = [&[16, 0, kind, 0][..], &[0; 12]].concat();
    smb2(Head { command: 3, message, tree, ..Head::default() }, &b)
}

fn create(message: u64, tree: u32, name: &str) -> Vec<u8> {
    let name = wide(name);
    let mut b = [&[57, 0][..], &[0; 34]].concat();
    b.extend([1, 0, 0, 0, 0, 0x10, 0, 0, 120, 0]);
    b.extend((name.len() as u16).to_le_bytes());
    b.extend([0; 8]);
    b.extend(name);
    smb2(Head { command: 5, message, tree, ..Head::default() }, &b)
}

fn created(message: u64, tree: u32) -> Vec<u8> {
    let mut b = vec![89, 0, 0, 0, 1, 0, 0, 0];
    for days in 1..=4u64 {
        b.extend((116_444_736_000_000_000 + days * 864_000_000_000).to_le_bytes());
    }
    b.extend([0; 8]);
    b.extend(300u64.to_le_bytes());
    b.extend([0x20, 0, 0, 0, 0, 0, 0, 0]);
    b.extend(FILE);
    b.extend([0; 8]);
    smb2(Head { command: 5, message, tree, ..Head::default() }, &b)
}

fn write(message: u64, tree: u32, offset: u64, data: &[u8]) -> Vec<u8> {
    let mut b = vec![49, 0, 112, 0];
    b.extend((data.len() as u32).to_le_bytes());
    b.extend(offset.to_le_bytes());
    b.extend(FILE);
    b.extend([0; 16]);
    b.extend(data);
    smb2(Head { command: 9, message, tree, ..Head::default() }, &b)
}

fn read(message: u64, tree: u32) -> Vec<u8> {
    let mut b = vec![49, 0, 0, 0, 0, 4, 0, 0];
    b.extend(16u64.to_le_bytes());
    b.extend(FILE);
    b.extend([0; 16]);
    smb2(Head { command: 8, message, tree, ..Head::default() }, &b)
}

fn was_read(message: u64, data: &[u8]) -> Vec<u8> {
    let mut b = vec![17, 0, 80, 0];
    b.extend((data.len() as u32).to_le_bytes());
    b.extend([0; 8]);
    b.extend(data);
    smb2(Head { command: 8, message, ..Head::default() }, &b)
}

fn close(message: u64, tree: u32) -> Vec<u8> {
    let b = [&[24, 0, 0, 0, 0, 0, 0, 0][..], &FILE].concat();
    smb2(Head { command: 6, message, tree, ..Head::default() }, &b)
}

fn rpc_bind() -> Vec<u8> {
    let mut p = vec![5, 0, 11, 3, 0x10, 0, 0, 0, 72, 0, 0, 0, 1, 0, 0, 0];
    p.extend([0xb8, 0x10, 0xb8, 0x10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]);
    p.extend([0xab; 16]);
    p.extend([3, 0, 0, 0]);
    p.extend([0; 20]);
    p
}

fn heard(said: &[Said<'_>]) -> Vec<String> {
    let mut lines = rehearsal::streams("SMB", 445, said);
    lines.retain(|l| ["smb", "dce_rpc", "analyzer", "conn_weird", "ntlm"].iter().any(|p| l.starts_with(p)));
    lines
}

/// Cuts every item short and changes each of its bytes: nothing may crash the analyzer. (Other segments would change
/// the events, because the first segment must begin with a complete header.)
fn damage(said: &[Said<'_>]) {
    for (at, &(from, data)) in said.iter().enumerate() {
        for n in 0..data.len() {
            let mut cut = said.to_vec();
            cut[at] = (from, &data[..n]);
            heard(&cut);
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = data.to_vec();
                changed[n] = value;
                let mut conversation = said.to_vec();
                conversation[at] = (from, &changed);
                heard(&conversation);
            }
        }
    }
}

/// Names of events without `smb2_message`.
fn names(lines: &[String]) -> Vec<&str> {
    let names = lines.iter().map(|l| l.split('(').next().unwrap_or_default());
    names.filter(|n| !n.ends_with("_message")).collect()
}

#[test]
fn a_file_is_opened_written_read_and_closed() {
    let client = [
        tree_connect(1, r"\\heron\reeds"),
        create(2, 9, r"nest\egg.txt"),
        write(3, 9, 0, b"a pale blue egg"),
        read(4, 9),
        close(5, 9),
    ]
    .map(|m| framed(&m));
    let server = [tree_connected(1, 9, 1), created(2, 9), was_read(4, b"blue egg")].map(|m| framed(&m));
    let said = [
        orig(&client[0]),
        resp(&server[0]),
        orig(&client[1]),
        resp(&server[1]),
        orig(&client[2]),
        orig(&client[3]),
        resp(&server[2]),
        orig(&client[4]),
    ];
    let lines = heard(&said);
    assert_eq!(
        names(&lines),
        [
            "smb2_tree_connect_request",
            "smb2_tree_connect_response",
            "smb2_create_request",
            "analyzer_confirmation_info",
            "smb2_create_response",
            "smb2_write_request",
            "smb2_read_request",
            "smb2_close_request",
        ]
    );
    let all = lines.join("\n");
    for part in [
        r#""\\\\heron\\reeds""#,
        r#"filename="nest\\egg.txt", disposition=1, create_options=4096"#,
        "size=300",
        "modified=259200, modified_raw=116447328000000000, accessed=172800",
        "[persistent=7, volatile=5], 16, 1024)",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    damage(&said);
}

#[test]
fn a_pipe_carries_calls() {
    let messages = [
        framed(&tree_connect(1, r"\\heron\IPC$")),
        framed(&tree_connected(1, 3, 2)),
        framed(&write(2, 3, 0, &rpc_bind())),
    ];
    let lines = heard(&[orig(&messages[0]), resp(&messages[1]), orig(&messages[2])]);
    let bind = lines.iter().position(|l| l.starts_with("dce_rpc_bind(12, 0, ")).expect("a bind");
    let write = lines.iter().position(|l| l.starts_with("smb2_write_request(")).expect("a write");
    assert!(bind < write, "{lines:?}");
    assert!(lines.iter().any(|l| l.starts_with("analyzer_confirmation_info(Analyzer::ANALYZER_DCE_RPC")));
}

#[test]
fn messages_in_a_chain_are_read_one_by_one() {
    let first = create(2, 9, "egg");
    let padding = first.len().next_multiple_of(8) - first.len();
    let next = (first.len() + padding) as u32;
    let mut first = smb2(Head { command: 5, message: 2, tree: 9, next, ..Head::default() }, &first[64..]);
    first.extend(vec![0; padding]);
    let chain = framed(&[first, close(3, 9)].concat());
    assert_eq!(names(&heard(&[orig(&chain)])), ["smb2_create_request", "smb2_close_request"]);
}

#[test]
fn a_chain_that_goes_back_is_a_violation() {
    let bytes = create(2, 9, "egg");
    let back = smb2(Head { command: 5, message: 2, tree: 9, next: 70, ..Head::default() }, &bytes[64..]);
    let lines = heard(&[orig(&framed(&back))]);
    assert_eq!(names(&lines), ["smb2_create_request", "analyzer_violation_info"]);
}

#[test]
fn an_error_has_a_body_of_its_own() {
    let failed = smb2(
        Head { command: 5, message: 2, tree: 9, status: 0xc000_0034, ..Head::default() },
        &[9, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    assert_eq!(names(&heard(&[resp(&framed(&failed))])), [""; 0]);
}

#[test]
fn encrypted_messages_are_told_by_their_header() {
    let plain = framed(&tree_connect(1, "x"));
    let mut m = b"\xfdSMB".to_vec();
    m.extend([1; 16]);
    m.extend([2; 16]);
    m.extend([44, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0]);
    m.extend([0xee; 300]);
    let mut compressed = b"\xfcSMB".to_vec();
    compressed.extend([0; 40]);
    let lines = heard(&[orig(&plain), orig(&framed(&m)), orig(&framed(&compressed))]);
    assert_eq!(names(&lines)[1..], ["smb2_transform_header", "analyzer_confirmation_info"]);
    assert!(lines.iter().any(|l| l.contains("orig_msg_size=300, flags=1, session_id=5")), "{lines:?}");
}

#[test]
fn nothing_is_read_before_a_header() {
    let m = framed(&tree_connect(1, "x"));
    let names_of = |said: &[Said<'_>]| names(&heard(said)).len();
    assert_eq!(names_of(&[orig(b"\x81\0\0\x02xx"), orig(&m)]), 1);
    assert_eq!(names_of(&[orig(b"xx"), orig(b"yyyyyyyyyyyy")]), 0);
}

/// A message of SMB 1 with strings in UTF-16.
fn smb1(command: u8, mid: u8, body: &[u8]) -> Vec<u8> {
    let mut m = b"\xffSMB".to_vec();
    m.push(command);
    m.extend([0, 0, 0, 0, 0x18, 0x01, 0xc8, 0, 0]);
    m.extend([0; 10]);
    m.extend([4, 0, 0xff, 0xfe, 0x64, 0, mid, 0]);
    m.extend(body);
    m
}

#[test]
fn commands_in_one_message_come_last_first() {
    let mut b = vec![13, 0x75, 0, 0, 0];
    b.extend([0xff, 0xff, 2, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0x44, 2, 0, 0]);
    b.extend([0, 0]);
    b.extend(b"ab");
    // Aligned to an even offset, counted from the parameter word count.
    if b.len() % 2 == 1 {
        b.push(0);
    }
    for text in ["ida", "MARSH", "Unix", "Samba"] {
        b.extend(wide(text));
        b.extend([0, 0]);
    }
    let at = (32 + b.len()) as u16;
    b[3..5].copy_from_slice(&at.to_le_bytes());
    let mut connect = vec![4, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
    if connect.len() % 2 == 1 {
        connect.push(0);
    }
    connect.extend(wide(r"\\heron\IPC$"));
    connect.extend(b"\0\0IPC\0");
    let lines = heard(&[orig(&framed(&smb1(0x73, 1, &[b, connect].concat())))]);
    assert_eq!(
        names(&lines),
        ["smb1_tree_connect_andx_request", "smb1_session_setup_andx_request"],
        "{lines:?}"
    );
    let all = lines.join("\n");
    for part in [r#""\\\\heron\\IPC$", "IPC""#, r#"account_name="ida", primary_domain="MARSH""#] {
        assert!(all.contains(part), "{part}\n{all}");
    }
}

#[test]
fn a_chain_of_commands_has_an_end() {
    // A far longer chain of commands than any client sends.
    let mut body = Vec::new();
    for _ in 0..1000 {
        let next = (32 + body.len() + 7) as u16;
        body.extend([2, 0x74, 0]);
        body.extend(next.to_le_bytes());
        body.extend([0, 0]);
    }
    let lines = heard(&[orig(&framed(&smb1(0x74, 1, &body)))]);
    assert_eq!(names(&lines), ["analyzer_violation_info"]);
}

#[test]
fn dialects_are_offered() {
    let b = [&[0, 23, 0][..], b"\x02NT LM 0.12\0\x02SMB 2.002\0"].concat();
    let m = framed(&smb1(0x72, 1, &b));
    let lines = heard(&[orig(&m)]);
    assert!(lines.iter().any(|l| l.contains(r#"{"NT LM 0.12", "SMB 2.002"}"#)), "{lines:?}");
    damage(&[orig(&m)]);
}

#[test]
fn unanswered_requests_are_forgotten() {
    let requests: Vec<_> = (0..1100).map(|n| framed(&read(n, 9))).collect();
    let said: Vec<_> = requests.iter().map(|r| orig(r)).collect();
    let lines = heard(&said);
    for state in ["\"tree\"", "\"read\""] {
        assert!(lines.iter().any(|l| l == &format!("smb2_discarded_messages_state({state})")), "{state}");
    }
}
