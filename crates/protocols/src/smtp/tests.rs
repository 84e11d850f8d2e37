use super::steps::{Stage, Step};
use super::*;
use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn a_chunk_has_a_size_and_perhaps_an_end() {
    assert_eq!(chunk(b"86 LAST"), Ok(Chunk { size: 86, last: true }));
    assert_eq!(chunk(b"86 last"), Ok(Chunk { size: 86, last: true }));
    assert_eq!(chunk(b"0"), Ok(Chunk { size: 0, last: false }));
    assert_eq!(chunk(b"18446744073709551615 LAST"), Ok(Chunk { size: u64::MAX, last: true }));
    for (arg, why) in [
        ("", "BDAT argument bad length"),
        ("99999999999999999999999999", "BDAT argument bad length"),
        (" 86", "BDAT not followed by a valid chunk-size"),
        ("-1", "BDAT not followed by a valid chunk-size"),
        ("86LAST", "BDAT chunk-size not valid"),
        ("86 LASTLY", "BDAT chunk-size followed by junk"),
        ("184467440737095516150", "BDAT chunk-size too large"),
    ] {
        assert_eq!(chunk(arg.as_bytes()), Err(why), "{arg}");
    }
}

#[track_caller]
fn check_chunks(max: usize, pieces: &[&[u8]], expected: &[(&str, bool)], weirds: &[ChunkAnomaly]) {
    let mut chunks = Chunks::new(max);
    chunks.begin(Chunk { size: pieces.iter().map(|p| p.len() as u64).sum(), last: true });
    let (mut seen, mut said) = (Vec::new(), Vec::new());
    for p in pieces {
        chunks.bytes(p, &mut |l, end| seen.push((String::from_utf8_lossy(l).into_owned(), end)), &mut |w| {
            said.push(w);
        });
    }
    let seen: Vec<(&str, bool)> = seen.iter().map(|(l, end)| (l.as_str(), *end)).collect();
    assert_eq!(seen, expected);
    assert_eq!(said, weirds);
    assert!(chunks.is_complete());
}

#[test]
fn lines_of_chunks_end_wherever_they_are_cut() {
    let expected = [("MIME-Version: 1.0", true), ("Subject: x y", true)];
    check_chunks(99, &[b"MIME-", b"Version: 1.0\r\n", b"Subject: x", b" y\r\n"], &expected, &[]);
    check_chunks(99, &[b"MIME-", b"Version: 1.0\r", b"\nSubject: x", b" y\r", b"\n"], &expected, &[]);
    check_chunks(99, &[b"a\r", b"b\r\n"], &[("a\r", false), ("b", true)], &[ChunkAnomaly::Cr]);
    check_chunks(99, &[b"a\nb"], &[("a\n", false), ("b", false)], &[ChunkAnomaly::Lf]);
    check_chunks(
        10,
        &[b"1234567890123: 45\r\n", b"X-Test: Y\r\n"],
        &[("1234567890", false), ("123: 45", true), ("X-Test: Y", true)],
        &[ChunkAnomaly::LineTooLong(19)],
    );
}

const MAIL: &[(Role, &[u8])] = &[
    (Role::Resp, b"220 hi\r\n"),
    (Role::Orig, b"HELO me\r\n"),
    (Role::Resp, b"250 hello\r\n"),
    (Role::Orig, b"MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\n"),
    (Role::Resp, b"250 ok\r\n250 ok\r\n354 go\r\n"),
    (Role::Orig, b"Subject: x\r\n\r\n..body\r\n.\r\n"),
    (Role::Resp, b"250 thanks\r\n"),
    (Role::Orig, b"QUIT\r\n"),
    (Role::Resp, b"221 bye\r\n"),
];

#[test]
fn a_mail_is_heard() {
    assert_eq!(
        streams("SMTP", 25, MAIL),
        [
            "smtp_reply(F, 220, \">\", \"hi\", F)",
            "analyzer_confirmation_info(Analyzer::ANALYZER_SMTP, [aid=3])",
            "smtp_request(T, \"HELO\", \"me\")",
            "smtp_reply(F, 250, \"HELO\", \"hello\", F)",
            "smtp_request(T, \"MAIL\", \"FROM:<a@b>\")",
            "smtp_request(T, \"RCPT\", \"TO:<c@d>\")",
            "smtp_request(T, \"DATA\", \"\")",
            "mime_begin_entity()",
            "smtp_reply(F, 250, \"MAIL\", \"ok\", F)",
            "smtp_reply(F, 250, \"RCPT\", \"ok\", F)",
            "smtp_reply(F, 354, \"DATA\", \"go\", F)",
            "smtp_data(T, \"Subject: x\")",
            "mime_one_header([original_name=\"Subject\", name=\"SUBJECT\", value=\"x\"])",
            "mime_all_headers({1 = [original_name=\"Subject\", name=\"SUBJECT\", value=\"x\"]})",
            "smtp_data(T, \"\")",
            "mime_segment_data(7, \".body\\r\\n\")",
            "smtp_data(T, \".body\")",
            "mime_entity_data(7, \".body\\r\\n\")",
            "mime_end_entity()",
            "mime_all_data(7, \".body\\r\\n\")",
            "mime_content_hash(7, \"R/}G\\x0cI\\x1e\\x08\\xc2\\x8b\\xff\\xfb \\xf6\\x00\\xbc\")",
            "smtp_request(T, \".\", \".\")",
            "smtp_reply(F, 250, \".\", \"thanks\", F)",
            "smtp_request(T, \"QUIT\", \"\")",
            "smtp_reply(F, 221, \"QUIT\", \"bye\", F)",
        ]
    );
}

#[test]
fn a_mail_is_survived_however_it_is_changed() {
    torment("SMTP", Port::tcp(25), MAIL);
}

#[test]
fn a_mail_in_chunks_is_one_mail() {
    let said = streams("SMTP", 25, &[
        resp(b"220 hi\r\n"),
        orig(b"EHLO me\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nBDAT 14\r\nSubject: x\r\n\r\nBDAT 3 LAST\r\nhi\n"),
        resp(b"250 hello\r\n250 ok\r\n250 ok\r\n250 ok\r\n250 ok\r\n"),
    ]);
    let count = |what: &str| said.iter().filter(|s| s.starts_with(what)).count();
    assert_eq!(
        (count("mime_begin_entity"), count("mime_end_entity"), count("smtp_unexpected")),
        (1, 1, 2),
        "{said:#?}"
    );
    assert!(said.contains(&"mime_entity_data(3, \"hi\\n\")".to_string()), "{said:#?}");
}

/// Checks the step for a command, or for the reply to it, at a stage.
#[track_caller]
fn check_step(stage: Stage, command: Command, code: Option<u16>, expected: Step) {
    let step = match code {
        None => Step::sent(stage, command),
        Some(code) => Step::replied(stage, Some(command), code),
    };
    assert_eq!(step, expected, "{command:?} {code:?} at {stage:?}");
}

#[test]
fn commands_and_replies_move_a_session() {
    use Stage::*;
    let stay = Step::default();
    let to = |stage| Step { stage: Some(stage), ..stay };
    let odd_command = |step| Step { unexpected_command: true, ..step };
    let odd_reply = |step| Step { unexpected_reply: true, ..step };
    for (stage, command, code, expected) in [
        (Initiated, Command::Established, Some(220), stay),
        (Initiated, Command::Established, Some(554), to(NotAvailable)),
        (Initiated, Command::Ehlo, None, to(Ready)),
        (Ready, Command::Ehlo, Some(504), to(Initiated)),
        (Connected, Command::Ehlo, None, odd_command(to(Ready))),
        (Ready, Command::Mail, None, to(MailOk)),
        (MailOk, Command::Mail, Some(550), to(Ready)),
        // The client did not wait: its mail continues.
        (InData, Command::Mail, Some(550), stay),
        (MailOk, Command::Mail, Some(251), odd_reply(stay)),
        (RcptOk, Command::Rcpt, Some(554), stay),
        (RcptOk, Command::Data, None, Step { begin_mail: true, ..to(InData) }),
        (InData, Command::Data, Some(421), Step { end_mail: true, ..to(Quitting) }),
        (RcptOk, Command::Data, Some(550), odd_reply(to(Ready))),
        (InChunks, Command::Bdat, Some(503), stay),
        (InData, Command::EndOfData, None, Step { end_mail: true, ..to(AfterData) }),
        (AfterData, Command::EndOfData, Some(250), to(Ready)),
        (Ready, Command::Auth, None, stay),
        (Ready, Command::Auth, Some(334), to(InAuth)),
        (InAuth, Command::AuthAnswer, Some(235), to(Initiated)),
        (MailOk, Command::StartTls, Some(454), odd_command(stay)),
        (Ready, Command::StartTls, Some(220), Step { start_tls: true, ..to(InTls) }),
        (Ready, Command::Turn, Some(250), Step { swap_roles: true, ..to(Connected) }),
        (Quitting, Command::Noop, None, odd_command(stay)),
        (Quitting, Command::Quit, Some(250), odd_reply(stay)),
    ] {
        check_step(stage, command, code, expected);
    }
}

#[test]
fn after_a_gap_a_mail_begins_by_its_reply() {
    assert!(Step::replied(Stage::GapRecovery, None, 354).begin_mail);
    assert!(!Step::replied(Stage::GapRecovery, None, 250).begin_mail);
    assert!(!Step::replied(Stage::Ready, Some(Command::Noop), 354).begin_mail);
}

#[test]
fn tls_begins_when_the_server_agrees() {
    let said = streams(
        "SMTP",
        25,
        &[
            resp(b"220 hi\r\n"),
            orig(b"EHLO me\r\n"),
            resp(b"250 ok\r\n"),
            orig(b"STARTTLS\r\n"),
            resp(b"220 go\r\n"),
            orig(b"\x16\x03\x01"),
        ],
    );
    assert!(said.contains(&"smtp_starttls()".to_string()), "{said:#?}");
    assert!(!said.iter().any(|s| s.starts_with("smtp_unexpected")), "{said:#?}");
}
