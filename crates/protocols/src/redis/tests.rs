use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;

/// The events without the confirmation.
fn said(conversation: &[(session::Role, &[u8])]) -> Vec<String> {
    let mut said = streams("REDIS", 6379, conversation);
    said.retain(|s| !s.starts_with("analyzer_confirmation"));
    said
}

#[test]
fn commands_come_as_arrays_and_as_lines() {
    let check = |bytes: &[u8], wanted: &[&str]| assert_eq!(said(&[orig(bytes)]), wanted);
    check(
        b"*2\r\n$3\r\nget\r\n$1\r\nk\r\n",
        &[
            "Redis::get_command(\"k\")",
            "Redis::command([raw={\"get\", \"k\"}, name=\"get\", key=\"k\", known=Redis::RedisCommand_GET])",
        ],
    );
    check(
        b"SET a \"b \\\" c\" EX 10 nx\r\n",
        &[
            "Redis::set_command([key=\"a\", value=\"\\\"b \\\\\\\" c\\\"\", nx=T, xx=F, get=F, ex=10, keep_ttl=F])",
            "Redis::command([raw={\"SET\", \"a\", \"\\\"b \\\\\\\" c\\\"\", \"EX\", \"10\", \"nx\"}, name=\"SET\", key=\"a\", \
         value=\"\\\"b \\\\\\\" c\\\"\", known=Redis::RedisCommand_SET])",
        ],
    );
    check(
        b"*3\r\n$4\r\nAUTH\r\n$1\r\nu\r\n$2\r\npw\r\n",
        &[
            "Redis::auth_command([username=\"u\", password=\"pw\"])",
            "Redis::command([raw={\"AUTH\", \"u\", \"pw\"}, name=\"AUTH\", known=Redis::RedisCommand_AUTH])",
        ],
    );
    check(b"ping\r\n", &["Redis::command([raw={\"ping\"}, name=\"ping\"])"]);
}

#[test]
fn replies_become_text() {
    let check = |bytes: &[u8], wanted: &str| assert_eq!(said(&[orig(b"ping\r\n"), resp(bytes)])[1], wanted);
    check(b"+PONG\r\n", "Redis::reply([value=\"PONG\", min_protocol_version=2])");
    check(b"-ERR no\r\n", "Redis::error([value=\"ERR no\", min_protocol_version=2])");
    check(b"$-1\r\n", "Redis::reply([value=\"\", min_protocol_version=2])");
    check(b"*3\r\n:1\r\n*0\r\n$1\r\na\r\n", "Redis::reply([value=\"[1, [], a]\", min_protocol_version=2])");
    check(
        b"%2\r\n+k\r\n#t\r\n_\r\n~1\r\n,1.5\r\n",
        "Redis::reply([value=\"{k: T, null: (1.5)}\", min_protocol_version=3])",
    );
    check(b">1\r\n+x\r\n", "Redis::server_push([value=\"[x]\", min_protocol_version=3])");
    check(
        b"|1\r\n+ttl\r\n:9\r\n*2\r\n+a\r\n|1\r\n+q\r\n+r\r\n+b\r\n",
        "Redis::reply([attributes=\"{ttl: 9}\", value=\"[a, b]\", min_protocol_version=3])",
    );
}

#[test]
fn what_cannot_be_is_a_violation() {
    let check = |conversation: &[(session::Role, &[u8])], reason: &str| {
        let said = said(conversation);
        let last = said.last().expect("a violation");
        assert!(last.starts_with("analyzer_violation_info") && last.contains(reason), "{said:#?}");
    };
    check(&[resp(b"+OK\r\n")], "must come after a client request");
    check(&[orig(b"*1\r\n+a\r\n")], "unexpected type");
    check(&[orig(b"*1\r\n$9999999\r\n")], "a length that cannot be");
    check(&[orig(&[b'a'; 1100])], "a line without an end");
    check(&[orig(b"*0\r\n")], "no word");
    check(&[orig(b"a\r\n"), resp(b"hello\r\n")], "error while parsing RESP server data");
    check(&[orig(b"a\r\n"), resp(&b"*1\r\n".repeat(30))], "exceeded max recursion depth");
    check(&[orig(b"a\r\n"), resp(b"|0\r\n|0\r\n")], "unexpected type");
}

#[test]
fn torn_and_changed_conversations_are_survived() {
    torment(
        "REDIS",
        Port::tcp(6379),
        &[
            orig(b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$2\r\nvv\r\nGET \"a b\"\r\n"),
            resp(b"+OK\r\n|1\r\n+a\r\n:1\r\n*2\r\n$1\r\nx\r\n%1\r\n+k\r\n_\r\n"),
        ],
    );
}
